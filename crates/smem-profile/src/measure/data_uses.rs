//! The buffers whose contents the accesses and branches of a launch may depend on.

use std::collections::{BTreeMap, BTreeSet};

use smem_launch::{Profile, UploadedLaunches};
use smem_sim::{DataDependence, DependentKind, DependentUse};

/// The accesses and branches of a launch that may depend on contents, and the buffers that its loads are of.
#[derive(Debug, Clone)]
pub(crate) struct DataUses {
    found: DataDependence,
    /// By the line of the load in the code.
    buffers: BTreeMap<u32, String>,
}

impl DataUses {
    /// Gives the loads of a launch the names of their buffers.
    pub(super) fn of(found: DataDependence, profile: &Profile, uploaded: &UploadedLaunches) -> DataUses {
        let named = |count: &smem_sim::GlobalCount| {
            uploaded.buffer_at(count.lowest_address).map(|(name, _)| (count.line, name.to_owned()))
        };
        DataUses { buffers: profile.global.iter().filter_map(named).collect(), found }
    }

    fn buffers<'a>(&'a self, loads: &'a [u32]) -> impl Iterator<Item = &'a String> {
        loads.iter().filter_map(|load| self.buffers.get(load))
    }

    /// The buffers that decide about something, by their contents.
    pub(super) fn deciding(&self) -> BTreeSet<String> {
        let of_use = |own| self.buffers(by_value(own)).chain(self.buffers(by_choice(own)));
        self.found.uses.iter().flat_map(of_use).cloned().collect()
    }

    /// Whether the analysis did not come to its end.
    pub(super) fn is_partial(&self) -> bool {
        self.found.is_partial && self.found.uses.is_empty()
    }

    /// The accesses to shared memory whose addresses are computed of contents of these buffers.
    pub(crate) fn addressed<'a>(&'a self, buffers: &'a BTreeSet<String>) -> impl Iterator<Item = &'a DependentUse> {
        let accesses = self.found.uses.iter().filter(|own| own.kind == DependentKind::SharedAccess);
        accesses.filter(|own| self.buffers(by_value(own)).any(|name| buffers.contains(name)))
    }
}

fn by_value(own: &DependentUse) -> &[u32] {
    &own.by_value
}

fn by_choice(own: &DependentUse) -> &[u32] {
    &own.by_choice
}
