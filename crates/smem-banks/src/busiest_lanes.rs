//! The lanes that wait for one another: the bank with the most to do in a phase of a request, and the lanes that ask for it.

use alloc::{collections::BTreeMap, vec::Vec};

use crate::BankModel;

/// The lanes of one phase that one bank serves one after the other.
///
/// [`BankModel::busiest_lanes`] has an example.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct BusiestLanes {
    /// The bank.
    pub bank: u32,
    /// Those that access it.
    pub lanes: Vec<u32>,
    /// Byte addresses of the words of the bank that they access, each once.
    pub words: Vec<u32>,
}

impl BankModel {
    /// Returns the bank that is asked for the most words in one phase, and who asks for it; of equal banks the first. `lanes` has each
    /// active lane with its byte address, and each accesses `bytes` bytes. With `takes_turns`, lanes on one word wait for one another
    /// as well, as those of an atomic do, and the bank is the one with the most lanes. `None` without an active lane.
    ///
    /// ```
    /// use smem_banks::Arch;
    ///
    /// // A column of a dense tile of 32 x 32 `f32`.
    /// let column: Vec<(u32, u32)> = (0..32).map(|lane| (lane, 128 * lane + 12)).collect();
    /// let busiest = Arch::SM_90.bank_model().busiest_lanes(4, &column, false).unwrap();
    /// assert_eq!((busiest.bank, busiest.lanes.len(), &busiest.words[..2]), (3, 32, &[12, 140][..]));
    /// ```
    pub fn busiest_lanes(&self, bytes: u32, lanes: &[(u32, u32)], takes_turns: bool) -> Option<BusiestLanes> {
        let per_phase = self.lanes_per_phase(bytes.min(16)).max(1);
        let width = self.bank_bytes();
        let mut asked: BTreeMap<(u32, u32), BusiestLanes> = BTreeMap::new();
        for &(lane, address) in lanes {
            let first = address - address % width;
            for word in (first..address.saturating_add(bytes.max(1))).step_by(width as usize) {
                let bank = self.bank(word);
                let nobody = BusiestLanes { bank, lanes: Vec::new(), words: Vec::new() };
                let asking = asked.entry((lane / per_phase, bank)).or_insert(nobody);
                if !asking.words.contains(&word) {
                    asking.words.push(word);
                }
                if !asking.lanes.contains(&lane) {
                    asking.lanes.push(lane);
                }
            }
        }
        let load = |asking: &BusiestLanes| if takes_turns { asking.lanes.len() } else { asking.words.len() };
        // `max_by_key` returns the last of equals.
        asked.into_values().rev().max_by_key(load)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Arch;

    fn busiest(bytes: u32, takes_turns: bool, address: impl Fn(u32) -> u32) -> BusiestLanes {
        let lanes: Vec<(u32, u32)> = (0..32).map(|lane| (lane, address(lane))).collect();
        Arch::SM_90.bank_model().busiest_lanes(bytes, &lanes, takes_turns).unwrap()
    }

    #[test]
    fn a_column_meets_in_one_bank() {
        let column = busiest(4, false, |lane| 128 * lane + 12);
        assert_eq!((column.bank, column.lanes.len(), column.words.len()), (3, 32, 32));
    }

    #[test]
    fn a_phase_of_wide_accesses_is_judged_by_itself() {
        // Four words a lane: eight lanes a phase, all of them in the same banks.
        let wide = busiest(16, false, |lane| 128 * lane);
        assert_eq!((wide.bank, wide.lanes, wide.words.len()), (0, (0..8).collect(), 8));
    }

    #[test]
    fn atomics_on_one_word_meet_though_it_is_one() {
        let one = busiest(4, true, |lane| if lane % 2 == 0 { 40 } else { 4 * lane });
        assert_eq!((one.bank, one.lanes.len()), (10, 16));
    }
}
