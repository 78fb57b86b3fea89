//! Typed memory of a device.

use std::marker::PhantomData;

use super::Backend;
use super::address::Address;
use super::arg::Arg;
use super::gpu::{GpuElement, GpuSlice};
use super::sim::SimMemory;
use crate::{DeviceItem, Error, LaunchProblem};

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
pub trait Number: GpuElement + Copy + Send + Sync + 'static {
    /// Appends its bytes as the device stores them.
    fn put(self, bytes: &mut Vec<u8>);
    /// Reads it from as many bytes as it has.
    fn get(bytes: &[u8]) -> Self;
}

macro_rules! element {
    ($($number:ty)*) => { $(
        impl Element for $number {}

        impl Number for $number {
            fn put(self, bytes: &mut Vec<u8>) {
                bytes.extend_from_slice(&self.to_le_bytes());
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

/// Elements in the memory of a [`Device`](super::Device), freed when dropped.
///
/// ```
/// use smem_launch::{Device, DeviceChoice, Install};
///
/// # fn main() -> Result<(), smem_launch::Error> {
/// let device = Device::open(DeviceChoice::Auto, Install::Allowed)?;
/// let mut buffer = device.upload(&[1_u16, 2, 3])?;
/// assert_eq!((buffer.len(), device.download(&buffer)?), (3, vec![1, 2, 3]));
/// device.clear(&mut buffer)?;
/// assert_eq!(device.download(&buffer)?, [0, 0, 0]);
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Buffer<T> {
    pub(super) memory: On<T>,
    pub(super) len: usize,
}

#[derive(Debug)]
pub(super) enum On<T> {
    #[cfg_attr(not(feature = "gpu"), expect(dead_code, reason = "only a GPU makes one"))]
    Gpu {
        slice: GpuSlice<T>,
        address: u64,
    },
    Sim(SimMemory),
}

impl<T: Element> Buffer<T> {
    /// How many elements it holds.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The pointer to its first element, as a kernel's argument. Kernels may write through it.
    pub fn arg(&self) -> Arg<'_> {
        Arg::Pointer(self.address())
    }

    /// The pointer to its first element. Kernels may write through it.
    pub fn address(&self) -> Address<'_> {
        let address = match &self.memory {
            On::Gpu { address, .. } => *address,
            On::Sim(memory) => memory.address(),
        };
        Address { address, behind: (self.len * size_of::<T>()) as u64, buffer: PhantomData }
    }

    /// The pointer to its element `at`, or to the end of the buffer. Kernels may write through it.
    ///
    /// # Panics
    /// Where `at` is more than its length, as indexing does. [`Address::plus_bytes`] returns an error instead.
    pub fn address_of(&self, at: usize) -> Address<'_> {
        assert!(at <= self.len, "element {at} of a buffer of {}", self.len);
        let (start, skipped) = (self.address(), (at * size_of::<T>()) as u64);
        Address { address: start.address + skipped, behind: start.behind - skipped, ..start }
    }

    pub(super) fn clear(&mut self, backend: &Backend) -> Result<(), Error> {
        match (&mut self.memory, backend) {
            (On::Gpu { slice, .. }, Backend::Gpu(gpu)) => gpu.clear(slice),
            (On::Sim(memory), Backend::Sim(_)) => memory.clear(self.len * size_of::<T>()),
            _ => Err(elsewhere()),
        }
    }

    pub(super) fn read(&self, backend: &Backend) -> Result<Vec<T>, Error> {
        match (&self.memory, backend) {
            (On::Gpu { slice, .. }, Backend::Gpu(gpu)) => gpu.download(slice, self.len),
            (On::Sim(memory), Backend::Sim(_)) => memory.read(self.len),
            _ => Err(elsewhere()),
        }
    }
}

fn elsewhere() -> Error {
    LaunchProblem::OtherDevice { item: DeviceItem::Buffer }.into()
}
