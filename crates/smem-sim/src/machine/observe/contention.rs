//! Words of shared memory that one warp waits for and another changes.
//!
//! How often the loop of the first goes round then depends on when the second comes, which a GPU decides. Warps that a barrier of the
//! whole block parts do not meet; other barriers are not looked at.

use super::observer::SharedAccess;
use super::waits::WaitPlan;
use crate::shared_op::SharedOp;
use std::collections::{BTreeSet, HashMap};

/// The warps that used a word in one way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Users {
    None,
    One(u32),
    Several,
}

impl Users {
    fn with(self, warp: u32) -> Self {
        match self {
            Self::None => Self::One(warp),
            Self::One(other) if other == warp => self,
            _ => Self::Several,
        }
    }

    /// Two different warps are there, one among each.
    fn meet(self, other: Self) -> bool {
        match (self, other) {
            (Self::None, _) | (_, Self::None) => false,
            (Self::One(one), Self::One(other)) => one != other,
            _ => true,
        }
    }
}

/// A word between two barriers of the block.
#[derive(Debug)]
struct SharedWord {
    epoch: u32,
    changing: Users,
    waiting: Users,
    /// The instructions that wait for it.
    instructions: Vec<u32>,
}

/// The instructions whose counts depend on timing, of the blocks that one host thread runs.
#[derive(Debug, Default)]
pub(in crate::machine) struct Contention {
    blocks: HashMap<[u32; 3], HashMap<u32, SharedWord>>,
    /// Instructions that waited for a word that another warp changed.
    pub(in crate::machine) met: BTreeSet<u32>,
}

/// Bytes of a word.
const WORD: u32 = 4;

impl Contention {
    /// Notes an access of a kernel in which something waits.
    pub(in crate::machine) fn note(&mut self, access: &SharedAccess<'_>, plan: &WaitPlan) {
        let waits = plan.of(access.pc).is_some();
        let changes = !matches!(access.op(), SharedOp::Load | SharedOp::LdMatrix);
        if !waits && !changes {
            return;
        }
        let words = self.blocks.entry(access.site.block).or_default();
        let warp = access.site.warp;
        for (_, address) in access.lanes() {
            for word in address / WORD..(address + access.bytes).div_ceil(WORD) {
                let new = || SharedWord {
                    epoch: access.site.epoch,
                    changing: Users::None,
                    waiting: Users::None,
                    instructions: Vec::new(),
                };
                let word = words.entry(word).or_insert_with(new);
                if word.epoch != access.site.epoch {
                    *word = new();
                }
                if changes {
                    word.changing = word.changing.with(warp);
                }
                if waits {
                    word.waiting = word.waiting.with(warp);
                    if !word.instructions.contains(&access.pc) {
                        word.instructions.push(access.pc);
                    }
                }
                if word.changing.meet(word.waiting) {
                    self.met.extend(word.instructions.drain(..));
                }
            }
        }
    }

    /// Forgets the words of a block that is finished.
    pub(in crate::machine) fn finish(&mut self, block: [u32; 3]) {
        self.blocks.remove(&block);
    }

    /// Adds what another host thread has found.
    pub(in crate::machine) fn merge(&mut self, other: &Self) {
        self.met.extend(&other.met);
    }
}
