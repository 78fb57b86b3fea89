//! Accesses to the words of `mbarrier`s: making one is a store, and what threads then do with it races with that and not with one another.

use super::order::Maker;
use super::shadow::{Touch, Toucher};
use super::{CheckedCode, Hazards};

/// Bytes of an `mbarrier`.
const BYTES: u32 = 8;

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
        let (warp, lane) = (thread / 32, thread % 32);
        let maker = Maker::Thread { thread, tick: self.order.now(warp) };
        let touch = if makes { Touch::Write } else { Touch::Atomic };
        let toucher = Toucher { warp, lane, lanes: 1 << lane, pc, touch, published: false, maker };
        self.touch(&toucher, code, address, BYTES, |_, _| false);
    }
}
