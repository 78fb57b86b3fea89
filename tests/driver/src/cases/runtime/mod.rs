//! Cases of the runtime, `libcudart`: each registers its kernels as a program does that a compiler made.

mod arrays;
mod clusters;
mod copies;
mod devices;
mod errors;
mod functions;
mod launches;
mod memory;
mod order;
mod program;
mod queries;
mod streams;

use crate::setting::DriverCase;

/// Returns all cases of the runtime.
pub(crate) fn all() -> Vec<DriverCase> {
    [
        errors::CASES,
        devices::CASES,
        copies::CASES,
        functions::CASES,
        launches::CASES,
        clusters::CASES,
        order::CASES,
        arrays::CASES,
        memory::CASES,
        streams::CASES,
        queries::CASES,
    ]
    .concat()
}
