//! Draws requests: every instruction with every class of pattern, none of them twice.

use std::collections::HashSet;

use smem_layout::WarpRequest;

use super::PatternClass;
use super::instructions::{INSTRUCTIONS, Instruction};
use super::kernels::RequestSet;
use super::request::{LOWEST, Request, SHARED_BYTES};
use crate::random::Random;

/// The most requests that [`requests`] gives.
pub const MOST_REQUESTS: u32 = 100_000;

/// Returns `count` distinct requests, at most [`MOST_REQUESTS`], the same ones for the same seed: loads, stores and
/// `ldmatrix`.
///
/// ```
/// use smem_hardware::calibrate::requests;
///
/// let all = requests(200, 1);
/// assert_eq!(all.len(), 200);
/// assert_eq!(all, requests(200, 1));
/// assert_ne!(all, requests(200, 2));
/// ```
pub fn requests(count: u32, seed: u64) -> Vec<Request> {
    requests_of(RequestSet::Common, count, seed)
}

/// Returns `count` distinct requests of one set of instructions, as [`requests`] does.
///
/// ```
/// use smem_hardware::calibrate::{Op, RequestSet, requests_of};
///
/// assert!(requests_of(RequestSet::Further, 200, 1).iter().any(|request| request.op == Op::CompareAndSwap));
/// assert!(requests_of(RequestSet::Generic, 200, 1).iter().all(|request| request.op.is_generic()));
/// ```
pub fn requests_of(set: RequestSet, count: u32, seed: u64) -> Vec<Request> {
    let kinds = set.kinds();
    let mut random = Random::new(seed);
    let mut known = HashSet::new();
    let mut all = Vec::new();
    let mut turn = 0_usize;
    while all.len() < count.min(MOST_REQUESTS) as usize {
        let (kind, class) =
            (kinds.start + turn % kinds.len(), PatternClass::DRAWN[turn / kinds.len() % PatternClass::DRAWN.len()]);
        turn += 1;
        let Some(request) = draw(&mut random, kind, class) else { continue };
        let warp = &request.warp;
        if known.insert((request.op, warp.bytes(), warp.active(), *warp.addresses())) {
            all.push(request);
        }
    }
    all
}

/// Draws a request of that kind; `None` where its addresses are not those of a request, which no class draws.
fn draw(random: &mut Random, kind: usize, class: PatternClass) -> Option<Request> {
    let Instruction { op, bytes, matrices, .. } = INSTRUCTIONS[kind];
    let active = if matrices > 0 { u32::MAX >> (32 - 8 * matrices) } else { class.mask(random) };
    let room = (SHARED_BYTES - LOWEST) / bytes;
    let elements = class.elements(random, bytes, room / 2);
    let furthest = elements.into_iter().max().unwrap_or(0);
    let start = LOWEST / bytes + random.below(room - furthest);
    let warp = WarpRequest::from_fn(bytes, |lane| {
        (active >> lane & 1 == 1).then(|| (start + elements[lane as usize]) * bytes)
    });
    Some(Request { class, op, warp: warp.ok()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_can_run_and_cover_every_instruction_in_every_class() {
        for (set, count) in [(RequestSet::Common, 10_000), (RequestSet::Further, 5000), (RequestSet::Generic, 5000)] {
            let all = requests_of(set, count, 1);
            let mut seen = HashSet::new();
            for request in &all {
                assert_eq!(request.problem(), None, "{request}");
                assert!(set.kinds().contains(&request.kind().unwrap()));
                seen.insert((request.kind(), request.class));
            }
            assert_eq!(seen.len(), set.kinds().len() * PatternClass::DRAWN.len());
        }
    }

    #[test]
    fn every_cost_from_one_wavefront_to_thirty_two_is_asked_for() {
        let model = smem_layout::Arch::SM_90.bank_model();
        let all = requests(10_000, 1);
        let costs: HashSet<u32> = all.iter().map(|request| request.predicted(&model)).collect();
        assert!((1..=32).all(|cost| costs.contains(&cost)), "{costs:?}");
    }
}
