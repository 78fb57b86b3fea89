//! Counts the sectors of each instruction on local memory, and its wavefronts in the data pipe of the LSU.
//!
//! A word of all lanes is a line of 128 bytes, so each lane has a bank of its own: lanes at places of their own wait for tags only. An access of
//! 8 or 16 bytes a lane is a request for each word. The rules are from an H200's counts of 22 kernels; there wavefronts differ from run to run.

use super::data_pipe::{LINE, wavefronts};
use crate::global_count::GlobalOp;
use crate::instruction_count::LocalCount;
use crate::lanes::{Lanes, lanes};

/// Bytes of a word.
const WORD: u64 = 4;

/// Lanes whose words of one place share a sector of 32 bytes.
const LANES_OF_SECTOR: u64 = 8;

/// Adds an access to an instruction's counts. The lanes access `bytes` aligned bytes each, at addresses of their own memories: of these
/// the words at one address lie beside each other, lane by lane, so that 32 of them are a line.
pub(super) fn add_local_request(count: &mut LocalCount, stores: bool, addresses: &Lanes, mask: u32, bytes: u32) {
    let words = u64::from(bytes).div_ceil(WORD).max(1);
    let op = if stores { GlobalOp::Store } else { GlobalOp::Load };
    for word in 0..words {
        let mut sectors = Vec::with_capacity(32);
        let line = |lane: usize| addresses[lane] / WORD + word;
        for lane in lanes(mask) {
            let sector = line(lane) * (32 / LANES_OF_SECTOR) + lane as u64 / LANES_OF_SECTOR;
            if !sectors.contains(&sector) {
                sectors.push(sector);
            }
        }
        let places: Lanes = std::array::from_fn(|lane| LINE.wrapping_mul(line(lane)) + WORD * lane as u64);
        count.requests += 1;
        count.sectors += sectors.len() as u64;
        count.wavefronts += wavefronts(op, &places, mask, WORD as u32);
    }
    count.stores = stores;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(mask: u32, bytes: u32, address: impl Fn(u64) -> u64) -> (u64, u64) {
        let mut count = LocalCount::default();
        add_local_request(&mut count, false, &std::array::from_fn(|lane| address(lane as u64)), mask, bytes);
        (count.sectors, count.wavefronts)
    }

    #[test]
    fn a_word_that_all_lanes_spilled_is_four_sectors_of_a_line() {
        assert_eq!(of(u32::MAX, 4, |_| 16), (4, 1));
        assert_eq!(of(u32::MAX, 8, |_| 16), (8, 2));
        assert_eq!(of(0xff, 4, |_| 16), (1, 1));
        assert_eq!(of(u32::MAX, 1, |_| 17), (4, 1));
    }

    #[test]
    fn lanes_at_places_of_their_own_take_a_sector_each() {
        // Of 32 lines at four places for tags eight wait for one another.
        assert_eq!(of(u32::MAX, 4, |lane| 4 * lane), (32, 8));
        assert_eq!(of(u32::MAX, 4, |lane| 4 * (lane % 2)), (8, 1));
    }

    #[test]
    fn an_access_of_16_bytes_is_four_requests() {
        let mut count = LocalCount::default();
        add_local_request(&mut count, true, &[32; 32], u32::MAX, 16);
        assert_eq!((count.requests, count.sectors, count.wavefronts), (4, 16, 4));
    }
}
