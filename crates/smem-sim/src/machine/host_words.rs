//! Words of the host program's memory that a block asks for again and again: the host changes them without a call, so they are compared.

use super::observe::Questions;
use crate::memory::GlobalMemory;

/// A word of the host's memory as it was.
#[derive(Debug, Clone, Copy)]
pub(super) struct HostWord {
    address: u64,
    bytes: u32,
    value: u64,
}

impl HostWord {
    /// Those that are asked for, as they are now; `None` where not all are known.
    pub(super) fn of(questions: &Questions, global: &GlobalMemory) -> Option<Vec<HostWord>> {
        if questions.is_cut && global.has_host() {
            return None;
        }
        let word = |address: u64, bytes: u32| {
            let value = Self::load(global, address, bytes)?;
            Some(HostWord { address, bytes, value })
        };
        let words = |(address, bytes): (u64, u32)| {
            let each = bytes.min(8);
            (0..bytes / each.max(1)).filter_map(move |i| word(address + u64::from(i * each), each))
        };
        Some(questions.of_global().flat_map(words).collect())
    }

    /// Whether it is no longer what it was.
    pub(super) fn has_changed(&self, global: &GlobalMemory) -> bool {
        Self::load(global, self.address, self.bytes) != Some(self.value)
    }

    fn load(global: &GlobalMemory, address: u64, bytes: u32) -> Option<u64> {
        let memory = global.find(address, bytes.into()).filter(|memory| !memory.is_own())?;
        Some(memory.load(memory.offset(address, bytes.into())?, bytes))
    }
}
