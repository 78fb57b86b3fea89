//! The best there is where nothing is free of conflict: fewest excess wavefronts over every layout of every small class.

use super::{
    accesses::Tile,
    banks::{Demand, Phase},
    layouts::{Placing, may_swizzle, pitches},
    matrices::{Class, moves},
    small::SMALL,
};

/// The least sum of the accesses' worst excesses, the least pitch that has it, and the layouts looked at.
///
/// `None` where a class is too large to be searched to its end.
pub(crate) fn least_excess(tile: Tile, demands: &[&Demand], granule: u32) -> Option<(u32, Placing, u64)> {
    let mut least = (u32::MAX, Placing { pitch: 0, columns: Vec::new() });
    let mut tried = 0;
    let words = (4 / tile.elem).max(1);
    let mut unswizzled: Vec<_> = demands.iter().map(|demand| demand.distinct_requests(words, words)).collect();
    for pitch in pitches(tile, granule) {
        let class = Class::of_banks(tile, pitch, granule);
        let swizzle = may_swizzle(tile, pitch) && class.log_size() > 0;
        if swizzle && class.log_size() > SMALL {
            return None;
        }
        tried += 1;
        let still = vec![0; class.line_bits as usize];
        if let Some(excess) = excess_below(least.0, demands, &mut unswizzled, pitch, &moves(&still)) {
            least = (excess, Placing { pitch, columns: still });
        }
        if !swizzle {
            continue;
        }
        let mut requests: Vec<_> =
            demands.iter().map(|demand| demand.distinct_requests(u32::MAX, class.block())).collect();
        for number in 0..1 << class.log_size() {
            tried += 1;
            let columns = class.columns(number);
            if let Some(excess) = excess_below(least.0, demands, &mut requests, pitch, &moves(&columns)) {
                least = (excess, Placing { pitch, columns });
            }
        }
    }
    Some((least.0, least.1, tried))
}

/// The sum of the worst excesses, if it is less than `limit`.
pub(crate) fn excess_below(
    limit: u32,
    demands: &[&Demand],
    requests: &mut [Vec<Vec<Phase>>],
    pitch: u32,
    moves: &[u32],
) -> Option<u32> {
    let mut total = 0;
    for (demand, requests) in demands.iter().zip(requests) {
        let mut worst = 0;
        for place in 0..requests.len() {
            worst = worst.max(demand.excess(&requests[place], pitch, moves));
            if total + worst >= limit {
                // What rules this layout out is likely to rule out the next.
                requests.swap(0, place);
                return None;
            }
        }
        total += worst;
    }
    Some(total)
}
