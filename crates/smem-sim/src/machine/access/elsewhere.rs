//! Requests on the shared memory of other blocks of a cluster, as the race check sees them. Observers do not.

use super::reach::Reach;
use super::shared_place::SharedPlace;
use crate::lanes::{Lanes, lanes, lanes_where};
use crate::machine::hazards::{CheckedCode, CheckedRequest, CheckedStore};
use crate::machine::lane_fault::LaneResult;
use crate::machine::live_parts::parts;
use crate::machine::observe::{RequestKind, Tally};
use crate::memory::{SharedMemory, block_of};

/// Calls `f` with each block, and the lanes whose places are there.
fn each_block(places: &[SharedPlace; 32], mask: u32, mut f: impl FnMut(usize, u32)) {
    let mut left = mask;
    while left != 0 {
        let block = places[left.trailing_zeros() as usize].block;
        let together = lanes_where(left, |lane| places[lane].block == block);
        f(block, together);
        left &= !together;
    }
}

fn memory_of(shared: &SharedMemory, block: usize) -> &SharedMemory {
    match &shared.cluster {
        Some(cluster) if cluster.own != block => &cluster.blocks[block],
        _ => shared,
    }
}

impl Reach<'_> {
    /// The places of these lanes, as the code names their addresses. `reads`: what is uninitialized there is noted.
    pub(super) fn places_elsewhere(
        &mut self,
        addresses: &Lanes,
        mask: u32,
        bytes: u32,
        reads: bool,
    ) -> LaneResult<[SharedPlace; 32]> {
        let mut places = [SharedPlace::default(); 32];
        for lane in lanes(mask) {
            let address = addresses[lane];
            places[lane] =
                if reads { self.read_place(lane, address, bytes) } else { self.place(lane, address, bytes) }?;
        }
        Ok(places)
    }

    /// Lets the race check see a load or an atomic of these lanes.
    pub(super) fn check_elsewhere(&mut self, kind: RequestKind, places: &[SharedPlace; 32], mask: u32, bytes: u32) {
        let Tally { hazards, waits, live, .. } = &mut *self.tally;
        let Some(hazards) = hazards else { return };
        let code = CheckedCode { code: &self.context.kernel.code, waits };
        let (pc, warp) = (self.pc, self.site.warp);
        let addresses = &places.map(|place| place.at as u32);
        each_block(places, mask, |block, mask| {
            let request = CheckedRequest { pc, warp, mask, addresses, bytes, is_of_rows: false };
            hazards.in_memory_of(block, |hazards| match live.of(pc) {
                None => hazards.request(kind, code, &request),
                Some(read) => {
                    parts(read).for_each(|part| hazards.request(kind, code, &request.part(part, &mut [0; 32])));
                }
            });
        });
    }

    /// Lets the race check see a store of these lanes before it is made. `value` is a byte of what a lane stores.
    pub(super) fn check_store_elsewhere(
        &mut self,
        places: &[SharedPlace; 32],
        mask: u32,
        bytes: u32,
        value: &dyn Fn(usize, usize) -> u8,
    ) {
        let Tally { hazards, waits, .. } = &mut *self.tally;
        let Some(hazards) = hazards else { return };
        let code = CheckedCode { code: &self.context.kernel.code, waits };
        let addresses = &places.map(|place| place.at as u64);
        each_block(places, mask, |block, mask| {
            let store = CheckedStore { addresses, mask, bytes, value, memory: memory_of(self.shared, block) };
            hazards.in_memory_of(block, |hazards| hazards.store(code, self.pc, self.site.warp, &store));
        });
    }

    /// Lets the race check see what a lane does with the `mbarrier` at a place. `makes`: it begins or ends it.
    pub(in crate::machine) fn check_mbarrier(&mut self, lane: usize, place: SharedPlace, makes: bool) {
        let thread = self.thread_of(lane);
        let Tally { hazards, waits, .. } = &mut *self.tally;
        if let Some(hazards) = hazards {
            let code = CheckedCode { code: &self.context.kernel.code, waits };
            let address = place.at as u32;
            hazards.in_memory_of(place.block, |hazards| hazards.mbarrier(code, self.pc, thread, address, makes));
        }
    }

    /// The address, as the code names it, of the byte of another block's shared memory that is at the place of this one.
    pub(in crate::machine) fn in_block(&self, block: usize, address: u64) -> u64 {
        self.first_named(block) | block_of(address).1
    }
}
