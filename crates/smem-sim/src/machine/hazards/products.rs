//! Matrix products of four warps, which read shared memory until their warp has waited for their group.
//!
//! ```text
//! store    fence.proxy.async    barrier    wgmma .. commit .. wait    barrier    store
//!          else the product does not see              else the store may come
//!          what was stored                            while the product reads
//! ```
//!
//! The warp reads as one thread, its first. After the wait the reads are like any other of that thread, but come before what any lane of
//! the warp does: all lanes wait together.

use super::findings::FoundRace;
use super::found_side::FoundSide;
use super::product_reads::ProductRead;
use super::shadow::{NotedRead, Touch, Toucher};
use super::{CheckedCode, CheckedMemory, Hazards};
use crate::machine::hazards::order::Maker;

impl Hazards {
    /// Checks what a warp's part of a product reads: first bytes and lengths, ascending and apart.
    pub(in crate::machine) fn product_read(
        &mut self,
        code: CheckedCode<'_>,
        pc: u32,
        warp: u32,
        places: Vec<[u32; 2]>,
    ) {
        let warp = self.first_warp + warp;
        let thread = 32 * warp;
        let maker = Maker::Thread { thread, tick: self.order.now(warp) };
        let toucher = Toucher { warp, lane: 0, lanes: 1, pc, touch: Touch::Read, published: false, maker };
        for &[address, bytes] in &places {
            self.touch(&toucher, code, address, bytes, |_, _| false);
            self.find_unfenced(pc, thread, [address, bytes]);
        }
        self.memory.products.add(warp, pc, places);
    }

    /// The products of a warp so far are a group.
    pub(in crate::machine) fn commit_products(&mut self, warp: u32) {
        self.memory.products.commit(self.first_warp + warp);
    }

    /// A warp waits for all but its last `pending` groups of products.
    pub(in crate::machine) fn wait_products(&mut self, warp: u32, pending: u32) {
        if self.memory.products.is_empty() {
            return;
        }
        self.settle();
        let warp = self.first_warp + warp;
        let (tick, together, start) = (self.order.now(warp), self.order.together(warp), self.order.start);
        for ProductRead { pc, places, .. } in self.memory.products.waited(warp, pending) {
            let read = NotedRead { pc, warp, tick, lanes: 1, together };
            for [address, bytes] in places {
                self.memory.shadow.note_read(read, [address, bytes], start);
            }
        }
    }

    /// Finds the products that may still read what is written.
    pub(super) fn find_unawaited_products(&mut self, toucher: &Toucher, [address, bytes]: [u32; 2]) {
        let Self { memory, findings, number, .. } = self;
        let CheckedMemory { products, block, .. } = memory;
        for (read, address) in products.common([address, bytes]) {
            let is_copy = !matches!(toucher.maker, Maker::Thread { .. });
            let found = FoundRace {
                number: *number,
                block: *block,
                threads: [32 * read.warp, 32 * toucher.warp + toucher.lane],
                address,
                bytes: 1,
                in_warp: read.warp == toucher.warp,
                same_values: false,
                is_waited_for: false,
                lacks_fence: false,
                is_of_product: true,
                times: 1,
            };
            let earlier = FoundSide::of(read.pc, Touch::Read, false);
            findings.add(earlier, FoundSide::of(toucher.pc, toucher.touch, is_copy), found);
        }
    }
}
