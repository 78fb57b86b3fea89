//! The race check: conflicting accesses to shared memory that nothing orders, by happens-before and not by the schedule.
//!
//! ```text
//! bulk, bulk_reads          copies that read shared memory
//! products, product_reads   matrix products of four warps, which read shared memory
//! order      which accesses each thread knows to be done: barriers, fences, mbarriers, copies
//! shadow     who accessed each word last
//! strength   accesses that may meet: atomics, and what is volatile or stronger
//! places     which lanes of a request touch which bytes
//! mbarrier   accesses to the words of `mbarrier`s
//! cluster    blocks that access the memory of one another
//! lifetime   .. before that block has begun, or after it has ended
//! checked_memory   what is known of the memory of one block
//! unwritten, unwritten_notes   reads of uninitialized memory
//! deferred   reads that the shadow learns of when an access may race with them
//! events     barriers, fences and waits, as the machines tell of them
//! global     races on global memory
//! flow       which of two instructions the code comes to first
//! rounds     which instruction comes first, and whether in the same round of a loop
//! found_side, pair_table, findings, found_visits   each pair of instructions once
//! thread_pairs   which threads race
//! described  the races made of them
//! ```
//!
//! Two accesses of different threads are ordered by a barrier of the block, named ones and those with counts among them; a barrier of the
//! warp (`__syncwarp`), for the lanes that it names; an `mbarrier`, from an arrival to a wait for its phase; an atomic that one thread
//! makes after a fence and another finds in front of one, or a store and a load of a flag in its place. Shuffles and votes do not
//! order memory. The write of an asynchronous copy is done for its own thread when that waits, or when the `mbarrier`'s phase is complete.

mod bulk;
mod bulk_reads;
mod checked_memory;
mod cluster;
mod deferred;
mod described;
mod events;
mod findings;
mod flow;
mod found_local;
mod found_side;
mod found_visits;
mod global;
mod lifetime;
mod lifetime_notes;
mod mbarrier;
mod order;
mod pair_table;
mod places;
mod product_reads;
mod products;
mod rounds;
mod shadow;
mod strength;
mod thread_pairs;
mod unwritten;
mod unwritten_notes;

pub(super) use findings::{Findings, FoundBarrier};
pub(crate) use flow::{PathEnds, is_path};
pub(super) use global::{GlobalHazards, GlobalKind, GlobalRequest, KnownFrom};
pub(super) use strength::CheckedCode;

use super::context::RaceTrial;
use super::live_parts::RegisterPart;
use super::observe::RequestKind;
use crate::isa::AtomicPasses;
use crate::lanes::{Lanes, lanes};
use crate::memory::SharedMemory;
use checked_memory::CheckedMemory;
use deferred::{DeferredRead, DeferredReads};
use findings::FoundRace;
use found_side::FoundSide;
use lifetime_notes::LifetimeNotes;
use order::{Maker, Order};
use places::{Place, Places};
use shadow::{NotedRead, Rival, Touch, Toucher};
use strength::StrengthOf;

/// A request of a warp's lanes on shared memory: where it is in the code, and what each lane accesses.
pub(super) struct CheckedRequest<'r> {
    pub(super) pc: u32,
    pub(super) warp: u32,
    pub(super) mask: u32,
    pub(super) addresses: &'r [u32; 32],
    /// Of each lane.
    pub(super) bytes: u32,
    /// The addresses are those of rows of matrices, which other lanes hold than those that name them.
    pub(super) is_of_rows: bool,
}

impl<'r> CheckedRequest<'r> {
    /// The same request of a part of each lane's bytes alone. `room` is for its addresses.
    pub(super) fn part(&self, (at, bytes): RegisterPart, room: &'r mut [u32; 32]) -> CheckedRequest<'r> {
        *room = self.addresses.map(|address| address.wrapping_add(at));
        CheckedRequest { addresses: room, bytes, ..*self }
    }
}

/// The check of a store, before it is made: what it will write, and what is there.
pub(super) struct CheckedStore<'s> {
    pub(super) addresses: &'s Lanes,
    pub(super) mask: u32,
    pub(super) bytes: u32,
    /// A byte of what a lane stores.
    pub(super) value: &'s dyn Fn(usize, usize) -> u8,
    pub(super) memory: &'s SharedMemory,
}

/// The check of one running block, or of a cluster of several.
#[derive(Debug, Default)]
pub(super) struct Hazards {
    order: Order,
    /// That of the block that runs, or that of another while it is accessed.
    memory: CheckedMemory,
    /// By number in the cluster, that of the other blocks; empty where there are none.
    others: Vec<CheckedMemory>,
    lifetimes: LifetimeNotes,
    /// The number in the cluster of the block that runs, and that of its first warp.
    rank: u32,
    first_warp: u32,
    /// Blocks that have not ended.
    running: usize,
    deferred: DeferredReads,
    /// The access that is checked begins or ends one.
    makes_mbarrier: bool,
    pub(super) findings: Findings,
    number: u64,
    /// Bytes of shared memory of a block.
    bytes: usize,
    /// Only accesses that PTX names as meant for one another may meet.
    meant_only: bool,
    in_step: bool,
    /// Fences are logged, for other blocks.
    pub(super) logs_fences: bool,
}

impl Hazards {
    /// Checks as a trial asks for.
    pub(super) fn begin_trial(&mut self, trial: RaceTrial<'_>) {
        self.meant_only = trial.meant_only;
        if trial.counts_pairs {
            self.findings.counts_pairs = true;
            self.memory.shadow.name_all_lanes();
            self.others.iter_mut().for_each(|memory| memory.shadow.name_all_lanes());
        }
    }

    /// Begins a block of so many warps. `in_step`: the lanes of its warps execute one instruction after the other together, as before
    /// compute capability 7.0.
    pub(super) fn begin(&mut self, number: u64, block: [u32; 3], warps: usize, bytes: usize, in_step: bool) {
        if self.order.is_worn() {
            (self.order, self.memory.shadow) = Default::default();
        }
        (self.number, self.bytes, self.in_step, self.running) = (number, bytes, in_step, 1);
        self.deferred.clear();
        self.order.begin(1, warps);
        self.memory.begin(block, 0, bytes, warps);
        self.findings.threads = 32 * warps as u32;
    }

    /// Checks a request that was made, but for stores.
    pub(super) fn request(&mut self, kind: RequestKind, code: CheckedCode<'_>, request: &CheckedRequest<'_>) {
        let request = &CheckedRequest { warp: self.first_warp + request.warp, ..*request };
        let CheckedRequest { pc, warp, mask, addresses, bytes, .. } = *request;
        self.note_visit(pc, warp, mask, self.order.now(warp), |lane| addresses[lane]);
        match kind {
            RequestKind::Load | RequestKind::GenericLoad | RequestKind::LoadMatrix => {
                if !self.tests_mbarriers(code, request) {
                    self.accesses(Touch::Read, code, request);
                }
                if code.finds(pc) {
                    for lane in lanes(mask) {
                        self.order.find(warp, lane as u32, self.memory.name(addresses[lane]));
                    }
                    if code.order(pc).acquires() {
                        self.order.acquire(warp, mask);
                    }
                }
            }
            // The values of a matrix are not compared.
            RequestKind::StoreMatrix => self.accesses(Touch::Write, code, request),
            // It was checked before it was made.
            RequestKind::Store => {}
            // It finds that it cannot serve the addresses.
            RequestKind::Atomic(AtomicPasses::Phases) => {}
            RequestKind::Atomic(passes) => {
                let swaps = matches!(
                    passes,
                    AtomicPasses::LanesTwice | AtomicPasses::LanesTwiceAndPhases | AtomicPasses::Retried { .. }
                );
                if swaps {
                    self.absorb_loads(warp, mask, addresses);
                }
                self.accesses(Touch::Atomic, code, request);
                let order = code.order(pc);
                if order.releases() {
                    self.order.release(warp, mask);
                }
                for lane in lanes(mask) {
                    self.order.atomic(warp, lane as u32, self.memory.name(addresses[lane]));
                }
                if order.acquires() {
                    self.order.acquire(warp, mask);
                }
            }
            RequestKind::AsyncCopy(_) => {
                for lane in lanes(mask) {
                    let thread = 32 * warp + lane as u32;
                    let maker = self.order.copy(thread);
                    let toucher = Toucher {
                        warp,
                        lane: lane as u32,
                        lanes: 1 << lane,
                        pc,
                        touch: Touch::Write,
                        published: false,
                        maker,
                    };
                    self.touch(&toucher, code, addresses[lane], bytes, |_, _| false);
                }
            }
        }
    }

    /// A loop of compare-and-swap begins with a load of the word, and the swap fails if that was out of date: the load belongs to
    /// the atomic. Assemblers write such loops for sums of floats, and the CUDA guide shows one for what the hardware lacks.
    fn absorb_loads(&mut self, warp: u32, mask: u32, addresses: &[u32; 32]) {
        let now = self.order.now(warp);
        self.settle();
        for lane in lanes(mask) {
            if let Some(pc) = self.memory.shadow.last_read(addresses[lane] as usize, warp, lane as u32, now) {
                self.findings.add_retried(pc);
            }
        }
    }

    fn accesses(&mut self, touch: Touch, code: CheckedCode<'_>, request: &CheckedRequest<'_>) {
        let CheckedRequest { pc, warp, mask, addresses, bytes, .. } = *request;
        let tick = self.order.now(warp);
        let places = match request.is_of_rows {
            true => Places::Rows { transposed: code.transposes(pc) },
            false => Places::Own { merges: touch != Touch::Write },
        };
        if touch == Touch::Read {
            let read = DeferredRead { pc, warp, tick, places, mask, bytes };
            if self.others.is_empty() && self.memory.shadow.is_unchanged(&read, addresses, &self.order) {
                if self.deferred.is_full() {
                    self.settle();
                }
                self.deferred.push(read, addresses);
                return;
            }
        }
        places.for_each(mask, addresses, bytes, |Place { lane, lanes, address, bytes }| {
            let maker = Maker::Thread { thread: 32 * warp + lane, tick };
            let toucher = Toucher { warp, lane, lanes, pc, touch, published: false, maker };
            self.touch(&toucher, code, address, bytes, |_, _| false);
        });
    }

    /// Lets the shadow learn of the deferred reads: what comes next may race with them.
    fn settle(&mut self) {
        let (shadow, order, end) = (&mut self.memory.shadow, &self.order, self.bytes);
        self.deferred.drain(|read, addresses| {
            read.places.for_each(read.mask, addresses, read.bytes, |place| {
                if place.address as usize + place.bytes as usize <= end {
                    let &DeferredRead { pc, warp, tick, .. } = read;
                    let read = NotedRead { pc, warp, tick, lanes: place.lanes, together: order.together(warp) };
                    shadow.note_read(read, [place.address, place.bytes], order.start);
                }
            });
        });
    }

    /// Checks a store of a warp before it is made.
    pub(super) fn store(&mut self, code: CheckedCode<'_>, pc: u32, warp: u32, store: &CheckedStore<'_>) {
        let CheckedStore { addresses, mask, bytes, value, memory } = *store;
        let warp = self.first_warp + warp;
        if code.order(pc).releases() {
            self.order.release(warp, mask);
        }
        let publishes = code.publishes(pc) && self.order.may_publish(warp);
        let tick = self.order.now(warp);
        self.note_visit(pc, warp, mask, tick, |lane| addresses[lane] as u32);
        if !self.deferred.is_empty() {
            self.settle();
        }
        let is_own = self.memory.rank == self.rank;
        let is_plain = is_own
            && !publishes
            && bytes.is_multiple_of(4)
            && self.memory.products.is_empty()
            && self.memory.bulk_reads.is_empty();
        for lane in lanes(mask) {
            let at = addresses[lane];
            if at + u64::from(bytes) > self.bytes as u64 {
                // It will be a fault.
                return;
            }
            let thread = 32 * warp + lane as u32;
            let maker = Maker::Thread { thread, tick };
            let is_first = |at: u64| self.memory.shadow.notes_first_store(at as usize, maker, pc, &self.order);
            if is_plain && (at..at + u64::from(bytes)).step_by(4).all(is_first) {
                continue;
            }
            let published = publishes && self.order.publish(warp, lane as u32, self.memory.name(at as u32));
            let toucher =
                Toucher { warp, lane: lane as u32, lanes: 1 << lane, pc, touch: Touch::Write, published, maker };
            // Whether the bytes that are there when this lane writes are the bytes that it writes.
            let is_same = |rival: &Rival, _: u32| {
                let Maker::Thread { thread: other, .. } = rival.maker else { return false };
                let other = (other % 32) as usize;
                let in_request = thread / 32 == warp && (mask & ((1 << lane) - 1)) >> other & 1 == 1;
                (rival.address..rival.address + rival.bytes).map(u64::from).all(|byte| {
                    let of_other = byte.checked_sub(addresses[other]).filter(|offset| *offset < bytes.into());
                    let there = match of_other {
                        Some(offset) if in_request => value(other, offset as usize),
                        _ => memory.load(byte as usize, 1) as u8,
                    };
                    there == value(lane, (byte - at) as usize)
                })
            };
            self.touch(&toucher, code, at as u32, bytes, is_same);
        }
    }

    #[inline]
    fn touch(
        &mut self,
        toucher: &Toucher,
        code: CheckedCode<'_>,
        address: u32,
        bytes: u32,
        is_same: impl Fn(&Rival, u32) -> bool,
    ) {
        if address as usize + bytes as usize > self.bytes {
            return;
        }
        if !self.deferred.is_empty() {
            self.settle();
        }
        if !self.memory.products.is_empty() && toucher.touch != Touch::Read {
            self.find_unawaited_products(toucher, [address, bytes]);
        }
        let (meant_only, makes_mbarrier) = (self.meant_only, self.makes_mbarrier);
        let Self { order, memory, findings, number, in_step, .. } = self;
        let CheckedMemory { shadow, bulk_reads, products, unwritten, block, .. } = memory;
        if !bulk_reads.is_empty() && toucher.touch != Touch::Read {
            bulk_reads.rivals([address, bytes], order, (toucher.warp, toucher.lane), |rival| {
                let found = FoundRace {
                    number: *number,
                    block: *block,
                    threads: [rival.thread, 32 * toucher.warp + toucher.lane],
                    address: rival.address,
                    bytes: 1,
                    in_warp: rival.thread / 32 == toucher.warp,
                    same_values: false,
                    is_waited_for: rival.is_waited_for,
                    lacks_fence: false,
                    is_of_product: false,
                    times: 1,
                };
                let is_copy = !matches!(toucher.maker, Maker::Thread { .. });
                let sides = [(rival.pc, Touch::Read, false), (toucher.pc, toucher.touch, is_copy)];
                let [earlier, later] = sides.map(|(pc, touch, is_copy)| FoundSide::of(pc, touch, is_copy));
                findings.add(earlier, later, found);
            });
        }
        shadow.touch(toucher, address as usize, bytes as usize, order, &mut |rival, racing| {
            let (Maker::Thread { thread, .. } | Maker::Copy { thread, .. } | Maker::Agent { thread, .. }) = rival.maker;
            let is_copy = |maker: Maker| !matches!(maker, Maker::Thread { .. });
            let strengths = [
                StrengthOf { pc: rival.pc, touch: rival.touch, published: rival.published },
                StrengthOf { pc: toucher.pc, touch: toucher.touch, published: toucher.published },
            ];
            let in_warp = thread / 32 == toucher.warp;
            let of_threads = !is_copy(rival.maker) && !is_copy(toucher.maker);
            if of_threads && code.may_meet(strengths[0], strengths[1], meant_only)
                || of_threads && *in_step && in_warp && code.are_made_in_step(strengths[0], strengths[1])
                // All lanes of a warp wait for its products together.
                || in_warp && rival.touch == Touch::Read && products.has(rival.pc)
                || makes_mbarrier && rival.touch == Touch::Atomic && order.is_matched(rival.maker, toucher.warp, toucher.lane)
            {
                return;
            }
            for (pc, touch) in [(rival.pc, rival.touch), (toucher.pc, toucher.touch)] {
                if touch != Touch::Write {
                    unwritten.forget(pc, rival.address);
                }
            }
            let sides = [
                FoundSide::of(rival.pc, rival.touch, is_copy(rival.maker)),
                FoundSide::of(toucher.pc, toucher.touch, is_copy(toucher.maker)),
            ];
            if of_threads && findings.repeat(sides[0], sides[1], (*number, in_warp), racing.count_ones()) {
                return;
            }
            for lane in lanes(racing) {
                let same_values =
                    rival.touch == Touch::Write && toucher.touch == Touch::Write && is_same(&rival, lane as u32);
                let found = FoundRace {
                    number: *number,
                    block: *block,
                    threads: [thread, 32 * toucher.warp + lane as u32],
                    address: rival.address,
                    bytes: rival.bytes,
                    in_warp,
                    same_values,
                    is_waited_for: order.is_waited_for(rival.maker),
                    lacks_fence: false,
                    is_of_product: false,
                    times: 1,
                };
                findings.add(sides[0], sides[1], found);
            }
        });
    }
}
