//! Finds allocations of global memory.

use super::space::outside;
use crate::isa::Space;
use crate::machine::lane_fault::LaneResult;
use crate::memory::{Allocation, GlobalMemory};

/// Finds allocations and remembers the last one, because neighbouring lanes use the same.
pub(in crate::machine) struct Finder<'g> {
    global: &'g GlobalMemory,
    last: Option<&'g Allocation>,
}

impl<'g> Finder<'g> {
    pub(in crate::machine) fn new(global: &'g GlobalMemory) -> Self {
        Self { global, last: None }
    }

    #[inline]
    pub(in crate::machine) fn find(
        &mut self,
        lane: usize,
        address: u64,
        bytes: u32,
    ) -> LaneResult<(&'g Allocation, u64)> {
        if let Some(last) = self.last
            && let Some(offset) = last.offset(address, bytes.into())
        {
            return Ok((last, offset));
        }
        match self.global.find(address, bytes.into()) {
            Some(found) => {
                self.last = Some(found);
                Ok((found, found.offset(address, bytes.into()).unwrap_or(0)))
            }
            None => Err(outside(Space::Global, lane, address, bytes, self.global.describe(address))),
        }
    }
}
