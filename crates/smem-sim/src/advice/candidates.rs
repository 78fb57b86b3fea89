//! Candidates for a race's remedy, the cheapest first.

use super::code_map::CodeMap;
use super::places::{RacePlaces, SourcePlace, swapped};
use crate::inserted::{Insertion, Insertions};
use crate::isa::sass::{SassAccess, SassOp};
use crate::isa::{NOWHERE, Operation};
use crate::program::KernelCode;
use crate::race::Race;
use crate::race_side::RaceAccess;
use crate::remedy::{CodePlace, MOST_IN_RING, RaceCause, RemedyPosition, RemedyStep, Sync};

/// As many places on the way from one access to the other are tried together with those on the way back.
const MOST_AROUND: usize = 3;

/// Something to add at places.
#[derive(Debug, Clone)]
pub(super) struct Candidate {
    steps: Vec<CandidateStep>,
}

/// The synchronisation that is added at one place.
#[derive(Debug, Clone)]
struct CandidateStep {
    syncs: Vec<Sync>,
    place: SourcePlace,
    /// Whether the place is after the second access of the race and in front of the first.
    is_swapped: bool,
}

impl Candidate {
    fn one(syncs: &[Sync], place: &SourcePlace) -> Self {
        Self { steps: vec![CandidateStep { syncs: syncs.to_vec(), place: place.clone(), is_swapped: false }] }
    }

    /// A barrier on the way to the second access, and one on the way back.
    fn around(barrier: Sync, there: &SourcePlace, back: &SourcePlace) -> Self {
        let step =
            |place: &SourcePlace, is_swapped| CandidateStep { syncs: vec![barrier], place: place.clone(), is_swapped };
        Self { steps: vec![step(there, false), step(back, true)] }
    }

    pub(super) fn has_fences(&self) -> bool {
        self.steps.iter().any(|step| step.syncs.contains(&Sync::Fence))
    }

    /// Returns its insertions; its barriers have this number.
    pub(super) fn insertions(&self, number: u32) -> Insertions {
        let mut insertions = Insertions::new();
        for CandidateStep { syncs, place, .. } in &self.steps {
            for pc in &place.points {
                let own = syncs.iter().map(|sync| Insertion { sync: *sync, number });
                insertions.entry(*pc).or_default().extend(own);
            }
        }
        insertions
    }

    /// Its steps as the source has them.
    pub(super) fn told(&self, map: &CodeMap<'_>, race: &Race) -> Vec<RemedyStep> {
        let told = |step: &CandidateStep| {
            let mut accesses = [race.first.access, race.second.access];
            if step.is_swapped {
                accesses.reverse();
            }
            let level = RacePlaces::of(map, race, step.is_swapped).level;
            let CandidateStep { syncs, place, is_swapped } = step;
            let in_next_round = race.in_next_round || *is_swapped && place.position == RemedyPosition::Between;
            let ([first, second], in_next_round) = step.told_between(map, race, level, in_next_round);
            RemedyStep {
                syncs: syncs.clone(),
                position: place.position,
                accesses,
                first,
                second,
                in_next_round,
                outside: place.outside.map(|branch| map.place(branch, level)),
            }
        };
        self.steps.iter().map(told).collect()
    }
}

impl CandidateStep {
    /// The lines between which it is: those of the race, or of nearer accesses to shared memory; and whether the second is that of the next
    /// round. It was tried at one place, and on the other side of such an access it might not do.
    fn told_between(
        &self,
        map: &CodeMap<'_>,
        race: &Race,
        level: usize,
        in_next_round: bool,
    ) -> ([CodePlace; 2], bool) {
        let mut own = race.instructions[0];
        if self.is_swapped {
            own.reverse();
        }
        let far = own.map(|pc| map.place(pc, level));
        let (Some(start), Some(end)) = (self.place.points.first(), self.place.points.last()) else {
            return (far, in_next_round);
        };
        if self.place.position != RemedyPosition::Between {
            return (far, in_next_round);
        }
        // A thread waits for its own copies, those of groups: on the other side of a barrier the wait would come too late for other threads, and in
        // front of the end of the group it would not be for it.
        let is_of_thread =
            self.syncs.iter().any(|sync| matches!(sync, Sync::CopyWait | Sync::BulkWait | Sync::ProductWait));
        let is_edge =
            |pc: &u32| map.may_access_shared(*pc) || is_of_thread && (map.is_barrier(*pc) || map.ends_group(*pc));
        let first = (own[0]..*start).rev().find(is_edge).unwrap_or(own[0]);
        // A compiler may have written out the rounds of a loop one after the other.
        let is_in_a_row = own[0] < *start && *end <= own[1];
        let second = match is_in_a_row {
            true => (*end..own[1]).find(is_edge).unwrap_or(own[1]),
            false if own[0] < *start && is_of_thread => map.barriers_behind(*end).next().unwrap_or(own[1]),
            false => return (far, in_next_round),
        };
        let near = [first, second].map(|pc| map.place(pc, level));
        // Compilers move accesses across lines.
        let is_told = far[0].is_before(&near[0]) && near[0].is_before(&near[1]) && !near[0].is_line(&near[1]);
        if is_told && near[1].is_before(&far[1]) {
            (near, in_next_round)
        } else if is_told && in_next_round && second != own[1] {
            // Both are of the round of the first access.
            (near, false)
        } else {
            (far, in_next_round)
        }
    }
}

/// Returns the candidates for a race in the order in which they are tried.
pub(super) fn candidates(map: &CodeMap<'_>, race: &Race) -> Vec<Candidate> {
    // An instruction that is itself a part of what is tried, such as a wait that was added, is at no place of the source.
    let is_added = race.instructions.iter().flatten().any(|pc| *pc == NOWHERE);
    if race.cause == RaceCause::OneInstruction || is_added {
        return Vec::new();
    }
    let (there, back) = (RacePlaces::of(map, race, false), RacePlaces::of(map, race, true));
    let mut candidates = Vec::new();
    if race.cause == RaceCause::Unordered && has_flags(map) {
        candidates.extend(fences(map, [&there, &back], race));
    }
    let (between, behind) = (there.between(), back.between());
    for syncs in sequences(race) {
        candidates.extend(between.iter().map(|place| Candidate::one(&syncs, place)));
    }
    // In a loop they may race in each direction.
    for barrier in barriers(race) {
        let near = between.iter().take(MOST_AROUND);
        candidates.extend(near.flat_map(|there| {
            behind.iter().take(MOST_AROUND).map(move |back| Candidate::around(barrier, there, back))
        }));
    }
    candidates
}

/// Fences after one access, in front of the other, and both. Which access is first is up to the flag between them.
///
/// There is none in front of a store that is itself taken for one of a flag once it is after a fence: the race would be gone, and what is
/// stored with the flag would still be out of order.
fn fences(map: &CodeMap<'_>, ways: [&RacePlaces<'_>; 2], race: &Race) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    for (places, is_swapped) in ways.into_iter().zip([false, true]) {
        let [_, other] = if is_swapped { swapped(race.instructions[0]) } else { race.instructions[0] };
        if is_strong_store(map, other) {
            continue;
        }
        let all = places.beside();
        let fence = |place: &SourcePlace| CandidateStep { syncs: vec![Sync::Fence], place: place.clone(), is_swapped };
        let single = all.iter().flatten().map(|place| Candidate { steps: vec![fence(place)] });
        let both = all.iter().map(|[behind, before]| Candidate { steps: vec![fence(behind), fence(before)] });
        candidates.extend(single.chain(both));
    }
    // The sort is stable.
    candidates.retain(|candidate| candidate.steps.iter().all(|step| !step.place.points.is_empty()));
    candidates.sort_by_key(|candidate| candidate.steps.len());
    candidates
}

fn is_strong_store(map: &CodeMap<'_>, pc: u32) -> bool {
    match &map.kernel.code {
        KernelCode::Ptx(code) => {
            matches!(&code.code[pc as usize].op, Operation::Store(access) if access.order.is_strong())
        }
        // Any store may be one of a flag.
        KernelCode::Sass(code) => matches!(&code.code[pc as usize].op, SassOp::Access(SassAccess::Store(_))),
    }
}

/// The barriers that may be missing, the cheapest first.
fn barriers(race: &Race) -> Vec<Sync> {
    let mut barriers = vec![Sync::BlockBarrier];
    if race.in_warp {
        barriers.splice(0..0, [vec![Sync::WarpBarrier], lanes_barriers(race.lanes)].concat());
    }
    barriers
}

/// Barriers of the lanes that race, and of the least aligned group of 2, 4, 8 or 16 lanes with all of them: for a branch that other lanes do
/// not take.
fn lanes_barriers(lanes: u32) -> Vec<Sync> {
    let group = |size: u32| (u32::MAX >> (32 - size)) << (lanes.trailing_zeros() / size * size);
    let around = [2, 4, 8, 16].map(group).into_iter().find(|group| lanes & !group == 0);
    let mut masks: Vec<u32> =
        [Some(lanes), around].into_iter().flatten().filter(|mask| ![0, u32::MAX].contains(mask)).collect();
    masks.dedup();
    masks.into_iter().map(Sync::LanesBarrier).collect()
}

/// Returns the synchronisation that may be missing between the accesses, the cheapest first.
fn sequences(race: &Race) -> Vec<Vec<Sync>> {
    let barriers = barriers(race);
    let is_copy = race.first.access == RaceAccess::Copy;
    // A wait for groups is for those that the thread has committed.
    let groups = |commit: Sync, wait: Sync| vec![vec![wait], vec![commit, wait]];
    let waits: Vec<Vec<Sync>> = match race.cause {
        RaceCause::CopyNotAwaited if race.mbarriers[0].is_empty() && is_copy => {
            groups(Sync::CopyCommit, Sync::CopyWait)
        }
        RaceCause::CopyNotAwaited if race.mbarriers[0].is_empty() => groups(Sync::BulkCommit, Sync::BulkWait),
        RaceCause::CopyNotAwaited => phase_waits(race).into_iter().map(|wait| vec![wait]).collect(),
        RaceCause::ProductNotAwaited => groups(Sync::ProductCommit, Sync::ProductWait),
        RaceCause::ProxyFence => vec![vec![Sync::ProxyFence]],
        _ => Vec::new(),
    };
    let alone = barriers.iter().map(|barrier| vec![*barrier]);
    let with = waits.iter().flat_map(|wait| barriers.iter().map(|barrier| [&wait[..], &[*barrier]].concat()));
    waits.iter().cloned().chain(alone).chain(with).collect()
}

/// The waits for the `mbarrier` of a copy, or for each of those of a copy in a loop in its turn. Such a loop may have its first copies in
/// front of it, so all that copies complete at are tried as well.
fn phase_waits(race: &Race) -> Vec<Sync> {
    let mut waits: Vec<Sync> = race.mbarriers.iter().filter_map(|mbarriers| phase_wait(mbarriers)).collect();
    waits.dedup();
    waits
}

/// The wait for one of these `mbarrier`s, or for each in turn. `None` if they are not evenly spaced, or more than a ring may have: then not all
/// of them are known.
fn phase_wait(mbarriers: &[u32]) -> Option<Sync> {
    if mbarriers.len() > MOST_IN_RING {
        return None;
    }
    let &[first, second, ..] = mbarriers else { return mbarriers.first().copied().map(Sync::PhaseWait) };
    let stride = second - first;
    let is_even = mbarriers.windows(2).all(|pair| pair[1] - pair[0] == stride);
    is_even.then_some(Sync::RingWait { first, stride, count: mbarriers.len() as u32 })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ring_is_waited_for_only_if_all_of_its_mbarriers_are_known() {
        let of = |count: u32| phase_wait(&(0..count).map(|at| 64 + 8 * at).collect::<Vec<u32>>());
        assert_eq!(of(0), None);
        assert_eq!(of(1), Some(Sync::PhaseWait(64)));
        let most = MOST_IN_RING as u32;
        assert_eq!(of(most), Some(Sync::RingWait { first: 64, stride: 8, count: most }));
        assert_eq!(of(most + 1), None);
        assert_eq!(phase_wait(&[0, 8, 24]), None);
    }
}
