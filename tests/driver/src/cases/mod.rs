//! The cases, a file an area of the driver's API.

mod captures;
mod clusters;
mod contexts;
mod events;
mod faults;
mod functions;
mod graph_nodes;
mod graphs;
mod in_use;
mod launches;
mod libraries;
mod memory;
mod modules;
mod others;
mod pinned;
mod pointers;
mod pools;
mod queries;
mod runtime;
mod streams;
mod volumes;

use crate::setting::DriverCase;

/// Returns all cases, in the order of the table.
pub(crate) fn all() -> Vec<DriverCase> {
    [
        queries::CASES,
        contexts::CASES,
        memory::CASES,
        pointers::CASES,
        pools::CASES,
        volumes::CASES,
        pinned::CASES,
        modules::CASES,
        libraries::CASES,
        functions::CASES,
        launches::CASES,
        clusters::CASES,
        faults::CASES,
        streams::CASES,
        events::CASES,
        in_use::CASES,
        graphs::CASES,
        captures::CASES,
        graph_nodes::CASES,
        others::CASES,
        &runtime::all(),
    ]
    .concat()
}
