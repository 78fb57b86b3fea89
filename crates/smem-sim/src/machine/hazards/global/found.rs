//! The races on global memory, each pair of instructions once.

use crate::global_race::{GlobalRace, GlobalRaceSide};
use crate::machine::context::LaunchContext;
use crate::machine::hazards::described::kind;
use crate::machine::hazards::rounds::LoopRounds;
use crate::machine::hazards::shadow::Touch;
use crate::machine::site::thread;
use crate::race_side::{RaceAccess, RaceSide};
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// One side of a race.
#[derive(Debug, Clone, Copy)]
pub(super) struct GlobalSide {
    pub(super) pc: u32,
    pub(super) touch: Touch,
    pub(super) block: [u32; 3],
    /// The number in the block.
    pub(super) thread: u32,
}

/// Where and how a race was found.
#[derive(Debug, Clone, Copy)]
pub(super) struct FoundGlobal {
    /// In the order in which they were executed.
    pub(super) sides: [GlobalSide; 2],
    pub(super) address: u64,
    pub(super) between_blocks: bool,
    pub(super) same_values: bool,
    pub(super) times: u64,
}

/// The races of a launch: by their instructions, and whether they do harm.
#[derive(Debug, Default)]
pub(in crate::machine) struct GlobalFindings(BTreeMap<([u32; 2], bool), FoundGlobal>);

fn access(touch: Touch) -> RaceAccess {
    match touch {
        Touch::Read => RaceAccess::Read,
        Touch::Write => RaceAccess::Write,
        Touch::Atomic => RaceAccess::Atomic,
    }
}

impl GlobalFindings {
    pub(super) fn add(&mut self, found: FoundGlobal) {
        let key = (found.sides.map(|side| side.pc), found.same_values);
        let known = self.0.entry(key).or_insert(FoundGlobal { times: 0, ..found });
        let times = known.times + found.times;
        if found.between_blocks && !known.between_blocks {
            *known = found;
        }
        known.times = times;
    }

    /// The races, those that do harm first, each pair of source lines once: in whichever order its accesses were executed.
    pub(in crate::machine) fn races(&self, context: &LaunchContext<'_>) -> Vec<GlobalRace> {
        let mut races: Vec<GlobalRace> = Vec::new();
        let mut places: HashMap<(bool, bool, [LineOfSide; 2]), usize> = HashMap::new();
        if self.0.is_empty() {
            return races;
        }
        let rounds = LoopRounds::of(context.kernel);
        for race in self.0.values().map(|found| race(context, &rounds, found)) {
            let mut sides = [&race.first, &race.second].map(|side| LineOfSide::of(&side.side));
            sides.sort();
            match places.entry((race.same_values, race.between_blocks, sides)) {
                Entry::Occupied(known) => races[*known.get()].times += race.times,
                Entry::Vacant(place) => {
                    place.insert(races.len());
                    races.push(race);
                }
            }
        }
        races.sort_by_key(|race| race.same_values);
        races
    }
}

/// The source line of a side, or that of the text for code without source lines, and what is done there.
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
struct LineOfSide {
    file: Option<String>,
    line: u32,
    access: RaceAccess,
}

impl LineOfSide {
    fn of(side: &RaceSide) -> Self {
        let file = side.loc.as_ref().map(|loc| loc.file.clone());
        Self { file, line: side.line_number(), access: side.access }
    }
}

/// The sides in the order of the code, if they are of one block, and whether the second follows the first.
fn in_order(rounds: &LoopRounds<'_>, found: &FoundGlobal) -> ([GlobalSide; 2], bool) {
    let [first, second] = found.sides;
    if found.between_blocks {
        return (found.sides, true);
    }
    let [low, high] = if second.pc < first.pc { [second, first] } else { [first, second] };
    let order = rounds.order(low.pc, high.pc, first.thread / 32 == second.thread / 32, None);
    (if order.is_swapped { [high, low] } else { [low, high] }, order.follows || low.pc == high.pc)
}

fn race(context: &LaunchContext<'_>, rounds: &LoopRounds<'_>, found: &FoundGlobal) -> GlobalRace {
    let (sides, follows) = in_order(rounds, found);
    let [first, second] = sides.map(|side| {
        let info = &context.kernel.info[side.pc as usize];
        let [width, height, _] = context.block;
        let thread = thread(side.thread / 32, side.thread % 32, width, height);
        let side_of = RaceSide {
            access: access(side.touch),
            line: info.line,
            text: Arc::clone(&info.text),
            loc: info.loc.clone(),
            thread,
        };
        GlobalRaceSide { side: side_of, block: side.block }
    });
    GlobalRace {
        kind: kind(first.side.access, second.side.access, follows),
        first,
        second,
        address: found.address,
        between_blocks: found.between_blocks,
        same_values: found.same_values,
        times: found.times,
    }
}
