//! The numbers that device memory holds.

use std::borrow::Cow;

use bytemuck::NoUninit;
#[cfg(feature = "gpu")]
use cudarc::driver::{DeviceRepr, ValidAsZeroBits};

/// An element that a GPU may hold.
#[cfg(feature = "gpu")]
pub trait GpuElement: DeviceRepr + ValidAsZeroBits {}

#[cfg(feature = "gpu")]
impl<T: DeviceRepr + ValidAsZeroBits> GpuElement for T {}

/// Any element: without a GPU nothing is asked of it.
#[cfg(not(feature = "gpu"))]
pub trait AnyElement {}

#[cfg(not(feature = "gpu"))]
impl<T> AnyElement for T {}

#[cfg(not(feature = "gpu"))]
use AnyElement as GpuElement;

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
pub trait Number: GpuElement + NoUninit + Send + Sync + 'static {
    /// The bytes of numbers as the device stores them.
    fn stored(numbers: &[Self]) -> Cow<'_, [u8]>;
    /// Reads it from as many bytes as it has.
    fn get(bytes: &[u8]) -> Self;
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

            fn get(bytes: &[u8]) -> Self {
                let mut whole = [0; size_of::<Self>()];
                whole.copy_from_slice(bytes);
                Self::from_le_bytes(whole)
            }
        }
    )* };
}

element!(u8 u16 u32 u64 i8 i16 i32 i64 f32 f64);
