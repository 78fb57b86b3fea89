//! The races and unwritten reads that were found, each pair of instructions once.

use super::found_side::FoundSide;
use super::pair_table::{PairTable, SidePair};
use super::thread_pairs::RacingThreadPairs;
use crate::barrier::DivergentBarrier;
use crate::cluster_access::BlockLifetime;
use crate::isa::sass::{SassAccess, SassMatrix, SassOp};
use crate::isa::{Operation, PtxMatrix};
use crate::machine::context::LaunchContext;
use crate::machine::site::thread;
use crate::overrun::Overrun;
use crate::past_end::PastEnd;
use crate::program::{InstInfo, KernelCode};
use crate::race::UnwrittenRead;
use crate::race_side::{RaceAccess, RaceSide};
use crate::remedy::MOST_IN_RING;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

/// The two sides of a race as a key.
fn ordered(one: FoundSide, other: FoundSide) -> SidePair {
    if other < one { [other, one] } else { [one, other] }
}

/// Pairs of instructions that are kept. A launch that has more is one of generated code, of which the first ones are enough.
const MOST_KEPT: usize = 1 << 19;

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
    /// A matrix product that nothing has waited for, and which reads.
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
    /// The barrier at which they waited instead.
    pub(in crate::machine) met: Option<u32>,
    pub(in crate::machine) times: u64,
}

/// The findings of one host thread.
#[derive(Debug, Default)]
pub(in crate::machine) struct Findings {
    pub(super) races: PairTable<FoundRace>,
    /// The pairs of threads of each race, where they are counted.
    pub(super) pairs: RacingThreadPairs,
    /// Whether pairs of threads are counted.
    pub(super) counts_pairs: bool,
    /// Threads of a block.
    pub(super) threads: u32,
    unwritten: BTreeMap<u32, FoundAccess>,
    overruns: BTreeMap<u32, FoundAccess>,
    past_end: BTreeMap<u32, FoundAccess>,
    pub(super) local_overruns: BTreeMap<u32, FoundAccess>,
    /// Accesses to the memory of other blocks, which may not be there.
    pub(super) visits: BTreeMap<(u32, BlockLifetime), FoundAccess>,
    barriers: BTreeMap<u32, FoundBarrier>,
    /// Loads that belong to an atomic.
    retried: BTreeSet<u32>,
    /// By instruction, the `mbarrier`s at which its copies complete: all of them up to `MOST_IN_RING`, and one more of more.
    pub(super) copies: BTreeMap<u32, BTreeSet<u32>>,
}

impl Findings {
    /// Adds a race between the side that was executed first and the other.
    pub(super) fn add(&mut self, earlier: FoundSide, later: FoundSide, mut found: FoundRace) {
        let key = ordered(earlier, later);
        if later < earlier {
            found.threads.reverse();
        }
        if self.counts_pairs {
            self.pairs.add(&key, found.threads, self.threads);
        }
        self.add_at(key, found);
    }

    /// Counts races of threads, of the block with this number, of which a better example is known that does harm. Returns whether there
    /// is one: else they have to be added.
    #[inline]
    pub(super) fn repeat(
        &mut self,
        earlier: FoundSide,
        later: FoundSide,
        (number, in_warp): (u64, bool),
        times: u32,
    ) -> bool {
        if self.counts_pairs {
            return false;
        }
        let Some(known) = self.races.get_mut(&ordered(earlier, later)) else { return false };
        let does_harm = known.is_waited_for && !known.same_values && !known.lacks_fence;
        let is_best = does_harm && (known.in_warp, known.number) <= (in_warp, number);
        known.times += if is_best { u64::from(times) } else { 0 };
        is_best
    }

    fn add_at(&mut self, key: SidePair, found: FoundRace) {
        let Some(known) = self.races.get_mut(&key) else {
            if self.races.len() < MOST_KEPT {
                self.races.insert(key, found);
            }
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

    /// Adds a read of uninitialized memory.
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

    /// Adds reads of uninitialized memory.
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

    /// Notes the `mbarrier` at which a copy completes.
    pub(super) fn note_copy(&mut self, pc: u32, mbarrier: u32) {
        let known = self.copies.entry(pc).or_default();
        if known.len() <= MOST_IN_RING {
            known.insert(mbarrier);
        }
    }

    /// A load belongs to an atomic.
    pub(super) fn add_retried(&mut self, pc: u32) {
        self.retried.insert(pc);
    }

    pub(in crate::machine) fn is_empty(&self) -> bool {
        self.races.is_empty()
            && self.unwritten.is_empty()
            && self.retried.is_empty()
            && self.pairs.is_empty()
            && self.visits.is_empty()
    }

    /// Whether two of these instructions of the kernel, in either order, race and do harm. Atomics and loads are not judged before the
    /// end: a load may belong to an atomic.
    pub(in crate::machine) fn have_race_of(&self, pairs: &[[u32; 2]], context: &LaunchContext<'_>) -> bool {
        let is_one_of = |[one, other]: [u32; 2]| pairs.contains(&[one, other]) || pairs.contains(&[other, one]);
        let is_atomic = |key: &SidePair| key.iter().any(|side| side.access == RaceAccess::Atomic);
        let mut harmful = self.races.sorted().filter(|(key, found)| !found.same_values && !is_atomic(key));
        harmful.any(|(key, _)| is_one_of(key.map(|side| context.kernel.origin(side.pc))))
    }

    /// Returns what was found, and begins anew. The pairs of threads of a block that still runs stay.
    pub(in crate::machine) fn taken(&mut self) -> Self {
        let pairs = self.pairs.take_running();
        let (counts_pairs, threads) = (self.counts_pairs, self.threads);
        std::mem::replace(self, Self { pairs, counts_pairs, threads, ..Self::default() })
    }

    /// Takes what another has found.
    pub(in crate::machine) fn merge(&mut self, other: &Self) {
        self.counts_pairs |= other.counts_pairs;
        self.threads = self.threads.max(other.threads);
        other.races.sorted().for_each(|(key, found)| self.add_at(*key, *found));
        let Self { races, pairs, .. } = self;
        pairs.merge(&other.pairs, |key| races.get(key).map(|found| found.number));
        self.retried.extend(&other.retried);
        for (pc, mbarriers) in &other.copies {
            mbarriers.iter().for_each(|mbarrier| self.note_copy(*pc, *mbarrier));
        }
        other.unwritten.iter().for_each(|(pc, found)| add_access(&mut self.unwritten, *pc, *found));
        other.barriers.iter().for_each(|(pc, found)| self.add_barrier(*pc, *found));
        other.overruns.iter().for_each(|(pc, found)| add_access(&mut self.overruns, *pc, *found));
        other.past_end.iter().for_each(|(pc, found)| add_access(&mut self.past_end, *pc, *found));
        other.local_overruns.iter().for_each(|(pc, found)| add_access(&mut self.local_overruns, *pc, *found));
        other.visits.iter().for_each(|(visit, found)| add_access(&mut self.visits, *visit, *found));
    }

    /// Whether this is between an atomic and a load that belongs to one.
    pub(super) fn is_retry(&self, key: &SidePair) -> bool {
        let is_load = |side: &FoundSide| side.access == RaceAccess::Read && self.retried.contains(&side.pc);
        let is_atomic = |side: &FoundSide| side.access == RaceAccess::Atomic;
        let [one, other] = key;
        is_load(one) && is_atomic(other) || is_atomic(one) && is_load(other)
    }

    /// The reads of uninitialized memory, each source line once.
    pub(in crate::machine) fn unwritten(&self, context: &LaunchContext<'_>) -> Vec<UnwrittenRead> {
        let mut reads: Vec<UnwrittenRead> = Vec::new();
        let mut of_lines: HashMap<u32, Vec<usize>> = HashMap::new();
        for (pc, found) in &self.unwritten {
            let side = side(context, FoundSide { pc: *pc, access: RaceAccess::Read }, found.thread);
            let same_line = of_lines.entry(side.line_number()).or_default();
            match same_line.iter().find(|at| reads[**at].side.is_like(&side)) {
                Some(at) => reads[*at].times += found.times,
                None => {
                    same_line.push(reads.len());
                    let FoundAccess { block, address, times, .. } = *found;
                    reads.push(UnwrittenRead { side, block, address, times });
                }
            }
        }
        reads
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
            met: found.met.map(|pc| (info(pc).line, info(pc).loc.clone())),
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
pub(super) fn access_of(code: &KernelCode, pc: u32) -> RaceAccess {
    match code {
        KernelCode::Ptx(code) => match &code.code[pc as usize].op {
            Operation::Store(_) | Operation::Matrix(PtxMatrix::Store(_) | PtxMatrix::StoreFragment(_)) => {
                RaceAccess::Write
            }
            Operation::Atomic(_) => RaceAccess::Atomic,
            Operation::AsyncCopy(_)
            | Operation::BulkTransfer(_)
            | Operation::TensorTransfer(_)
            | Operation::StoreTracked(_) => RaceAccess::Copy,
            _ => RaceAccess::Read,
        },
        KernelCode::Sass(code) => match &code.code[pc as usize].op {
            SassOp::Access(SassAccess::Store(_)) | SassOp::Matrix(SassMatrix::Store { .. }) => RaceAccess::Write,
            SassOp::Access(
                SassAccess::Atomic(_) | SassAccess::AtomicIfGlobal { .. } | SassAccess::CompareAndStore { .. },
            ) => RaceAccess::Atomic,
            SassOp::Access(
                SassAccess::AsyncCopy { .. }
                | SassAccess::BulkCopy(_)
                | SassAccess::TensorCopy(_)
                | SassAccess::AsyncStore(_),
            ) => RaceAccess::Copy,
            _ => RaceAccess::Read,
        },
    }
}

pub(super) fn add_access<K: Ord>(all: &mut BTreeMap<K, FoundAccess>, at: K, found: FoundAccess) {
    let known = all.entry(at).or_insert(FoundAccess { times: 0, ..found });
    let times = known.times + found.times;
    if found.number < known.number {
        *known = found;
    }
    known.times = times;
}

pub(super) fn side(context: &LaunchContext<'_>, found: FoundSide, linear: u32) -> RaceSide {
    let InstInfo { line, text, loc } = &context.kernel.info[found.pc as usize];
    let [width, height, _] = context.block;
    // Threads are numbered in their cluster.
    let linear = linear % context.threads.next_multiple_of(32);
    RaceSide {
        access: found.access,
        line: *line,
        text: Arc::clone(text),
        loc: loc.clone(),
        thread: thread(linear / 32, linear % 32, width, height),
    }
}
