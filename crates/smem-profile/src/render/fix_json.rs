//! The report of `fix` as JSON.

use serde::Serialize;
use smem_launch::printable_json;
use smem_report::{Finding, JSON_VERSION};

use crate::fix::{ChangedReport, FixReport, KernelReport, LineChange, TriedReport};

/// Returns the report as the program `smem-tile fix --json` prints it, with the end of its last line.
pub fn fix_json(report: &FixReport) -> String {
    // A document of these types can always be written.
    let text = serde_json::to_string_pretty(&FixDocument::of(report)).unwrap_or_default();
    printable_json(&text).into_owned() + "\n"
}

/// The document of `fix --json`.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct FixDocument<'a> {
    /// The version of every document.
    #[cfg_attr(feature = "schema", schemars(extend("const" = JSON_VERSION)))]
    version: u32,
    /// The architecture as the compiler names it: `sm_90a`.
    arch: &'a str,
    /// The kernels that were launched, each with one size of shared memory.
    kernels: &'a [KernelReport],
    /// The lines of the file to change.
    changes: Vec<FileChange<'a>>,
    /// The source with all changes, compiled and run.
    changed_source: Option<&'a ChangedReport>,
    /// The changed sources that were compiled and run.
    tried: &'a [TriedReport],
    /// The header with all tiles.
    header: Option<String>,
    /// The line in front of which it is to be included.
    header_line: u32,
    /// The findings that are errors, with the changes that remove them.
    findings: &'a [Finding],
    /// Remarks on synthetic and left-out values.
    notes: &'a [String],
    /// The fault of a kernel, as it is or with the layouts.
    fault: Option<&'a str>,
}

/// A change of a line, and its file.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct FileChange<'a> {
    /// The file, as the user names it.
    file: &'a str,
    #[serde(flatten)]
    change: &'a LineChange,
}

impl FixDocument<'_> {
    fn of(report: &FixReport) -> FixDocument<'_> {
        let change = |change| FileChange { file: &report.file, change };
        FixDocument {
            version: JSON_VERSION,
            arch: &report.arch,
            kernels: &report.kernels,
            changes: report.changes.iter().map(change).collect(),
            changed_source: report.changed.as_ref(),
            tried: &report.tried,
            header: report.header(),
            header_line: report.header_line,
            findings: &report.findings,
            notes: &report.notes,
            fault: report.fault.as_ref().map(|fault| &fault.message[..]),
        }
    }
}
