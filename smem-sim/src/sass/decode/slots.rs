//! The slots of a kernel's registers and constants.

use super::Surroundings;
use crate::isa::Slot;
use crate::isa::sass::{GENERAL, SassConstant};
use std::collections::HashMap;

/// The slots of a kernel: its registers, and those that hold constants.
pub(super) struct Slots<'t> {
    pub(super) surroundings: &'t Surroundings<'t>,
    constants: Vec<(Slot, SassConstant)>,
    index: HashMap<Vec<SassConstant>, Slot>,
}

impl<'t> Slots<'t> {
    pub(super) fn new(surroundings: &'t Surroundings<'t>) -> Self {
        Self { surroundings, constants: Vec::new(), index: HashMap::new() }
    }

    /// The first of the slots that hold `words`, one after the other.
    pub(super) fn constant(&mut self, words: &[SassConstant]) -> Slot {
        if let Some(&slot) = self.index.get(words) {
            return slot;
        }
        // Behind the registers; four more since the last of them may be the first of four.
        let slot = GENERAL + self.surroundings.registers + 4 + self.constants.len() as u32;
        for (i, &word) in words.iter().enumerate() {
            self.constants.push((slot + i as u32, word));
        }
        self.index.insert(words.to_vec(), slot);
        slot
    }

    /// The number of slots, and the constants.
    pub(super) fn finish(self) -> (u32, Vec<(Slot, SassConstant)>) {
        (GENERAL + self.surroundings.registers + 4 + self.constants.len() as u32 + 1, self.constants)
    }
}
