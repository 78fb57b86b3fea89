//! The matrix products of a block that may still read shared memory.

use std::collections::{BTreeSet, HashMap};

/// The bytes that a product of a warp reads until the warp has waited for it.
#[derive(Debug)]
pub(super) struct ProductRead {
    pub(super) warp: u32,
    pub(super) pc: u32,
    group: u32,
    /// First bytes and lengths, ascending and apart.
    pub(super) places: Vec<[u32; 2]>,
}

impl ProductRead {
    /// The first byte that is both read and among these.
    fn first_common(&self, [address, bytes]: [u32; 2]) -> Option<u32> {
        let at = self.places.partition_point(|[first, length]| first + length <= address);
        let [first, _] = self.places.get(at)?;
        (*first < address + bytes).then_some(address.max(*first))
    }
}

/// The products of a block that may still read.
#[derive(Debug, Default)]
pub(super) struct ProductReads {
    reads: Vec<ProductRead>,
    /// The group that each warp's next product joins.
    open: HashMap<u32, u32>,
    /// The instructions of all products so far.
    pcs: BTreeSet<u32>,
}

impl ProductReads {
    pub(super) fn clear(&mut self) {
        self.reads.clear();
        self.open.clear();
        self.pcs.clear();
    }

    pub(super) fn is_empty(&self) -> bool {
        self.reads.is_empty()
    }

    /// Whether an instruction is a product.
    pub(super) fn has(&self, pc: u32) -> bool {
        self.pcs.contains(&pc)
    }

    fn open(&self, warp: u32) -> u32 {
        self.open.get(&warp).copied().unwrap_or(0)
    }

    pub(super) fn add(&mut self, warp: u32, pc: u32, places: Vec<[u32; 2]>) {
        let group = self.open(warp);
        self.pcs.insert(pc);
        self.reads.push(ProductRead { warp, pc, group, places });
    }

    /// The products of a warp so far are a group.
    pub(super) fn commit(&mut self, warp: u32) {
        *self.open.entry(warp).or_default() += 1;
    }

    /// The reads that have a byte in common with these, and the first such byte.
    pub(super) fn common(&self, bytes: [u32; 2]) -> impl Iterator<Item = (&ProductRead, u32)> {
        self.reads.iter().filter_map(move |read| Some((read, read.first_common(bytes)?)))
    }

    /// Takes the reads that are done when a warp has waited for all but its last `pending` groups.
    pub(super) fn waited(&mut self, warp: u32, pending: u32) -> Vec<ProductRead> {
        let open = self.open(warp);
        let is_done = |read: &mut ProductRead| read.warp == warp && read.group.saturating_add(pending) < open;
        self.reads.extract_if(.., is_done).collect()
    }
}
