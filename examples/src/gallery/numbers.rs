//! The inputs and outputs of the gallery's kernels.

use smem_launch::{Arg, Buffer, Device};

use crate::Error;

/// Numbers of one type.
#[derive(Debug, Clone, PartialEq)]
pub enum Numbers {
    /// Floats, or the parts of complex numbers.
    F32(Vec<f32>),
    /// Unsigned integers.
    U32(Vec<u32>),
}

/// Numbers on a device.
#[derive(Debug)]
pub(super) enum OnDevice {
    F32(Buffer<f32>),
    U32(Buffer<u32>),
}

impl Numbers {
    /// Returns `count` whole numbers below `below`, the same for one `seed`.
    ///
    /// ```
    /// use smem_examples::gallery::Numbers;
    ///
    /// assert_eq!(Numbers::random(9, 10, 1), Numbers::random(9, 10, 1));
    /// assert!(Numbers::random(9, 10, 1).iter().all(|number| *number < 10));
    /// ```
    pub fn random(count: usize, below: u32, seed: u64) -> Vec<u32> {
        // Knuth's multiplier; the upper bits are the good ones.
        let next =
            |state: &u64| Some(state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407));
        let states = std::iter::successors(next(&seed), next);
        states.skip(1).take(count).map(|state| (state >> 33) as u32 % below).collect()
    }

    /// Returns `count` whole numbers below `below` as floats, as [`random`](Self::random) does.
    pub fn random_f32(count: usize, below: u32, seed: u64) -> Vec<f32> {
        Numbers::random(count, below, seed).into_iter().map(|number| number as f32).collect()
    }

    /// Returns the product of two row-major matrices, the second of `n` columns and at least one row.
    ///
    /// ```
    /// use smem_examples::gallery::Numbers;
    ///
    /// assert_eq!(Numbers::product(&[1.0, 2.0], &[3.0, 4.0, 5.0, 6.0], 2), [13.0, 16.0]);
    /// ```
    pub fn product(a: &[f32], b: &[f32], n: usize) -> Vec<f32> {
        let k = b.len() / n;
        let mut c = vec![0.0; a.len() / k * n];
        for (row, sums) in a.chunks_exact(k).zip(c.chunks_exact_mut(n)) {
            for (factor, along) in row.iter().zip(b.chunks_exact(n)) {
                for (sum, value) in sums.iter_mut().zip(along) {
                    *sum += factor * value;
                }
            }
        }
        c
    }

    /// Returns how many numbers there are.
    pub fn len(&self) -> usize {
        match self {
            Numbers::F32(numbers) => numbers.len(),
            Numbers::U32(numbers) => numbers.len(),
        }
    }

    /// Returns true if there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns how many of these numbers are further than `tolerance` from the `expected` ones. A NaN is far from everything, and
    /// numbers of another type or of another count are all wrong.
    ///
    /// ```
    /// use smem_examples::gallery::Numbers;
    ///
    /// let expected = Numbers::F32(vec![1.0, 2.0, 3.0]);
    /// assert_eq!(Numbers::F32(vec![1.0, 2.1, f32::NAN]).wrong(&expected, 0.2), 1);
    /// assert_eq!(Numbers::U32(vec![1, 2, 3]).wrong(&expected, 0.2), 3);
    /// ```
    pub fn wrong(&self, expected: &Numbers, tolerance: f32) -> usize {
        match (self, expected) {
            (Numbers::F32(found), Numbers::F32(expected)) if found.len() == expected.len() => {
                let near = |(found, expected): &(&f32, &f32)| (**found - **expected).abs() <= tolerance;
                found.iter().zip(expected).filter(|pair| !near(pair)).count()
            }
            (Numbers::U32(found), Numbers::U32(expected)) if found.len() == expected.len() => {
                found.iter().zip(expected).filter(|(found, expected)| found != expected).count()
            }
            _ => expected.len(),
        }
    }

    /// Copies the numbers to a device.
    pub(super) fn upload(&self, device: &Device) -> Result<OnDevice, Error> {
        Ok(match self {
            Numbers::F32(numbers) => OnDevice::F32(device.upload(numbers)?),
            Numbers::U32(numbers) => OnDevice::U32(device.upload(numbers)?),
        })
    }

    /// Makes room for as many numbers of the same type, all zeros.
    pub(super) fn zeros(&self, device: &Device) -> Result<OnDevice, Error> {
        Ok(match self {
            Numbers::F32(numbers) => OnDevice::F32(device.zeros(numbers.len())?),
            Numbers::U32(numbers) => OnDevice::U32(device.zeros(numbers.len())?),
        })
    }
}

impl OnDevice {
    pub(super) fn arg(&self) -> Arg<'_> {
        match self {
            OnDevice::F32(buffer) => buffer.arg(),
            OnDevice::U32(buffer) => buffer.arg(),
        }
    }

    pub(super) fn download(&self, device: &Device) -> Result<Numbers, Error> {
        Ok(match self {
            OnDevice::F32(buffer) => Numbers::F32(device.download(buffer)?),
            OnDevice::U32(buffer) => Numbers::U32(device.download(buffer)?),
        })
    }
}
