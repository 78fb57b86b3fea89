//! Races on global memory, within a block and between blocks.
//!
//! ```text
//! shadow   who accessed each word last
//! passed   what blocks have told one another
//! found    the races
//! ```
//!
//! The order within a block is that of the shared accesses. Between blocks there is one order: a fence, then an atomic or a strong store by
//! one, and an atomic or a load of that word by another. So a barrier of the grid is in order, and a flag without a fence is not.

mod found;
mod passed;
mod shadow;

pub(in crate::machine) use found::GlobalFindings;

use super::Hazards;
use super::order::Maker;
use super::shadow::Touch;
use crate::lanes::{Lanes, lanes};
use crate::memory::GlobalMemory;
use found::{FoundGlobal, GlobalSide};
use passed::PassedOn;
use shadow::{GlobalAccess, GlobalShadow, SeenTouch};

/// A request of a warp's lanes on global memory.
pub(in crate::machine) struct GlobalRequest<'r> {
    pub(in crate::machine) pc: u32,
    pub(in crate::machine) warp: u32,
    pub(in crate::machine) mask: u32,
    pub(in crate::machine) addresses: &'r Lanes,
    /// Of each lane.
    pub(in crate::machine) bytes: u32,
    pub(in crate::machine) kind: GlobalKind,
    pub(in crate::machine) is_strong: bool,
    /// It makes a fence in front of a store, as a release does.
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
        let &GlobalRequest { pc, warp, mask, addresses, bytes, kind, is_strong, releases } = request;
        if releases {
            of.order.log_fence(warp, mask);
        }
        if kind != GlobalKind::Store {
            for lane in lanes(mask) {
                self.passed.acquire(of.number, &of.order, (warp, lane as u32), addresses[lane]);
            }
        }
        let touch = match kind {
            GlobalKind::Load => Touch::Read,
            GlobalKind::Store => Touch::Write,
            GlobalKind::Atomic => Touch::Atomic,
        };
        let tick = of.order.now(warp);
        let access = GlobalAccess { number: of.number, block: of.block, warp, tick, pc, touch, is_strong };
        for lane in lanes(mask) {
            let at = addresses[lane];
            let Self { shadow, passed, findings } = &mut *self;
            shadow.touch(access, lane as u32, [at, bytes.into()], &mut |seen: SeenTouch, piece: [u64; 2]| {
                let SeenTouch { access: other, lane: other_lane } = seen;
                if other.is_strong && is_strong || is_before(of, passed, &seen, (warp, lane as u32)) {
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
        if kind == GlobalKind::Atomic || kind == GlobalKind::Store && is_strong {
            for lane in lanes(mask) {
                self.passed.publish(
                    of.number,
                    &of.order,
                    (warp, lane as u32),
                    addresses[lane],
                    kind == GlobalKind::Store,
                );
            }
        }
    }

    /// A block has ended.
    pub(in crate::machine) fn finish(&mut self, number: u64) {
        self.passed.finish(number);
    }
}

/// Whether an access is done before what a lane of this block does now.
fn is_before(of: &Hazards, passed: &PassedOn, seen: &SeenTouch, (warp, lane): (u32, u32)) -> bool {
    let (number, thread) = (seen.access.number, 32 * seen.access.warp + seen.lane);
    if number == of.number && of.order.is_before(Maker::Thread { thread, tick: seen.access.tick }, warp, lane) {
        return true;
    }
    passed.has(of.number, &of.order, (warp, lane), (number, thread, seen.access.tick))
}
