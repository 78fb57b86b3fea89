//! Counts the sectors of each instruction on local memory.

use crate::instruction_count::LocalCount;
use crate::lanes::{Lanes, lanes};

/// Lanes whose words of one place share a sector of 32 bytes.
const LANES_OF_SECTOR: u64 = 8;

/// Adds one request to an instruction's counts. The lanes access `bytes` aligned bytes each, at addresses of their own memories: of these
/// the words at one address lie beside each other, lane by lane, so that 32 of them are a line.
pub(super) fn add_local_request(count: &mut LocalCount, stores: bool, addresses: &Lanes, mask: u32, bytes: u32) {
    let words = u64::from(bytes.div_ceil(4)).max(1);
    let mut sectors = Vec::with_capacity(4 * words as usize);
    for lane in lanes(mask) {
        for word in addresses[lane] / 4..addresses[lane] / 4 + words {
            let sector = word * (32 / LANES_OF_SECTOR) + lane as u64 / LANES_OF_SECTOR;
            if !sectors.contains(&sector) {
                sectors.push(sector);
            }
        }
    }
    let mut lines: Vec<u64> = sectors.iter().map(|sector| sector / 4).collect();
    lines.sort_unstable();
    lines.dedup();
    count.stores = stores;
    count.requests += 1;
    count.sectors += sectors.len() as u64;
    count.lines += lines.len() as u64;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(mask: u32, bytes: u32, address: impl Fn(u64) -> u64) -> (u64, u64) {
        let mut count = LocalCount::default();
        add_local_request(&mut count, false, &std::array::from_fn(|lane| address(lane as u64)), mask, bytes);
        (count.sectors, count.lines)
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
        assert_eq!(of(u32::MAX, 4, |lane| 4 * lane), (32, 32));
        assert_eq!(of(u32::MAX, 4, |lane| 4 * (lane % 2)), (8, 2));
    }
}
