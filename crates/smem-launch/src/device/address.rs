//! Pointers into buffers.

use std::marker::PhantomData;

use crate::{Error, LaunchProblem};

/// A pointer into a [`Buffer`](super::Buffer), for a kernel's argument: see [`Buffer::address`](super::Buffer::address).
///
/// ```
/// use smem_launch::Address;
/// # use smem_launch::{Device, DeviceChoice, Install};
/// # let device = Device::open(DeviceChoice::Simulator, Install::Allowed)?;
///
/// let data = device.zeros::<f32>(16)?;
/// assert_eq!(data.address().plus_bytes(64)?, data.address_of(16));
/// let error = data.address().plus_bytes(65).unwrap_err();
/// assert_eq!(error.to_string(), "an offset of 65 bytes is past the end of a buffer with 64 bytes past the pointer");
/// assert!(Address::NULL.is_null());
/// # Ok::<(), smem_launch::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Address<'a> {
    pub(super) address: u64,
    /// Bytes from here to the end of the buffer.
    pub(super) behind: u64,
    /// The buffer outlives the launch.
    pub(super) buffer: PhantomData<&'a ()>,
}

impl Address<'_> {
    /// The null pointer.
    pub const NULL: Address<'static> = Address { address: 0, behind: 0, buffer: PhantomData };

    /// Returns true if this is the null pointer.
    pub fn is_null(&self) -> bool {
        self.address == 0
    }

    /// The address as a kernel sees it.
    pub(crate) fn bits(self) -> u64 {
        self.address
    }

    /// The address `bytes` further on, at most the end of the buffer.
    ///
    /// # Errors
    /// [`Error::Launch`] where that is past the end.
    pub fn plus_bytes(self, bytes: u64) -> Result<Self, Error> {
        match self.behind.checked_sub(bytes) {
            Some(behind) => Ok(Address { address: self.address + bytes, behind, ..self }),
            None => Err(LaunchProblem::PastEnd { offset: bytes, left: self.behind }.into()),
        }
    }
}
