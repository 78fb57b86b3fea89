//! Races on global memory, within a block and between blocks.
//!
//! ```text
//! shadow       who accessed each word last
//! passed       what threads have told one another by words
//! told         a part of it
//! learned      what the threads of a block have found there
//! known_from   from where on they know it
//! found        the races
//! ```
//!
//! The order is that of the memory model of PTX. Barriers order the threads of a block, as of the shared accesses. By a word a thread passes on to
//! another what it knows if it releases there and the other acquires, and each means the other:
//!
//! - Two strong accesses (atomics, `volatile`, `relaxed` and what is stronger) may meet where the scope of each includes the other's thread.
//!   Others race.
//! - Who releases: a write with `.release`, a strong write after it by the same thread, or a fence and then a strong write. The scope is the
//!   narrower of both. A fence that another thread has made counts where a barrier is between it and the write: blocks whose threads all call
//!   `__threadfence()` before a barrier, after which one counts up, are common, and the model has them in order by the fence of the one.
//! - Atomics keep what others have left in a word; a store takes its place, and so does an atomic that is not meant for the last writer.
//! - Who acquires: a read with `.acquire`, or a strong read and then a fence.
//! - What comes after a strong read of a word comes after the write that it has found, but not after what that thread did before.
//!
//! One thing is not of the model. An atomic without a name for its order (`atomicAdd`) and a `volatile` load acquire at the next barrier of
//! their threads too: `__threadfence(); last = atomicAdd(..) == n - 1; __syncthreads(); if (last) ..` is the example of the CUDA guide,
//! older than the model, and code that has it works. Who writes `memory_order_relaxed` or `memory_order_release` has chosen, and is taken at
//! his word.
//!
//! Machine code has no names of orders. There each strong read acquires, and PTX judges what is found.
//!
//! The host's threads do not take part, so the scope of the system is that of the device. Launches with clusters of several blocks are not
//! checked, so that of a cluster is that of the block. Accesses of several widths to one word may meet.

mod found;
mod known_from;
mod learned;
mod passed;
mod shadow;
mod told;

pub(in crate::machine) use found::GlobalFindings;
pub(in crate::machine) use known_from::KnownFrom;

use super::Hazards;
use super::order::Maker;
use super::shadow::Touch;
use crate::isa::{MemoryFence, MemoryScope};
use crate::lanes::{Lanes, lanes};
use crate::memory::GlobalMemory;
use found::{FoundGlobal, GlobalSide};
use learned::GlobalThread;
use passed::PassedOn;
use shadow::{GlobalAccess, GlobalRival, GlobalShadow, SeenTouch};

/// A request of a warp's lanes on global memory.
pub(in crate::machine) struct GlobalRequest<'r> {
    pub(in crate::machine) pc: u32,
    pub(in crate::machine) warp: u32,
    pub(in crate::machine) mask: u32,
    pub(in crate::machine) addresses: &'r Lanes,
    /// Of each lane.
    pub(in crate::machine) bytes: u32,
    pub(in crate::machine) kind: GlobalKind,
    /// Of a strong access: whom it is meant for.
    pub(in crate::machine) scope: Option<MemoryScope>,
    pub(in crate::machine) known_from: KnownFrom,
    /// A store or an atomic that passes on the accesses before it.
    pub(in crate::machine) releases: bool,
}

/// The kind of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::machine) enum GlobalKind {
    Load,
    Store,
    Atomic,
}

/// The check of a launch's global memory. One host thread runs all of its blocks.
#[derive(Debug, Default)]
pub(in crate::machine) struct GlobalHazards {
    shadow: GlobalShadow,
    passed: PassedOn,
    pub(in crate::machine) findings: GlobalFindings,
}

impl GlobalHazards {
    /// Checks a request before it is made. `value` is a byte of what a lane stores.
    pub(in crate::machine) fn request(
        &mut self,
        of: &mut Hazards,
        request: &GlobalRequest<'_>,
        value: &dyn Fn(usize, usize) -> u8,
        memory: &GlobalMemory,
    ) {
        let &GlobalRequest { pc, warp, mask, addresses, bytes, kind, scope, known_from, releases } = request;
        let released = releases.then(|| of.order.fenced_now(warp, mask));
        let of = &*of;
        let who = |lane: usize| GlobalThread { number: of.number, order: &of.order, warp, lane: lane as u32 };
        if let Some(scope) = scope.filter(|_| kind != GlobalKind::Store) {
            for lane in lanes(mask) {
                self.passed.find(&who(lane), addresses[lane], scope, known_from);
            }
        }
        let touch = match kind {
            GlobalKind::Load => Touch::Read,
            GlobalKind::Store => Touch::Write,
            GlobalKind::Atomic => Touch::Atomic,
        };
        let tick = of.order.now(warp);
        let access = GlobalAccess { number: of.number, block: of.memory.block, warp, tick, pc, touch, scope };
        for lane in lanes(mask) {
            let at = addresses[lane];
            let Self { shadow, passed, findings } = &mut *self;
            shadow.touch(access, lane as u32, [at, bytes.into()], &mut |rival: &GlobalRival<'_>| {
                let (SeenTouch { access: other, lane: other_lane }, piece) = (rival.seen, rival.piece);
                if other.meets(&access) || is_before(passed, &who(lane), rival) {
                    return;
                }
                let in_request =
                    other.pc == pc && other.number == of.number && other.warp == warp && mask >> other_lane & 1 == 1;
                let is_same = |byte: u64| {
                    let there = match byte.checked_sub(addresses[other_lane as usize]) {
                        Some(offset) if in_request && offset < bytes.into() => {
                            Some(value(other_lane as usize, offset as usize))
                        }
                        _ => memory.find(byte, 1).and_then(|found| Some(found.load(found.offset(byte, 1)?, 1) as u8)),
                    };
                    there == Some(value(lane, (byte - at) as usize))
                };
                let both_write = other.touch == Touch::Write && touch == Touch::Write;
                let same_values =
                    both_write && (piece[0].max(at)..(piece[0] + piece[1]).min(at + u64::from(bytes))).all(is_same);
                let side = |access: &GlobalAccess, lane: u32| GlobalSide {
                    pc: access.pc,
                    touch: access.touch,
                    block: access.block,
                    thread: 32 * access.warp + lane,
                };
                findings.add(FoundGlobal {
                    sides: [side(&other, other_lane), side(&access, lane as u32)],
                    address: piece[0],
                    between_blocks: other.number != of.number,
                    same_values,
                    times: 1,
                });
            });
        }
        if kind == GlobalKind::Load {
            return;
        }
        for lane in lanes(mask) {
            match scope {
                Some(scope) => {
                    let how = (scope, kind == GlobalKind::Store);
                    self.passed.write(&who(lane), addresses[lane], how, released.as_ref());
                }
                None => self.passed.forget(addresses[lane]),
            }
        }
    }

    /// Lanes of a block make a fence.
    pub(in crate::machine) fn fence(&mut self, of: &Hazards, warp: u32, mask: u32, fence: MemoryFence) {
        self.passed.fence(of.number, &of.order, (warp, mask), fence);
    }

    /// A block has ended.
    pub(in crate::machine) fn finish(&mut self, number: u64) {
        self.passed.finish(number);
    }
}

/// Whether an access is done before what a thread does now: the thread knows of it, or of a strong access that has found what it wrote.
fn is_before(passed: &PassedOn, who: &GlobalThread<'_>, rival: &GlobalRival<'_>) -> bool {
    let knows = |seen: SeenTouch| {
        let (number, thread, tick) = (seen.access.number, 32 * seen.access.warp + seen.lane, seen.access.tick);
        let maker = Maker::Thread { thread, tick };
        number == who.number && (thread == who.thread() || who.order.is_before(maker, who.warp, who.lane))
            || passed.has(who, (number, thread, tick))
    };
    knows(rival.seen) || rival.observers().any(knows)
}
