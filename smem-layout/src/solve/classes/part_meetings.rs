//! The paddings inside rows with which two lanes of less than a word meet, from a table.
//!
//! Where `p` elements of padding are `q` times before an element `x` and `b` times between it and one `d` elements later, the first
//! is `r = (x + p * q) % w` elements into its word of `w`. The other is `r + d + p * b` elements after the start of that word: in the
//! same bank if that is less than `w` modulo the elements of all banks. `r` depends on `p` by its remainder modulo `w` alone. So what a
//! pair rules out is, for each remainder, one entry of a table by `b` and by `r + d`.

use alloc::{vec, vec::Vec};

use crate::solve::{checked_tile::CheckedTile, classes::padding_set::Paddings};

/// The table.
pub(super) struct PartMeetings {
    /// Elements of a word.
    word: u32,
    /// Elements of all banks.
    period: u32,
    /// For each remainder modulo a word, the paddings that have it.
    by_remainder: Vec<Paddings>,
    /// For each number of paddings between two elements, and each distance from the start of the first one's word, the paddings
    /// with which the other one is in its bank.
    in_bank: Vec<Paddings>,
}

impl PartMeetings {
    /// Makes the table for the paddings in `all`, of banks in which lanes of one word and no others share a pass.
    pub(super) fn new(tile: &CheckedTile<'_>, all: Paddings) -> PartMeetings {
        let (word, granule) = (tile.model.bank_bytes() / tile.elem_bytes, tile.granule());
        let period = tile.model.span() / tile.elem_bytes;
        let mut by_remainder = vec![Paddings::default(); word as usize];
        let mut in_bank = vec![Paddings::default(); (period * period) as usize];
        for granules in (1..period / granule).filter(|granules| all.contains(*granules)) {
            let pad = granules * granule;
            by_remainder[(pad % word) as usize].insert(granules);
            for between in 0..period {
                for place in 0..word {
                    let distance = (period + place - pad * between % period) % period;
                    in_bank[(between * period + distance) as usize].insert(granules);
                }
            }
        }
        PartMeetings { word, period, by_remainder, in_bank }
    }

    /// Returns the paddings with which two elements, of which the first comes first, meet with so many paddings before each; `None`
    /// where they may share a word.
    pub(super) fn ruled_out(&self, (one, other): (u32, u32), before: (u32, u32)) -> Option<Paddings> {
        let (word, period) = (self.word, self.period);
        if other - one < word {
            return None;
        }
        let between = (before.1 - before.0) % period;
        let mut ruled_out = Paddings::default();
        for (remainder, of_remainder) in (0u32..).zip(&self.by_remainder) {
            let in_word = (one + remainder * (before.0 % word)) % word;
            let distance = (in_word + other - one) % period;
            ruled_out.add(self.in_bank[(between * period + distance) as usize].and(*of_remainder));
        }
        Some(ruled_out)
    }
}
