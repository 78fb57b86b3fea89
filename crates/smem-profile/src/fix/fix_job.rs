//! The job of `fix`, and its steps.

use std::sync::Arc;

use smem_cuda::CudaText;

use super::dynamic_array::DynamicArray;
use super::remedied::RemediedJob;
use super::report::FixReport;
use super::searched::SearchedFix;
use super::verified::VerifiedFix;
use super::written::WrittenFix;
use crate::error::Error;
use crate::job::{Job, PreparedJob, on_large_stack};
use crate::measure::settle;
use crate::report::Files;

/// A search for the change to a source that removes its races and its bank conflicts, as the program `smem-tile fix` makes it: missing
/// synchronization is added first; then the best layout of each array is searched, verified by a run of the compiled kernels with it, and written
/// into the source. Each changed source is compiled and run. The file stays as it is.
///
/// ```
/// use smem_profile::{FixJob, Job};
///
/// let text = "__global__ void column(float* out) {
///     __shared__ float tile[32][32];
///     tile[threadIdx.y][threadIdx.x] = threadIdx.x;
///     __syncthreads();
///     out[32 * threadIdx.y + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
/// }";
/// let job = Job::of_text("column.cu", text).grid(1).block([32, 32]).arg("out:f32[1024]");
/// let report = FixJob::new(job).run()?;
/// assert_eq!((report.kernels[0].arrays[0].excess, report.excess_left), (992, 0));
/// assert_eq!(report.changes[0].after.trim(), "__shared__ float tile[32][33];");
/// # Ok::<(), smem_profile::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct FixJob {
    job: Job,
    arrays: Vec<DynamicArray>,
}

impl FixJob {
    /// Returns a search for the launches of a job, whose checks are not made.
    pub fn new(job: Job) -> FixJob {
        FixJob { job, arrays: Vec::new() }
    }

    /// Adds a part of dynamic shared memory that is an array of its own.
    #[must_use]
    pub fn array(mut self, array: DynamicArray) -> FixJob {
        self.arrays.push(array);
        self
    }

    /// Searches, verifies and writes, and returns all that was found.
    ///
    /// # Errors
    /// As [`Job::run`], and where arrays overlap, or no kernel has them.
    pub fn run(&self) -> Result<FixReport, Error> {
        self.check()?;
        on_large_stack(|| {
            let mut job = PreparedJob::read(&self.job)?;
            settle(&mut job, true).map_err(|error| job.explained(error))?;
            let fixed = match self.fixed(&job) {
                Err(error) if job.find_instances(&error)? => self.fixed(&job),
                other => other,
            };
            fixed.map_err(|error| job.explained(error))
        })
    }

    /// Refuses arrays that overlap.
    fn check(&self) -> Result<(), Error> {
        for (number, array) in self.arrays.iter().enumerate() {
            let other = self.arrays[..number].iter().find(|other| other.from < array.to && array.from < other.to);
            if let Some(other) = other {
                let (one, two) = (&other.name, &array.name);
                return Err(Error::Input(format!("the arrays `{one}` and `{two}` of `--array` overlap")));
            }
        }
        Ok(())
    }

    /// Changes the source so that its findings are gone, and then its layouts.
    fn fixed(&self, job: &PreparedJob) -> Result<FixReport, Error> {
        let remedied = RemediedJob::of(job, &self.job)?;
        let changed = remedied.changed()?;
        let job = changed.as_ref().unwrap_or(job);
        // PTX and machine code have none.
        let none = CudaText::parse("");
        let searched = SearchedFix::of(job, job.text.as_deref().unwrap_or(&none), &self.arrays)?;
        let written = WrittenFix::of(VerifiedFix::of(searched)?)?;
        let files = Files::of(&self.job, job.text.clone()).of_changed(Arc::new(remedied.lines()));
        Ok(FixReport::of(&written, job, &files, &remedied))
    }
}
