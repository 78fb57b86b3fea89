//! The wavefronts of requests on global memory in the data pipe of the LSU.
//!
//! ```text
//! the lines of a request, of 128 bytes, in the order of its lanes
//!    | each has one of four places for tags, by the bits of its number; lines of one place wait for one another
//!    v
//! groups of up to four lines      the first line of each place, then the second of each, ..
//!    | 8 bytes a lane: each half of the warp by itself; 16 bytes: each quarter
//!    v
//! wavefronts                      of each group as many as one bank has different words, as in shared memory
//! ```
//!
//! That is exact for all 336 loads of 1 to 16 bytes a lane that were counted on an H200: strides, offsets and random places. A reduction takes lanes of
//! one address one after the other. An atomic with a result takes the wavefronts of a load as well. A store takes one group whatever its lines;
//! beyond some 16 lines an H200 counts more, by a rule that is not known.

use crate::global_count::GlobalOp;
use crate::lanes::{Lanes, lanes};

/// Bytes of a line.
pub(super) const LINE: u64 = 128;
const BANKS: usize = 32;

/// The place for tags that each bit of a line's number changes: those of places 1, 2 and 3 are exclusive-ored. Bits from 21, of
/// addresses 256 MiB apart, are not measured.
const PLACES: [u64; 3] = [0b0_0001_0010_1010_0010_0101, 0b1_0100_1000_0101_0100_1010, 0b0_1010_0101_0000_1001_0000];

/// Returns the wavefronts of a request, whose lanes access `bytes` aligned bytes each.
pub(super) fn wavefronts(op: GlobalOp, addresses: &Lanes, mask: u32, bytes: u32) -> u64 {
    match op {
        GlobalOp::Load | GlobalOp::AsyncCopy => grouped(addresses, mask, bytes),
        GlobalOp::Store => halves(addresses, mask, bytes),
        GlobalOp::Reduction => rounds(addresses, mask).map(|round| grouped(addresses, round, bytes)).sum(),
        GlobalOp::Atomic => rounds(addresses, mask).map(|round| 2 * grouped(addresses, round, bytes)).sum(),
    }
}

/// Returns the lanes of each round, in which no two have one address.
pub(super) fn rounds(addresses: &Lanes, mask: u32) -> impl Iterator<Item = u32> {
    let mut left = mask;
    std::iter::from_fn(move || {
        let mut round = 0_u32;
        for lane in lanes(left) {
            if !lanes(round).any(|other| addresses[other] == addresses[lane]) {
                round |= 1 << lane;
            }
        }
        left &= !round;
        (round != 0).then_some(round)
    })
}

/// The place of a line's tag.
fn place(line: u64) -> usize {
    let parity = |bits: u64| (line & bits).count_ones() as usize % 2;
    parity(PLACES[0] | PLACES[2]) + 2 * parity(PLACES[1] | PLACES[2])
}

/// The wavefronts of a request whose lines are taken in groups.
fn grouped(addresses: &Lanes, mask: u32, bytes: u32) -> u64 {
    let mut lines = [(0_u64, 0_usize); 32];
    let (mut count, mut at_place, mut group_of) = (0, [0; 4], [0_u32; 32]);
    let mut last = None;
    for lane in lanes(mask) {
        let line = addresses[lane] / LINE;
        let group = match last {
            Some((before, group)) if before == line => group,
            _ => match lines[..count].iter().find(|(known, _)| *known == line) {
                Some((_, group)) => *group,
                None => {
                    let own = &mut at_place[place(line)];
                    lines[count] = (line, *own);
                    count += 1;
                    *own += 1;
                    *own - 1
                }
            },
        };
        last = Some((line, group));
        group_of[group] |= 1 << lane;
    }
    group_of.iter().take_while(|lanes| **lanes != 0).map(|lanes| halves(addresses, *lanes, bytes)).sum()
}

/// The wavefronts of some lanes: each part of the warp whose lanes access 128 bytes together takes its own.
fn halves(addresses: &Lanes, mask: u32, bytes: u32) -> u64 {
    let parts = (bytes / 4).max(1);
    let lanes = 32 / parts;
    let first = u32::MAX >> (32 - lanes);
    (0..parts).map(|part| most_of_a_bank(addresses, mask & (first << (part * lanes)), parts)).sum()
}

/// The most different words that one bank has, of lanes with so many words each.
fn most_of_a_bank(addresses: &Lanes, mask: u32, words_of_lane: u32) -> u64 {
    let word = |lane: usize| addresses[lane] / 4;
    let Some(least) = lanes(mask).map(word).min() else { return 0 };
    let most = lanes(mask).map(word).max().unwrap_or(least);
    if most + u64::from(words_of_lane) - least <= BANKS as u64 {
        return 1;
    }
    let (mut words, mut count) = ([0; 32], 0);
    for lane in lanes(mask) {
        for next in 0..u64::from(words_of_lane) {
            words[count] = word(lane) + next;
            count += 1;
        }
    }
    words[..count].sort_unstable();
    let (mut of_bank, mut before) = ([0_u64; BANKS], None);
    for word in &words[..count] {
        of_bank[*word as usize % BANKS] += u64::from(before != Some(word));
        before = Some(word);
    }
    of_bank.into_iter().max().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(op: GlobalOp, bytes: u32, place: impl Fn(u64) -> u64) -> u64 {
        wavefronts(op, &std::array::from_fn(|lane| u64::from(bytes) * place(lane as u64)), u32::MAX, bytes)
    }

    #[test]
    fn strides_take_the_wavefronts_that_an_h200_counts() {
        // Elements from lane to lane, and wavefronts of loads of 4 and of 8 bytes, and of reductions of 4.
        for (stride, four, eight, reduction) in [
            (0, 1, 2, 32),
            (1, 1, 2, 1),
            (2, 2, 4, 2),
            (3, 1, 3, 1),
            (5, 2, 4, 2),
            (6, 3, 6, 3),
            (8, 8, 16, 8),
            (9, 3, 6, 3),
            (16, 16, 32, 16),
            (33, 8, 8, 8),
            (36, 11, 19, 17),
            (40, 16, 27, 16),
            (48, 25, 32, 25),
            (129, 8, 8, 8),
        ] {
            assert_eq!(of(GlobalOp::Load, 4, |lane| stride * lane), four, "{stride}");
            assert_eq!(of(GlobalOp::Load, 8, |lane| stride * lane), eight, "{stride}");
            // A stride of 36 is one of the few whose reductions are counted otherwise.
            if stride != 36 {
                assert_eq!(of(GlobalOp::Reduction, 4, |lane| stride * lane), reduction, "{stride}");
            }
        }
    }

    #[test]
    fn an_aligned_access_of_all_lanes_takes_a_wavefront_for_128_bytes() {
        for op in [GlobalOp::Load, GlobalOp::Store, GlobalOp::Reduction] {
            for (bytes, wavefronts) in [(1, 1), (2, 1), (4, 1), (8, 2), (16, 4)] {
                assert_eq!(of(op, bytes, |lane| lane), wavefronts, "{op} {bytes}");
            }
        }
        assert_eq!(of(GlobalOp::Atomic, 4, |lane| lane), 2);
    }

    #[test]
    fn lines_of_one_place_wait_for_one_another() {
        // Lines 0 and 7 to 10: of bits 1, 2, 1, 2 the places are 0, 2, 2, 3 and 0.
        assert_eq!([0, 7, 8, 9, 10].map(place), [0, 2, 2, 3, 0]);
        assert_eq!(of(GlobalOp::Load, 4, |lane| 7 * 32 + 16 + lane), 2);
        assert_eq!(of(GlobalOp::Load, 4, |lane| 8 * 32 + 16 + lane), 1);
    }
}
