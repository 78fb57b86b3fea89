//! What is tried for a race, the cheapest first.

use super::code_map::CodeMap;
use super::places::{RacePlaces, SourcePlace};
use crate::inserted::{Insertion, Insertions};
use crate::isa::Operation;
use crate::program::KernelCode;
use crate::race::{Race, RaceAccess};
use crate::remedy::{RaceCause, RemedyStep, Sync};

/// Something to add at places.
#[derive(Debug, Clone)]
pub(super) struct Candidate {
    pub(super) steps: Vec<(Vec<Sync>, SourcePlace)>,
}

impl Candidate {
    fn one(syncs: &[Sync], place: &SourcePlace) -> Self {
        Self { steps: vec![(syncs.to_vec(), place.clone())] }
    }

    /// What it inserts; its barriers have this number.
    pub(super) fn insertions(&self, number: u32) -> Insertions {
        let mut insertions = Insertions::new();
        for (syncs, place) in &self.steps {
            for pc in &place.points {
                let own = syncs.iter().map(|sync| Insertion { sync: *sync, number });
                insertions.entry(*pc).or_default().extend(own);
            }
        }
        insertions
    }

    /// Whether others insert the same kinds.
    pub(super) fn is_like(&self, insertions: &Insertions) -> bool {
        let kinds: Vec<Sync> = self.steps.iter().flat_map(|(syncs, _)| syncs).copied().collect();
        insertions.values().flatten().all(|insertion| kinds.contains(&insertion.sync))
    }

    /// Its steps as the source has them.
    pub(super) fn told(&self, map: &CodeMap<'_>, race: &Race) -> Vec<RemedyStep> {
        let [first, second] = race.instructions[0];
        let level = RacePlaces::of(map, race).level;
        let step = |(syncs, place): &(Vec<Sync>, SourcePlace)| RemedyStep {
            syncs: syncs.clone(),
            position: place.position,
            first: map.place(first, level),
            second: map.place(second, level),
            in_next_round: race.in_next_round,
            outside: place.outside.map(|branch| map.place(branch, level)),
        };
        self.steps.iter().map(step).collect()
    }
}

/// What to try for a race, in this order.
pub(super) fn candidates(map: &CodeMap<'_>, race: &Race) -> Vec<Candidate> {
    if race.cause == RaceCause::OneInstruction {
        return Vec::new();
    }
    let places = RacePlaces::of(map, race);
    let mut candidates = Vec::new();
    if race.cause == RaceCause::Unordered && has_flags(map) {
        candidates.extend(fences(&places));
    }
    let between = places.between();
    for syncs in sequences(race) {
        candidates.extend(between.iter().map(|place| Candidate::one(&syncs, place)));
    }
    candidates
}

/// Fences behind the first access or in front of the second, and then both.
fn fences(places: &RacePlaces<'_>) -> Vec<Candidate> {
    let [lines, direct] = places.beside();
    let fence = |place: &SourcePlace| (vec![Sync::Fence], place.clone());
    let all = [lines, direct];
    let single = all.iter().flatten().map(|place| Candidate { steps: vec![fence(place)] });
    let both = all.iter().map(|[behind, before]| Candidate { steps: vec![fence(behind), fence(before)] });
    single.chain(both).collect()
}

/// What may be missing between the accesses, the cheapest first.
fn sequences(race: &Race) -> Vec<Vec<Sync>> {
    let barriers: &[Sync] =
        if race.in_warp { &[Sync::WarpBarrier, Sync::BlockBarrier] } else { &[Sync::BlockBarrier] };
    let is_copy = race.first.access == RaceAccess::Copy;
    let wait = match race.cause {
        RaceCause::CopyNotAwaited if is_copy => Some(Sync::CopyWait),
        RaceCause::CopyNotAwaited => Some(Sync::BulkWait),
        _ => None,
    };
    let alone = barriers.iter().map(|barrier| vec![*barrier]);
    match wait {
        None => alone.collect(),
        Some(wait) => {
            let with = barriers.iter().map(|barrier| vec![wait, *barrier]);
            std::iter::once(vec![wait]).chain(alone).chain(with).collect()
        }
    }
}

/// Whether the kernel may order accesses by words that others change: only then a fence orders anything.
fn has_flags(map: &CodeMap<'_>) -> bool {
    match &map.kernel.code {
        KernelCode::Ptx(code) => code.code.iter().any(|inst| match &inst.op {
            Operation::Load(access) | Operation::Store(access) => access.order.is_strong(),
            Operation::Atomic(_) => true,
            _ => false,
        }),
        // Machine code has no sign of it.
        KernelCode::Sass(_) => true,
    }
}
