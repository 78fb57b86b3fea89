//! Typed memory of a device.

use std::marker::PhantomData;
use std::rc::Rc;

use super::address::Address;
use super::arg::Arg;
use super::backend::DeviceCore;
use super::element::Element;
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
    core: Rc<DeviceCore>,
    address: u64,
    len: usize,
    elements: PhantomData<T>,
}

impl<T: Element> Buffer<T> {
    pub(super) fn zeros(len: usize, core: &Rc<DeviceCore>) -> Result<Buffer<T>, Error> {
        // More than there is where it overflows.
        let address = core.backend.alloc(len.saturating_mul(size_of::<T>()))?;
        Ok(Buffer { core: Rc::clone(core), address, len, elements: PhantomData })
    }

    pub(super) fn upload(values: &[T], core: &Rc<DeviceCore>) -> Result<Buffer<T>, Error> {
        let buffer = Buffer::zeros(values.len(), core)?;
        core.backend.write(buffer.address, &T::stored(values))?;
        Ok(buffer)
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
        self.address().into()
    }

    /// The pointer to its first element. Kernels may write through it.
    pub fn address(&self) -> Address<'_> {
        Address { address: self.address, behind: (self.len * size_of::<T>()) as u64, buffer: PhantomData }
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

    pub(super) fn clear(&mut self, core: &Rc<DeviceCore>) -> Result<(), Error> {
        self.check_device(core)?;
        core.backend.clear(self.address, self.len * size_of::<T>())
    }

    pub(super) fn read(&self, core: &Rc<DeviceCore>) -> Result<Vec<T>, Error> {
        self.check_device(core)?;
        T::read(self.len, |bytes| core.backend.read(self.address, bytes))
    }

    fn check_device(&self, core: &Rc<DeviceCore>) -> Result<(), Error> {
        let is_own = Rc::ptr_eq(&self.core, core);
        if is_own { Ok(()) } else { Err(LaunchProblem::OtherDevice { item: DeviceItem::Buffer }.into()) }
    }
}

impl<T> Drop for Buffer<T> {
    fn drop(&mut self) {
        self.core.backend.free(self.address);
    }
}
