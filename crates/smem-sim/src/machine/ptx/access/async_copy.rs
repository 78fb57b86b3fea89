//! `cp.async`: copies from global to shared memory, done at once.

use crate::isa::{AsyncCopy, Space};
use crate::lanes::{Lanes, lanes};
use crate::machine::access::{Finder, Reach, addresses, check_aligned};
use crate::machine::lane_fault::LaneResult;

impl Reach<'_> {
    pub(in crate::machine::ptx) fn async_copy(
        &mut self,
        copy: &AsyncCopy,
        regs: &[Lanes],
        mask: u32,
    ) -> LaneResult<()> {
        let (to, from) = (addresses(regs, &copy.to), addresses(regs, &copy.from));
        let mut sources = [None; 32];
        let mut finder = Finder::new(self.context.global);
        for lane in lanes(mask) {
            let at = self.shared_at(lane, to[lane], copy.bytes)?;
            check_aligned(Space::Global, lane, from[lane], copy.bytes)?;
            let wanted = copy.source_bytes.map_or(u64::from(copy.bytes), |s| regs[s as usize][lane]);
            let wanted = wanted.min(u64::from(copy.bytes)) as u32;
            let found = if wanted > 0 { Some(finder.find(lane, from[lane], wanted)?) } else { None };
            sources[lane] = (wanted > 0).then_some(from[lane]);
            for i in 0..copy.bytes {
                let byte = match found {
                    Some((found, offset)) if i < wanted => found.load(offset + u64::from(i), 1),
                    _ => 0,
                };
                self.shared.store(at + i as usize, 1, byte);
            }
            self.tally.global_loaded += u64::from(wanted);
        }
        self.observe_copy(copy.path, &to, &sources, mask, copy.bytes);
        Ok(())
    }
}
