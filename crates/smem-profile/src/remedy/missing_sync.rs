//! The synchronization that may be missing between two accesses, as the source writes it, the cheapest first.

use smem_report::RaceDetail;
use smem_sim::{RaceAccess, RaceCause};

/// Synchronization that is added at one place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct MissingSync {
    /// The calls or the instructions, as a sentence names them.
    pub(super) names: Vec<String>,
    /// The statements.
    pub(super) statements: Vec<String>,
    pub(super) place: SyncPlace,
    /// At how many places it is tried.
    pub(super) most: usize,
}

/// A commit is tried close to its copies alone, and a wait with a barrier close to the wait alone.
const FEW: usize = 3;
const MANY: usize = 10;

/// Which places it is tried at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SyncPlace {
    /// Between the two accesses.
    Barrier,
    /// After the first access, in the blocks that it alone is in: other lanes wait for it there.
    BehindFirst,
    /// After the first access, by the thread that made it.
    Wait,
}

/// An instruction of PTX as a statement.
fn inline(instructions: &[&str]) -> String {
    format!("asm volatile(\"{};\" ::: \"memory\");", instructions.join("; "))
}

impl MissingSync {
    fn of(calls: &[&str], place: SyncPlace) -> MissingSync {
        let names = calls.iter().map(|call| (*call).to_owned()).collect();
        MissingSync { names, statements: calls.iter().map(|call| format!("{call};")).collect(), place, most: MANY }
    }

    fn instructions(instructions: &[&str]) -> MissingSync {
        MissingSync {
            names: instructions.iter().map(|name| (*name).to_owned()).collect(),
            statements: vec![inline(instructions)],
            place: SyncPlace::Wait,
            most: MANY,
        }
    }

    /// The same, and a barrier after it.
    fn and(&self, barrier: &MissingSync) -> MissingSync {
        let both = |one: &[String], other: &[String]| one.iter().chain(other).cloned().collect();
        MissingSync {
            names: both(&self.names, &barrier.names),
            statements: both(&self.statements, &barrier.statements),
            place: self.place,
            most: FEW,
        }
    }

    /// Whether it ends a group and does not wait.
    pub(super) fn is_commit(&self) -> bool {
        matches!(&self.names[..], [name] if name.contains("commit"))
    }

    /// `` `cp.async.commit_group` and then `cp.async.wait_group 0` ``
    pub(super) fn words(&self) -> String {
        self.names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" and then ")
    }

    /// The synchronization that may be missing between the accesses of a race. `source` shows how it writes waits for copies.
    pub(super) fn of_race(race: &RaceDetail, source: &str) -> Vec<MissingSync> {
        let barriers = barriers(race);
        let is = |cause: RaceCause| race.cause == cause;
        let waits = if is(RaceCause::CopyNotAwaited) {
            copy_waits(race, source)
        } else if is(RaceCause::ProductNotAwaited) {
            groups("wgmma.commit_group.sync.aligned", "wgmma.wait_group.sync.aligned 0")
        } else if is(RaceCause::ProxyFence) {
            vec![MissingSync::instructions(&["fence.proxy.async"])]
        } else {
            Vec::new()
        };
        let with = waits.iter().flat_map(|wait| barriers.iter().map(|barrier| wait.and(barrier))).collect::<Vec<_>>();
        // A barrier does not wait for a copy, but keeps one from what others still read.
        let is_first = race.first.access == RaceAccess::Copy || is(RaceCause::ProductNotAwaited);
        let barriers = if waits.is_empty() || !is_first { barriers } else { Vec::new() };
        let mut all: Vec<MissingSync> = match is_first {
            true => waits.into_iter().chain(barriers).chain(with).collect(),
            false => barriers.into_iter().chain(waits).chain(with).collect(),
        };
        if is(RaceCause::Unordered) {
            let of_lanes = MissingSync::of(&["__syncwarp()"], SyncPlace::BehindFirst);
            all.extend((!race.in_warp).then_some(of_lanes));
        }
        // The synchronization that was tried in the compiled code comes first.
        let tried = |sync: &MissingSync| {
            let steps = race.remedy.iter().flat_map(|remedy| &remedy.steps);
            !steps.into_iter().any(|step| step.add == sync.names)
        };
        all.sort_by_key(tried);
        all
    }
}

/// Barriers, that of the warp first; a mask of lanes was found by a run.
fn barriers(race: &RaceDetail) -> Vec<MissingSync> {
    let mut barriers = Vec::new();
    if race.in_warp {
        barriers.push(MissingSync::of(&["__syncwarp()"], SyncPlace::Barrier));
        let added = race.remedy.iter().flat_map(|remedy| &remedy.steps).flat_map(|step| &step.add);
        let masked = added.filter(|call| call.starts_with("__syncwarp(0x"));
        barriers.extend(masked.map(|call| MissingSync::of(&[call], SyncPlace::Barrier)));
    }
    barriers.push(MissingSync::of(&["__syncthreads()"], SyncPlace::Barrier));
    barriers
}

/// Waits for groups of copies: those of `cp.async`, of the CUDA library where the source uses it, and of bulk copies where it has some.
fn copy_waits(race: &RaceDetail, source: &str) -> Vec<MissingSync> {
    let mut all = Vec::new();
    if source.contains("cp.async.bulk") {
        // A bulk copy that reads shared memory is the read of its race.
        let read = if race.first.access == RaceAccess::Read {
            "cp.async.bulk.wait_group.read 0"
        } else {
            "cp.async.bulk.wait_group 0"
        };
        all.extend(groups("cp.async.bulk.commit_group", read));
    }
    if source.contains("__pipeline_memcpy_async") {
        let call = |calls: &[&str]| MissingSync::of(calls, SyncPlace::Wait);
        let (commit, wait) = ("__pipeline_commit()", "__pipeline_wait_prior(0)");
        all.extend([MissingSync { most: FEW, ..call(&[commit]) }, call(&[wait]), call(&[commit, wait])]);
    }
    if source.contains("cp.async.c") || all.is_empty() {
        all.extend(groups("cp.async.commit_group", "cp.async.wait_group 0"));
    }
    all
}

/// A wait for groups is for those that the thread has committed.
fn groups(commit: &str, wait: &str) -> Vec<MissingSync> {
    let [commits, waits, both] = [&[commit][..], &[wait], &[commit, wait]].map(MissingSync::instructions);
    vec![MissingSync { most: FEW, ..commits }, waits, both]
}
