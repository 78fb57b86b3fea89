//! A report beside the change that removes its conflicts.

use super::diff::PatchPaths;
use crate::fix::FixReport;
use crate::report::ProfileReport;

/// A report, and the change that removes its conflicts where one was looked for: what [`html`](super::html()) and
/// [`sarif_with_fixes`](super::sarif_with_fixes) are of.
#[derive(Debug, Clone, Copy)]
pub struct FixedReport<'a> {
    /// The counts and findings.
    pub report: &'a ProfileReport,
    /// The change, with the paths of its files.
    pub fix: Option<(&'a FixReport, PatchPaths<'a>)>,
}

impl<'a> FixedReport<'a> {
    /// The change that ran with the same results, if there is one.
    pub(super) fn verified(&self) -> Option<(&'a FixReport, PatchPaths<'a>)> {
        self.fix.filter(|(fix, _)| fix.is_verified())
    }
}
