//! Pairs of lanes of one request: whether they can meet in a bank, and under which matrices.

use alloc::vec::Vec;
use core::ops::Range;

use smem_banks::LANES;

use crate::{
    access::WarpLanes,
    solve::{checked_tile::CheckedTile, classes::matrix::space::MatrixSpace},
};

/// The part of each lane's address that no matrix changes: it decides which pairs of lanes can meet.
pub(crate) struct LanePairs {
    active: u32,
    /// The line of each lane.
    line: [u32; LANES],
    /// The granule of each lane, within the block that a swizzle permutes.
    granule: [u32; LANES],
    /// The word or vector within the granule, which no swizzle moves.
    within: [u32; LANES],
    /// The bits of its byte address above that block: the low ones choose the bank, the others the word.
    above: [u32; LANES],
    banks_above: u32,
    words_above: u32,
    /// Words of one bank that a pass serves together: two where words are paired.
    words_a_pass: usize,
    /// Lanes on one word do not meet. False on cc 1.x, where they do, unless all lanes of the phase are on one element.
    same_word_shared: bool,
    /// (row, column) of each lane.
    at: [(u32, u32); LANES],
}

impl LanePairs {
    /// Collects the lanes of a request that touch `vec` elements each.
    pub(crate) fn new(space: &MatrixSpace<'_>, lanes: &WarpLanes, vec: u32) -> LanePairs {
        let CheckedTile { rows, elem_bytes, model, .. } = space.tile;
        let line_length = space.tile.line();
        let unit = (model.bank_bytes() / elem_bytes).max(vec);
        let block = space.base + space.granule_bits;
        let shift = block + elem_bytes.trailing_zeros();
        // The span in units of the block: the address bits below it choose the bank.
        let banks_above = (model.span() >> shift).max(1) - 1;
        let paired = (banks_above + 1) * (model.words_a_pass() - 1);
        let mut pairs = LanePairs {
            active: lanes.active,
            line: [0; LANES],
            granule: [0; LANES],
            within: [0; LANES],
            above: [0; LANES],
            banks_above,
            words_above: !banks_above & !paired,
            words_a_pass: model.words_a_pass() as usize,
            same_word_shared: model.is_same_word_shared(),
            at: lanes.at,
        };
        for (lane, row, col) in lanes.iter() {
            let (line, col) = if rows == 1 { (col / line_length, col % line_length) } else { (row, col) };
            let lane = lane as usize;
            pairs.line[lane] = line;
            pairs.granule[lane] = (col & ((1 << block) - 1)) >> space.base;
            pairs.within[lane] = (col & ((1 << space.base) - 1)) / unit;
            pairs.above[lane] = (line * space.pitch + col) >> block;
        }
        pairs
    }

    /// Returns one lane for each word that the active `lanes` touch: its line, its granule, and where in the banks it
    /// is fixed.
    pub(crate) fn words(&self, lanes: Range<usize>) -> Vec<(u32, u32, u32)> {
        let mut words = Vec::with_capacity(lanes.len());
        self.each_word(lanes, |word| words.push(word));
        words
    }

    /// Calls `f` with what [`words`](Self::words) returns.
    #[inline]
    fn each_word(&self, lanes: Range<usize>, mut f: impl FnMut((u32, u32, u32))) {
        let mut seen = [((0, 0, 0), 0); LANES];
        let mut count = 0;
        for lane in lanes.filter(|lane| self.active >> lane & 1 == 1) {
            let place = (self.line[lane], self.granule[lane], self.within[lane]);
            let word = (place, self.above[lane] & (self.words_above | self.banks_above));
            if !seen[..count].contains(&word) {
                seen[count] = word;
                count += 1;
                f((place.0, place.1, (self.above[lane] & self.banks_above) << 3 | place.2));
            }
        }
    }

    /// Returns the fewest passes, at best, of the words of the active `lanes` that only a swizzle can keep apart.
    pub(crate) fn crowd(&self, lanes: Range<usize>) -> usize {
        let mut fixed = [0; LANES];
        let mut count = 0;
        self.each_word(lanes, |(_, _, at)| {
            fixed[count] = at;
            count += 1;
        });
        let fixed = &fixed[..count];
        let crowded = fixed.iter().map(|at| fixed.iter().filter(|other| *other == at).count()).max().unwrap_or(0);
        crowded.div_ceil(self.words_a_pass)
    }

    /// Returns true if the active `lanes`, a phase, take one pass whatever the layout: on cc 1.x, where all are on one
    /// element.
    pub(crate) fn is_uniform(&self, mut lanes: Range<usize>) -> bool {
        if self.same_word_shared {
            return false;
        }
        let Some(first) = lanes.find(|lane| self.active >> lane & 1 == 1) else { return true };
        lanes.all(|lane| self.active >> lane & 1 == 0 || self.at[lane] == self.at[first])
    }

    /// Adds the value that this pair of lanes forbids, if any, to `values`; returns false if they meet under every
    /// matrix.
    pub(crate) fn forbid(&self, one: usize, other: usize, values: &mut [u32]) -> bool {
        if self.active >> one & self.active >> other & 1 == 0 {
            return true;
        }
        let above = self.above[one] ^ self.above[other];
        if above & self.banks_above != 0 || self.within[one] != self.within[other] {
            return true;
        }
        let argument = self.line[one] ^ self.line[other];
        let value = self.granule[one] ^ self.granule[other];
        // The same word, if the granules agree, is shared.
        if above & self.words_above == 0 && self.same_word_shared {
            return true;
        }
        if argument == 0 {
            return value != 0;
        }
        values[argument as usize] |= 1 << value;
        true
    }
}
