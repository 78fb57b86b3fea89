//! Knowledge of lanes about the accesses of others.

use std::sync::Arc;

pub(in crate::machine::hazards) type Tick = u32;

/// Up to which tick, exclusive, each thread's accesses are known; after the threads, those of each `mbarrier`'s copies.
pub(super) type Known = Vec<Tick>;

pub(super) fn join(into: &mut Known, from: &[Tick]) {
    if into.len() < from.len() {
        into.resize(from.len(), 0);
    }
    for (mine, theirs) in into.iter_mut().zip(from) {
        *mine = (*mine).max(*theirs);
    }
}

pub(super) fn join_some(into: &mut Option<Known>, from: Option<&[Tick]>) {
    if let Some(from) = from {
        join(into.get_or_insert_with(Vec::new), from);
    }
}

/// Lanes of a warp that know the same.
#[derive(Debug, Clone, Default)]
pub(super) struct LaneGroup {
    pub(super) lanes: u32,
    /// Their knowledge of all lanes of their own warp.
    pub(super) own: Tick,
    /// The rest of their knowledge.
    pub(super) others: Option<Known>,
    /// Their knowledge at their last fence: an atomic or a strong store passes it on.
    pub(super) released: Option<Arc<Known>>,
    /// The findings of their atomics and strong loads: the next fence makes them known.
    pub(super) pending: Option<Known>,
}

impl LaneGroup {
    pub(super) fn whole(own: Tick) -> Self {
        Self { lanes: u32::MAX, own, ..Self::default() }
    }

    /// Takes in what another group knows.
    pub(super) fn learn(&mut self, other: &Self) {
        self.own = self.own.max(other.own);
        join_some(&mut self.others, other.others.as_deref());
        join_some(&mut self.pending, other.pending.as_deref());
        if let Some(theirs) = &other.released {
            let mut both = self.released.as_deref().cloned().unwrap_or_default();
            join(&mut both, theirs);
            self.released = Some(Arc::new(both));
        }
    }
}
