//! From a job to its report.

use std::io;
use std::thread;

use crate::error::Error;
use crate::job::{Job, PreparedJob, describe};
use crate::measure::measure;
use crate::report::{Files, ProfileReport};

/// Bytes of the stack: parsers call themselves for each level of a text, and how deep a text nests has a limit that fits.
const STACK: usize = 256 << 20;

impl Job {
    /// Makes the launches, and returns what they count and what was found.
    ///
    /// A fault of a kernel is part of the report, and so is a launch that a budget ended.
    ///
    /// # Errors
    /// [`Error::Input`] where a file cannot be read, or does not say which kernel is launched and how; [`Error::Launch`] where the kernel
    /// cannot be compiled, loaded or launched.
    pub fn run(&self) -> Result<ProfileReport, Error> {
        let no_thread = |error: io::Error| Error::Input(format!("cannot start a thread: {}", describe(&error)));
        thread::scope(|scope| {
            let running =
                thread::Builder::new().stack_size(STACK).spawn_scoped(scope, || run(self)).map_err(no_thread)?;
            running.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    }
}

fn run(job: &Job) -> Result<ProfileReport, Error> {
    let prepared = PreparedJob::read(job)?;
    let measurement = measure(&prepared).map_err(|error| prepared.explained(error))?;
    Ok(ProfileReport::of(&measurement, &Files::of(job), &prepared.plan.notes))
}
