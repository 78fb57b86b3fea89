//! The requests of each instruction, where merged accesses are looked for.

use std::collections::HashMap;

use smem_report::WorstRequests;
use smem_sim::{Observer, SharedAccess, SharedOp, SourceLoc};

/// The widths that accesses are compared at.
pub(crate) const WIDTHS: [u32; 3] = [4, 8, 16];

/// Sees the worst requests, and all requests where merged ones are looked for.
#[derive(Debug, Default)]
pub(super) struct SeenRequests {
    worst: WorstRequests,
    traces: Option<RequestTraces>,
}

/// The requests of each instruction, by its line in the PTX or in the listing.
pub(crate) type RequestTraces = HashMap<(u32, SharedOp), RequestTrace>;

/// All requests of an instruction.
#[derive(Debug, Clone)]
pub(crate) struct RequestTrace {
    pub(crate) loc: Option<SourceLoc>,
    pub(crate) text: String,
    pub(crate) bytes: u32,
    pub(crate) requests: u64,
    /// For each width the sum of a hash of each request: block, warp, lanes, and the piece of this width that each lane accesses.
    pub(crate) sums: [u64; 3],
}

impl Observer for SeenRequests {
    fn sees_repeats(&self) -> bool {
        self.traces.is_some()
    }

    fn shared(&mut self, access: &SharedAccess<'_>) {
        self.worst.shared(access);
        let Some(traces) = &mut self.traces else { return };
        let trace = traces.entry((access.line(), access.op())).or_insert_with(|| RequestTrace {
            loc: access.loc().cloned(),
            text: access.text().to_string(),
            bytes: access.bytes(),
            requests: 0,
            sums: [0; 3],
        });
        trace.requests += 1;
        let [x, y, z] = access.block().map(u64::from);
        let place = [x, y, z, access.warp().into()].into_iter().fold(0, mixed);
        for (sum, width) in trace.sums.iter_mut().zip(WIDTHS) {
            let piece =
                |hash, (lane, address): (u32, u32)| mixed(hash, u64::from(lane) << 32 | u64::from(address / width));
            *sum = sum.wrapping_add(access.lanes().fold(place, piece));
        }
    }
}

/// Takes a word into a hash.
fn mixed(hash: u64, word: u64) -> u64 {
    let mut mixed = (hash ^ word).wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

impl SeenRequests {
    pub(super) fn new(traced: bool) -> SeenRequests {
        SeenRequests { worst: WorstRequests::default(), traces: traced.then(RequestTraces::default) }
    }

    /// The worst requests of several observers, and the traces of all.
    pub(super) fn split(all: Vec<SeenRequests>) -> (Vec<WorstRequests>, Option<RequestTraces>) {
        let mut together: Option<RequestTraces> = None;
        let mut worst = Vec::new();
        for seen in all {
            worst.push(seen.worst);
            for (key, trace) in seen.traces.into_iter().flatten() {
                let traces = together.get_or_insert_with(RequestTraces::default);
                match traces.get_mut(&key) {
                    Some(known) => {
                        known.requests += trace.requests;
                        let sums = known.sums.iter_mut().zip(trace.sums);
                        sums.for_each(|(sum, other)| *sum = sum.wrapping_add(other));
                    }
                    None => {
                        traces.insert(key, trace);
                    }
                }
            }
        }
        (worst, together)
    }
}
