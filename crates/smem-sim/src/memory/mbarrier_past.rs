//! The past of an `mbarrier`, which its 8 bytes do not have: a deadlock names it.

use std::collections::BTreeMap;

/// The arrivals at an `mbarrier` since it was made.
#[derive(Debug, Default, Clone)]
pub(crate) struct MbarrierPast {
    /// Phases that are complete.
    pub(crate) phases: u64,
    /// The lanes of the block's own warps that have arrived in the present phase, by warp.
    pub(crate) now: BTreeMap<u32, u32>,
    /// Those that have arrived in phases before.
    pub(crate) before: BTreeMap<u32, u32>,
    /// It has the layout of before `sm_90`.
    pub(crate) is_plain: bool,
}

impl MbarrierPast {
    /// Notes an arrival, of a thread of the block itself if it is known: `ends` says that the phase is complete by it.
    pub(crate) fn arrive(&mut self, thread: Option<u32>, ends: bool) {
        if let Some(thread) = thread {
            *self.now.entry(thread / 32).or_default() |= 1 << (thread % 32);
        }
        if ends {
            self.phases += 1;
            for (warp, lanes) in std::mem::take(&mut self.now) {
                *self.before.entry(warp).or_default() |= lanes;
            }
        }
    }

    /// The lanes that have arrived before and not in the present phase, by warp.
    pub(crate) fn missing(&self) -> Vec<(u32, u32)> {
        let now = |warp: &u32| self.now.get(warp).copied().unwrap_or(0);
        let missing = self.before.iter().map(|(warp, lanes)| (*warp, lanes & !now(warp)));
        missing.filter(|(_, lanes)| *lanes != 0).collect()
    }

    /// The lanes that have arrived in the present phase, by warp.
    pub(crate) fn arrived(&self) -> Vec<(u32, u32)> {
        self.now.iter().map(|(warp, lanes)| (*warp, *lanes)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_of_earlier_phases_are_missing_until_they_arrive_again() {
        let mut past = MbarrierPast::default();
        past.arrive(Some(3), false);
        past.arrive(Some(33), true);
        past.arrive(None, false);
        assert_eq!((past.phases, past.missing(), past.arrived()), (1, vec![(0, 8), (1, 2)], vec![]));
        past.arrive(Some(33), false);
        assert_eq!((past.missing(), past.arrived()), (vec![(0, 8)], vec![(1, 2)]));
    }
}
