//! The first byte in which two states of memory differ.

use super::GlobalMemory;

/// Bytes that are compared at a time.
const PIECE: u64 = 64 << 10;

impl GlobalMemory {
    /// The address of the first byte of the device's own memory that another state, of the same allocations, has otherwise. Allocations that only one of
    /// them has are left out.
    pub(crate) fn first_difference(&self, other: &GlobalMemory) -> Option<u64> {
        let (mut own, mut theirs) = (vec![0; PIECE as usize], vec![0; PIECE as usize]);
        for at in self.allocations().iter().filter(|at| at.memory.is_own()) {
            let same = other.allocations().iter().find(|same| same.base == at.base);
            let Some(same) = same.filter(|same| same.memory.bytes() == at.memory.bytes()) else { continue };
            if at.memory.is_untouched() && same.memory.is_untouched() {
                continue;
            }
            let mut offset = 0;
            while offset < at.memory.bytes() {
                let bytes = PIECE.min(at.memory.bytes() - offset) as usize;
                let (Some(own), Some(theirs)) = (own.get_mut(..bytes), theirs.get_mut(..bytes)) else { break };
                at.memory.read(offset, own);
                same.memory.read(offset, theirs);
                if let Some(byte) = own.iter().zip(theirs.iter()).position(|(one, other)| one != other) {
                    return Some(at.base + offset + byte as u64);
                }
                offset += bytes as u64;
            }
        }
        None
    }
}
