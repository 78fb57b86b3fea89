//! The worst request of each instruction: which lanes meet in which bank.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};
use smem_banks::{BankModel, BusiestLanes};
use smem_sim::{Observer, SharedAccess, SharedOp, SourceLoc};

#[cfg(feature = "schema")]
use crate::schema;

/// The request of each instruction that has the most excess.
#[derive(Debug, Default)]
pub struct WorstRequests(HashMap<(u32, SharedOp), WorstSeen>);

/// A request with conflicts. In JSON it is beside the place of its line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WorstSeen {
    /// Its source line, if that is known.
    #[serde(skip)]
    pub loc: Option<SourceLoc>,
    /// Line of the PTX, or of the listing of machine code.
    #[serde(skip)]
    pub line: u32,
    /// The kind of the access: that of its line.
    #[serde(with = "crate::named")]
    #[cfg_attr(feature = "schema", schemars(schema_with = "schema::named::<SharedOp>"))]
    pub op: SharedOp,
    /// `blockIdx`.
    pub block: [u32; 3],
    /// The warp of the block, from 0.
    pub warp: u32,
    /// Passes through the banks that it takes.
    pub wavefronts: u32,
    /// Passes that it would take without conflicts.
    pub ideal: u32,
    /// Bytes that each lane accesses.
    pub bytes: u32,
    /// Lanes with their byte addresses in shared memory. In JSON the address of each lane from 0, and null for those without an access.
    #[serde(rename = "addresses", with = "lanes")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Option<u32>>"))]
    pub lanes: Vec<(u32, u32)>,
}

/// The addresses of lanes in JSON.
mod lanes {
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(lanes: &[(u32, u32)], serializer: S) -> Result<S::Ok, S::Error> {
        let count = lanes.iter().map(|(lane, _)| lane + 1).max().unwrap_or_default();
        serializer
            .collect_seq((0..count).map(|lane| lanes.iter().find(|(own, _)| *own == lane).map(|(_, address)| *address)))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<(u32, u32)>, D::Error> {
        let addresses = Vec::<Option<u32>>::deserialize(deserializer)?;
        Ok((0..).zip(addresses).filter_map(|(lane, address)| Some((lane, address?))).collect())
    }
}

impl Observer for WorstRequests {
    fn shared(&mut self, access: &SharedAccess<'_>) {
        let cost = access.cost();
        let (excess, wavefronts, ideal) = (cost.excess(), cost.wavefronts, cost.ideal);
        if excess == 0 {
            return;
        }
        let (line, op, block, warp) = (access.line(), access.op(), access.block(), access.warp());
        let known = self.0.get(&(line, op));
        if known.is_some_and(|known| known.rank() <= rank(excess, block, warp)) {
            return;
        }
        let (loc, bytes, lanes) = (access.loc().cloned(), access.bytes(), access.lanes().collect());
        self.0.insert((line, op), WorstSeen { loc, line, op, block, warp, wavefronts, ideal, bytes, lanes });
    }

    fn sees_repeats(&self) -> bool {
        false
    }
}

/// The worst request has the least rank: of those with the same excess that of the first block, whichever thread ran it.
fn rank(excess: u32, [x, y, z]: [u32; 3], warp: u32) -> (std::cmp::Reverse<u32>, [u32; 4]) {
    (std::cmp::Reverse(excess), [z, y, x, warp])
}

impl WorstRequests {
    /// Returns the worst request of each instruction that any of several observers saw.
    pub fn merged(all: Vec<WorstRequests>) -> Vec<WorstSeen> {
        let mut merged: BTreeMap<(u32, SharedOp), WorstSeen> = BTreeMap::new();
        for (key, worst) in all.into_iter().flat_map(|seen| seen.0) {
            let known = merged.get(&key);
            if known.is_none_or(|known| worst.rank() < known.rank()) {
                merged.insert(key, worst);
            }
        }
        merged.into_values().collect()
    }
}

/// The lanes of a request that one bank serves one after the other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MeetingLanes {
    /// `blockIdx`.
    pub block: [u32; 3],
    /// The warp of the block, from 0.
    pub warp: u32,
    /// The bank.
    pub bank: u32,
    /// The lanes, in ascending order.
    pub lanes: Vec<u32>,
    /// Byte addresses of the words of the bank that they access, in shared memory, each once.
    pub words: Vec<u32>,
}

impl WorstSeen {
    pub(crate) fn rank(&self) -> (std::cmp::Reverse<u32>, [u32; 4]) {
        rank(self.wavefronts.saturating_sub(self.ideal), self.block, self.warp)
    }

    /// Returns whether lanes on one word wait for one another.
    pub fn takes_turns(&self) -> bool {
        self.op == SharedOp::Atomic
    }

    /// Returns the bank with the most to do in a phase, and who asks for it.
    pub fn meeting(&self, banks: &BankModel) -> Option<MeetingLanes> {
        let BusiestLanes { bank, lanes, words, .. } =
            banks.busiest_lanes(self.bytes, &self.lanes, self.takes_turns())?;
        Some(MeetingLanes { block: self.block, warp: self.warp, bank, lanes, words })
    }
}

impl MeetingLanes {
    /// Returns `block (0, 0, 0), warp 1: lanes 0-31 access 32 words of bank 0, at bytes 0, 128, 256, ..`
    pub fn sentence(&self) -> String {
        const SHOWN: usize = 4;
        let [x, y, z] = self.block;
        let mut bytes: Vec<String> = self.words.iter().take(SHOWN).map(ToString::to_string).collect();
        if self.words.len() > SHOWN {
            bytes.push("..".to_string());
        }
        let words = if self.words.len() == 1 { "one word".to_string() } else { format!("{} words", self.words.len()) };
        let (lanes, bank, bytes) = (ranges(&self.lanes), self.bank, bytes.join(", "));
        format!(
            "block ({x}, {y}, {z}), warp {}: lanes {lanes} access {words} of bank {bank}, at bytes {bytes}",
            self.warp
        )
    }
}

/// `0-3, 8, 16-31`; lanes come in ascending order.
fn ranges(lanes: &[u32]) -> String {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for &lane in lanes {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == lane => *last = lane,
            _ => ranges.push((lane, lane)),
        }
    }
    let shown =
        ranges.iter().map(|&(first, last)| if first == last { first.to_string() } else { format!("{first}-{last}") });
    shown.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use smem_banks::Arch;

    fn worst(op: SharedOp, bytes: u32, address: impl Fn(u32) -> u32) -> MeetingLanes {
        let lanes = (0..32).map(|lane| (lane, address(lane))).collect();
        let worst = WorstSeen { loc: None, line: 1, op, block: [0; 3], warp: 0, wavefronts: 2, ideal: 1, bytes, lanes };
        worst.meeting(&Arch::SM_90.bank_model()).unwrap()
    }

    #[test]
    fn a_column_meets_in_one_bank() {
        let column = worst(SharedOp::Load, 4, |lane| 128 * lane + 12);
        assert_eq!((column.bank, column.lanes.len(), column.words.len()), (3, 32, 32));
        assert_eq!(
            column.sentence(),
            "block (0, 0, 0), warp 0: lanes 0-31 access 32 words of bank 3, at bytes 12, 140, 268, 396, .."
        );
    }

    #[test]
    fn atomics_on_one_word_meet_though_it_is_one() {
        let one = worst(SharedOp::Atomic, 4, |lane| if lane % 2 == 0 { 40 } else { 4 * lane });
        assert_eq!((one.bank, one.lanes.len()), (10, 16));
        assert!(one.sentence().contains("lanes 0, 2, 4, "), "{}", one.sentence());
    }
}
