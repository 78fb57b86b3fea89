//! The counts of PTX beside those of machine code, by source line, for `--isa ptx`.

use std::collections::{BTreeMap, BTreeSet};

use smem_sim::{Profile, SharedOp};

use super::files::Files;
use super::lines::opcode;
use super::place::LinePlace;
use super::total::Total;
use crate::measure::Measured;

/// The accesses of one kind on a source line in both instruction sets.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct BothCounts {
    /// The line.
    pub place: LinePlace,
    /// The kind of the accesses.
    pub op: SharedOp,
    /// The counts of PTX.
    pub ptx: SetCounts,
    /// The counts of machine code.
    pub machine_code: SetCounts,
}

/// The counts of an instruction set, and its instructions, each once.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct SetCounts {
    /// Their sums.
    pub total: Total,
    /// Without their operands.
    pub instructions: BTreeSet<String>,
}

/// Returns the lines of a launch of PTX, and of machine code where that ran as well.
pub(super) fn both(measured: &Measured, files: &Files) -> Vec<BothCounts> {
    let Some(machine_code) = &measured.machine_code else { return Vec::new() };
    let mut lines: BTreeMap<(LinePlace, SharedOp), BothCounts> = BTreeMap::new();
    let mut add = |profile: &Profile, of: fn(&mut BothCounts) -> &mut SetCounts| {
        for count in profile.shared.iter().filter(|count| count.requests > 0) {
            let place = files.place(count.loc.as_deref(), count.line);
            let line = lines.entry((place.clone(), count.op)).or_insert_with(|| BothCounts {
                place,
                op: count.op,
                ptx: SetCounts::default(),
                machine_code: SetCounts::default(),
            });
            let counts = of(line);
            counts.total.add(count);
            counts.instructions.insert(opcode(&count.text));
        }
    };
    add(&measured.profile, |line| &mut line.ptx);
    add(machine_code, |line| &mut line.machine_code);
    lines.into_values().collect()
}

impl BothCounts {
    /// Returns why the counts differ, where it can be seen from them.
    pub fn why(&self) -> Option<String> {
        let (ptx, machine_code) = (&self.ptx.total, &self.machine_code.total);
        let wide = || self.machine_code.instructions.iter().find(|code| code.contains(".64") || code.contains(".128"));
        if machine_code.requests == 0 {
            return Some("the assembler merged them into those of another line, moved or dropped them".to_string());
        }
        if ptx.requests == 0 {
            return Some("PTX has them on another line".to_string());
        }
        if machine_code.requests < ptx.requests {
            return Some(match wide() {
                Some(code) => format!(
                    "the assembler made fewer of them, among which {code}, which serves several neighbours at once"
                ),
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

    /// Returns it as a sentence.
    pub fn sentence(&self) -> String {
        let of = |counts: &SetCounts| {
            let Total { requests, wavefronts, .. } = counts.total;
            let instructions: Vec<&str> = counts.instructions.iter().map(String::as_str).collect();
            let instructions =
                if instructions.is_empty() { String::new() } else { format!(" ({})", instructions.join(" ")) };
            format!("{requests} requests, {wavefronts} wavefronts{instructions}")
        };
        let why = self.why().map(|why| format!(": {why}")).unwrap_or_default();
        format!("{}, {}: PTX {}; machine code {}{why}", self.place, self.op, of(&self.ptx), of(&self.machine_code))
    }
}
