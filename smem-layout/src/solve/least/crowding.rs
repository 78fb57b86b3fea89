//! A bound on the excess of every layout: lanes that outnumber the places that vectors leave them.
//!
//! Each class keeps the elements of the widest vector together and aligned. So a lane that touches one element of such a group is in
//! one of as many places as groups fill the banks, and a column beside rows of 16-byte vectors has 8 places for 32 lanes.

use alloc::vec::Vec;

use smem_banks::LANES;

use crate::{
    access::{Access, WarpLanes},
    solve::{
        checked_tile::CheckedTile,
        excess::{Excess, OfAccess},
    },
};

/// The most positions of each access that are looked at; any set of positions gives a valid bound.
const MOST_POSITIONS: u32 = 64;

/// Returns an excess that every layout of the classes has.
pub(super) fn crowded(tile: &CheckedTile<'_>, allowed: &[u32]) -> Excess {
    let group = tile.granule() * tile.elem_bytes;
    if group <= tile.model.bank_bytes() || !tile.model.is_xor_invariant() {
        return 0;
    }
    let of_access = |(access, allowed): (&Access, &u32)| {
        let mut of_access = OfAccess::new(*allowed);
        let positions = tile.positions(access);
        for number in 0..positions.count().min(MOST_POSITIONS) {
            let ways = ways(tile, access, &positions.lanes(number));
            of_access.add((ways.iter().copied().max().unwrap_or(0), ways.iter().map(|ways| ways - 1).sum()));
        }
        of_access.weighted()
    };
    tile.accesses.iter().zip(allowed).map(of_access).sum()
}

/// Returns the fewest ways of each phase of the request that has an active lane.
fn ways(tile: &CheckedTile<'_>, access: &Access, lanes: &WarpLanes) -> Vec<u32> {
    let CheckedTile { elem_bytes, model, .. } = *tile;
    let granule = tile.granule();
    let places = (model.span() / (granule * elem_bytes)).max(1) as usize;
    let vec = access.lane_elements(elem_bytes);
    let unit = (model.bank_bytes() / elem_bytes).max(vec);
    let phase = model.lanes_per_phase(vec * elem_bytes);
    let of_phase = |first: u32| {
        let here = lanes.iter().filter(|(lane, ..)| lane / phase * phase == first);
        // The part of the group, and the group.
        let mut parts: Vec<(u32, u32, u32)> =
            here.map(|(_, row, col)| (col % granule / unit, row, col / granule)).collect();
        parts.sort_unstable();
        parts.dedup();
        parts.chunk_by(|one, other| one.0 == other.0).map(|part| part.len().div_ceil(places) as u32).max()
    };
    (0..LANES as u32).step_by(phase as usize).filter_map(of_phase).collect()
}
