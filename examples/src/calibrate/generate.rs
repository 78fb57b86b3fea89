//! Draws requests: every instruction with every class of pattern, none of them twice.

use std::collections::HashSet;

use smem_layout::WarpRequest;

use super::random::Random;
use super::request::{LOWEST, Op, Request, SHARED_BYTES};
use super::{Class, kernels::KINDS};

/// As many requests as [`requests`] gives at most.
pub const MOST_REQUESTS: u32 = 100_000;

/// `count` distinct requests, at most [`MOST_REQUESTS`], the same ones for the same seed.
///
/// ```
/// use smem_examples::calibrate::requests;
///
/// let all = requests(200, 1);
/// assert_eq!(all.len(), 200);
/// assert_eq!(all, requests(200, 1));
/// assert_ne!(all, requests(200, 2));
/// ```
pub fn requests(count: u32, seed: u64) -> Vec<Request> {
    let mut random = Random::new(seed);
    let mut known = HashSet::new();
    let mut all = Vec::new();
    let mut turn = 0_usize;
    while all.len() < count.min(MOST_REQUESTS) as usize {
        let (kind, class) = (turn % KINDS, Class::ALL[turn / KINDS % Class::ALL.len()]);
        turn += 1;
        let request = draw(&mut random, kind, class);
        let WarpRequest { addresses, active, bytes } = request.warp;
        if known.insert((request.op, bytes, active, addresses)) {
            all.push(request);
        }
    }
    all
}

fn draw(random: &mut Random, kind: usize, class: Class) -> Request {
    let (op, bytes) = match kind {
        0..5 => (Op::Load, 1 << kind),
        5..10 => (Op::Store, 1 << (kind - 5)),
        _ => (Op::LdMatrix, 16),
    };
    let active = match op {
        Op::LdMatrix => u32::MAX >> (32 - (8 << (kind - 10))),
        _ => class.mask(random),
    };
    let room = (SHARED_BYTES - LOWEST) / bytes;
    let elements = class.elements(random, bytes, room / 2);
    let furthest = elements.into_iter().max().unwrap_or(0);
    let start = LOWEST / bytes + random.below(room - furthest);
    let warp = WarpRequest::from_fn(bytes, |lane| {
        (active >> lane & 1 == 1).then(|| (start + elements[lane as usize]) * bytes)
    });
    Request { class, op, warp }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_can_run_and_cover_every_instruction_in_every_class() {
        let all = requests(10_000, 1);
        let mut seen = HashSet::new();
        for request in &all {
            assert_eq!(request.problem(), None, "{request}");
            seen.insert((request.kind(), request.class));
        }
        assert_eq!(seen.len(), KINDS * Class::ALL.len());
    }

    #[test]
    fn every_cost_from_one_wavefront_to_thirty_two_is_asked_for() {
        let model = smem_layout::Arch::SM_90.bank_model();
        let costs: HashSet<u32> = requests(10_000, 1).iter().map(|request| request.predicted(&model)).collect();
        assert!((1..=32).all(|cost| costs.contains(&cost)), "{costs:?}");
    }
}
