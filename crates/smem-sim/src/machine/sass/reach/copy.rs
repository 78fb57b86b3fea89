//! Copies from global to shared memory, done at once.

use super::SassReach;
use crate::isa::{CopyPath, Space};
use crate::lanes::{Lanes, lanes};
use crate::machine::access::{Finder, check_aligned};
use crate::machine::lane_fault::LaneResult;

/// One copy from global to shared memory.
pub(in crate::machine::sass) struct SharedCopy {
    pub(in crate::machine::sass) to: Lanes,
    pub(in crate::machine::sass) from: Lanes,
    pub(in crate::machine::sass) bytes: u32,
    pub(in crate::machine::sass) path: CopyPath,
    /// The lanes that copy zeros.
    pub(in crate::machine::sass) zeros: u32,
    /// The lowest bits of the global address are the bytes at the end that are zeros.
    pub(in crate::machine::sass) partial: bool,
}

impl SassReach<'_> {
    pub(in crate::machine::sass) fn copy(&mut self, copy: &SharedCopy, active: u32) -> LaneResult<()> {
        let bytes = copy.bytes;
        let to = self.own(&copy.to);
        let mut sources = [None; 32];
        let mut finder = Finder::new(self.reach.context.global);
        for lane in lanes(active) {
            let at = self.shared_at(lane, to[lane], bytes)?;
            let missing = if copy.partial { copy.from[lane] % u64::from(bytes) } else { 0 };
            let from = copy.from[lane] - missing;
            let wanted = if copy.zeros >> lane & 1 == 1 { 0 } else { bytes - missing as u32 };
            let found = if wanted == 0 {
                None
            } else {
                check_aligned(Space::Global, lane, from, bytes)?;
                Some(finder.find(lane, from, wanted)?)
            };
            sources[lane] = (wanted > 0).then_some(from);
            self.reach.tally.global_loaded += u64::from(wanted);
            for i in 0..bytes {
                let byte =
                    found.filter(|_| i < wanted).map_or(0, |(found, offset)| found.load(offset + u64::from(i), 1));
                self.reach.shared.store(at + i as usize, 1, byte);
            }
        }
        self.reach.observe_copy(copy.path, &to, &sources, active, bytes);
        Ok(())
    }
}
