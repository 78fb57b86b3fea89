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

    /// Adds those of other launches: looked for is only what was looked for in all of them.
    ///
    /// ```
    /// use smem_report::Checks;
    ///
    /// let (mut all, mut other) = (Checks::default(), Checks::default());
    /// (all.blocks, other.blocks) = (2, 3);
    /// all.looked_for = vec!["races".into(), "overruns".into()];
    /// other.looked_for = vec!["races".into()];
    /// other.not_looked_for = vec!["overruns (`--overruns`)".into()];
    /// all.join(&other);
    /// assert_eq!((all.blocks, all.looked_for, all.not_looked_for), (5, vec!["races".into()], other.not_looked_for));
    /// ```
    pub fn join(&mut self, other: &Checks) {
        if self.blocks == 0 && self.is_empty() {
            self.clone_from(other);
            return;
        }
        self.blocks = self.blocks.saturating_add(other.blocks);
        if !other.is_empty() {
            self.looked_for.retain(|what| other.looked_for.contains(what));
        }
        let missing = other.not_looked_for.iter().filter(|what| !self.not_looked_for.contains(what));
        let missing: Vec<String> = missing.cloned().collect();
        self.not_looked_for.extend(missing);
        other.remarks.iter().for_each(|remark| self.remark(remark.kind, &remark.message[..]));
    }

    /// Whether it says nothing of any check.
    fn is_empty(&self) -> bool {
        self.looked_for.is_empty() && self.not_looked_for.is_empty()
    }
}
