//! Accesses to the words of `mbarrier`s: making one is a store, and what threads then do with it races with that and not with one another.
//! Before `sm_90`, a plain load of the upper word tests one.

use super::order::Maker;
use super::shadow::{Touch, Toucher};
use super::{CheckedCode, CheckedRequest, Hazards};
use crate::lanes::lanes;

/// Bytes of an `mbarrier`.
const BYTES: u32 = 8;
/// Bytes of its upper word, and of what is in front of it.
const UPPER: u32 = 4;

impl Hazards {
    /// Checks what a thread does with the `mbarrier` at an address. `makes`: it begins or ends it.
    pub(in crate::machine) fn mbarrier(
        &mut self,
        code: CheckedCode<'_>,
        pc: u32,
        thread: u32,
        address: u32,
        makes: bool,
    ) {
        self.touch_mbarrier(code, pc, self.numbered(thread), address, makes);
    }

    /// The same of a thread as it is numbered in its cluster.
    fn touch_mbarrier(&mut self, code: CheckedCode<'_>, pc: u32, thread: u32, address: u32, makes: bool) {
        let (warp, lane) = (thread / 32, thread % 32);
        let maker = Maker::Thread { thread, tick: self.order.now(warp) };
        let touch = if makes { Touch::Write } else { Touch::Atomic };
        let toucher = Toucher { warp, lane, lanes: 1 << lane, pc, touch, published: false, maker };
        self.note_visit(pc, warp, 1 << lane, self.order.now(warp), |_| address);
        self.makes_mbarrier = makes;
        self.touch(&toucher, code, address, BYTES, |_, _| false);
        self.makes_mbarrier = false;
        // Machine code has no sign of the fence that shows a new one to the other blocks of a cluster (`fence.mbarrier_init`).
        if makes && !code.is_ptx() && !self.others.is_empty() {
            self.order.release(warp, 1 << lane);
        }
    }

    /// A thread arrives at an `mbarrier` of plain words: loads of the upper word so far were tests, too.
    pub(in crate::machine) fn plain_mbarrier(&mut self, address: u32) {
        if self.memory.plain_mbarriers.insert(address) {
            self.settle();
            self.memory.shadow.forget_reads((address + UPPER) as usize);
        }
    }

    /// Checks a load by which lanes test `mbarrier`s of plain words: each finds the last complete phase. Returns whether it is one.
    pub(super) fn tests_mbarriers(&mut self, code: CheckedCode<'_>, request: &CheckedRequest<'_>) -> bool {
        let CheckedRequest { pc, warp, mask, addresses, bytes, .. } = *request;
        let is_test = |lane: usize| {
            let barrier = addresses[lane].checked_sub(UPPER);
            bytes == UPPER && barrier.is_some_and(|barrier| self.memory.plain_mbarriers.contains(&barrier))
        };
        if self.memory.plain_mbarriers.is_empty() || !lanes(mask).all(is_test) {
            return false;
        }
        let mut left = mask;
        while left != 0 {
            let address = addresses[left.trailing_zeros() as usize];
            let together =
                lanes(left).filter(|lane| addresses[*lane] == address).fold(0, |mask, lane| mask | 1 << lane);
            for lane in lanes(together) {
                self.touch_mbarrier(code, pc, 32 * warp + lane as u32, address - UPPER, false);
            }
            self.order.mbarrier_wait(self.memory.name(address - UPPER), warp, together);
            left &= !together;
        }
        true
    }
}
