//! The sectors of global memory of a launch by source line.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use smem_sim::{GlobalOp, Profile};

use crate::line::opcode;
use crate::place::{LinePlace, PlaceNames};
#[cfg(feature = "schema")]
use crate::schema;

/// The accesses to global memory of one kind on a source line, in sectors of 32 bytes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct GlobalLine {
    /// The line.
    #[serde(flatten)]
    pub place: LinePlace,
    /// The kind of the accesses.
    #[serde(with = "crate::named")]
    #[cfg_attr(feature = "schema", schemars(schema_with = "schema::named::<GlobalOp>"))]
    pub op: GlobalOp,
    /// Warp-wide executions with at least one active lane.
    pub requests: u64,
    /// Sectors that they took.
    pub sectors: u64,
    /// Sectors that would hold the bytes that they touch.
    pub ideal: u64,
    /// The instructions without their operands, each once: `LDG.E.64`.
    #[serde(rename = "instructions")]
    pub code: BTreeSet<String>,
}

impl GlobalLine {
    /// Returns the sectors beyond the ideal ones.
    pub fn excess(&self) -> u64 {
        self.sectors.saturating_sub(self.ideal)
    }

    /// Returns the lines of a launch that access global memory, those with the most excess first.
    pub fn all(profile: &Profile, places: &dyn PlaceNames) -> Vec<GlobalLine> {
        let mut lines: BTreeMap<(LinePlace, GlobalOp), GlobalLine> = BTreeMap::new();
        for count in &profile.global {
            let place = places.place(count.loc.as_deref(), count.line);
            let line = lines.entry((place.clone(), count.op)).or_insert_with(|| GlobalLine {
                place,
                op: count.op,
                requests: 0,
                sectors: 0,
                ideal: 0,
                code: BTreeSet::new(),
            });
            line.requests += count.requests;
            line.sectors += count.sectors;
            line.ideal += count.ideal;
            line.code.insert(opcode(&count.text));
        }
        let mut lines: Vec<GlobalLine> = lines.into_values().collect();
        // The sort is stable: equal lines stay in the order of the files.
        lines.sort_by_key(GlobalLine::worst_first);
        lines
    }

    /// Returns the key by which those lines come first that have the most excess sectors, then the most sectors.
    pub fn worst_first(&self) -> Reverse<(u64, u64)> {
        Reverse((self.excess(), self.sectors))
    }

    /// Adds the same line of other launches to those of a kernel.
    pub fn join(all: &mut Vec<GlobalLine>, line: &GlobalLine) {
        match all.iter_mut().find(|known| known.place == line.place && known.op == line.op) {
            Some(known) => {
                // The numbers of a damaged report may be of any size.
                known.requests = known.requests.saturating_add(line.requests);
                known.sectors = known.sectors.saturating_add(line.sectors);
                known.ideal = known.ideal.saturating_add(line.ideal);
                known.code.extend(line.code.iter().cloned());
            }
            None => all.push(line.clone()),
        }
    }
}
