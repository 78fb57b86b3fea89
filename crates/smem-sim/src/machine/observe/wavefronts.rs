//! Counts the wavefronts of each shared-memory instruction, before the observers receive its requests.

use super::observer::SharedAccess;
use super::request_kind::RequestKind;
use crate::machine::site::WarpSite;
use crate::shared_op::SharedOp;
use smem_banks::{BankModel, Cost, WarpRequest};

/// The requests of one instruction.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::machine) struct InstructionCounts {
    /// The kind of instruction and its bytes a lane; `None` until it is executed.
    pub(in crate::machine) op: Option<(SharedOp, u32)>,
    pub(in crate::machine) executed: u64,
    pub(in crate::machine) requests: u64,
    pub(in crate::machine) wavefronts: u64,
    pub(in crate::machine) ideal: u64,
    pub(in crate::machine) worst: u32,
    pub(in crate::machine) ways: u32,
}

/// A request and its cost. The whole request is kept, so a hit is exact.
#[derive(Debug, Clone)]
struct CachedCost {
    kind: RequestKind,
    request: WarpRequest,
    wavefronts: u32,
    ideal: u32,
    ways: u32,
    /// The first place that asked for it.
    place: [u32; 4],
}

impl CachedCost {
    /// Whether it is the cost of this request of all lanes, whose addresses may all be a multiple of `period` away.
    #[inline(always)]
    fn is_of(&self, kind: RequestKind, addresses: &[u32; 32], active: u32, bytes: u32, period: u32) -> bool {
        let known = self.request.addresses();
        let away = addresses[0].wrapping_sub(known[0]);
        let mut differences = 0;
        for lane in 0..32 {
            differences |= addresses[lane].wrapping_sub(known[lane]) ^ away;
        }
        let is_alike = differences == 0 && away.is_multiple_of(period);
        active == u32::MAX && self.request.bytes() == bytes && is_alike && self.kind == kind
    }
}

#[derive(Debug)]
pub(in crate::machine) struct Wavefronts {
    /// By instruction.
    pub(in crate::machine) counts: Vec<InstructionCounts>,
    known: Vec<Option<Box<CachedCost>>>,
    /// The last request of all lanes, by instruction: in a loop it is often the next as well.
    last: Vec<Option<Box<CachedCost>>>,
    banks: BankModel,
}

const KNOWN: usize = 1024;

/// The order of blocks and their warps.
fn place(site: &WarpSite) -> [u32; 4] {
    let [x, y, z] = site.block;
    [z, y, x, site.warp]
}

impl Wavefronts {
    pub(in crate::machine) fn new(instructions: usize, banks: BankModel) -> Self {
        Self {
            counts: vec![InstructionCounts::default(); instructions],
            known: vec![None; KNOWN],
            last: vec![None; instructions],
            banks,
        }
    }

    /// The wavefronts of an instruction so far, and those among them that conflicts add.
    #[inline(always)]
    pub(in crate::machine) fn of(&self, pc: u32) -> [u64; 2] {
        let count = &self.counts[pc as usize];
        [count.wavefronts, count.wavefronts - count.ideal]
    }

    /// Adds what another host thread has counted.
    pub(in crate::machine) fn merge(&mut self, other: &Self) {
        for (mine, theirs) in self.counts.iter_mut().zip(&other.counts) {
            mine.op = mine.op.or(theirs.op);
            mine.executed += theirs.executed;
            mine.requests += theirs.requests;
            mine.wavefronts += theirs.wavefronts;
            mine.ideal += theirs.ideal;
            mine.worst = mine.worst.max(theirs.worst);
            mine.ways = mine.ways.max(theirs.ways);
        }
    }

    /// Counts one request of an instruction, and returns its cost. More than 16 bytes a lane go in pieces of 16.
    pub(in crate::machine) fn count(&mut self, access: &SharedAccess<'_>) -> Cost {
        let &SharedAccess { pc, kind, addresses, active, bytes, site, .. } = access;
        if let Some(known) = &mut self.last[pc as usize]
            && known.is_of(kind, addresses, active, bytes, self.banks.translation_bytes())
        {
            known.place = known.place.min(place(site));
            let CachedCost { wavefronts, ideal, ways, .. } = **known;
            return self.add(access, 1, [wavefronts, ideal, ways]);
        }
        // The access has been checked for width and alignment.
        let Ok(mut request) = WarpRequest::new(bytes.min(16), *addresses, active) else { return Cost::default() };
        // Most kernels store to and load from the same addresses, so loads and stores have different slots.
        let mut hash = u64::from(active) ^ u64::from(request.bytes()) << 40 ^ u64::from(kind.loads()) << 48;
        for &address in request.addresses() {
            hash = (hash ^ u64::from(address)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
        let (mut wavefronts, mut ideal, mut ways) = (0, 0, 0);
        let pieces = bytes.div_ceil(16).max(1);
        for piece in 0..pieces {
            let slot = (hash.wrapping_add(u64::from(piece)) >> 20) as usize % KNOWN;
            let (w, i, n) = match &self.known[slot] {
                Some(known) if known.kind == kind && known.request == request => {
                    (known.wavefronts, known.ideal, known.ways)
                }
                _ => {
                    let Cost { wavefronts, ideal, ways, .. } = kind.cost(&self.banks, &request);
                    self.known[slot] =
                        Some(Box::new(CachedCost { kind, request, wavefronts, ideal, ways, place: place(site) }));
                    (wavefronts, ideal, ways)
                }
            };
            wavefronts += w;
            ideal += i;
            ways = ways.max(n);
            if piece + 1 < pieces {
                let next = request.addresses().map(|address| address.wrapping_add(16));
                let Ok(next) = WarpRequest::new(16, next, active) else { break };
                request = next;
            }
        }
        if pieces == 1 && active == u32::MAX {
            let cost = CachedCost { kind, request, wavefronts, ideal, ways, place: place(site) };
            match &mut self.last[pc as usize] {
                Some(last) => **last = cost,
                none => *none = Some(Box::new(cost)),
            }
        }
        self.add(access, pieces, [wavefronts, ideal, ways])
    }

    /// Counts a request of all lanes, if it costs what the last one of its instruction cost and comes from no earlier block or warp than that.
    #[inline(always)]
    pub(in crate::machine) fn repeats(
        &mut self,
        (pc, site): (u32, &WarpSite),
        kind: RequestKind,
        addresses: &[u32; 32],
        bytes: u32,
    ) -> bool {
        let Some(known) = &self.last[pc as usize] else { return false };
        if !known.is_of(kind, addresses, u32::MAX, bytes, self.banks.translation_bytes()) {
            return false;
        }
        // The observers receive the first of those that cost the most.
        if known.wavefronts > known.ideal && place(site) < known.place {
            return false;
        }
        let count = &mut self.counts[pc as usize];
        count.executed += 1;
        count.requests += 1;
        count.wavefronts += u64::from(known.wavefronts);
        count.ideal += u64::from(known.ideal);
        true
    }

    /// Adds a request of so many pieces to the counts of its instruction, and returns its cost.
    #[inline]
    fn add(&mut self, access: &SharedAccess<'_>, pieces: u32, [wavefronts, ideal, ways]: [u32; 3]) -> Cost {
        let count = &mut self.counts[access.pc as usize];
        count.op = Some((access.op(), access.bytes));
        count.executed += 1;
        count.requests += u64::from(pieces);
        count.wavefronts += u64::from(wavefronts);
        count.ideal += u64::from(ideal);
        count.worst = count.worst.max(wavefronts);
        count.ways = count.ways.max(ways);
        Cost { wavefronts, ideal, ways, at_least: wavefronts }
    }
}
