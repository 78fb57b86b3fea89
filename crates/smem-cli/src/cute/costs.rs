//! The wavefronts of accesses to a layout of CuTe, and the swizzles composed with it that need none more.

use smem_layout::{Cost, Cute, WarpRequest};

use super::notation::CuteTile;
use super::requests::CuteRequests;

/// The cost of an access, at the request that costs most.
#[derive(Debug, Clone)]
pub(super) struct CuteCost {
    pub(super) name: String,
    pub(super) worst: Cost,
    pub(super) request: Option<WarpRequest>,
}

/// The swizzles that are tried: `Swizzle<B, M, S>` of up to so many bits, with the shift at most.
pub(super) const MOST_BITS: u32 = 5;
pub(super) const MOST_BASE: u32 = 7;
pub(super) const MOST_SHIFT: u32 = 10;

/// Returns the cost of each access.
///
/// # Errors
/// An access that does not fit the layout.
pub(super) fn costs(tile: &CuteTile) -> Result<Vec<CuteCost>, String> {
    let model = tile.arch.bank_model();
    let cost = |requests: CuteRequests| {
        // The first of those that cost most.
        let with_cost = requests.all.iter().rev().map(|request| (model.cost(request), request));
        let worst = with_cost.max_by_key(|(cost, _)| (cost.excess(), cost.wavefronts));
        CuteCost {
            worst: worst.map_or(Cost::default(), |(cost, _)| cost),
            request: worst.map(|(_, request)| *request),
            name: requests.name,
        }
    };
    tile.accesses.iter().map(|access| CuteRequests::of(tile, access).map(cost)).collect()
}

/// Returns the excess wavefronts of all accesses, each once.
pub(super) fn excess(costs: &[CuteCost]) -> u32 {
    costs.iter().map(|cost| cost.worst.excess()).sum()
}

/// Returns the swizzle with the fewest excess wavefronts in place of that of the layout, of the fewest bits, and what it leaves; `None` where each takes
/// a vector apart.
pub(super) fn best_swizzle(tile: &CuteTile) -> Option<(Option<Cute>, u32)> {
    let limit = tile.layout.with_swizzle(None).cosize().next_power_of_two().ilog2();
    let mut best: Option<(Option<Cute>, u32)> = None;
    let all = (1..=MOST_BITS).flat_map(|bits| {
        let shifts = move |base| (bits..=MOST_SHIFT).map(move |shift| (bits, base, shift));
        (0..=MOST_BASE).flat_map(shifts)
    });
    let inside = all.filter(|(bits, base, shift)| bits + base + shift <= limit);
    let swizzles = inside.filter_map(|(bits, base, shift)| Cute::new(bits, base, shift as i32)).map(Some);
    for swizzle in std::iter::once(None).chain(swizzles) {
        let other = CuteTile { layout: tile.layout.with_swizzle(swizzle), ..tile.clone() };
        let Ok(costs) = costs(&other) else { continue };
        let left = excess(&costs);
        if best.is_none_or(|(_, least)| left < least) {
            best = Some((swizzle, left));
        }
        if left == 0 {
            break;
        }
    }
    best
}
