//! The contents of reports: each kernel before and after, each array with the tile to write and the lines to change.

use smem_sim::{Isa, SharedOp};

use super::change::Way;
use super::change::edit::LineChange;
use super::changed_time::ChangedTime;
use super::source_change::SourceChange;
use super::tile_text::{TileText, header};
use crate::report::{LinePlace, ReportedFault, Total};

/// The layouts that were found, the change to the source, and the counts before and after.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct FixReport {
    /// The architecture as the compiler names it: `sm_90a`.
    pub arch: String,
    /// The kernels that were launched, each with one size of shared memory.
    pub kernels: Vec<KernelReport>,
    /// The fault of a kernel, as it is or with the layouts.
    pub fault: Option<ReportedFault>,
    /// The file that is changed.
    pub file: String,
    /// The file as it is and as it is to be; `None` where it stays as it is.
    pub source: Option<SourceChange>,
    /// Its lines to change, in their order.
    pub changes: Vec<LineChange>,
    /// The line in front of which the header with the tiles is to be included; 1 unless the tiles name types of the source.
    pub header_line: u32,
    /// The changed source, compiled and run; `None` where there is none.
    pub changed: Option<ChangedReport>,
    /// The changed sources that were compiled and run.
    pub tried: Vec<TriedReport>,
    /// The names of buffers that have other bytes with the layouts.
    pub different: Vec<String>,
    /// Variables of which no changed source can be used, and why the first one that was tried cannot.
    pub unusable: Vec<(String, String)>,
    /// Excess wavefronts of the last run: of the changed source, else with the layouts, else as it is.
    pub excess_left: u64,
    /// Remarks on launches that the file makes itself.
    pub notes: Vec<String>,
    /// A sentence for each file that the input names and that was not read.
    pub unread: Vec<String>,
}

/// A candidate: changes that were compiled and run together.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct TriedReport {
    /// The variables, and what each was changed to.
    pub changes: Vec<(String, String)>,
    /// Of all launches; `None` where it cannot be used.
    pub wavefronts: Option<u64>,
    /// Why it cannot be used.
    pub failure: Option<String>,
    /// Whether it is the one of [`FixReport::changes`].
    pub is_written: bool,
}

/// The run of the changed source.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ChangedReport {
    /// Of all launches; `None` where it failed.
    pub total: Option<Total>,
    /// Why it could not be run to its end.
    pub failure: Option<String>,
    /// Whether the buffers have the same bytes.
    pub same_results: bool,
    /// Whether each buffer holds one value only, so that equal results show little.
    pub has_one_value: bool,
    /// Its predicted time; `None` for PTX, and where it failed.
    pub time: Option<ChangedTime>,
}

/// A kernel, with the sums of its launches.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct KernelReport {
    /// As the user names it.
    pub kernel: String,
    /// Blocks along x, y and z.
    pub grid: [u32; 3],
    /// Threads of a block along x, y and z.
    pub block: [u32; 3],
    /// Blocks of a cluster, where the launch gives it.
    pub cluster: Option<[u32; 3]>,
    /// How many launches.
    pub launches: usize,
    /// Bytes of shared memory of a block, static and dynamic.
    pub shared_bytes: u32,
    /// The instruction set that was executed and counted.
    pub isa: Isa,
    /// Why its counts are estimates, if they are.
    pub estimate: Option<String>,
    /// Its arrays in shared memory.
    pub arrays: Vec<ArrayReport>,
    /// Those with the most excess first.
    pub lines: Vec<LineBeforeAfter>,
    /// Remarks on it.
    pub notes: Vec<String>,
    /// Whether all buffers have the same bytes with the new layouts; `None` where there are none.
    pub same_results: Option<bool>,
    /// How many buffers were compared.
    pub buffers: usize,
}

/// The accesses of one kind on a line, before and after.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct LineBeforeAfter {
    /// The line.
    pub place: LinePlace,
    /// The kind of the accesses.
    pub op: SharedOp,
    /// As the source is.
    pub before: Total,
    /// `None` without a second run.
    pub after: Option<Total>,
    /// The text of the line, where it can be read.
    pub source: Option<String>,
    /// Whether the counts are estimates.
    pub is_estimate: bool,
}

/// An array with excess wavefronts, or one without.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ArrayReport {
    /// As the source names it.
    pub name: String,
    /// Where it is declared.
    pub place: Option<LinePlace>,
    /// `float`, if it is known.
    pub element: Option<String>,
    /// Its extents, in elements.
    pub dims: Vec<u32>,
    /// Its bytes.
    pub bytes: u32,
    /// Whether it is in dynamic shared memory.
    pub is_dynamic: bool,
    /// Of those that the user names.
    pub is_named: bool,
    /// Bytes from the start of the block's shared memory.
    pub offset: u32,
    /// Excess wavefronts of the requests on it.
    pub excess: u64,
    /// Those on the layout.
    pub excess_after: u64,
    /// The layout; `None` where it stays as it is.
    pub layout: Option<LayoutReport>,
    /// Why nothing, or not all, can be done.
    pub reason: Option<String>,
    /// The lines whose accesses to it have to be changed by hand; empty where the changed source does what it should.
    pub by_hand: Vec<LinePlace>,
}

/// The layout to write.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct LayoutReport {
    /// In words: `32 x 32, pitch 33`.
    pub description: String,
    /// The offset of element (row, col), in elements.
    pub index: String,
    /// Bytes of its storage.
    pub bytes: u32,
    /// One row.
    pub is_line: bool,
    /// The length of rows was inferred, in elements.
    pub inferred_cols: Option<u32>,
    /// Columns at the end of each row without an access, which are left out.
    pub unused_cols: u32,
    /// The tile to write; `None` where the attribute has no spelling.
    pub tile: Option<TileText>,
    /// A declaration with longer or shorter rows, which takes no other change.
    pub declaration: Option<PaddedDeclaration>,
    /// How it is written into the source; `None` where it is not.
    pub way: Option<Way>,
}

impl LayoutReport {
    /// Returns whether nothing new is declared.
    pub(crate) fn is_declared(&self) -> bool {
        self.way.is_some_and(Way::is_declared)
    }
}

/// A declaration with longer or shorter rows.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct PaddedDeclaration {
    /// The declaration.
    pub text: String,
    /// Bytes of its storage.
    pub bytes: u32,
    /// Excess wavefronts of the recorded requests on it.
    pub excess: u64,
}

impl FixReport {
    /// Returns true if the changed source was compiled and run, and left the same bytes in all buffers.
    pub fn is_verified(&self) -> bool {
        self.changed.as_ref().is_some_and(|changed| changed.total.is_some() && changed.same_results)
    }

    /// Returns why the change is not recommended, though it removes conflicts; `None` where it is, and where no time is predicted.
    pub fn not_recommended(&self) -> Option<String> {
        let time = self.changed.as_ref().filter(|_| self.is_verified())?.time?;
        let percent = 100.0 * (time.gain - 1.0);
        let why = match percent {
            _ if time.is_recommended() => return None,
            1.0.. => format!("{percent:.0} % faster on an H200, and less than 3 % is not worth a change"),
            -1.0..1.0 => "no faster on an H200".to_string(),
            _ => format!("{:.0} % slower on an H200", -percent),
        };
        Some(format!("not recommended: the changed source is predicted to be {why}"))
    }

    /// Returns the header with all tiles to write; `None` without tiles.
    pub fn header(&self) -> Option<String> {
        let layouts = self.kernels.iter().flat_map(|kernel| &kernel.arrays).filter_map(|array| array.layout.as_ref());
        header(layouts.filter(|layout| !layout.is_declared()).filter_map(|layout| layout.tile.as_ref()))
    }
}
