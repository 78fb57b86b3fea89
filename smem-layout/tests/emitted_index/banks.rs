//! The banks of compute capability 5.0 and later: lanes that are served together, and the words of a bank that they ask for.

use super::{accesses::Drawn, tile::Tile};

const BANKS: u32 = 32;
const WORD: u32 = 4;

/// The lanes of an access that are served together, for each request: those that failed last come first.
pub(crate) struct Phases {
    phases: Vec<Vec<(u32, u32)>>,
    elem: u32,
    wide: u32,
    max_ways: u32,
}

impl Phases {
    pub(crate) fn of(drawn: &Drawn, tile: Tile) -> Phases {
        let together = (128 / (drawn.wide * tile.elem)).min(32) as usize;
        let mut phases: Vec<Vec<(u32, u32)>> = drawn
            .positions
            .iter()
            .flat_map(|lanes| lanes.chunks(together))
            .map(|lanes| {
                let mut active: Vec<(u32, u32)> = lanes.iter().flatten().copied().collect();
                active.sort_unstable();
                active.dedup();
                active
            })
            .filter(|lanes| lanes.len() > 1)
            .collect();
        phases.sort_unstable();
        phases.dedup();
        Phases { phases, elem: tile.elem, wide: drawn.wide, max_ways: drawn.access.max_ways }
    }

    /// Returns true if no request has more ways than the access accepts, with elements where `index` says.
    pub(crate) fn accept(&mut self, index: impl Fn(u32, u32) -> u32) -> bool {
        match self.phases.iter().position(|lanes| self.ways(lanes, &index) > self.max_ways) {
            None => true,
            Some(0) => false,
            Some(place) => {
                self.phases.swap(0, place);
                false
            }
        }
    }

    /// Returns the most different words of one bank.
    fn ways(&self, lanes: &[(u32, u32)], index: &impl Fn(u32, u32) -> u32) -> u32 {
        let words_a_lane = (self.elem * self.wide).div_ceil(WORD);
        let mut words: [u32; 128] = [0; 128];
        let mut count = 0;
        for &(row, col) in lanes {
            let first = index(row, col) * self.elem / WORD;
            for word in first..first + words_a_lane {
                words[count] = ((word % BANKS) << 26) | (word / BANKS);
                count += 1;
            }
        }
        let words = &mut words[..count];
        words.sort_unstable();
        let (mut most, mut here) = (1, 1);
        for pair in words.windows(2).filter(|pair| pair[0] != pair[1]) {
            here = if pair[0] >> 26 == pair[1] >> 26 { here + 1 } else { 1 };
            most = most.max(here);
        }
        most
    }
}
