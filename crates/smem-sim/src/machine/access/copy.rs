//! `cp.async`: copies from global to shared memory, done at once.

use super::finder::Finder;
use super::reach::Reach;
use super::space::check_aligned;
use crate::global_count::GlobalOp;
use crate::isa::{CopyPath, Space};
use crate::lanes::{Lanes, lanes};
use crate::machine::lane_fault::LaneResult;

/// Where each lane copies from, and how much: the rest of its bytes become zeros.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::machine) struct CopyOrigin {
    pub(in crate::machine) address: u64,
    /// Bytes to read.
    pub(in crate::machine) bytes: u32,
}

impl Reach<'_> {
    /// Copies `bytes` bytes of each lane of `mask` to addresses in shared memory.
    pub(in crate::machine) fn async_copy(
        &mut self,
        path: CopyPath,
        bytes: u32,
        to: &Lanes,
        source: impl Fn(usize) -> CopyOrigin,
        mask: u32,
    ) -> LaneResult<()> {
        let to = self.own(to);
        let (mut sources, mut from, mut read, mut partial) = ([None; 32], [0; 32], 0, 0);
        let mut finder = Finder::new(self.context.global);
        for lane in lanes(mask) {
            let at = self.shared_at(lane, to[lane], bytes)?;
            let CopyOrigin { address, bytes: wanted } = source(lane);
            let found = if wanted == 0 {
                None
            } else {
                check_aligned(Space::Global, lane, address, bytes)?;
                sources[lane] = Some(address);
                Some(finder.find(lane, address, wanted)?)
            };
            for i in 0..bytes {
                let found = found.filter(|_| i < wanted);
                let byte = found.map_or(0, |(found, offset)| found.load(offset + u64::from(i), 1));
                self.shared.store(at + i as usize, 1, byte);
            }
            self.tally.global_loaded += u64::from(wanted);
            from[lane] = address;
            read |= u32::from(wanted != 0) << lane;
            partial |= u32::from(wanted < bytes) << lane;
        }
        if read != 0 {
            self.tally.global_request(self.pc, GlobalOp::AsyncCopy, &from, read, bytes);
        }
        self.observe_copy(&to, &sources, [mask, partial], bytes, path);
        Ok(())
    }
}
