//! The counts of PTX beside those of machine code, by source line.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use smem_sim::{Profile, SharedOp};

use crate::counts::Counts;
use crate::line::opcode;
use crate::place::{LinePlace, PlaceNames};
#[cfg(feature = "schema")]
use crate::schema;

/// The accesses of one kind on a source line in both instruction sets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct BothCounts {
    /// The line.
    #[serde(flatten)]
    pub place: LinePlace,
    /// The kind of the accesses.
    #[serde(with = "crate::named")]
    #[cfg_attr(feature = "schema", schemars(schema_with = "schema::named::<SharedOp>"))]
    pub op: SharedOp,
    /// The counts of PTX.
    pub ptx: SetCounts,
    /// The counts of machine code.
    pub machine_code: SetCounts,
    /// Why they differ, where it can be seen from them.
    pub why: Option<String>,
}

/// The counts of an instruction set, and its instructions, each once.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SetCounts {
    /// Their sums.
    #[serde(flatten)]
    pub total: Counts,
    /// Without their operands.
    pub instructions: BTreeSet<String>,
}

impl BothCounts {
    /// Returns the lines of a launch that ran as PTX and as machine code, in the order of the files.
    pub fn all(ptx: &Profile, machine_code: &Profile, places: &dyn PlaceNames) -> Vec<BothCounts> {
        let mut lines: BTreeMap<(LinePlace, SharedOp), BothCounts> = BTreeMap::new();
        let mut add = |profile: &Profile, of: fn(&mut BothCounts) -> &mut SetCounts| {
            for count in profile.shared.iter().filter(|count| count.requests > 0) {
                let place = places.place(count.loc.as_deref(), count.line);
                let line = lines.entry((place.clone(), count.op)).or_insert_with(|| BothCounts {
                    place,
                    op: count.op,
                    ptx: SetCounts::default(),
                    machine_code: SetCounts::default(),
                    why: None,
                });
                let counts = of(line);
                counts.total.add(count);
                counts.instructions.insert(opcode(&count.text));
            }
        };
        add(ptx, |line| &mut line.ptx);
        add(machine_code, |line| &mut line.machine_code);
        lines.into_values().map(|line| BothCounts { why: why(&line.ptx, &line.machine_code), ..line }).collect()
    }

    /// Returns it as a sentence.
    pub fn sentence(&self) -> String {
        let of = |counts: &SetCounts| {
            let Counts { requests, wavefronts, .. } = counts.total;
            let instructions: Vec<&str> = counts.instructions.iter().map(String::as_str).collect();
            let instructions =
                if instructions.is_empty() { String::new() } else { format!(" ({})", instructions.join(" ")) };
            format!("{requests} requests, {wavefronts} wavefronts{instructions}")
        };
        let why = self.why.as_ref().map(|why| format!(": {why}")).unwrap_or_default();
        format!("{}, {}: PTX {}; machine code {}{why}", self.place, self.op, of(&self.ptx), of(&self.machine_code))
    }
}

/// Why the counts differ, where it can be seen from them.
fn why(SetCounts { total: ptx, .. }: &SetCounts, code: &SetCounts) -> Option<String> {
    let machine_code = &code.total;
    let wide = || code.instructions.iter().find(|code| code.contains(".64") || code.contains(".128"));
    if machine_code.requests == 0 {
        return Some("the assembler merged them into those of another line, moved or dropped them".to_string());
    }
    if ptx.requests == 0 {
        return Some("PTX has them on another line".to_string());
    }
    if machine_code.requests < ptx.requests {
        return Some(match wide() {
            Some(code) => {
                format!("the assembler made fewer of them, among which {code}, which serves several neighbours at once")
            }
            None => "the assembler made fewer of them".to_string(),
        });
    }
    if machine_code.requests > ptx.requests {
        return Some(
            "the assembler made more of them: others' are merged into these, or an atomic is a loop".to_string(),
        );
    }
    (machine_code.wavefronts != ptx.wavefronts)
        .then(|| "the requests are as many, and differ in width or address".to_string())
}
