//! Errors of jobs as exceptions, with the sentences of the program.

use pyo3::create_exception;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use smem_launch::{Error as LaunchFailure, ToolError};
use smem_profile::Error;

create_exception!(
    smem_tile,
    SmemTileError,
    PyException,
    "An error of smem_tile, whose text is the sentence of the program."
);
create_exception!(smem_tile, InputError, SmemTileError, "A kernel, a launch or an option that cannot be used.");
create_exception!(
    smem_tile,
    CompileError,
    SmemTileError,
    "The kernel does not compile; the text has the compiler's errors."
);
create_exception!(smem_tile, LaunchError, SmemTileError, "The kernel cannot be loaded or launched.");

/// Adds the exceptions to the module.
pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let python = module.py();
    module.add("Error", python.get_type::<SmemTileError>())?;
    module.add("InputError", python.get_type::<InputError>())?;
    module.add("CompileError", python.get_type::<CompileError>())?;
    module.add("LaunchError", python.get_type::<LaunchError>())
}

/// Returns the exception for an error of a job.
pub(crate) fn exception(error: &Error) -> PyErr {
    let sentence = error.to_string().trim_end().to_owned();
    match error {
        Error::Input(_) => InputError::new_err(sentence),
        Error::Launch { cause: LaunchFailure::Tool(ToolError::Compile { .. }), .. } => CompileError::new_err(sentence),
        _ => LaunchError::new_err(sentence),
    }
}

/// Returns the exception for a part of a request that cannot be read.
pub(crate) fn input(sentence: String) -> PyErr {
    InputError::new_err(sentence)
}

/// Returns the exception for a thread that ended without a report.
pub(crate) fn ended() -> PyErr {
    LaunchError::new_err("the simulator ended without a report")
}
