//! Barriers of a warp at which lanes wait for others that have gone another way.
//!
//! CUDA leaves it undefined (`__syncwarp()` in one side of a branch). An H200 goes on where the others are where the branch ends (`BSYNC`):
//! numba-cuda's own reduction depends on it. It hangs where they wait at a barrier of the block or in a shuffle. So it is a finding in all
//! cases, and the lanes go on without the others, with which nothing orders them.

use super::RunningBlock;
use crate::machine::context::LaunchContext;
use crate::machine::fragments::State;
use crate::machine::hazards::FoundBarrier;
use crate::machine::lockstep::LockstepWarp;
use crate::machine::observe::Tally;
use crate::machine::site::WarpSite;

impl<W: LockstepWarp> RunningBlock<W> {
    /// Whether lanes of a warp wait for others of it, and none is left that could come or that others could wake.
    pub(super) fn waits_for_itself(&self, w: usize) -> bool {
        let fragments = &self.warps[w].core().fragments.list;
        !fragments.is_empty() && fragments.iter().all(|f| f.state == State::Gathering)
    }

    /// Lets the first lanes of a warp go on that wait at a barrier of the warp in vain, and notes it. Returns whether there are any.
    pub(super) fn pass_warp_barrier(
        &mut self,
        w: usize,
        context: &LaunchContext<'_>,
        code: &W::LaunchedCode<'_>,
        tally: &mut Tally,
    ) -> bool {
        let number = context.number_of(self.index);
        let warp = &mut self.warps[w];
        let waiting = |f: &usize| warp.core().fragments.list[*f].state == State::Gathering;
        let named = (0..warp.core().fragments.list.len()).filter(waiting).find_map(|f| Some((f, warp.named(code, f)?)));
        let Some((f, named)) = named else { return false };
        let core = warp.core_mut();
        let fragment = core.fragments.list[f];
        core.count(fragment.mask, fragment.pc, tally);
        core.fragments.list[f].pc += 1;
        core.fragments.list[f].state = State::Ready;
        let missing = named & core.fragments.alive() & !fragment.mask;
        let WarpSite { block, warp, .. } = core.site;
        let found =
            FoundBarrier { number, block, warp, arrived: fragment.mask, missing, ended: None, met: None, times: 1 };
        tally.findings.add_barrier(fragment.pc, found);
        if let Some(hazards) = &mut tally.hazards {
            hazards.warp_barrier(warp, fragment.mask, core.lanes);
        }
        true
    }
}
