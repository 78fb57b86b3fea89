//! Remedies of races: what a kernel lacks is inserted where it may be missing, the kernel runs with it, and what makes the race go away
//! is the remedy.
//!
//! ```text
//! code_map     blocks, loops and lines of a kernel
//! places       where something may go between two accesses
//! candidates   what is tried, the cheapest first
//! trial        runs with insertions
//! ```

mod candidates;
mod code_map;
mod places;
mod trial;

use crate::inserted::{Insertion, Insertions};
use crate::machine::{HostSettings, LaunchContext};
use crate::memory::GlobalMemory;
use crate::race::Race;
use crate::remedy::{Remedy, RemedyStep};
use candidates::{Candidate, candidates};
use code_map::CodeMap;
use places::swapped;
use std::collections::HashSet;
use trial::{TrialOutcome, Trials};

/// Kernels with more instructions are not looked at.
const LONGEST: usize = 200_000;
/// Of more races none is looked at: the search takes time for each, and they are of code that a person cannot mend one by one.
const MOST_RACES: usize = 512;
/// Rounds of races that show only when others are gone.
const MOST_ROUNDS: usize = 3;

/// Finds remedies for the races of a launch that began with the memory `before` and took so many instructions of warps. Races that one
/// remedy ends are one finding.
pub(crate) fn advise(
    context: &LaunchContext<'_>,
    host: &HostSettings,
    before: &GlobalMemory,
    instructions: u64,
    races: Vec<Race>,
) -> Vec<Race> {
    let (harmful, harmless): (Vec<Race>, Vec<Race>) = races.into_iter().partition(|race| !race.same_values);
    if harmful.is_empty() || harmful.len() > MOST_RACES || context.kernel.info.len() > LONGEST {
        return harmful.into_iter().chain(harmless).collect();
    }
    let map = CodeMap::of(context.kernel);
    let trials = Trials::of(context, host, before, instructions, &harmful);
    let mut search = RemedySearch { map: &map, trials, findings: Vec::new(), chosen: Vec::new() };
    let advised = search.advised(harmful);
    advised.into_iter().chain(harmless).collect()
}

/// The pairs of instructions that still race.
type RacingPairs = HashSet<[u32; 2]>;

/// A race, and the remedy that was chosen for it.
struct AdvisedRace {
    race: Race,
    chosen: Option<usize>,
}

/// A remedy that is tried.
struct ChosenRemedies {
    insertions: Insertions,
    steps: Vec<RemedyStep>,
    /// The pairs that still race with it alone; `None` if it was chosen beside others.
    left: Option<RacingPairs>,
}

impl ChosenRemedies {
    /// Whether a race is gone with it alone.
    fn ends(&self, race: &Race) -> bool {
        self.left.as_ref().is_some_and(|left| !is_in(race, left))
    }
}

struct RemedySearch<'s> {
    map: &'s CodeMap<'s>,
    trials: Trials<'s>,
    findings: Vec<AdvisedRace>,
    chosen: Vec<ChosenRemedies>,
}

impl RemedySearch<'_> {
    fn advised(&mut self, races: Vec<Race>) -> Vec<Race> {
        let Some(control) = self.trials.run(&Insertions::new()) else { return races };
        self.findings = races.into_iter().map(|race| AdvisedRace { race, chosen: None }).collect();
        self.count_pairs(&control);
        // A remedy for several warps also orders one, and a remedy for the nearest accesses others around them.
        self.findings.sort_by_key(|finding| (finding.race.in_warp, span(&finding.race)));
        let known = racing(&control);
        for at in 0..self.findings.len() {
            // A race that these blocks do not have cannot be tried in them.
            if is_in(&self.findings[at].race, &known) {
                self.choose(at, &Insertions::new());
            }
        }
        self.share();
        self.leave_out_superfluous();
        let blocks = self.settle();
        self.grouped(blocks)
    }

    /// Notes how many pairs of threads have each race.
    fn count_pairs(&mut self, control: &TrialOutcome) {
        for finding in &mut self.findings {
            let is_it = |race: &&Race| race.instructions.iter().any(|pair| finding.race.instructions.contains(pair));
            if let Some(race) = control.races.iter().find(is_it) {
                (finding.race.pairs, finding.race.block) = (race.pairs, race.block);
                finding.race.first.thread = race.first.thread;
                finding.race.second.thread = race.second.thread;
                finding.race.address = race.address;
                finding.race.lanes |= race.lanes;
            }
        }
    }

    /// Chooses a remedy for a finding, to be added to those in `base`.
    fn choose(&mut self, at: usize, base: &Insertions) {
        // The remedy of another race may work for this one as well.
        let is_alone = base.is_empty();
        let known = self.chosen.iter().position(|chosen| is_alone && chosen.ends(&self.findings[at].race));
        if known.is_some() {
            self.findings[at].chosen = known;
            return;
        }
        let number = self.chosen.len();
        for candidate in candidates(self.map, &self.findings[at].race) {
            let insertions = candidate.insertions(number as u32);
            let all = joined([base, &insertions]);
            let outcome = self.trials.run_against(&all, &self.findings[at].race);
            let Some(left) = outcome.as_ref().map(racing) else { continue };
            if !is_in(&self.findings[at].race, &left) && self.is_ordered(at, &candidate, &all) {
                let steps = candidate.told(self.map, &self.findings[at].race);
                self.chosen.push(ChosenRemedies { insertions, steps, left: is_alone.then_some(left) });
                self.findings[at].chosen = Some(number);
                return;
            }
        }
    }

    /// Whether a race that is gone is in order now. A fence also makes a flag of any volatile store after it, which may race.
    fn is_ordered(&mut self, at: usize, candidate: &Candidate, insertions: &Insertions) -> bool {
        if !candidate.has_fences() {
            return true;
        }
        let outcome = self.trials.run_without_flags(insertions, &self.findings[at].race);
        outcome.is_some_and(|outcome| !is_in(&self.findings[at].race, &racing(&outcome)))
    }

    /// Finds which races without a remedy of their own are gone with those of others.
    fn share(&mut self) {
        for finding in self.findings.iter_mut().filter(|finding| finding.chosen.is_none()) {
            finding.chosen = self.chosen.iter().position(|chosen| chosen.ends(&finding.race));
        }
    }

    /// Leaves out each remedy whose races are gone with another one.
    fn leave_out_superfluous(&mut self) {
        for number in (0..self.chosen.len()).rev() {
            let is_used = |other: &usize| self.findings.iter().any(|finding| finding.chosen == Some(*other));
            let others = (0..self.chosen.len()).filter(|other| *other != number).filter(is_used);
            let of_it = || self.findings.iter().filter(|finding| finding.chosen == Some(number));
            let ends_all = |other: &usize| of_it().all(|finding| self.chosen[*other].ends(&finding.race));
            if let Some(other) = others.into_iter().find(ends_all) {
                let of_it = self.findings.iter_mut().filter(|finding| finding.chosen == Some(number));
                of_it.for_each(|finding| finding.chosen = Some(other));
            }
        }
    }

    /// All remedies that are used.
    fn all(&self) -> Insertions {
        let is_used = |number: usize| self.findings.iter().any(|finding| finding.chosen == Some(number));
        let used = self.chosen.iter().enumerate().filter(|(number, _)| is_used(*number));
        joined(used.map(|(_, chosen)| &chosen.insertions))
    }

    /// Runs the kernel with all remedies together: a race that shows only then gets one as well, and one that is still there has none.
    /// Returns how many blocks ran.
    fn settle(&mut self) -> u64 {
        for round in 0..=MOST_ROUNDS {
            let all = self.all();
            let Some(outcome) = self.trials.run(&all).filter(|_| !all.is_empty()) else { break };
            let left = racing(&outcome);
            // With the others gone, a race may be one of other threads than before.
            let mut again = Vec::new();
            for at in 0..self.findings.len() {
                let finding = &mut self.findings[at];
                if finding.chosen.is_some() && is_in(&finding.race, &left) {
                    finding.chosen = None;
                    if let Some(race) = outcome.races.iter().find(|race| finding.race.is_of(race)) {
                        finding.race.in_warp &= race.in_warp;
                    }
                    again.push(at);
                }
            }
            let is_known = |race: &Race| self.findings.iter().any(|finding| finding.race.is_of(race));
            let shown: Vec<Race> =
                outcome.races.into_iter().filter(|race| !race.same_values && !is_known(race)).collect();
            if shown.is_empty() && again.is_empty() || round == MOST_ROUNDS {
                return outcome.blocks;
            }
            for race in shown {
                again.push(self.findings.len());
                self.findings.push(AdvisedRace { race, chosen: None });
            }
            let rest = self.all();
            again.into_iter().for_each(|at| self.choose(at, &rest));
        }
        self.findings.iter_mut().for_each(|finding| finding.chosen = None);
        0
    }

    /// The findings with their remedies, those of one remedy as one.
    fn grouped(&mut self, blocks: u64) -> Vec<Race> {
        let mut grouped: Vec<(Option<usize>, Race)> = Vec::new();
        for AdvisedRace { mut race, chosen } in std::mem::take(&mut self.findings) {
            let known = grouped.iter_mut().find(|(other, _)| chosen.is_some() && *other == chosen);
            if let Some((_, first)) = known {
                first.same_cause.push(race);
                continue;
            }
            race.remedy = chosen.map(|number| {
                let ChosenRemedies { steps, left, .. } = &self.chosen[number];
                Remedy { steps: steps.clone(), blocks, alone: left.is_some() }
            });
            grouped.push((chosen, race));
        }
        grouped.into_iter().map(|(_, race)| race).collect()
    }
}

impl Race {
    /// Whether both have a pair of instructions in common.
    fn is_of(&self, other: &Race) -> bool {
        self.instructions
            .iter()
            .any(|pair| other.instructions.contains(pair) || other.instructions.contains(&swapped(*pair)))
    }
}

/// How far apart in the code the nearest accesses of a race are.
fn span(race: &Race) -> u32 {
    race.instructions.iter().map(|[first, second]| first.abs_diff(*second)).min().unwrap_or(0)
}

fn racing(outcome: &TrialOutcome) -> RacingPairs {
    let harmful = outcome.races.iter().filter(|race| !race.same_values);
    harmful.flat_map(|race| race.instructions.iter().flat_map(|pair| [*pair, swapped(*pair)])).collect()
}

fn is_in(race: &Race, pairs: &RacingPairs) -> bool {
    race.instructions.iter().any(|pair| pairs.contains(pair))
}

/// All of several insertions, each once.
fn joined<'i>(all: impl IntoIterator<Item = &'i Insertions>) -> Insertions {
    let mut joined = Insertions::new();
    for (pc, list) in all.into_iter().flatten() {
        let there: &mut Vec<Insertion> = joined.entry(*pc).or_default();
        there.extend(list.iter().filter(|one| !there.contains(one)).collect::<Vec<_>>());
    }
    joined
}
