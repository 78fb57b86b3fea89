//! A change of the source with which a finding is gone.

use serde::{Deserialize, Serialize};

/// A change of the source with which a finding is gone: the changed source was compiled and run, and nothing else was found in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SourceRemedy {
    /// The change in words: `` `__syncthreads()` between line 4 and line 5 ``.
    pub change: String,
    /// The text to replace.
    pub edits: Vec<SourceEdit>,
    /// The results of the changed source.
    pub results: RemedyResults,
    /// Whether it was run alone; else with the remedies of findings before it.
    pub alone: bool,
    /// The time that is predicted with it, in percent of that without it; null where no time is predicted.
    pub time_percent: Option<u32>,
}

/// A part of a file to replace, as editors and SARIF have it. Its end is exclusive.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SourceEdit {
    /// The file, as the user names it.
    pub file: String,
    /// The line that it begins in, from 1.
    pub line: u32,
    /// The column that it begins at, from 1, in units of UTF-16.
    pub column: u32,
    /// The line that it ends in.
    pub end_line: u32,
    /// The column in front of which it ends.
    pub end_column: u32,
    /// The text that takes its place.
    pub text: String,
}

/// The results of a changed source beside those of the source as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum RemedyResults {
    /// All buffers have the same bytes.
    Same,
    /// They differ, since the values that race were not defined; in other orders of warps and blocks the changed source has the same ones.
    SameInAllOrders,
    /// They differ, since the values that race were not defined; those of the changed source may depend on the order of its atomics.
    OfTheFinding,
    /// There are no buffers to compare.
    NotCompared,
}

impl SourceRemedy {
    /// Makes one of its parts.
    pub fn new(
        change: impl Into<String>,
        edits: Vec<SourceEdit>,
        results: RemedyResults,
        alone: bool,
        time_percent: Option<u32>,
    ) -> SourceRemedy {
        SourceRemedy { change: change.into(), edits, results, alone, time_percent }
    }

    /// Returns the sentence about its run.
    ///
    /// ```
    /// use smem_report::{RemedyResults, SourceRemedy};
    ///
    /// let remedy = SourceRemedy::new("`__syncthreads()` after line 4", Vec::new(), RemedyResults::Same, true, None);
    /// assert_eq!(
    ///     remedy.tried(),
    ///     "tried: the source with it was compiled and run: the finding is gone, no other has come, and the results are the same"
    /// );
    /// ```
    pub fn tried(&self) -> String {
        let others = if self.alone { "" } else { " and the remedies before it" };
        let results = match self.results {
            RemedyResults::Same => "and the results are the same",
            RemedyResults::SameInAllOrders => {
                "and the results, which the finding left undefined, are the same in other orders of warps and blocks"
            }
            RemedyResults::OfTheFinding => "and the results differ as those that the finding left undefined may",
            RemedyResults::NotCompared => "and there are no buffers to compare",
        };
        let time = self.time_percent.map_or(String::new(), |percent| format!("; predicted time: {percent} %"));
        format!(
            "tried: the source with it{others} was compiled and run: the finding is gone, no other has come, {results}{time}"
        )
    }
}

impl SourceEdit {
    /// Returns the edit that replaces the bytes from `start` to `end` of a text.
    ///
    /// ```
    /// use smem_report::SourceEdit;
    ///
    /// let edit = SourceEdit::of("k.cu", "a;\n  b;\n", [5, 5], "c; ");
    /// assert_eq!((edit.line, edit.column, edit.end_column), (2, 3, 3));
    /// ```
    pub fn of(file: impl Into<String>, text: &str, [start, end]: [usize; 2], new: impl Into<String>) -> SourceEdit {
        let place = |at: usize| {
            let before = text.get(..at).unwrap_or(text);
            let line = before.rfind('\n').map_or(0, |newline| newline + 1);
            (1 + before.matches('\n').count() as u32, 1 + before[line..].encode_utf16().count() as u32)
        };
        let ((line, column), (end_line, end_column)) = (place(start), place(end));
        SourceEdit { file: file.into(), line, column, end_line, end_column, text: new.into() }
    }
}
