//! From a job to its report.

use crate::error::Error;
use crate::job::{Job, PreparedJob, on_large_stack};
use crate::measure::{compare_guesses, measure, settle, try_contents};
use crate::remedy::{MOST_OF_REPORT, add_remedies};
use crate::report::{Files, ProfileReport};

impl Job {
    /// Makes the launches, and returns what they count and what was found.
    ///
    /// A fault of a kernel is part of the report, and so is a launch that a budget ended.
    ///
    /// # Errors
    /// [`Error::Input`] where a file cannot be read, or does not say which kernel is launched and how; [`Error::Launch`] where the kernel
    /// cannot be compiled, loaded or launched; [`Error::Stopped`] where it was stopped before it had counts.
    pub fn run(&self) -> Result<ProfileReport, Error> {
        on_large_stack(|| {
            let mut job = PreparedJob::read(self)?;
            settle(&mut job, false).map_err(|error| job.explained(error))?;
            let measured = match measure(&job) {
                Err(error) if job.find_instances(&error)? => settle(&mut job, false).and_then(|()| measure(&job)),
                other => other,
            };
            let mut measurement = measured.map_err(|error| job.explained(error))?;
            if measurement.launches.is_empty() && measurement.is_stopped() {
                return Err(Error::Stopped);
            }
            try_contents(&job, &mut measurement);
            compare_guesses(&job, &mut measurement);
            let mut report = ProfileReport::of(&measurement, &Files::of(self, job.text.clone()), &job.plan);
            if !measurement.is_stopped() {
                add_remedies(&job, &mut report, measurement.results, MOST_OF_REPORT);
            }
            Ok(report)
        })
    }

    /// Writes a launch file to begin with: for each kernel of the file its signature, its template's parameters, the bytes of its structs and
    /// the launches that the host code writes, as comments, and a launch whose sizes are guesses.
    ///
    /// ```
    /// let text = "__global__ void scale(float* a, float by) { a[threadIdx.x] *= by; }";
    /// let starter = smem_profile::Job::of_text("scale.cu", text).starter()?;
    /// assert!(starter.contains("kernel = \"scale\"") && starter.contains("scale_a = { type = \"f32\", len = 1024"));
    /// # Ok::<(), smem_profile::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Input`] where the file cannot be read, is not CUDA C++, or has no kernels.
    pub fn starter(&self) -> Result<String, Error> {
        on_large_stack(|| PreparedJob::starter(self))
    }
}
