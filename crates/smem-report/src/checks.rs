//! The checks that a launch was run with.

use serde::{Deserialize, Serialize};

/// The checks that were made in a launch, and those that were not.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Checks {
    /// The blocks that ran.
    pub blocks: u64,
    /// The findings that were looked for.
    pub looked_for: Vec<String>,
    /// Those that were not, with the option that looks for them.
    pub not_looked_for: Vec<String>,
    /// Further sentences about the checks.
    pub remarks: Vec<CheckRemark>,
}

/// A remark on the checks of a launch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CheckRemark {
    /// Its kind.
    pub kind: RemarkKind,
    /// A sentence.
    pub message: String,
}

/// The kinds of remarks on checks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum RemarkKind {
    /// Something was not looked for.
    NotChecked,
    /// The second run that judges what the first cannot show did not come to its end.
    NotJudged,
    /// Counts that depend on synthetic contents.
    Contents,
    /// The order of warps and blocks that a fault is of.
    Schedule,
    /// Findings that are counted and not described.
    LeftOut,
    /// The verdict of a second run on the findings of the first.
    Judgement,
    /// A warning of the assembler that made the machine code: it has added waits that the source lacks, or cannot let instructions overlap.
    Compiler,
}

impl Checks {
    /// Adds a remark, each once.
    pub fn remark(&mut self, kind: RemarkKind, message: impl Into<String>) {
        let remark = CheckRemark { kind, message: message.into() };
        if !self.remarks.contains(&remark) {
            self.remarks.push(remark);
        }
    }
}
