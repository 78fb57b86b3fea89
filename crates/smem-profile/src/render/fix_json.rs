//! The report of `fix` as JSON.

use serde::Serialize;
use smem_launch::printable_json;

use crate::fix::{ArrayReport, FixReport, KernelReport, LayoutReport, LineBeforeAfter, LineChange, TriedReport};
use crate::report::{Total, op_name};
use crate::time::gain_range;

/// The version of the document: it grows when a field changes its meaning or goes, not when one is added.
const VERSION: u32 = 1;

/// Returns the report as the program `smem-tile fix --json` prints it, with the end of its last line.
pub fn fix_json(report: &FixReport) -> String {
    // A document of these types can always be written.
    let text = serde_json::to_string_pretty(&FixDocument::of(report)).unwrap_or_default();
    printable_json(&text).into_owned() + "\n"
}

#[derive(Serialize)]
struct FixDocument {
    version: u32,
    arch: String,
    kernels: Vec<JsonFixedKernel>,
    /// The lines of the file to change.
    changes: Vec<JsonChange>,
    /// The source with all changes, compiled and run.
    changed_source: Option<JsonChanged>,
    /// The changed sources that were compiled and run.
    tried: Vec<JsonTried>,
    /// The header with all tiles.
    header: Option<String>,
    /// The line in front of which it is to be included.
    header_line: u32,
    /// Remarks on synthetic and left-out values.
    notes: Vec<String>,
    fault: Option<String>,
}

#[derive(Serialize)]
struct JsonChanged {
    /// `null` where it does not run.
    counts: Option<JsonCounts>,
    failure: Option<String>,
    same_results: bool,
    /// Whether each buffer holds one value only.
    one_value: bool,
    /// How many times as fast the launches are predicted to be on a GPU that they fill; null where no time is predicted.
    gain: Option<f64>,
    /// The least and the most that it may be.
    least: Option<f64>,
    most: Option<f64>,
    /// Whether the gain is a tenth or more, as far as the prediction knows.
    verdict: Option<&'static str>,
    /// Whether it is 3 % or more.
    recommended: Option<bool>,
}

#[derive(Serialize)]
struct JsonTried {
    changes: Vec<JsonTriedChange>,
    /// `null` where it does not compile, faults or has other results.
    wavefronts: Option<u64>,
    failure: Option<String>,
    /// Whether it is the one of `changes`.
    written: bool,
}

#[derive(Serialize)]
struct JsonTriedChange {
    array: String,
    change: String,
}

#[derive(Serialize)]
struct JsonFixedKernel {
    kernel: String,
    grid: [u32; 3],
    block: [u32; 3],
    cluster: Option<[u32; 3]>,
    launches: usize,
    shared_bytes: u32,
    isa: &'static str,
    exact: bool,
    estimate: Option<String>,
    arrays: Vec<JsonArray>,
    lines: Vec<JsonFixLine>,
    same_results: Option<bool>,
    notes: Vec<String>,
}

#[derive(Serialize)]
struct JsonArray {
    name: String,
    file: Option<String>,
    line: Option<u32>,
    element: Option<String>,
    dims: Vec<u32>,
    bytes: u32,
    offset: u32,
    dynamic: bool,
    excess: u64,
    excess_after: u64,
    layout: Option<JsonFoundLayout>,
    reason: Option<String>,
    /// The lines whose accesses have to be changed by hand: `k.cu:12`.
    by_hand: Vec<String>,
}

#[derive(Serialize)]
struct JsonFoundLayout {
    layout: String,
    index: String,
    bytes: u32,
    inferred_cols: Option<u32>,
    unused_cols: u32,
    tile: Option<String>,
    attribute: Option<String>,
    declaration: Option<JsonDeclaration>,
}

/// A declaration that takes no other change.
#[derive(Serialize)]
struct JsonDeclaration {
    text: String,
    bytes: u32,
    excess: u64,
}

#[derive(Serialize)]
struct JsonChange {
    file: String,
    line: u32,
    before: String,
    after: String,
    note: Option<&'static str>,
}

#[derive(Serialize)]
struct JsonFixLine {
    file: String,
    line: u32,
    op: &'static str,
    exact: bool,
    before: JsonCounts,
    after: Option<JsonCounts>,
}

#[derive(Serialize)]
struct JsonCounts {
    requests: u64,
    wavefronts: u64,
    ideal: u64,
    excess: u64,
}

impl FixDocument {
    fn of(report: &FixReport) -> FixDocument {
        FixDocument {
            version: VERSION,
            arch: report.arch.clone(),
            kernels: report.kernels.iter().map(kernel).collect(),
            changes: report.changes.iter().map(|change| json_change(change, report)).collect(),
            changed_source: report.changed.as_ref().map(|changed| JsonChanged {
                counts: changed.total.map(counts),
                failure: changed.failure.clone(),
                same_results: changed.same_results,
                one_value: changed.has_one_value,
                gain: changed.time.map(|time| time.gain),
                least: changed.time.map(|time| gain_range(time.gain)[0]),
                most: changed.time.map(|time| gain_range(time.gain)[1]),
                verdict: changed.time.map(|time| time.verdict().name()),
                recommended: changed.time.map(|time| time.is_recommended()),
            }),
            tried: report.tried.iter().map(tried).collect(),
            header: report.header(),
            header_line: report.header_line,
            notes: report.notes.clone(),
            fault: report.fault.as_ref().map(|fault| fault.message.clone()),
        }
    }
}

fn tried(tried: &TriedReport) -> JsonTried {
    let change = |(array, change): &(String, String)| JsonTriedChange { array: array.clone(), change: change.clone() };
    JsonTried {
        changes: tried.changes.iter().map(change).collect(),
        wavefronts: tried.wavefronts,
        failure: tried.failure.clone(),
        written: tried.is_written,
    }
}

fn kernel(kernel: &KernelReport) -> JsonFixedKernel {
    JsonFixedKernel {
        kernel: kernel.kernel.clone(),
        grid: kernel.grid,
        block: kernel.block,
        cluster: kernel.cluster,
        launches: kernel.launches,
        shared_bytes: kernel.shared_bytes,
        isa: match kernel.isa {
            smem_sim::Isa::Sass => "sass",
            _ => "ptx",
        },
        exact: kernel.estimate.is_none() && kernel.lines.iter().all(|line| !line.is_estimate),
        estimate: kernel.estimate.clone(),
        arrays: kernel.arrays.iter().map(array).collect(),
        lines: kernel.lines.iter().map(|line| json_line(line, kernel)).collect(),
        same_results: kernel.same_results,
        notes: kernel.notes.clone(),
    }
}

fn array(array: &ArrayReport) -> JsonArray {
    JsonArray {
        name: array.name.clone(),
        file: array.place.as_ref().map(|place| place.file.clone()),
        line: array.place.as_ref().map(|place| place.line),
        element: array.element.clone(),
        dims: array.dims.clone(),
        bytes: array.bytes,
        offset: array.offset,
        dynamic: array.is_dynamic,
        excess: array.excess,
        excess_after: array.excess_after,
        layout: array.layout.as_ref().map(layout),
        reason: array.reason.clone(),
        by_hand: array.by_hand.iter().map(|place| format!("{}:{}", place.file, place.line)).collect(),
    }
}

fn layout(layout: &LayoutReport) -> JsonFoundLayout {
    let tile = layout.tile.as_ref();
    JsonFoundLayout {
        layout: layout.description.clone(),
        index: layout.index.clone(),
        bytes: layout.bytes,
        inferred_cols: layout.inferred_cols,
        unused_cols: layout.unused_cols,
        tile: tile.map(|tile| tile.line.clone()),
        attribute: tile.map(|tile| tile.attribute.clone()),
        declaration: layout.declaration.as_ref().map(|declaration| JsonDeclaration {
            text: declaration.text.clone(),
            bytes: declaration.bytes,
            excess: declaration.excess,
        }),
    }
}

fn json_line(line: &LineBeforeAfter, kernel: &KernelReport) -> JsonFixLine {
    JsonFixLine {
        file: line.place.file.clone(),
        line: line.place.line,
        op: op_name(line.op),
        exact: kernel.estimate.is_none() && !line.is_estimate,
        before: counts(line.before),
        after: line.after.map(counts),
    }
}

fn counts(total: Total) -> JsonCounts {
    let Total { requests, wavefronts, ideal } = total;
    JsonCounts { requests, wavefronts, ideal, excess: total.excess() }
}

fn json_change(LineChange { line, before, after, note }: &LineChange, report: &FixReport) -> JsonChange {
    JsonChange { file: report.file.clone(), line: *line, before: before.clone(), after: after.clone(), note: *note }
}
