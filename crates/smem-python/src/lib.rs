//! The native half of the Python module `smem_tile`: a request of Python's becomes a [`smem_profile::Job`], and its report goes back.
//!
//! ```text
//! request    what Python asks for -> a job, with the options that each other door has
//! running    the job on a thread of its own, which Ctrl-C stops
//! finished   the report: documents, pictures, sentences of findings, buffers
//! failure    errors -> exceptions
//! installs   lines about downloads on Python's standard error
//! ```
//!
//! The half that users see is written in Python, in `crates/smem-python/python/smem_tile`.

mod failure;
mod finished;
mod installs;
mod request;
mod running;

use pyo3::prelude::*;

/// The module `smem_tile._native`.
#[pymodule]
mod _native {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::finished::FinishedJob;
    #[pymodule_export]
    use super::{options, run};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        super::installs::show();
        super::failure::add_to(module)
    }
}

/// Returns the options of a job with their defaults, as JSON.
#[pyfunction]
fn options() -> PyResult<String> {
    request::defaults()
}

/// Runs a job, and returns its report.
#[pyfunction]
fn run(python: Python<'_>, request: request::JobRequest) -> PyResult<finished::FinishedJob> {
    running::run(python, request.job()?)
}
