//! From a job to its report.

use crate::error::Error;
use crate::job::{Job, PreparedJob, on_large_stack};
use crate::measure::measure;
use crate::report::{Files, ProfileReport};

impl Job {
    /// Makes the launches, and returns what they count and what was found.
    ///
    /// A fault of a kernel is part of the report, and so is a launch that a budget ended.
    ///
    /// # Errors
    /// [`Error::Input`] where a file cannot be read, or does not say which kernel is launched and how; [`Error::Launch`] where the kernel
    /// cannot be compiled, loaded or launched.
    pub fn run(&self) -> Result<ProfileReport, Error> {
        on_large_stack(|| {
            let job = PreparedJob::read(self)?;
            let measurement = measure(&job).map_err(|error| job.explained(error))?;
            Ok(ProfileReport::of(&measurement, &Files::of(self), &job.plan.notes))
        })
    }
}
