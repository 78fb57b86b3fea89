//! The races and unwritten reads that were found, each pair of instructions once.

use super::found_races::FoundRaces;
use super::rounds::LoopRounds;
use super::shadow::Touch;
use crate::barrier::DivergentBarrier;
use crate::isa::Operation;
use crate::isa::sass::SassOp;
use crate::machine::context::LaunchContext;
use crate::machine::site::thread;
use crate::overrun::Overrun;
use crate::past_end::PastEnd;
use crate::profile::SourceLoc;
use crate::program::{InstInfo, KernelCode, SharedVariable};
use crate::race::{Race, RaceAccess, RaceKind, RaceSide, UnwrittenRead};
use crate::remedy::RaceCause;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;

/// One side of a race: an instruction and what it does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct FoundSide {
    pub(super) pc: u32,
    pub(super) access: RaceAccess,
}

impl FoundSide {
    pub(super) fn of(pc: u32, touch: Touch, is_copy: bool) -> Self {
        let access = match touch {
            _ if is_copy => RaceAccess::Copy,
            Touch::Read => RaceAccess::Read,
            Touch::Write => RaceAccess::Write,
            Touch::Atomic => RaceAccess::Atomic,
        };
        Self { pc, access }
    }
}

/// Where and how a race was found.
#[derive(Debug, Clone, Copy)]
pub(super) struct FoundRace {
    /// The block's number in the grid, and `blockIdx`.
    pub(super) number: u64,
    pub(super) block: [u32; 3],
    /// The threads of the sides, in the order of the key.
    pub(super) threads: [u32; 2],
    pub(super) address: u32,
    pub(super) bytes: u32,
    pub(super) in_warp: bool,
    pub(super) same_values: bool,
    pub(super) is_waited_for: bool,
    /// It is the read of a copy or of a product of what a thread stored: they are in order, and a fence between them is missing.
    pub(super) lacks_fence: bool,
    /// What nothing has waited for is a matrix product, which reads.
    pub(super) is_of_product: bool,
    pub(super) times: u64,
}

/// An access of its own that is a finding.
#[derive(Debug, Clone, Copy)]
pub(super) struct FoundAccess {
    pub(super) number: u64,
    pub(super) block: [u32; 3],
    pub(super) thread: u32,
    pub(super) address: u32,
    pub(super) times: u64,
}

/// A barrier that not all reached, where it was found first.
#[derive(Debug, Clone, Copy)]
pub(in crate::machine) struct FoundBarrier {
    pub(in crate::machine) number: u64,
    pub(in crate::machine) block: [u32; 3],
    pub(in crate::machine) warp: u32,
    pub(in crate::machine) arrived: u32,
    pub(in crate::machine) missing: u32,
    /// The instruction at which the missing lanes ended.
    pub(in crate::machine) ended: Option<u32>,
    pub(in crate::machine) times: u64,
}

/// The findings of one host thread.
#[derive(Debug, Default)]
pub(in crate::machine) struct Findings {
    races: FoundRaces,
    /// The pairs of threads of each race by block, where they are counted.
    pairs: BTreeMap<[FoundSide; 2], HashSet<(u64, [u32; 2])>>,
    /// Whether pairs of threads are counted.
    pub(super) counts_pairs: bool,
    unwritten: BTreeMap<u32, FoundAccess>,
    overruns: BTreeMap<u32, FoundAccess>,
    past_end: BTreeMap<u32, FoundAccess>,
    barriers: BTreeMap<u32, FoundBarrier>,
    /// Loads that belong to an atomic.
    retried: BTreeSet<u32>,
}

impl Findings {
    /// Adds a race between the side that was executed first and the other.
    pub(super) fn add(&mut self, earlier: FoundSide, later: FoundSide, mut found: FoundRace) {
        let mut key = [earlier, later];
        if later < earlier {
            key.reverse();
            found.threads.reverse();
        }
        if self.counts_pairs {
            self.pairs.entry(key).or_default().insert((found.number, found.threads));
        }
        self.add_at(key, found);
    }

    fn add_at(&mut self, key: [FoundSide; 2], found: FoundRace) {
        let Some(known) = self.races.get_mut(&key) else {
            self.races.insert(key, found);
            return;
        };
        let (times, in_warp) = (known.times + found.times, known.in_warp && found.in_warp);
        let is_waited_for = known.is_waited_for && found.is_waited_for;
        let lacks_fence = known.lacks_fence && found.lacks_fence;
        let is_of_product = known.is_of_product || found.is_of_product;
        // The example is one that does harm, and between warps if there is one.
        let rank = |race: &FoundRace| (race.same_values, race.lacks_fence, race.in_warp, race.number);
        if rank(&found) < rank(known) {
            *known = found;
        }
        (known.is_waited_for, known.lacks_fence) = (is_waited_for, lacks_fence);
        (known.is_of_product, known.times, known.in_warp) = (is_of_product, times, in_warp);
    }

    /// Adds a read of memory that nothing wrote.
    pub(in crate::machine) fn add_unwritten(
        &mut self,
        pc: u32,
        number: u64,
        block: [u32; 3],
        thread: u32,
        address: u32,
    ) {
        add_access(&mut self.unwritten, pc, FoundAccess { number, block, thread, address, times: 1 });
    }

    /// Adds reads of memory that nothing wrote.
    pub(super) fn unwritten_access(&mut self, pc: u32, found: FoundAccess) {
        add_access(&mut self.unwritten, pc, found);
    }

    /// Adds an access to another array than that of its address.
    pub(in crate::machine) fn add_overrun(&mut self, pc: u32, number: u64, block: [u32; 3], thread: u32, address: u32) {
        add_access(&mut self.overruns, pc, FoundAccess { number, block, thread, address, times: 1 });
    }

    /// Adds an access past the bytes that the block asked for.
    pub(in crate::machine) fn add_past_end(
        &mut self,
        pc: u32,
        number: u64,
        block: [u32; 3],
        thread: u32,
        address: u32,
    ) {
        add_access(&mut self.past_end, pc, FoundAccess { number, block, thread, address, times: 1 });
    }

    /// Adds a barrier that not all threads reach.
    pub(in crate::machine) fn add_barrier(&mut self, pc: u32, found: FoundBarrier) {
        let known = self.barriers.entry(pc).or_insert(FoundBarrier { times: 0, ..found });
        let times = known.times + found.times;
        if (found.number, found.warp) < (known.number, known.warp) {
            *known = found;
        }
        known.times = times;
    }

    /// A load belongs to an atomic.
    pub(super) fn add_retried(&mut self, pc: u32) {
        self.retried.insert(pc);
    }

    pub(in crate::machine) fn is_empty(&self) -> bool {
        self.races.is_empty() && self.unwritten.is_empty() && self.retried.is_empty()
    }

    /// Whether two of these instructions of the kernel, in either order, race and do harm. Atomics and loads are not judged before the
    /// end: a load may belong to an atomic.
    pub(in crate::machine) fn have_race_of(&self, pairs: &[[u32; 2]], context: &LaunchContext<'_>) -> bool {
        let is_one_of = |[one, other]: [u32; 2]| pairs.contains(&[one, other]) || pairs.contains(&[other, one]);
        let is_atomic = |key: &[FoundSide; 2]| key.iter().any(|side| side.access == RaceAccess::Atomic);
        let mut harmful = self.races.sorted().filter(|(key, found)| !found.same_values && !is_atomic(key));
        harmful.any(|(key, _)| is_one_of(key.map(|side| context.kernel.origin(side.pc))))
    }

    /// Returns what was found, and begins anew.
    pub(in crate::machine) fn taken(&mut self) -> Self {
        let empty = Self { counts_pairs: self.counts_pairs, ..Self::default() };
        std::mem::replace(self, empty)
    }

    /// Takes what another has found.
    pub(in crate::machine) fn merge(&mut self, other: &Self) {
        self.counts_pairs |= other.counts_pairs;
        other.races.sorted().for_each(|(key, found)| self.add_at(*key, *found));
        for (key, pairs) in &other.pairs {
            self.pairs.entry(*key).or_default().extend(pairs);
        }
        self.retried.extend(&other.retried);
        other.unwritten.iter().for_each(|(pc, found)| add_access(&mut self.unwritten, *pc, *found));
        other.barriers.iter().for_each(|(pc, found)| self.add_barrier(*pc, *found));
        other.overruns.iter().for_each(|(pc, found)| add_access(&mut self.overruns, *pc, *found));
        other.past_end.iter().for_each(|(pc, found)| add_access(&mut self.past_end, *pc, *found));
    }

    /// The races, each pair of source lines once.
    pub(in crate::machine) fn races(&self, context: &LaunchContext<'_>) -> Vec<Race> {
        let mut races: Vec<Race> = Vec::new();
        if self.races.is_empty() {
            return races;
        }
        let rounds = LoopRounds::of(context.kernel);
        let mut pairs: Vec<HashSet<[u32; 2]>> = Vec::new();
        // Those of two lines; a kernel may have a hundred thousand.
        let mut of_lines: HashMap<[u32; 2], Vec<usize>> = HashMap::new();
        for (key, found) in self.races.sorted().filter(|(key, _)| !self.is_retry(key)) {
            let race = race(context, &rounds, key, found);
            let same_lines = of_lines.entry([&race.first, &race.second].map(line_of)).or_default();
            let known = same_lines.iter().copied().find(|at| is_one_finding(&race, &races[*at]));
            let at = known.unwrap_or(races.len());
            match races.get_mut(at) {
                Some(other) => merge(other, race),
                None => {
                    same_lines.push(at);
                    races.push(race);
                    pairs.push(HashSet::new());
                }
            }
            let own = self.pairs.get(key).into_iter().flatten().filter(|(number, _)| *number == found.number);
            pairs[at].extend(own.map(|(_, [one, other])| [*one.min(other), *one.max(other)]));
        }
        if self.counts_pairs {
            races.iter_mut().zip(&pairs).for_each(|(race, pairs)| race.pairs = Some(pairs.len() as u64));
        }
        races.sort_by_key(|race| race.same_values);
        races
    }

    /// Whether this is between an atomic and a load that belongs to one.
    fn is_retry(&self, key: &[FoundSide; 2]) -> bool {
        let is_load = |side: &FoundSide| side.access == RaceAccess::Read && self.retried.contains(&side.pc);
        let is_atomic = |side: &FoundSide| side.access == RaceAccess::Atomic;
        let [one, other] = key;
        is_load(one) && is_atomic(other) || is_atomic(one) && is_load(other)
    }

    /// The reads of memory that nothing wrote, by instruction.
    pub(in crate::machine) fn unwritten(&self, context: &LaunchContext<'_>) -> Vec<UnwrittenRead> {
        let read = |(pc, found): (&u32, &FoundAccess)| UnwrittenRead {
            side: side(context, FoundSide { pc: *pc, access: RaceAccess::Read }, found.thread),
            block: found.block,
            address: found.address,
            times: found.times,
        };
        self.unwritten.iter().map(read).collect()
    }

    /// The barriers that not all threads reached, by instruction.
    pub(in crate::machine) fn barriers(&self, context: &LaunchContext<'_>) -> Vec<DivergentBarrier> {
        let info = |pc: u32| &context.kernel.info[pc as usize];
        let barrier = |(pc, found): (&u32, &FoundBarrier)| DivergentBarrier {
            line: info(*pc).line,
            text: Arc::clone(&info(*pc).text),
            loc: info(*pc).loc.clone(),
            block: found.block,
            warp: found.warp,
            arrived: found.arrived,
            missing: found.missing,
            ended: found.ended.map(|pc| (info(pc).line, info(pc).loc.clone())),
            times: found.times,
        };
        self.barriers.iter().map(barrier).collect()
    }

    /// The accesses to other arrays than those of their addresses, by instruction.
    pub(in crate::machine) fn overruns(&self, context: &LaunchContext<'_>) -> Vec<Overrun> {
        let KernelCode::Ptx(code) = &context.kernel.code else { return Vec::new() };
        let variables = &context.kernel.shared_variables;
        let overrun = |(pc, found): (&u32, &FoundAccess)| {
            let array = *code.accesses.of(*pc)?.first()?;
            Some(Overrun {
                side: side(context, FoundSide { pc: *pc, access: access_of(&context.kernel.code, *pc) }, found.thread),
                block: found.block,
                address: found.address,
                array: variables[array].clone(),
                into: variables.iter().find(|other| other.holds(found.address.into(), 1)).cloned(),
                times: found.times,
            })
        };
        self.overruns.iter().filter_map(overrun).collect()
    }

    /// The accesses past the bytes that the block asked for, by instruction.
    pub(in crate::machine) fn past_end(&self, context: &LaunchContext<'_>) -> Vec<PastEnd> {
        let past_end = |(pc, found): (&u32, &FoundAccess)| PastEnd {
            side: side(context, FoundSide { pc: *pc, access: access_of(&context.kernel.code, *pc) }, found.thread),
            block: found.block,
            address: found.address,
            declared: context.shared_bytes,
            allocated: context.allocated_shared,
            times: found.times,
        };
        self.past_end.iter().map(past_end).collect()
    }
}

/// Returns the access of an instruction to shared memory.
fn access_of(code: &KernelCode, pc: u32) -> RaceAccess {
    match code {
        KernelCode::Ptx(code) => match &code.code[pc as usize].op {
            Operation::Store(_) | Operation::StoreMatrix(_) | Operation::StoreFragment(_) => RaceAccess::Write,
            Operation::Atomic(_) => RaceAccess::Atomic,
            Operation::AsyncCopy(_) => RaceAccess::Copy,
            _ => RaceAccess::Read,
        },
        KernelCode::Sass(code) => match &code.code[pc as usize].op {
            SassOp::Store(_) | SassOp::StoreMatrix { .. } => RaceAccess::Write,
            SassOp::Atomic(_) | SassOp::AtomicIfGlobal { .. } | SassOp::CompareAndStore { .. } => RaceAccess::Atomic,
            SassOp::AsyncCopy { .. } | SassOp::BulkCopy(_) | SassOp::TensorCopy(_) | SassOp::AsyncStore(_) => {
                RaceAccess::Copy
            }
            _ => RaceAccess::Read,
        },
    }
}

fn add_access(all: &mut BTreeMap<u32, FoundAccess>, pc: u32, found: FoundAccess) {
    let known = all.entry(pc).or_insert(FoundAccess { times: 0, ..found });
    let times = known.times + found.times;
    if found.number < known.number {
        *known = found;
    }
    known.times = times;
}

/// Whether two races are one finding: of the same lines in the same calls, and of the same kind.
fn is_one_finding(one: &Race, other: &Race) -> bool {
    let what = |race: &Race| (race.kind, race.same_values, race.cause, race.array.as_ref().map(|array| array.offset));
    what(one) == what(other) && is_same(&one.first, &other.first) && is_same(&one.second, &other.second)
}

/// Adds a race to a finding, whose example stays, unless the other is of several warps or of one round alone.
fn merge(finding: &mut Race, race: Race) {
    let (times, in_warp) = (finding.times + race.times, finding.in_warp && race.in_warp);
    let mut instructions = std::mem::take(&mut finding.instructions);
    instructions.extend(&race.instructions);
    let rank = |race: &Race| (race.in_warp, race.in_next_round);
    if rank(&race) < rank(finding) {
        *finding = race;
    }
    (finding.times, finding.in_warp, finding.instructions) = (times, in_warp, instructions);
}

/// The number of a side's line.
fn line_of(side: &RaceSide) -> u32 {
    side.loc.as_ref().map_or(side.line, |loc| loc.line)
}

/// Whether two sides do the same on the same source line, in the same call.
fn is_same(one: &RaceSide, other: &RaceSide) -> bool {
    let is_place = match (&one.loc, &other.loc) {
        (Some(one), Some(other)) => is_line(one, other),
        (None, None) => (one.line, &one.text) == (other.line, &other.text),
        _ => false,
    };
    one.access == other.access && is_place
}

fn is_line(one: &SourceLoc, other: &SourceLoc) -> bool {
    (&one.file, one.line) == (&other.file, other.line)
        && match (&one.inlined_at, &other.inlined_at) {
            (Some(one), Some(other)) => is_line(one, other),
            (one, other) => one.is_none() && other.is_none(),
        }
}

fn side(context: &LaunchContext<'_>, found: FoundSide, linear: u32) -> RaceSide {
    let InstInfo { line, text, loc } = &context.kernel.info[found.pc as usize];
    let [width, height, _] = context.block;
    RaceSide {
        access: found.access,
        line: *line,
        text: Arc::clone(text),
        loc: loc.clone(),
        thread: thread(linear / 32, linear % 32, width, height),
    }
}

fn race(context: &LaunchContext<'_>, rounds: &LoopRounds<'_>, key: &[FoundSide; 2], found: &FoundRace) -> Race {
    let order = rounds.order(key[0].pc, key[1].pc, found.in_warp);
    let [first, second] = if order.is_swapped { [1, 0] } else { [0, 1] };
    let instructions = vec![[key[first].pc, key[second].pc].map(|pc| context.kernel.origin(pc))];
    let is_one = key[0].pc == key[1].pc;
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
        same_cause: Vec::new(),
        instructions,
    }
}

/// The kind of a race between two accesses, of which the second comes behind the first if it `follows`.
fn kind(first: RaceAccess, second: RaceAccess, follows: bool) -> RaceKind {
    match (first, second) {
        (RaceAccess::Read, _) if follows => RaceKind::WriteAfterRead,
        (_, RaceAccess::Read) if follows => RaceKind::ReadAfterWrite,
        _ if follows => RaceKind::WriteAfterWrite,
        (RaceAccess::Read, _) | (_, RaceAccess::Read) => RaceKind::ReadBesideWrite,
        _ => RaceKind::WriteBesideWrite,
    }
}
