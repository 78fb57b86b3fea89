//! Wide instructions of machine code and the accesses of the source that they cover.

use serde::{Deserialize, Serialize};

use crate::place::LinePlace;

/// Wide instructions of machine code, of one source line, that cover several accesses of the source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MergedAccess {
    /// As the user names it.
    pub file: String,
    /// From 1.
    pub line: u32,
    /// The kind of the accesses.
    pub op: String,
    /// Without its operands: `LDS.128`.
    pub instruction: String,
    /// How many such instructions are taken together.
    pub instructions: u32,
    /// How often warps executed them.
    pub requests: u64,
    /// Whether the accesses of the source are known, and are parts of nothing else.
    pub certain: bool,
    /// The accesses of the source that they cover.
    pub accesses: Vec<CoveredLine>,
}

/// The accesses of a source line that a merged one covers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CoveredLine {
    /// As the user names it.
    pub file: String,
    /// From 1.
    pub line: u32,
    /// Accesses for each request of the wide one: instructions of the line, times the rounds of a loop that are unrolled.
    pub accesses: u64,
    /// Bytes of each.
    pub bytes: u32,
}

impl MergedAccess {
    /// Returns it as a sentence.
    pub fn sentence(&self) -> String {
        let MergedAccess { file, line, op, instruction, instructions, .. } = self;
        let several = if *instructions > 1 { format!("{instructions} ") } else { String::new() };
        let place = LinePlace { file: file.clone(), line: *line };
        let head = format!("{place}: {several}{instruction}");
        if self.accesses.is_empty() {
            return format!("{head}: wider than the {op}s of the source there; which of them are in it is uncertain");
        }
        let count: u64 = self.accesses.iter().map(|line| line.accesses).sum();
        let places: Vec<String> = self
            .accesses
            .iter()
            .map(|covered| {
                let CoveredLine { file: other, line, accesses, bytes } = covered;
                let place = if other == file { format!("line {line}") } else { format!("{other}:{line}") };
                format!("{accesses} of {bytes} bytes at {place}")
            })
            .collect();
        let each = if *instructions > 1 { "each represents" } else { "represents" };
        let doubt =
            if self.certain { "" } else { " (uncertain: another instruction accesses the same bytes as often)" };
        format!("{head} {each} {count} {op}s of the source: {}{doubt}", places.join(", "))
    }
}
