//! The second step: the compiled kernels run with the layouts.

use super::run::RunOutcome;
use super::searched::SearchedFix;
use crate::error::Error;

/// Layouts with which the compiled kernels have run: those with which they fault are gone.
pub(super) struct VerifiedFix<'a> {
    pub(super) searched: SearchedFix<'a>,
    /// The run with the layouts; `None` where there was nothing to lay out otherwise.
    pub(super) after: Option<RunOutcome>,
}

impl<'a> VerifiedFix<'a> {
    /// Runs the kernels with the layouts that were found.
    ///
    /// # Errors
    /// Those of launches, but for faults.
    pub(super) fn of(mut searched: SearchedFix<'a>) -> Result<Self, Error> {
        // After a fault of the kernel itself there are no results to compare.
        let after = if searched.before.fault.is_none() { searched.run_with_layouts()? } else { None };
        Ok(VerifiedFix { searched, after })
    }
}
