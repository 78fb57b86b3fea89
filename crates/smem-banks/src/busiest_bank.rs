//! The passes of a phase: the words, or lanes, in its busiest bank.

use crate::warp_request::LANES;

/// How a phase serves lanes that access the same word.
#[derive(Clone, Copy)]
pub(crate) enum SameWord {
    /// One pass serves them all.
    Shared,
    /// Each takes a pass of its own.
    Serialized,
}

/// Returns the number of distinct words in the busiest bank among the `active` lanes of one phase, `bytes` wide, `offset` bytes after
/// their addresses; of lanes, where those on one word are serialized. There are `banks` of words of `bank_bytes` bytes, which are
/// `paired` where words `i` and `i + banks` of an aligned segment count as one.
pub(crate) const fn busiest_bank(
    (banks, bank_bytes): (u32, u32),
    paired: bool,
    addresses: &[u32; LANES],
    active: u32,
    offset: u32,
    bytes: u32,
    same_word: SameWord,
) -> u32 {
    // A lane wider than a bank covers whole neighbouring banks, and accesses are aligned: so banks are counted in
    // groups as wide as the access, and a group's units are distinct exactly when their words are.
    let unit = if bytes > bank_bytes { bytes } else { bank_bytes };
    let shift = unit.trailing_zeros();
    let groups = (banks * bank_bytes) >> shift;
    // The bit of a word's number that distinguishes partners.
    let partner = if paired { groups } else { 0 };
    // Units seen, chained by group: `head` holds the lane + 1 that came last, `next` the one before it.
    let mut units = [0u32; LANES];
    let mut head = [0u8; LANES];
    let mut next = [0u8; LANES];
    let mut length = [0u8; LANES];
    let mut busiest = 0;
    let mut left = active;
    while left != 0 {
        let lane = left.trailing_zeros() as usize;
        left &= left - 1;
        let unit = addresses[lane].wrapping_add(offset) >> shift & !partner;
        let group = (unit & (groups - 1)) as usize;
        let mut seen = match same_word {
            SameWord::Shared => head[group],
            SameWord::Serialized => 0,
        };
        while seen != 0 && units[seen as usize - 1] != unit {
            seen = next[seen as usize - 1];
        }
        if seen == 0 {
            units[lane] = unit;
            next[lane] = head[group];
            head[group] = lane as u8 + 1;
            length[group] += 1;
            if length[group] as u32 > busiest {
                busiest = length[group] as u32;
            }
        }
    }
    busiest
}
