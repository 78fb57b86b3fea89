//! Races on shared memory, reads of uninitialized memory and accesses beyond an array.
//!
//! Machine code is what runs, but it is not what was written: its merged and hoisted loads read words that the source does not access. What it
//! raises is judged by a run of the PTX, where that can run.

use std::collections::BTreeSet;

use smem_sim::{
    ClusterAccess, DivergentBarrier, Isa, LocalOverrun, Overrun, PastEnd, Profile, Race, RaceSide, UnawaitedResult,
    UnwrittenRead,
};

use super::scheduled_findings::{ResultPlace, ScheduledFindings};

/// Accesses of a launch that are not ordered or not defined.
#[derive(Debug, Default, Clone)]
#[non_exhaustive]
pub struct LaunchHazards {
    /// Races on shared memory.
    pub races: Vec<Race>,
    /// Pairs of instructions that race and are not described in `races`.
    pub races_left_out: u64,
    /// Reads of uninitialized shared memory.
    pub unwritten: Vec<UnwrittenRead>,
    /// The harm that they do, as far as other contents of that memory show it.
    pub unwritten_effect: Option<UnwrittenEffect>,
    /// Accesses to the shared memory of another block of the cluster that may not have started or may have exited.
    pub cluster_accesses: Vec<ClusterAccess>,
    /// Uses of the results of matrix products of four warps before a wait for them; of PTX only.
    pub unawaited: Vec<UnawaitedResult>,
    /// Barriers that not every thread reached.
    pub barriers: Vec<DivergentBarrier>,
    /// Of PTX only.
    pub overruns: Vec<Overrun>,
    /// Accesses beyond local arrays, of PTX only.
    pub local_overruns: Vec<LocalOverrun>,
    /// Accesses past the end of the block's shared memory that are not faults.
    pub past_end: Vec<PastEnd>,
    /// The PTX has none of those.
    pub is_widened: bool,
    /// Requested checks that cannot be made, and why.
    pub unseen: Vec<String>,
    /// Whether it was looked for.
    pub is_checked: bool,
    /// Whether accesses beyond arrays were, which only a run of PTX sees.
    pub sees_overruns: bool,
    /// Why the PTX, which was there to judge the launch, did not come to its end.
    pub unjudged: Option<String>,
    /// A further remark on the findings.
    pub note: Option<String>,
    /// Findings of other orders of warps and blocks.
    pub scheduled: ScheduledFindings,
}

/// The harm that reads of uninitialized shared memory do.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum UnwrittenEffect {
    /// The first byte of global memory that is another one with other contents.
    Result(ResultPlace),
    /// The sentence of the fault that ends the launch with other contents.
    Fault(String),
}

/// The lines of a race or of an unwritten read.
pub(super) type LineKey = Vec<Result<(String, u32), u32>>;

pub(super) fn race_key(race: &Race) -> LineKey {
    let mut lines = vec![line(&race.first), line(&race.second)];
    lines.sort();
    lines
}

fn read_key(read: &UnwrittenRead) -> LineKey {
    vec![line(&read.side)]
}

/// The source line of a side; its line in the code if it has none.
pub(super) fn line(side: &RaceSide) -> Result<(String, u32), u32> {
    side.loc.as_ref().map(|loc| (loc.file.clone(), loc.line)).ok_or(side.line)
}

fn is_of_same_lines(one: &Race, other: &Race) -> bool {
    let (lines, others) = ([&one.first, &one.second].map(line), [&other.first, &other.second].map(line));
    lines == others || lines.iter().eq(others.iter().rev())
}

impl LaunchHazards {
    /// Those of a run.
    pub fn of(profile: &Profile) -> LaunchHazards {
        let (races, unwritten) = (profile.races.clone(), profile.unwritten.clone());
        let overruns = profile.overruns.clone();
        let is_checked = profile.races_checked;
        let sees_overruns = is_checked && profile.isa == Isa::Ptx;
        let barriers = profile.divergent_barriers.clone();
        LaunchHazards {
            races,
            races_left_out: profile.races_left_out,
            unwritten,
            cluster_accesses: profile.cluster_accesses.clone(),
            unawaited: profile.unawaited_results.clone(),
            local_overruns: profile.local_overruns.clone(),
            barriers,
            overruns,
            past_end: profile.past_end.clone(),
            is_checked,
            sees_overruns,
            ..LaunchHazards::default()
        }
    }

    /// The lines of its races and unwritten reads.
    pub(super) fn keys(&self) -> impl Iterator<Item = LineKey> {
        self.races.iter().map(race_key).chain(self.unwritten.iter().map(read_key))
    }

    /// Whether there is something that another run should judge.
    pub fn is_suspect(&self) -> bool {
        !self.races.is_empty()
            || !self.unwritten.is_empty()
            || !self.past_end.is_empty()
            || !self.cluster_accesses.is_empty()
    }

    /// Whether all that another run has raised was found here, by source lines.
    pub fn confirms(&self, other: &LaunchHazards) -> bool {
        let races = |of: &LaunchHazards| -> BTreeSet<_> {
            of.races.iter().map(|race| (race_key(race), race.same_values)).collect()
        };
        let reads = |of: &LaunchHazards| -> BTreeSet<_> { of.unwritten.iter().map(read_key).collect() };
        races(self).is_superset(&races(other)) && reads(self).is_superset(&reads(other))
    }

    /// Whether threads write one value to one place, and nothing orders them.
    pub fn has_equal_writes(&self) -> bool {
        self.races.iter().any(|race| race.same_values)
    }

    /// Adds what a run of the PTX found before a fault ended it, for this reason. What machine code has raised on other lines stays.
    pub fn join(&mut self, ptx: &LaunchHazards, why: &str) {
        self.races.retain(|race| !ptx.races.iter().any(|other| is_of_same_lines(race, other)));
        self.unwritten.retain(|read| !ptx.unwritten.iter().any(|other| line(&read.side) == line(&other.side)));
        if self.is_suspect() {
            self.stay(why);
        }
        self.unawaited.clone_from(&ptx.unawaited);
        self.local_overruns.clone_from(&ptx.local_overruns);
        self.races.splice(0..0, ptx.races.iter().cloned());
        self.unwritten.splice(0..0, ptx.unwritten.iter().cloned());
    }

    /// Takes the harm that writes of one value do in a run with other inputs.
    pub fn differ(&mut self, other: &LaunchHazards) {
        for race in self.races.iter_mut().filter(|race| race.same_values) {
            if let Some(found) = other.harmful().find(|found| is_of_same_lines(race, found)) {
                *race = found.clone();
                let place =
                    found.second.loc.as_ref().map_or(format!("line {}", found.second.line), ToString::to_string);
                self.unseen.push(format!(
                    "the values that several threads write at {place} agree with the given input, and differ with other random numbers in its \
                     buffers"
                ));
            }
        }
    }

    /// Takes the judgement of a run of the PTX over what machine code has raised.
    pub fn judge(&mut self, ptx: &LaunchHazards) {
        let raised = self.harmful().count();
        (self.races, self.unwritten) = (ptx.races.clone(), ptx.unwritten.clone());
        self.races_left_out = ptx.races_left_out;
        self.cluster_accesses.clone_from(&ptx.cluster_accesses);
        self.unawaited.clone_from(&ptx.unawaited);
        self.local_overruns.clone_from(&ptx.local_overruns);
        self.overruns.clone_from(&ptx.overruns);
        self.sees_overruns = ptx.sees_overruns;
        self.is_widened = ptx.past_end.is_empty() && ptx.overruns.is_empty();
        if !self.is_widened {
            self.past_end.clone_from(&ptx.past_end);
        }
        let left = self.harmful().count();
        self.note = (raised > 0 && left == 0).then(|| {
            "machine code has accesses that race, and its PTX has none: its merged or hoisted loads read what the source does not access".to_string()
        });
    }

    /// The PTX could not judge.
    pub fn stay(&mut self, why: &str) {
        self.note = Some(format!(
            "races and unwritten reads are those of machine code, whose merged and hoisted loads read what the source does not access; its PTX \
             cannot judge them: {why}"
        ));
    }

    /// Records a requested check whose PTX run failed.
    pub fn cannot_see(&mut self, what: &str, why: &str) {
        self.unseen.push(format!("{what} are not looked for: {why}"));
    }

    /// The races that do harm.
    pub fn harmful(&self) -> impl Iterator<Item = &Race> {
        self.races.iter().filter(|race| !race.same_values)
    }
}
