//! The races of a launch as a person reads them: each pair of source lines once, with the order of the two in the code.
//!
//! The order of two instructions is a search through the code, and a kernel may have a hundred thousand pairs that race: of very many,
//! those are described that show most pairs of lines, and the others are counted.

use super::findings::{Findings, FoundRace, side};
use super::found_side::FoundSide;
use super::found_visits::block_of_thread;
use super::pair_table::SidePair;
use super::rounds::LoopRounds;
use super::thread_pairs::ThreadPairs;
use crate::machine::context::LaunchContext;
use crate::program::SharedVariable;
use crate::race::Race;
use crate::race_side::{RaceAccess, RaceKind, RaceSide};
use crate::remedy::{MOST_IN_RING, RaceCause};
use std::collections::{BTreeSet, HashMap};

/// Pairs of instructions that are described.
const MOST_PAIRS: usize = 4_096;

type FoundPair<'f> = (&'f SidePair, &'f FoundRace);

/// The races of a launch.
pub(in crate::machine) struct DescribedRaces {
    pub(in crate::machine) races: Vec<Race>,
    /// The pairs of instructions that race and are in none of `races`.
    pub(in crate::machine) left_out: u64,
}

impl Findings {
    /// The races, each pair of source lines once, those first that do harm.
    pub(in crate::machine) fn races(&self, context: &LaunchContext<'_>) -> DescribedRaces {
        let all: Vec<FoundPair<'_>> = self.races.sorted().filter(|(key, _)| !self.is_retry(key)).collect();
        let found = all.len();
        let pairs = most_varied(context, all);
        DescribedRaces { left_out: (found - pairs.len()) as u64, races: self.described(context, &pairs) }
    }

    /// The `mbarrier`s at which the copies of a side complete.
    fn mbarriers_of(&self, key: &SidePair) -> Option<&BTreeSet<u32>> {
        let copy = key.iter().find(|side| side.access == RaceAccess::Copy)?;
        self.copies.get(&copy.pc)
    }

    /// Those of all bulk copies, of which more than a ring may have are not needed.
    fn all_mbarriers(&self) -> Vec<u32> {
        let all: BTreeSet<u32> = self.copies.values().flatten().copied().collect();
        all.into_iter().take(MOST_IN_RING + 1).collect()
    }

    fn described(&self, context: &LaunchContext<'_>, found: &[FoundPair<'_>]) -> Vec<Race> {
        let mut races: Vec<Race> = Vec::new();
        if found.is_empty() {
            return races;
        }
        let rounds = LoopRounds::of(context.kernel);
        let all_mbarriers = self.all_mbarriers();
        let mut pairs: Vec<Vec<FoundPair<'_>>> = Vec::new();
        // Those of two lines; a kernel may have thousands.
        let mut of_lines: HashMap<[u32; 2], Vec<usize>> = HashMap::new();
        for &(key, found) in found {
            let race = race(context, &rounds, key, found);
            let same_lines = of_lines.entry([&race.first, &race.second].map(RaceSide::line_number)).or_default();
            let known = same_lines.iter().copied().find(|at| is_one_finding(&race, &races[*at]));
            let at = known.unwrap_or(races.len());
            match races.get_mut(at) {
                Some(other) => merge(other, race),
                None => {
                    same_lines.push(at);
                    races.push(race);
                    pairs.push(Vec::new());
                }
            }
            races[at].lanes |= self.pairs.of(key, found.number).map_or(0, |(lanes, _)| lanes);
            if let Some(more) = self.mbarriers_of(key) {
                let [own, all] = &mut races[at].mbarriers;
                *own = more.iter().copied().chain(own.drain(..)).collect::<BTreeSet<_>>().into_iter().collect();
                all.clone_from(&all_mbarriers);
            }
            pairs[at].push((key, found));
        }
        if self.counts_pairs {
            races.iter_mut().zip(&pairs).for_each(|(race, of)| race.pairs = self.pairs_of_threads(of));
        }
        races.sort_by_key(|race| race.same_values);
        races
    }

    /// How many pairs of threads race with these pairs of instructions, each in the block of its example; `None` if not all were counted.
    fn pairs_of_threads(&self, found: &[FoundPair<'_>]) -> Option<u64> {
        let mut all = ThreadPairs::none(self.threads);
        for (key, found) in found {
            all.join(self.pairs.of(key, found.number)?.1?);
        }
        Some(all.count())
    }
}

/// Of very many pairs those that are described, in the order of the code: such as do harm before others, and one of each pair of lines
/// before a second one.
fn most_varied<'f>(context: &LaunchContext<'_>, found: Vec<FoundPair<'f>>) -> Vec<FoundPair<'f>> {
    if found.len() <= MOST_PAIRS {
        return found;
    }
    let line = |pc: u32| {
        let info = &context.kernel.info[pc as usize];
        info.loc.as_ref().map_or(info.line, |loc| loc.line)
    };
    let mut of_lines: HashMap<[u32; 2], usize> = HashMap::new();
    let mut ranked: Vec<((bool, usize), FoundPair<'f>)> = Vec::new();
    for (key, race) in found {
        let number = of_lines.entry([key[0].pc, key[1].pc].map(line)).or_default();
        ranked.push(((race.same_values, *number), (key, race)));
        *number += 1;
    }
    ranked.sort_by_key(|(rank, _)| *rank);
    ranked.truncate(MOST_PAIRS);
    let mut chosen: Vec<FoundPair<'f>> = ranked.into_iter().map(|(_, pair)| pair).collect();
    chosen.sort_by_key(|(key, _)| *key);
    chosen
}

/// Whether two races are one finding: of the same lines in the same calls, and of the same kind.
fn is_one_finding(one: &Race, other: &Race) -> bool {
    let what = |race: &Race| (race.kind, race.same_values, race.cause, race.array.as_ref().map(|array| array.offset));
    what(one) == what(other) && one.first.is_like(&other.first) && one.second.is_like(&other.second)
}

/// Adds a race to a finding, whose example stays, unless the other is of several warps or of one round alone.
fn merge(finding: &mut Race, race: Race) {
    let (times, in_warp) = (finding.times + race.times, finding.in_warp && race.in_warp);
    let mut instructions = std::mem::take(&mut finding.instructions);
    instructions.extend(&race.instructions);
    let mbarriers = std::mem::take(&mut finding.mbarriers);
    let rank = |race: &Race| (race.in_warp, race.in_next_round);
    if rank(&race) < rank(finding) {
        *finding = race;
    }
    (finding.times, finding.in_warp, finding.instructions) = (times, in_warp, instructions);
    finding.mbarriers = mbarriers;
}

fn race(context: &LaunchContext<'_>, rounds: &LoopRounds<'_>, key: &[FoundSide; 2], found: &FoundRace) -> Race {
    let [one, other] = key.map(|side| rounds.is_asynchronous(side.pc));
    let asynchronous = (!found.is_waited_for && one != other).then_some(one);
    let order = rounds.order(key[0].pc, key[1].pc, found.in_warp, asynchronous);
    let [first, second] = if order.is_swapped { [1, 0] } else { [0, 1] };
    let instructions = vec![[key[first].pc, key[second].pc].map(|pc| context.kernel.origin(pc))];
    let is_one = key[0].pc == key[1].pc;
    let blocks = [first, second].map(|at| block_of_thread(context, found.block, found.threads[at]));
    let [first, second] = [first, second].map(|at| side(context, key[at], found.threads[at]));
    let cause = if found.lacks_fence {
        RaceCause::ProxyFence
    } else if !found.is_waited_for && found.is_of_product {
        RaceCause::ProductNotAwaited
    } else if !found.is_waited_for {
        RaceCause::CopyNotAwaited
    } else if is_one && first.access != RaceAccess::Read && !order.follows {
        RaceCause::OneInstruction
    } else {
        RaceCause::Unordered
    };
    let holds = |variable: &&SharedVariable| variable.holds(found.address.into(), 1);
    Race {
        kind: kind(first.access, second.access, order.follows || is_one),
        first,
        second,
        block: found.block,
        blocks,
        address: found.address,
        in_warp: found.in_warp,
        same_values: found.same_values,
        in_next_round: order.in_next_round,
        cause,
        remedy: None,
        array: context.kernel.shared_variables.iter().find(holds).cloned(),
        bytes: found.bytes,
        times: found.times,
        pairs: None,
        lanes: 0,
        mbarriers: Default::default(),
        same_cause: Vec::new(),
        instructions,
    }
}

/// The kind of a race between two accesses, of which the second comes after the first if it `follows`.
pub(super) fn kind(first: RaceAccess, second: RaceAccess, follows: bool) -> RaceKind {
    match (first, second) {
        (RaceAccess::Read, _) if follows => RaceKind::WriteAfterRead,
        (_, RaceAccess::Read) if follows => RaceKind::ReadAfterWrite,
        _ if follows => RaceKind::WriteAfterWrite,
        (RaceAccess::Read, _) | (_, RaceAccess::Read) => RaceKind::ReadBesideWrite,
        _ => RaceKind::WriteBesideWrite,
    }
}
