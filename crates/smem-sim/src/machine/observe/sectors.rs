//! Counts the sectors of each global-memory instruction.

use super::data_pipe::{LINE, rounds, wavefronts};
use crate::global_count::GlobalOp;
use crate::lanes::{Lanes, lanes};
use crate::machine::pattern::WarpPattern;

/// Bytes of a sector.
const SECTOR: u64 = 32;

/// The requests of one instruction.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::machine) struct SectorCounts {
    /// The kind of instruction and its bytes a lane; `None` until it is executed.
    pub(in crate::machine) op: Option<(GlobalOp, u32)>,
    pub(in crate::machine) requests: u64,
    pub(in crate::machine) sectors: u64,
    pub(in crate::machine) ideal: u64,
    /// Wavefronts in the data pipe of the LSU.
    pub(in crate::machine) wavefronts: u64,
    /// The lowest address that the first lane of a request accessed.
    pub(in crate::machine) lowest_address: u64,
}

impl SectorCounts {
    pub(in crate::machine) fn add(&mut self, other: &Self) {
        if other.requests > 0 {
            self.note_address(other.lowest_address);
        }
        self.op = self.op.or(other.op);
        self.requests += other.requests;
        self.sectors += other.sectors;
        self.ideal += other.ideal;
        self.wavefronts += other.wavefronts;
    }

    #[inline(always)]
    fn note_address(&mut self, address: u64) {
        self.lowest_address = if self.requests == 0 { address } else { self.lowest_address.min(address) };
    }

    /// Adds one request, whose lanes access `bytes` aligned bytes each.
    pub(in crate::machine) fn request(&mut self, op: GlobalOp, addresses: &Lanes, mask: u32, bytes: u32) {
        self.op = Some((op, bytes));
        self.note_address(addresses.get(mask.trailing_zeros() as usize).copied().unwrap_or_default());
        self.requests += 1;
        let touched = touched(addresses, mask);
        // Lanes of one address are taken one after the other.
        let sectors = match op {
            GlobalOp::Atomic | GlobalOp::Reduction if touched.addresses < u64::from(mask.count_ones()) => {
                rounds(addresses, mask).map(|round| self::touched(addresses, round).sectors).sum()
            }
            _ => touched.sectors,
        };
        self.sectors += sectors;
        self.wavefronts += wavefronts(op, addresses, mask, bytes);
        self.ideal += (touched.addresses * u64::from(bytes)).div_ceil(SECTOR);
    }
}

impl SectorCounts {
    /// Adds a load or a store of all lanes with a pattern: the counts that [`request`](Self::request) finds lane by lane.
    pub(in crate::machine) fn patterned(&mut self, op: GlobalOp, pattern: WarpPattern, addresses: &Lanes, bytes: u32) {
        let (first, lanes, pieces) = (addresses[0], u64::from(bytes) * 32, u64::from(bytes / 4).max(1));
        let length = if pattern == WarpPattern::Alike { u64::from(bytes) } else { lanes };
        self.op = Some((op, bytes));
        self.note_address(first);
        self.requests += 1;
        self.sectors += (first + length - 1) / SECTOR - first / SECTOR + 1;
        self.ideal += length.div_ceil(SECTOR);
        // Where lines are not aligned, those of one place wait for one another.
        let is_plain = pattern == WarpPattern::Alike || first.is_multiple_of(LINE) || op == GlobalOp::Store;
        self.wavefronts += if is_plain { pieces } else { wavefronts(op, addresses, u32::MAX, bytes) };
    }
}

/// The addresses and sectors of a request.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Touched {
    /// Different addresses.
    addresses: u64,
    sectors: u64,
}

impl Touched {
    fn by(addresses: impl Iterator<Item = u64>) -> Option<Self> {
        let (mut touched, mut before) = (Self::default(), None);
        for address in addresses {
            match before {
                Some(before) if address < before => return None,
                Some(before) if address == before => {}
                _ => {
                    touched.addresses += 1;
                    let is_in = |unit| before.is_some_and(|before| before / unit == address / unit);
                    touched.sectors += u64::from(!is_in(SECTOR));
                }
            }
            before = Some(address);
        }
        Some(touched)
    }
}

fn touched(addresses: &Lanes, mask: u32) -> Touched {
    in_order(addresses, mask).unwrap_or_else(|| sorted(addresses, mask))
}

/// Most requests: each lane's address is not below that of the lane before.
fn in_order(addresses: &Lanes, mask: u32) -> Option<Touched> {
    Touched::by(lanes(mask).map(|lane| addresses[lane]))
}

fn sorted(addresses: &Lanes, mask: u32) -> Touched {
    let (mut all, mut count) = ([0; 32], 0);
    for lane in lanes(mask) {
        all[count] = addresses[lane];
        count += 1;
    }
    all[..count].sort_unstable();
    Touched::by(all[..count].iter().copied()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn counts(mask: u32, bytes: u32, address: impl Fn(u64) -> u64) -> (u64, u64) {
        let mut counts = SectorCounts::default();
        counts.request(GlobalOp::Load, &std::array::from_fn(|lane| address(lane as u64)), mask, bytes);
        (counts.sectors, counts.ideal)
    }

    #[test]
    fn neighbouring_lanes_share_sectors_in_either_direction() {
        for bytes in [1, 2, 4, 8, 16] {
            let all = u64::from(bytes);
            assert_eq!(counts(u32::MAX, bytes, |lane| 4096 + all * lane), (all, all), "{bytes}");
            assert_eq!(counts(u32::MAX, bytes, |lane| 4096 + all * (31 - lane)), (all, all), "{bytes}");
        }
        assert_eq!(counts(1, 4, |_| 4096), (1, 1));
        assert_eq!(counts(u32::MAX, 4, |lane| 4112 + 4 * lane), (5, 4), "half a sector late");
        assert_eq!(counts(u32::MAX, 4, |lane| 4096 + 128 * (lane % 7)), (7, 1), "seven words");
    }

    #[test]
    fn a_sector_counts_once_however_many_lanes_touch_it() {
        for bytes in [4, 8, 16] {
            assert_eq!(counts(u32::MAX, bytes, |_| 64), (1, 1), "{bytes}");
        }
        // As the twiddles of the gallery's Fourier transform, of 8 bytes, which an H200 counts so.
        assert_eq!(counts(u32::MAX, 8, |lane| 4096 + 8 * (lane % 8)), (2, 2));
    }

    #[test]
    fn requests_with_a_pattern_are_counted_as_those_without() {
        for op in [GlobalOp::Load, GlobalOp::Store] {
            for bytes in [4, 8, 16] {
                for first in (0..4096).step_by(bytes as usize) {
                    for step in [0, u64::from(bytes)] {
                        let addresses: Lanes = std::array::from_fn(|lane| first + step * lane as u64);
                        let (mut whole, mut each) = (SectorCounts::default(), SectorCounts::default());
                        let pattern = if step == 0 { WarpPattern::Alike } else { WarpPattern::InRow };
                        whole.patterned(op, pattern, &addresses, bytes);
                        each.request(op, &addresses, u32::MAX, bytes);
                        assert_eq!(whole, each, "{op} of {bytes} at {first}, {step} apart");
                    }
                }
            }
        }
    }

    #[test]
    fn a_request_of_any_addresses_takes_the_sectors_of_a_set() {
        let mut state = 1_u64;
        let mut next = move || {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            state >> 33
        };
        for _ in 0..500 {
            let (bytes, mask) = (1_u32 << (next() % 5), next() as u32);
            let addresses: Lanes = std::array::from_fn(|_| next() % 4096 / u64::from(bytes) * u64::from(bytes));
            let set: BTreeSet<u64> = lanes(mask).map(|lane| addresses[lane]).collect();
            let sectors = set.iter().map(|address| address / 32).collect::<BTreeSet<_>>().len();
            let ideal = (set.len() as u64 * u64::from(bytes)).div_ceil(32);
            assert_eq!(
                counts(mask, bytes, |lane| addresses[lane as usize]),
                (sectors as u64, ideal),
                "{bytes} {mask:#x}"
            );
        }
    }
}
