//! Pixels of the test pictures, and their sums by the CPU.

use smem_examples::single_pass::{Pixel, Power};
use smem_launch::{Device, DeviceChoice, Install};

pub(super) const BOTH: [Power; 2] = [Power::One, Power::Two];

pub(super) fn simulator() -> Device {
    Device::open(DeviceChoice::Simulator, Install::Allowed).unwrap()
}

/// The bits of the destination where nothing may be written.
pub(super) const UNTOUCHED: u64 = 0xdead_beef_dead_beef;

/// Pixels of the test pictures, and sums by the CPU.
pub(super) trait TestPixel: Pixel<Sum: TestSum> {
    /// A pixel from random bits: for `f32` a multiple of 1/64, so that every sum is exact.
    fn from_bits(bits: u32) -> Self;
    fn power(self, power: Power) -> Self::Sum;
}

pub(super) trait TestSum:
    smem_launch::Element + PartialEq + std::fmt::Debug + std::ops::Add<Output = Self> + Default
{
    fn of_bits(bits: u64) -> Self;
    fn bits(self) -> u64;
}

impl TestSum for u64 {
    fn of_bits(bits: u64) -> u64 {
        bits
    }
    fn bits(self) -> u64 {
        self
    }
}

impl TestSum for f64 {
    fn of_bits(bits: u64) -> f64 {
        f64::from_bits(bits)
    }
    fn bits(self) -> u64 {
        self.to_bits()
    }
}

macro_rules! of_integers {
    ($($pixel:ty),*) => { $(
        impl TestPixel for $pixel {
            fn from_bits(bits: u32) -> $pixel {
                (bits >> (32 - <$pixel>::BITS)) as $pixel
            }
            fn power(self, power: Power) -> u64 {
                u64::from(self).pow(if power == Power::Two { 2 } else { 1 })
            }
        }
    )* };
}

of_integers!(u8, u16);

impl TestPixel for f32 {
    fn from_bits(bits: u32) -> f32 {
        (bits >> 16) as f32 / 64.0 - 300.0
    }
    fn power(self, power: Power) -> f64 {
        f64::from(self).powi(if power == Power::Two { 2 } else { 1 })
    }
}

pub(super) fn random<P: TestPixel>(count: usize, seed: u32) -> Vec<P> {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        P::from_bits(state ^ state >> 15)
    };
    (0..count).map(|_| next()).collect()
}

/// A picture inside a buffer: the element that it starts at, and those from a row to the next.
#[derive(Debug, Clone, Copy)]
pub(super) struct InBuffer {
    pub(super) start: usize,
    pub(super) pitch: usize,
}

/// Writes the sums of a picture of so many columns and rows, by the CPU.
pub(super) fn sums_by_cpu<P: TestPixel>(
    (width, height): (usize, usize),
    power: Power,
    (pixels, from): (&[P], InBuffer),
    (sums, to): (&mut [P::Sum], InBuffer),
) {
    let mut above = vec![P::Sum::default(); width];
    for y in 0..height {
        let mut sum = P::Sum::default();
        for x in 0..width {
            sum = sum + pixels[from.start + y * from.pitch + x].power(power);
            above[x] = above[x] + sum;
            sums[to.start + y * to.pitch + x] = above[x];
        }
    }
}
