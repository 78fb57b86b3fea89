//! The numbers that device memory holds.

use std::borrow::Cow;

use bytemuck::Pod;

/// A number that a buffer holds: every bit pattern is one. The integers of 8 to 64 bits, `f32` and `f64`; other crates cannot add more.
///
/// ```
/// use smem_launch::{Buffer, Device, Element, Error};
///
/// /// Any buffer's contents, backwards.
/// fn reversed<T: Element>(device: &Device, buffer: &Buffer<T>) -> Result<Vec<T>, Error> {
///     Ok(device.download(buffer)?.into_iter().rev().collect())
/// }
/// ```
pub trait Element: Number {}

/// An element as a device stores it.
pub trait Number: Pod + Send + Sync {
    /// The bytes of numbers as the device stores them.
    fn stored(numbers: &[Self]) -> Cow<'_, [u8]>;

    /// The number whose bytes on the device these are here.
    #[must_use]
    fn of_stored(self) -> Self;

    /// So many numbers, whose bytes on the device `fill` reads.
    ///
    /// # Errors
    /// Those of `fill`.
    fn read<E>(len: usize, fill: impl FnOnce(&mut [u8]) -> Result<(), E>) -> Result<Vec<Self>, E> {
        let mut numbers = vec![Self::zeroed(); len];
        fill(bytemuck::cast_slice_mut(&mut numbers))?;
        numbers.iter_mut().for_each(|number| *number = number.of_stored());
        Ok(numbers)
    }
}

macro_rules! element {
    ($($number:ty)*) => { $(
        impl Element for $number {}

        impl Number for $number {
            fn stored(numbers: &[Self]) -> Cow<'_, [u8]> {
                match cfg!(target_endian = "little") {
                    true => Cow::Borrowed(bytemuck::cast_slice(numbers)),
                    false => numbers.iter().flat_map(|number| number.to_le_bytes()).collect(),
                }
            }

            fn of_stored(self) -> Self {
                Self::from_le_bytes(self.to_ne_bytes())
            }
        }
    )* };
}

element!(u8 u16 u32 u64 i8 i16 i32 i64 f32 f64);
