//! The cases, a file an area of the driver's API.

mod contexts;
mod events;
mod faults;
mod functions;
mod graphs;
mod launches;
mod memory;
mod modules;
mod others;
mod pinned;
mod queries;
mod runtime;
mod streams;

use crate::setting::DriverCase;

/// Returns all cases, in the order of the table.
pub(crate) fn all() -> Vec<DriverCase> {
    [
        queries::CASES,
        contexts::CASES,
        memory::CASES,
        pinned::CASES,
        modules::CASES,
        functions::CASES,
        launches::CASES,
        faults::CASES,
        streams::CASES,
        events::CASES,
        graphs::CASES,
        others::CASES,
        &runtime::all(),
    ]
    .concat()
}
