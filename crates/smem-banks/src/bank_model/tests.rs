//! A model's answers to a search, against the cost of requests.

use super::*;
use crate::Arch;

#[test]
fn what_a_search_asks_is_what_a_request_costs() {
    let mut state = 1u64;
    let mut draw = |below: u32| {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        (state >> 33) as u32 % below
    };
    let mut conflicts = 0;
    for arch in [Arch::SM_13, Arch::SM_20, Arch::SM_35, Arch::SM_35.with_eight_byte_banks().unwrap(), Arch::SM_90] {
        let model = arch.bank_model();
        for _ in 0..400 {
            let (bytes, step, active) = (1 << draw(5), draw(70), draw(u32::MAX) | draw(2).wrapping_neg());
            let (start, spread) = (draw(64), 1 + draw(3) * 20);
            let addresses = core::array::from_fn(|lane| bytes * (start + step * lane as u32 + draw(spread)));
            let Ok(request) = WarpRequest::new(bytes, addresses, active) else { unreachable!() };
            let cost = model.cost(&request);
            assert_eq!(model.ways_and_excess(&request), (cost.ways, cost.excess()), "{arch}, {request:?}");
            assert!(cost.at_least <= cost.wavefronts && cost.ideal <= cost.at_least, "{arch}, {request:?}");
            conflicts += u32::from(cost.ways > 1);
        }
    }
    assert!((200..1800).contains(&conflicts), "{conflicts} of 2000");
}
