//! What a request costs: 32 banks of 4 bytes, as the programming guide tells it.

use std::{collections::HashSet, ops::Range};

use super::accesses::{Declared, Tile};

/// Line and column of the lanes that are served together, each place once.
pub(crate) type Phase = Vec<(u32, u32)>;

/// An access on a tile: the phases of each of its requests.
pub(crate) struct Demand {
    pub(crate) elem: u32,
    /// Elements that a lane touches.
    pub(crate) wide: u32,
    pub(crate) requests: Vec<Vec<Phase>>,
}

impl Demand {
    pub(crate) fn new(declared: Declared, tile: Tile) -> Demand {
        let wide = declared.lane_elements(tile);
        let together = match wide * tile.elem {
            0..=4 => 32,
            8 => 16,
            _ => 8,
        };
        let phase = |lanes: &[Option<(u32, u32)>]| {
            let mut phase: Phase = lanes.iter().flatten().copied().collect();
            phase.sort_unstable();
            phase.dedup();
            phase
        };
        let request = |warp: Vec<_>| warp.chunks(together).map(phase).filter(|phase| !phase.is_empty()).collect();
        Demand { elem: tile.elem, wide, requests: declared.warps(tile).into_iter().map(request).collect() }
    }

    /// The requests, of those that differ by a shift of `down` lines or `across` columns one.
    ///
    /// Where both shift all addresses by whole words, no cost is lost.
    pub(crate) fn distinct_requests(&self, down: u32, across: u32) -> Vec<Vec<Phase>> {
        let mut seen = HashSet::new();
        let shifted = self.requests.iter().map(|request| shifted(request, down, across));
        shifted.filter(|request| seen.insert(request.clone())).collect()
    }

    /// The same for phases, which is all that freedom from conflict depends on.
    pub(crate) fn distinct_phases(&self, down: u32, across: u32) -> Vec<Phase> {
        let mut seen = HashSet::new();
        let phases = self.requests.iter().flatten().map(|phase| shifted(std::slice::from_ref(phase), down, across));
        phases.filter(|phase| seen.insert(phase.clone())).flatten().collect()
    }

    /// True when no two words of the phase share a bank: with `pitch` elements from line to line, and `moves[line]` XORed
    /// onto the columns of each.
    pub(crate) fn is_free(&self, phase: &[(u32, u32)], pitch: u32, moves: &[u32]) -> bool {
        let mut owners = [u32::MAX; 32];
        phase.iter().all(|&(line, col)| {
            self.words(line, col, pitch, moves).all(|word| {
                let owner = &mut owners[word as usize % 32];
                let free = *owner == u32::MAX || *owner == word;
                *owner = word;
                free
            })
        })
    }

    /// Wavefronts of the request beyond one a phase.
    pub(crate) fn excess(&self, request: &[Phase], pitch: u32, moves: &[u32]) -> u32 {
        let mut excess = 0;
        let mut words = Vec::with_capacity(64);
        for phase in request {
            words.clear();
            words.extend(phase.iter().flat_map(|&(line, col)| self.words(line, col, pitch, moves)));
            words.sort_unstable();
            words.dedup();
            let mut in_bank = [0; 32];
            for word in &words {
                in_bank[*word as usize % 32] += 1;
            }
            excess += in_bank.into_iter().max().unwrap_or(1) - 1;
        }
        excess
    }

    /// The words that the lane at this place touches.
    #[inline]
    fn words(&self, line: u32, col: u32, pitch: u32, moves: &[u32]) -> Range<u32> {
        let first = (line * pitch + (col ^ moves[line as usize])) * self.elem;
        first / 4..(first + self.wide * self.elem).div_ceil(4)
    }
}

fn shifted(request: &[Phase], down: u32, across: u32) -> Vec<Phase> {
    let places = || request.iter().flatten();
    let line = places().map(|place| place.0).min().unwrap_or(0) / down * down;
    let col = places().map(|place| place.1).min().unwrap_or(0) / across * across;
    request.iter().map(|phase| phase.iter().map(|place| (place.0 - line, place.1 - col)).collect()).collect()
}
