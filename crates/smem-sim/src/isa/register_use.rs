//! The registers that an instruction reads and writes, for an analysis of unread values.
//!
//! Reads may be more than those that happen, and writes fewer: then a value counts as read that is not, and never the other way round.

use super::register::{SINK, Slot};

/// Registers of one instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RegisterUse {
    /// Registers that follow one another; of each the bytes of this mask.
    Reads { first: Slot, count: u32, bytes: u32 },
    /// Registers that follow one another, all of their bytes in the lanes that execute the instruction.
    Writes { first: Slot, count: u32 },
    /// Any register: where the code goes on is not known.
    ReadsAny,
}

/// All bytes of a register, of 32 bits or of 64.
pub(super) const WHOLE: u32 = 0xff;

/// Receives the registers of one instruction after the other.
pub struct RegisterUses<'f>(pub &'f mut dyn FnMut(RegisterUse));

impl RegisterUses<'_> {
    pub fn reads(&mut self, first: Slot, count: u32) {
        self.reads_bytes(first, count, WHOLE);
    }

    pub fn reads_bytes(&mut self, first: Slot, count: u32, bytes: u32) {
        if first != SINK {
            (self.0)(RegisterUse::Reads { first, count, bytes });
        }
    }

    pub fn reads_each(&mut self, slots: impl IntoIterator<Item = Slot>) {
        slots.into_iter().for_each(|slot| self.reads(slot, 1));
    }

    pub fn writes(&mut self, first: Slot, count: u32) {
        if first != SINK {
            (self.0)(RegisterUse::Writes { first, count });
        }
    }

    pub fn writes_each(&mut self, slots: impl IntoIterator<Item = Slot>) {
        slots.into_iter().for_each(|slot| self.writes(slot, 1));
    }

    pub fn reads_any(&mut self) {
        (self.0)(RegisterUse::ReadsAny);
    }
}
