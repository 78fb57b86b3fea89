//! What one host thread has counted, and the cost of each shared-memory request.

use crate::isa::Space;
use crate::isa::{AtomicPasses, CopyPath};
use crate::profile::{Profile, SharedCount};
use crate::program::Kernel;
use smem_layout::{BankModel, Cost, WarpRequest};
use std::collections::BTreeMap;

#[derive(Debug, Clone, Copy, Default)]
struct Count {
    requests: u64,
    wavefronts: u64,
    ideal: u64,
    worst: u32,
}

/// What a request does, as far as its cost depends on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Work {
    /// `ld.shared`
    Load,
    /// `ld` of a generic address
    GenericLoad,
    /// A store, through either address, `ldmatrix` and `stmatrix`.
    Store,
    /// The writing half of `cp.async`.
    AsyncCopy(CopyPath),
    Atomic(AtomicPasses),
}

impl Work {
    /// The work of a load through an address of this space.
    pub(super) fn load(space: Space) -> Self {
        if space == Space::Generic { Self::GenericLoad } else { Self::Load }
    }

    fn loads(self) -> bool {
        matches!(self, Self::Load | Self::GenericLoad)
    }

    fn cost(self, banks: &BankModel, request: &WarpRequest) -> Cost {
        match self {
            Work::Load => banks.load_cost(request),
            Work::GenericLoad => banks.generic_load_cost(request),
            Work::Store => banks.cost(request),
            // Lanes on one word share nothing, as in an atomic.
            Work::AsyncCopy(CopyPath::ThroughL1) => banks.atomic_cost(request),
            Work::AsyncCopy(CopyPath::AroundL1) => Cost::default(),
            Work::Atomic(passes) => match passes {
                AtomicPasses::Words => banks.cost(request),
                AtomicPasses::Lanes => banks.atomic_cost(request),
                AtomicPasses::LanesTwice => banks.compare_and_swap_cost(request),
                AtomicPasses::LanesTwiceAndPhases => {
                    let cost = banks.compare_and_swap_cost(request);
                    let phases = banks.atomic_cost(request).ideal;
                    Cost { wavefronts: cost.wavefronts + phases, ideal: cost.ideal + phases, ..cost }
                }
            },
        }
    }
}

/// A request and its cost, remembered whole: a hit is exact.
#[derive(Debug, Clone)]
struct Known {
    work: Work,
    request: WarpRequest,
    wavefronts: u32,
    ideal: u32,
}

#[derive(Debug)]
pub(super) struct Tally {
    pub(super) thread_instructions: u64,
    pub(super) warp_instructions: u64,
    pub(super) barriers: u64,
    pub(super) global_loaded: u64,
    pub(super) global_stored: u64,
    pub(super) global_atomic: u64,
    /// By instruction.
    shared: Vec<Count>,
    known: Vec<Option<Box<Known>>>,
    banks: BankModel,
}

const KNOWN: usize = 1024;

impl Tally {
    pub(super) fn new(instructions: usize, banks: BankModel) -> Self {
        Self {
            thread_instructions: 0,
            warp_instructions: 0,
            barriers: 0,
            global_loaded: 0,
            global_stored: 0,
            global_atomic: 0,
            shared: vec![Count::default(); instructions],
            known: vec![None; KNOWN],
            banks,
        }
    }

    /// Counts one request of an instruction. More than 16 bytes a lane go in pieces of 16.
    pub(super) fn request(&mut self, pc: u32, work: Work, addresses: &[u32; 32], active: u32, bytes: u32) {
        // Whoever accesses memory has checked width and alignment.
        let Ok(mut request) = WarpRequest::new(bytes.min(16), *addresses, active) else { return };
        // A load and a store of the same addresses follow one another in most kernels: each has a slot of its own.
        let mut hash = u64::from(active) ^ u64::from(request.bytes()) << 40 ^ u64::from(work.loads()) << 48;
        for &address in request.addresses() {
            hash = (hash ^ u64::from(address)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
        let (mut wavefronts, mut ideal) = (0, 0);
        let pieces = bytes.div_ceil(16).max(1);
        for piece in 0..pieces {
            let slot = (hash.wrapping_add(u64::from(piece)) >> 20) as usize % KNOWN;
            let (w, i) = match &self.known[slot] {
                Some(known) if known.work == work && known.request == request => (known.wavefronts, known.ideal),
                _ => {
                    let Cost { wavefronts, ideal, .. } = work.cost(&self.banks, &request);
                    self.known[slot] = Some(Box::new(Known { work, request, wavefronts, ideal }));
                    (wavefronts, ideal)
                }
            };
            wavefronts += w;
            ideal += i;
            if piece + 1 < pieces {
                let next = request.addresses().map(|address| address.wrapping_add(16));
                let Ok(next) = WarpRequest::new(16, next, active) else { return };
                request = next;
            }
        }
        let count = &mut self.shared[pc as usize];
        count.requests += u64::from(pieces);
        count.wavefronts += u64::from(wavefronts);
        count.ideal += u64::from(ideal);
        count.worst = count.worst.max(wavefronts);
    }

    /// Adds what another host thread has counted.
    pub(super) fn merge(&mut self, other: &Self) {
        self.thread_instructions += other.thread_instructions;
        self.warp_instructions += other.warp_instructions;
        self.barriers += other.barriers;
        self.global_loaded += other.global_loaded;
        self.global_stored += other.global_stored;
        self.global_atomic += other.global_atomic;
        for (mine, theirs) in self.shared.iter_mut().zip(&other.shared) {
            mine.requests += theirs.requests;
            mine.wavefronts += theirs.wavefronts;
            mine.ideal += theirs.ideal;
            mine.worst = mine.worst.max(theirs.worst);
        }
    }

    /// The profile: a PTX line that was expanded several times is one entry.
    pub(super) fn profile(&self, kernel: &Kernel, shared_bytes: u32) -> Profile {
        let mut by_line: BTreeMap<(u32, std::sync::Arc<str>), SharedCount> = BTreeMap::new();
        for (pc, count) in self.shared.iter().enumerate().filter(|(_, c)| c.requests > 0) {
            let info = &kernel.info[pc];
            let Some((op, bytes)) = kernel.code[pc].op.shared_op() else { continue };
            let entry = by_line.entry((info.line, info.text.clone())).or_insert_with(|| SharedCount {
                line: info.line,
                text: info.text.clone(),
                loc: info.loc.clone(),
                op,
                bytes,
                requests: 0,
                wavefronts: 0,
                ideal: 0,
                worst: 0,
            });
            entry.requests += count.requests;
            entry.wavefronts += count.wavefronts;
            entry.ideal += count.ideal;
            entry.worst = entry.worst.max(count.worst);
        }
        Profile {
            kernel: kernel.name.to_string(),
            thread_instructions: self.thread_instructions,
            warp_instructions: self.warp_instructions,
            barriers: self.barriers,
            global_loaded: self.global_loaded,
            global_stored: self.global_stored,
            global_atomic: self.global_atomic,
            shared_bytes,
            shared: by_line.into_values().collect(),
        }
    }
}
