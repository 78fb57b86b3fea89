//! Accesses to the memory of other blocks of a cluster as a person reads them, and the blocks of threads that are numbered in their cluster.

use super::findings::{Findings, FoundAccess, access_of, add_access, side};
use super::found_side::FoundSide;
use crate::cluster_access::{BlockLifetime, ClusterAccess};
use crate::machine::context::LaunchContext;

/// `blockIdx` of a thread as it is numbered in its cluster, of which `block` is one of the blocks.
pub(super) fn block_of_thread(context: &LaunchContext<'_>, block: [u32; 3], thread: u32) -> [u32; 3] {
    let [width, height, _] = context.cluster;
    let rank = thread / context.threads.next_multiple_of(32);
    let inside = [rank % width, rank / width % height, rank / (width * height)];
    std::array::from_fn(|axis| block[axis] - block[axis] % context.cluster[axis] + inside[axis])
}

impl Findings {
    /// Adds an access to the memory of another block, which may not be there.
    pub(super) fn add_visit(&mut self, pc: u32, lifetime: BlockLifetime, found: FoundAccess) {
        add_access(&mut self.visits, (pc, lifetime), found);
    }

    /// The accesses to the memory of other blocks that may not be there, each source line once.
    pub(in crate::machine) fn cluster_accesses(&self, context: &LaunchContext<'_>) -> Vec<ClusterAccess> {
        let mut all: Vec<ClusterAccess> = Vec::new();
        for ((pc, lifetime), found) in &self.visits {
            let access = access_of(&context.kernel.code, *pc);
            let side = side(context, FoundSide { pc: *pc, access }, found.thread);
            let is_known = |known: &&mut ClusterAccess| known.lifetime == *lifetime && known.side.is_like(&side);
            match all.iter_mut().find(is_known) {
                Some(known) => known.times += found.times,
                None => all.push(ClusterAccess {
                    side,
                    block: block_of_thread(context, found.block, found.thread),
                    of: found.block,
                    address: found.address,
                    lifetime: *lifetime,
                    times: found.times,
                }),
            }
        }
        all
    }
}
