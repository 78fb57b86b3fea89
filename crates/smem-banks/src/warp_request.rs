//! One warp-wide instruction on shared memory, as the banks see it: an address a lane, a width, the active lanes.

use core::fmt;

/// The number of lanes in a warp; [`WarpRequest`] has an address for each.
pub const LANES: usize = 32;

/// The most bytes that one lane can load or store at once.
///
/// ```
/// use smem_banks::{WIDEST_BYTES, WarpRequest};
///
/// assert!(WarpRequest::from_fn(WIDEST_BYTES, |lane| Some(WIDEST_BYTES * lane)).is_ok());
/// assert!(WarpRequest::from_fn(2 * WIDEST_BYTES, |lane| Some(2 * WIDEST_BYTES * lane)).is_err());
/// ```
pub const WIDEST_BYTES: u32 = 16;

/// One warp-wide access to shared memory: an address for each active lane of a single load or store instruction.
///
/// ```
/// use smem_banks::{Arch, WarpRequest};
///
/// // Lane i reads the 4-byte word i: one wavefront.
/// let row = WarpRequest::from_fn(4, |lane| Some(4 * lane))?;
/// // Lane i reads the word 32 i, a column of a dense 32 x 32 tile: 32 wavefronts.
/// let col = WarpRequest::from_fn(4, |lane| Some(4 * 32 * lane))?;
///
/// let model = Arch::SM_90.bank_model();
/// assert_eq!(model.cost(&row).wavefronts, 1);
/// assert_eq!(model.cost(&col).wavefronts, 32);
/// # Ok::<(), smem_banks::WarpRequestError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WarpRequest {
    /// Byte address of each lane, a multiple of `bytes`; meaningless where the lane is inactive.
    pub(crate) addresses: [u32; LANES],
    /// Bit `i` is set when lane `i` takes part.
    pub(crate) active: u32,
    /// Bytes that each lane touches: 1, 2, 4, 8 or 16. A multiple of 16 is split into 16-byte instructions.
    pub(crate) bytes: u32,
}

/// The reason why lanes cannot make a request.
///
/// ```
/// use smem_banks::{WarpRequest, WarpRequestError};
///
/// let misaligned = WarpRequest::from_fn(8, |lane| Some(8 * lane + 4));
/// assert_eq!(misaligned, Err(WarpRequestError::Misaligned { lane: 0, address: 4, bytes: 8 }));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum WarpRequestError {
    /// No instruction accesses this number of bytes a lane.
    Width {
        /// Bytes a lane.
        bytes: u32,
    },
    /// An active lane's address is not a multiple of the bytes that it accesses, which is a fault on the device.
    Misaligned {
        /// The lane, 0 to 31.
        lane: u32,
        /// Its byte address.
        address: u32,
        /// Bytes a lane.
        bytes: u32,
    },
}

impl fmt::Display for WarpRequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Width { bytes } => write!(f, "a lane accesses 1, 2, 4, 8 or 16 bytes at once, not {bytes}"),
            Self::Misaligned { lane, address, bytes } => {
                write!(
                    f,
                    "lane {lane} accesses {bytes} bytes at byte address {address}, which is not a multiple of {bytes}"
                )
            }
        }
    }
}

impl core::error::Error for WarpRequestError {}

impl WarpRequest {
    /// Returns the request in which each lane `i` with bit `i` set in `active` accesses `bytes` bytes at the byte
    /// address `addresses[i]`. The addresses of other lanes mean nothing and are kept as 0.
    ///
    /// ```
    /// use smem_banks::{WarpRequest, WarpRequestError};
    ///
    /// let mut addresses = [0; 32];
    /// addresses[1] = 6;
    /// assert!(WarpRequest::new(2, addresses, 0b11).is_ok());
    /// let misaligned = WarpRequestError::Misaligned { lane: 1, address: 6, bytes: 4 };
    /// assert_eq!(WarpRequest::new(4, addresses, 0b11), Err(misaligned));
    /// assert_eq!(WarpRequest::new(3, addresses, 0b11), Err(WarpRequestError::Width { bytes: 3 }));
    /// ```
    ///
    /// # Errors
    ///
    /// A width other than 1, 2, 4, 8 or 16 bytes, or the address of an active lane that is not a multiple of it.
    pub const fn new(bytes: u32, addresses: [u32; LANES], active: u32) -> Result<WarpRequest, WarpRequestError> {
        if !matches!(bytes, 1 | 2 | 4 | 8 | 16) {
            return Err(WarpRequestError::Width { bytes });
        }
        let request = WarpRequest { addresses, active: u32::MAX, bytes }.of_lanes(active);
        let (mut bits, mut lane) = (0, 0);
        while lane < LANES {
            bits |= request.addresses[lane];
            lane += 1;
        }
        if bits & (bytes - 1) == 0 { Ok(request) } else { Err(request.misaligned()) }
    }

    /// Returns the request without a check: that of a tile, whose elements may be wider than an instruction, and whose layout was checked.
    #[doc(hidden)]
    #[inline]
    pub const fn of_elements(bytes: u32, addresses: [u32; LANES], active: u32) -> WarpRequest {
        WarpRequest { addresses, active, bytes }
    }

    /// Returns the first lane that is not aligned.
    const fn misaligned(&self) -> WarpRequestError {
        let mut lane = 0;
        while lane < LANES - 1 && self.addresses[lane] & (self.bytes - 1) == 0 {
            lane += 1;
        }
        WarpRequestError::Misaligned { lane: lane as u32, address: self.addresses[lane], bytes: self.bytes }
    }

    /// Returns the request in which lane `i` accesses `bytes` bytes at the byte address `address(i)`, or is inactive.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    pub fn from_fn(bytes: u32, mut address: impl FnMut(u32) -> Option<u32>) -> Result<WarpRequest, WarpRequestError> {
        let (mut addresses, mut active) = ([0; LANES], 0);
        for (lane, slot) in (0u32..).zip(&mut addresses) {
            if let Some(address) = address(lane) {
                *slot = address;
                active |= 1 << lane;
            }
        }
        WarpRequest::new(bytes, addresses, active)
    }

    /// Returns the byte address of `lane` (0 to 31), or `None` if the lane is inactive.
    ///
    /// ```
    /// use smem_banks::WarpRequest;
    ///
    /// let half = WarpRequest::from_fn(8, |lane| (lane < 16).then_some(8 * lane))?;
    /// assert_eq!((half.address(3), half.address(16), half.address(32)), (Some(24), None, None));
    /// assert_eq!((half.bytes(), half.active(), half.addresses()[3]), (8, 0xffff, 24));
    /// # Ok::<(), smem_banks::WarpRequestError>(())
    /// ```
    pub const fn address(&self, lane: u32) -> Option<u32> {
        if self.is_active(lane) { Some(self.addresses[lane as usize]) } else { None }
    }

    /// Returns the byte address of each lane; meaningless where the lane is inactive.
    pub const fn addresses(&self) -> &[u32; LANES] {
        &self.addresses
    }

    /// Returns the active lanes: bit `i` for lane `i`.
    pub const fn active(&self) -> u32 {
        self.active
    }

    /// Returns the number of bytes that each lane accesses: 1, 2, 4, 8 or 16, or a multiple of 16 for the wider
    /// elements of a tile, which take several 16-byte instructions.
    pub const fn bytes(&self) -> u32 {
        self.bytes
    }

    /// Returns the same request with only those of its lanes active whose bits are set in `lanes`.
    ///
    /// ```
    /// use smem_banks::WarpRequest;
    ///
    /// let row = WarpRequest::from_fn(4, |lane| Some(4 * lane))?;
    /// assert_eq!(row.of_lanes(0xff), WarpRequest::from_fn(4, |lane| (lane < 8).then_some(4 * lane))?);
    /// # Ok::<(), smem_banks::WarpRequestError>(())
    /// ```
    #[must_use]
    pub const fn of_lanes(mut self, lanes: u32) -> WarpRequest {
        self.active &= lanes;
        let mut lane = 0;
        while lane < LANES {
            // All ones or nothing, without a branch.
            self.addresses[lane] &= (self.active >> lane & 1).wrapping_neg();
            lane += 1;
        }
        self
    }

    /// Returns true if `lane` (0 to 31) is active.
    pub const fn is_active(&self, lane: u32) -> bool {
        lane < LANES as u32 && self.active >> lane & 1 == 1
    }

    /// Returns true if lanes `i` and `i ^ apart` have the same address wherever both are active.
    pub(crate) const fn neighbours_agree(&self, apart: usize) -> bool {
        let mut lane = 0;
        while lane < LANES {
            let other = lane ^ apart;
            let both = self.is_active(lane as u32) && self.is_active(other as u32);
            if both && self.addresses[lane] != self.addresses[other] {
                return false;
            }
            lane += 1;
        }
        true
    }
}
