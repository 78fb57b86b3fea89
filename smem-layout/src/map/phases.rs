//! The phases of a request: the lanes that are served together, and the words that each bank has for them.

use alloc::{collections::BTreeMap, format, string::String, vec, vec::Vec};
use core::ops::Range;

use smem_banks::{BankModel, LANES, WarpRequest};

/// The lanes of a request with the byte addresses of their first bytes.
pub(super) struct RequestLanes<'a> {
    pub(super) lanes: &'a [(u32, u32)],
    /// Bytes of a lane.
    pub(super) bytes: u32,
    /// Whether lanes on one word wait for one another, as those of an atomic do.
    pub(super) take_turns: bool,
    /// The wavefronts that the request took, if they are known: a load may be served with twice the lanes a phase.
    pub(super) took: Option<u32>,
}

/// The lanes that are served together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Phase {
    /// The lanes, active or not.
    pub(super) lanes: Range<u32>,
    /// The bytes of each lane that are served; all of them but for lanes wider than an instruction.
    bytes: Range<u32>,
    /// Whether the bytes are a part of the lane's.
    is_part: bool,
    /// The lanes on each word, by its byte address.
    pub(super) words: BTreeMap<u32, Vec<u32>>,
    /// The words that each bank has to serve one after the other, or the lanes where they take turns.
    pub(super) served: Vec<u32>,
}

impl RequestLanes<'_> {
    /// Returns the phases with active lanes, in the order of their lanes.
    pub(super) fn phases(&self, model: &BankModel) -> Vec<Phase> {
        let phases = self.phases_of(model, model.lanes_per_phase(self.width(model)));
        let passes = phases.iter().map(Phase::passes).sum::<u32>();
        if self.took.is_some_and(|took| took < passes) && self.merges(model) {
            return self.phases_of(model, 2 * model.lanes_per_phase(self.width(model)));
        }
        phases
    }

    /// Returns the bytes of a lane that one instruction accesses.
    fn width(&self, model: &BankModel) -> u32 {
        self.bytes.min(model.widest_bytes()).max(1)
    }

    fn merges(&self, model: &BankModel) -> bool {
        let address = |lane| self.lanes.iter().find(|(own, _)| *own == lane).map(|(_, address)| *address);
        WarpRequest::from_fn(self.bytes, address).is_ok_and(|request| model.merges(&request))
    }

    fn phases_of(&self, model: &BankModel, together: u32) -> Vec<Phase> {
        let width = self.width(model);
        let mut phases = Vec::new();
        for first_byte in (0..self.bytes).step_by(width as usize) {
            for first in (0..LANES as u32).step_by(together.max(1) as usize) {
                let bytes = first_byte..first_byte + width;
                let mut phase = Phase {
                    lanes: first..first + together,
                    is_part: width < self.bytes,
                    words: BTreeMap::new(),
                    served: vec![0; model.banks() as usize],
                    bytes,
                };
                let own = self.lanes.iter().filter(|(lane, _)| phase.lanes.contains(lane));
                for &(lane, address) in own.collect::<Vec<_>>() {
                    phase.add(lane, address, self.take_turns, model);
                }
                if !phase.words.is_empty() {
                    phases.push(phase);
                }
            }
        }
        phases
    }
}

impl Phase {
    fn add(&mut self, lane: u32, address: u32, takes_turns: bool, model: &BankModel) {
        let width = model.bank_bytes();
        let (start, end) = (address.wrapping_add(self.bytes.start), address.saturating_add(self.bytes.end));
        for word in (start - start % width..end).step_by(width as usize) {
            let lanes = self.words.entry(word).or_default();
            if takes_turns || lanes.is_empty() {
                self.served[model.bank(word) as usize] += 1;
            }
            lanes.push(lane);
        }
    }

    /// Returns what the busiest bank has to serve.
    pub(super) fn passes(&self) -> u32 {
        self.served.iter().copied().max().unwrap_or(0)
    }

    /// Returns true if the bank of a word has to serve others as well.
    pub(super) fn is_conflicting(&self, word: u32, model: &BankModel) -> bool {
        self.served[model.bank(word) as usize] > 1
    }

    /// Returns the sentence above the strip of the phase.
    pub(super) fn sentence(&self, number: usize, count: usize, takes_turns: bool) -> String {
        let what = if takes_turns { "lanes that take turns" } else { "words" };
        let most = self.passes();
        let busiest = match most {
            1 => format!("1 {} a bank", what.trim_end_matches('s')),
            most => format!("up to {most} {what} in one bank"),
        };
        if count == 1 {
            return busiest;
        }
        let Range { start, end } = self.lanes;
        let bytes = match self.is_part {
            true => format!(", bytes {} to {}", self.bytes.start, self.bytes.end - 1),
            false => String::new(),
        };
        format!("phase {number}, lanes {start} to {}{bytes}: {busiest}", end - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use smem_banks::Arch;

    fn phases(bytes: u32, took: Option<u32>, address: impl Fn(u32) -> u32) -> Vec<Phase> {
        let lanes: Vec<(u32, u32)> = (0..32).map(|lane| (lane, address(lane))).collect();
        let request = RequestLanes { lanes: &lanes, bytes, take_turns: false, took };
        request.phases(&Arch::SM_90.bank_model())
    }

    #[test]
    fn the_passes_of_all_phases_are_the_wavefronts_of_the_model() {
        let model = Arch::SM_90.bank_model();
        for bytes in [1, 2, 4, 8, 16] {
            for step in 1..70 {
                let address = |lane: u32| lane * step % 64 * bytes;
                let request = WarpRequest::from_fn(bytes, |lane| Some(address(lane))).unwrap();
                let passes = |took| phases(bytes, took, address).iter().map(Phase::passes).sum::<u32>();
                assert_eq!(passes(None), model.cost(&request).wavefronts, "{bytes} bytes, step {step}");
                let load = model.load_cost(&request).wavefronts;
                assert_eq!(passes(Some(load)), load, "a load of {bytes} bytes, step {step}");
            }
        }
    }

    #[test]
    fn a_wide_load_with_two_words_a_bank_is_two_way_in_each_phase() {
        // Rows of 256 bytes: lanes 0 and 4 of a phase begin in one bank, and so on.
        let two_way = phases(16, None, |lane| 32 * lane);
        assert_eq!(two_way.iter().map(Phase::passes).collect::<Vec<_>>(), [2; 4]);
        assert_eq!(two_way[1].sentence(1, 4, false), "phase 1, lanes 8 to 15: up to 2 words in one bank");
        assert_eq!(phases(4, None, |lane| 4 * lane)[0].sentence(0, 1, false), "1 word a bank");
    }
}
