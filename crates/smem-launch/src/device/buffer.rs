//! Typed memory of a device.

use std::marker::PhantomData;

use super::address::Address;
use super::arg::Arg;
use super::backend::Backend;
use super::element::Element;
use super::gpu::GpuMemory;
use super::sim::SimMemory;
use crate::{DeviceItem, Error, LaunchProblem};

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
    memory: On<T>,
    len: usize,
}

#[derive(Debug)]
enum On<T> {
    Gpu(GpuMemory<T>),
    Sim(SimMemory),
}

impl<T: Element> Buffer<T> {
    pub(super) fn zeros(len: usize, backend: &Backend) -> Result<Buffer<T>, Error> {
        let memory = match backend {
            Backend::Gpu(gpu) => On::Gpu(gpu.zeros(len)?),
            Backend::Sim(sim) => On::Sim(sim.zeros::<T>(len)?),
        };
        Ok(Buffer { memory, len })
    }

    pub(super) fn upload(values: &[T], backend: &Backend) -> Result<Buffer<T>, Error> {
        let memory = match backend {
            Backend::Gpu(gpu) => On::Gpu(gpu.upload(values)?),
            Backend::Sim(sim) => On::Sim(sim.upload(values)?),
        };
        Ok(Buffer { memory, len: values.len() })
    }

    /// How many elements it holds.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns true if it has no elements.
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
            On::Gpu(memory) => memory.address(),
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
            (On::Gpu(memory), Backend::Gpu(gpu)) => gpu.clear(memory),
            (On::Sim(memory), Backend::Sim(_)) => memory.clear(self.len * size_of::<T>()),
            _ => Err(elsewhere()),
        }
    }

    pub(super) fn read(&self, backend: &Backend) -> Result<Vec<T>, Error> {
        match (&self.memory, backend) {
            (On::Gpu(memory), Backend::Gpu(gpu)) => gpu.download(memory, self.len),
            (On::Sim(memory), Backend::Sim(_)) => memory.read(self.len),
            _ => Err(elsewhere()),
        }
    }
}

fn elsewhere() -> Error {
    LaunchProblem::OtherDevice { item: DeviceItem::Buffer }.into()
}
