//! The types of pixels that can be summed, and the types of their sums.

use smem_launch::Element;

/// A pixel of the source: `u8`, `u16` or `f32`. Other crates cannot add more.
///
/// Sums of `u8` and `u16` are exact. Sums of `f32` are `f64`, added in an order that may change from launch to launch. They are exact, and
/// so the same in every launch, where all pixels (or their squares) are multiples of one power of two, and the sum of their absolute values
/// is at most 2^53 times that power: pictures in steps of 1/256, for example. In general a sum differs from the exact one by at most
/// `n * 2^-52` of the sum of the absolute values, `n` being the number of pixels it adds.
///
/// ```
/// use smem_examples::single_pass::Pixel;
///
/// fn bytes_of_a_sum<P: Pixel>() -> usize {
///     size_of::<P::Sum>()
/// }
/// assert_eq!(bytes_of_a_sum::<u16>(), 8);
/// ```
pub trait Pixel: Element + Described {
    /// A sum over the picture, as the destination holds it.
    type Sum: Element;
}

/// How a kernel is compiled for a type of pixels.
pub trait Described {
    /// `Pixel` in CUDA C++.
    const PIXEL: &'static str;
    /// `Local`, the type of a sum within a tile.
    const LOCAL: &'static str;
    /// `Sum`, the type of a sum over the picture.
    const SUM: &'static str;
    /// 64-bit words of a carry: one has 46 bits for the sum, two have all 64.
    const PARTS: u32;
    /// The most pixels whose squares a carry can sum.
    const MOST_PIXELS: u64;
}

impl Pixel for u8 {
    type Sum = u64;
}

impl Described for u8 {
    const PIXEL: &'static str = "u8";
    const LOCAL: &'static str = "u32";
    const SUM: &'static str = "u64";
    const PARTS: u32 = 1;
    const MOST_PIXELS: u64 = (1 << 46) / (255 * 255);
}

impl Pixel for u16 {
    type Sum = u64;
}

impl Described for u16 {
    const PIXEL: &'static str = "u16";
    const LOCAL: &'static str = "u64";
    const SUM: &'static str = "u64";
    const PARTS: u32 = 2;
    const MOST_PIXELS: u64 = u64::MAX / (65_535 * 65_535);
}

impl Pixel for f32 {
    type Sum = f64;
}

impl Described for f32 {
    const PIXEL: &'static str = "float";
    const LOCAL: &'static str = "double";
    const SUM: &'static str = "double";
    const PARTS: u32 = 2;
    const MOST_PIXELS: u64 = u64::MAX;
}
