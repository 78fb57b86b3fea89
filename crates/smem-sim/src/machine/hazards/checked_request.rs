//! A request as the check sees it.

use crate::machine::live_parts::RegisterPart;

/// A request of a warp's lanes on shared memory: where it is in the code, and what each lane accesses.
pub(in crate::machine) struct CheckedRequest<'r> {
    pub(in crate::machine) pc: u32,
    pub(in crate::machine) warp: u32,
    pub(in crate::machine) mask: u32,
    pub(in crate::machine) addresses: &'r [u32; 32],
    /// Of each lane.
    pub(in crate::machine) bytes: u32,
    /// The addresses are those of rows of matrices, which other lanes hold than those that name them.
    pub(in crate::machine) is_of_rows: bool,
}

impl<'r> CheckedRequest<'r> {
    /// The same request of a part of each lane's bytes alone. `room` is for its addresses.
    pub(in crate::machine) fn part(&self, (at, bytes): RegisterPart, room: &'r mut [u32; 32]) -> CheckedRequest<'r> {
        *room = self.addresses.map(|address| address.wrapping_add(at));
        CheckedRequest { addresses: room, bytes, ..*self }
    }
}
