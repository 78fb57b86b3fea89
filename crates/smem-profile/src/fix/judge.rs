//! The cost of the requests on one array, where it is now and on other layouts.

use std::collections::BTreeSet;

use smem_layout::{BankModel, Layout, WarpRequest};
use smem_sim::{CostRule, SharedOp};

use super::arrays::SharedArray;
use super::record::Recording;

/// The part of a request that is on one array.
#[derive(Debug, Clone)]
pub(crate) struct ArrayRequest {
    /// At addresses from the start of the array.
    pub(crate) request: WarpRequest,
    pub(crate) rule: CostRule,
    pub(crate) times: u64,
}

/// All requests on an array.
#[derive(Debug, Default, Clone)]
pub(crate) struct ArrayRequests {
    /// Those with the most excess first, so that a layout that keeps it is ruled out early.
    pub(crate) requests: Vec<ArrayRequest>,
    /// The instructions that access the array.
    pub(crate) lines: BTreeSet<u32>,
    /// The kinds of them.
    pub(crate) ops: BTreeSet<SharedOp>,
}

impl ArrayRequests {
    /// Takes the requests on an array out of those of launches.
    pub(crate) fn of<'a>(
        array: &SharedArray,
        recordings: impl Iterator<Item = &'a Recording>,
        banks: &BankModel,
    ) -> ArrayRequests {
        let mut all = ArrayRequests::default();
        for recording in recordings {
            for recorded in &recording.requests {
                let request = &recorded.request;
                let is_inside = |lane: &u32| {
                    let inside = |address: u32| address >= array.offset && address + request.bytes() <= array.end();
                    request.address(*lane).is_some_and(inside)
                };
                let active = (0..32).filter(is_inside).fold(0_u32, |mask, lane| mask | 1 << lane);
                if active == 0 {
                    continue;
                }
                let addresses = request.addresses().map(|address| address.wrapping_sub(array.offset));
                // An array that is aligned less than its accesses are has no layout that could be judged.
                let Ok(request) = WarpRequest::new(request.bytes(), addresses, active) else { continue };
                let (rule, line, times) = (recorded.rule, recorded.line, recorded.times);
                all.lines.insert(line);
                if let Some(op) = recording.instructions.get(&line) {
                    all.ops.insert(*op);
                }
                all.requests.push(ArrayRequest { request, rule, times });
            }
        }
        all.requests.sort_by_key(|request| std::cmp::Reverse(request.excess(banks)));
        all
    }

    /// Returns the excess wavefronts of all requests where they are.
    pub(crate) fn excess(&self, banks: &BankModel) -> u64 {
        self.requests.iter().map(|request| request.excess(banks)).sum()
    }

    /// Returns the excess wavefronts of all requests on a layout; `None` if that is more than `most`, or the layout does not take them.
    pub(crate) fn excess_on(&self, layout: &Layout, elem_bytes: u32, banks: &BankModel, most: u64) -> Option<u64> {
        let mut total = 0;
        for request in &self.requests {
            let laid_out = layout.relaid(&request.request, elem_bytes)?;
            total += request.times * u64::from(request.rule.cost(banks, &laid_out).excess());
            if total > most {
                return None;
            }
        }
        Some(total)
    }

    /// Returns the excess wavefronts that lanes cause which take turns on one word: those that no layout takes away.
    pub(crate) fn taking_turns(&self, banks: &BankModel) -> u64 {
        let least = |request: &&ArrayRequest| {
            let mut addresses: Vec<u32> = (0..32).filter_map(|lane| request.request.address(lane)).collect();
            addresses.sort_unstable();
            let most = addresses.chunk_by(|one, two| one == two).map(<[u32]>::len).max().unwrap_or(0);
            // All on one word in one phase is the cost that stays; other words may go elsewhere.
            let same = WarpRequest::from_fn(request.request.bytes(), |lane| ((lane as usize) < most).then_some(0));
            let cost = same.map(|same| request.rule.cost(banks, &same).excess()).unwrap_or(0);
            request.times * u64::from(cost.min(request.rule.cost(banks, &request.request).excess()))
        };
        self.requests.iter().filter(|request| request.rule.takes_turns()).map(|request| least(&request)).sum()
    }

    /// Returns the fewest bytes that a lane accesses at once.
    pub(crate) fn narrowest(&self) -> u32 {
        self.requests.iter().map(|request| request.request.bytes()).min().unwrap_or(4)
    }

    /// Returns the most bytes that a lane accesses at once.
    pub(crate) fn widest(&self) -> u32 {
        self.requests.iter().map(|request| request.request.bytes()).max().unwrap_or(4)
    }
}

impl ArrayRequest {
    /// Returns the excess wavefronts of all times that it came.
    pub(crate) fn excess(&self, banks: &BankModel) -> u64 {
        self.times * u64::from(self.rule.cost(banks, &self.request).excess())
    }
}
