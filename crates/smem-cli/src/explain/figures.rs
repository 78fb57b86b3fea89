//! The figures of a layout, as a document has them: its index and its accesses.

use serde::Serialize;
use smem_layout::{AccessReport, Dialect, Layout, Report, index_cost, index_expression};

/// The offset of element (row, col), in elements.
#[derive(Serialize, PartialEq, Eq, Clone, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "LayoutIndex"))]
pub(crate) struct JsonIndex {
    /// An expression in Rust.
    pub(crate) rust: String,
    /// An expression in CUDA C++.
    pub(crate) cuda: String,
}

/// An access at the position where it costs most.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "TileAccess"))]
pub(crate) struct JsonAccess {
    /// The access, as the attribute spells it.
    pub(crate) access: String,
    /// Passes through the banks that it takes.
    pub(crate) wavefronts: u32,
    /// Passes that it would take without conflicts.
    pub(crate) ideal: u32,
    /// N of its N-way conflict; 1 without one.
    pub(crate) ways: u32,
    /// The most ways that it accepts.
    pub(crate) max_ways: u32,
    /// Wavefronts that conflicts cause.
    pub(crate) excess: u32,
    /// The lanes that meet, for people.
    pub(crate) conflict: Option<String>,
}

impl JsonIndex {
    pub(crate) fn of(layout: &Layout) -> JsonIndex {
        JsonIndex { rust: index_expression(layout, Dialect::Rust), cuda: index_expression(layout, Dialect::Cuda) }
    }
}

/// Returns the cost of an index in instructions beyond `row * pitch + col`, by the solver's estimate.
pub(crate) fn cost(layout: &Layout) -> f32 {
    index_cost(layout)
}

/// Returns the accesses of a report.
pub(crate) fn accesses(report: &Report) -> Vec<JsonAccess> {
    let access = |access: &AccessReport| JsonAccess {
        access: access.name.clone(),
        wavefronts: access.cost.wavefronts,
        ideal: access.cost.ideal,
        ways: access.ways,
        max_ways: access.max_ways,
        excess: access.excess,
        conflict: access.conflict.as_ref().map(ToString::to_string),
    };
    report.accesses.iter().map(access).collect()
}
