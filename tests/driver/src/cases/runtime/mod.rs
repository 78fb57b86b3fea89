//! Cases of the runtime, `libcudart`: each registers its kernels as a program does that a compiler made.

mod arrays;
mod copies;
mod devices;
mod errors;
mod functions;
mod later;
mod launches;
mod order;
mod program;

use crate::setting::DriverCase;

/// Returns all cases of the runtime.
pub(crate) fn all() -> Vec<DriverCase> {
    [
        errors::CASES,
        devices::CASES,
        copies::CASES,
        functions::CASES,
        launches::CASES,
        order::CASES,
        arrays::CASES,
        later::CASES,
    ]
    .concat()
}
