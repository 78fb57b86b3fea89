//! The contents of reports: each kernel before and after, each array with the tile to write and the lines to change.

use serde::{Serialize, Serializer};
use smem_report::{Counts, Finding, LinePlace, named, serialize_or_nulls};
use smem_sim::{Isa, SharedOp};

use super::change::Way;
use super::change::edit::LineChange;
use super::changed_time::ChangedTime;
use super::source_change::SourceChange;
use super::tile_text::{TileText, header};
use crate::report::ReportedFault;

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
    /// The findings of the file as it is that are errors, each once, with the changes of the source that remove them.
    pub findings: Vec<Finding>,
    /// Whether the change has remedies of findings.
    pub has_remedies: bool,
    /// Remarks on launches that the file makes itself.
    pub notes: Vec<String>,
    /// A sentence for each file that the input names and that was not read.
    pub unread: Vec<String>,
}

/// A candidate: changes that were compiled and run together.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct TriedReport {
    /// The variables that are changed.
    pub changes: Vec<TriedChange>,
    /// Of all launches; `None` where it cannot be used.
    pub wavefronts: Option<u64>,
    /// Why it cannot be used.
    pub failure: Option<String>,
    /// Whether it is the one whose changes are to be written.
    #[serde(rename = "written")]
    pub is_written: bool,
}

/// A change of a candidate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct TriedChange {
    /// The variable.
    pub array: String,
    /// The change, in words.
    pub change: String,
}

impl TriedChange {
    pub(super) fn new(array: &str, change: &str) -> TriedChange {
        TriedChange { array: array.to_owned(), change: change.to_owned() }
    }
}

/// The run of the changed source.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ChangedReport {
    /// Of all launches; `None` where it failed.
    #[serde(rename = "counts", serialize_with = "serialize_counts")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<CountsAndExcess>"))]
    pub total: Option<Counts>,
    /// Why it could not be run to its end.
    pub failure: Option<String>,
    /// Whether the buffers have the same bytes.
    pub same_results: bool,
    /// Whether each buffer holds one value only, so that equal results show little.
    #[serde(rename = "one_value")]
    pub has_one_value: bool,
    /// Its predicted time; `None` for PTX, and where it failed.
    #[serde(flatten, serialize_with = "time")]
    #[cfg_attr(feature = "schema", schemars(schema_with = "smem_report::schema::or_nulls::<ChangedTime>"))]
    pub time: Option<ChangedTime>,
}

/// A kernel, with the sums of its launches.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
    #[serde(serialize_with = "named::serialize")]
    #[cfg_attr(feature = "schema", schemars(schema_with = "smem_report::schema::named::<Isa>"))]
    pub isa: Isa,
    /// Whether all of its counts are exact.
    #[serde(rename = "exact")]
    pub is_exact: bool,
    /// Why its counts are estimates, if they are.
    pub estimate: Option<String>,
    /// Its arrays in shared memory.
    pub arrays: Vec<ArrayReport>,
    /// Its source lines, those with the most excess first.
    pub lines: Vec<LineBeforeAfter>,
    /// Whether all buffers have the same bytes with the new layouts; `None` where there are none.
    pub same_results: Option<bool>,
    /// Remarks on it.
    pub notes: Vec<String>,
    /// How many buffers were compared.
    #[serde(skip)]
    pub buffers: usize,
}

/// The accesses of one kind on a line, before and after.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct LineBeforeAfter {
    /// The line.
    #[serde(flatten)]
    pub place: LinePlace,
    /// The kind of the accesses.
    #[serde(serialize_with = "named::serialize")]
    #[cfg_attr(feature = "schema", schemars(schema_with = "smem_report::schema::named::<SharedOp>"))]
    pub op: SharedOp,
    /// Whether the counts are exact.
    #[serde(rename = "exact")]
    pub is_exact: bool,
    /// As the source is.
    #[serde(serialize_with = "serialize_counts")]
    #[cfg_attr(feature = "schema", schemars(with = "CountsAndExcess"))]
    pub before: Counts,
    /// `None` without a second run.
    #[serde(serialize_with = "serialize_counts")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<CountsAndExcess>"))]
    pub after: Option<Counts>,
    /// The text of the line, where it can be read.
    #[serde(skip)]
    pub source: Option<String>,
}

/// An array with excess wavefronts, or one without.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ArrayReport {
    /// As the source names it.
    pub name: String,
    /// Where it is declared.
    #[serde(flatten, serialize_with = "place")]
    #[cfg_attr(feature = "schema", schemars(schema_with = "smem_report::schema::or_nulls::<LinePlace>"))]
    pub place: Option<LinePlace>,
    /// `float`, if it is known.
    pub element: Option<String>,
    /// Its extents, in elements.
    pub dims: Vec<u32>,
    /// Its bytes.
    pub bytes: u32,
    /// Bytes from the start of the block's shared memory.
    pub offset: u32,
    /// Whether it is in dynamic shared memory.
    #[serde(rename = "dynamic")]
    pub is_dynamic: bool,
    /// Of those that the user names.
    #[serde(skip)]
    pub is_named: bool,
    /// Excess wavefronts of the requests on it.
    pub excess: u64,
    /// Those on the layout.
    pub excess_after: u64,
    /// The layout; `None` where it stays as it is.
    pub layout: Option<LayoutReport>,
    /// Why nothing, or not all, can be done.
    pub reason: Option<String>,
    /// The lines whose accesses to it have to be changed by hand; empty where the changed source does what it should.
    #[serde(serialize_with = "by_hand")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub by_hand: Vec<LinePlace>,
}

/// The layout to write.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct LayoutReport {
    /// In words: `32 x 32, pitch 33`.
    #[serde(rename = "layout")]
    pub description: String,
    /// The offset of element (row, col), in elements.
    pub index: String,
    /// Bytes of its storage.
    pub bytes: u32,
    /// One row.
    #[serde(skip)]
    pub is_line: bool,
    /// The length of rows was inferred, in elements.
    pub inferred_cols: Option<u32>,
    /// Columns at the end of each row without an access, which are left out.
    pub unused_cols: u32,
    /// The tile to write; `None` where the attribute has no spelling.
    #[serde(flatten, serialize_with = "tile")]
    #[cfg_attr(feature = "schema", schemars(schema_with = "smem_report::schema::or_nulls::<TileText>"))]
    pub tile: Option<TileText>,
    /// A declaration with longer or shorter rows, which takes no other change.
    pub declaration: Option<PaddedDeclaration>,
    /// How it is written into the source; `None` where it is not.
    #[serde(skip)]
    pub way: Option<Way>,
}

fn time<S: Serializer>(time: &Option<ChangedTime>, serializer: S) -> Result<S::Ok, S::Error> {
    serialize_or_nulls(time.as_ref(), &["gain", "least", "most", "verdict", "recommended"], serializer)
}

fn place<S: Serializer>(place: &Option<LinePlace>, serializer: S) -> Result<S::Ok, S::Error> {
    serialize_or_nulls(place.as_ref(), &["file", "line"], serializer)
}

fn by_hand<S: Serializer>(places: &[LinePlace], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(places.iter().map(|place| format!("{}:{}", place.file, place.line)))
}

fn tile<S: Serializer>(tile: &Option<TileText>, serializer: S) -> Result<S::Ok, S::Error> {
    serialize_or_nulls(tile.as_ref(), &["tile", "attribute"], serializer)
}

impl LayoutReport {
    /// Returns whether nothing new is declared.
    pub(crate) fn is_declared(&self) -> bool {
        self.way.is_some_and(Way::is_declared)
    }
}

/// A declaration with longer or shorter rows.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
    /// Returns true if the changed source was compiled and run, and left the same bytes in all buffers; where findings leave results undefined, but for
    /// those.
    pub fn is_verified(&self) -> bool {
        match &self.changed {
            Some(changed) => changed.total.is_some() && changed.same_results,
            None => self.has_remedies,
        }
    }

    /// Returns the changes that remove findings, each once, in words.
    pub fn remedies(&self) -> Vec<&str> {
        let mut all: Vec<&str> = Vec::new();
        for remedy in self.findings.iter().filter_map(|finding| finding.source_remedy.as_ref()) {
            if !all.contains(&&remedy.change[..]) {
                all.push(&remedy.change);
            }
        }
        all
    }

    /// Returns why the change is not recommended, though it removes conflicts; `None` where it is, and where no time is predicted.
    pub fn not_recommended(&self) -> Option<String> {
        let time = self.changed.as_ref().filter(|_| self.is_verified())?.time?;
        let percent = 100.0 * (time.gain - 1.0);
        let gpu = time.gpu.with_article();
        let why = match percent {
            _ if time.is_recommended => return None,
            1.0.. => format!("{percent:.0} % faster on {gpu}, and less than 3 % is not worth a change"),
            -1.0..1.0 => format!("no faster on {gpu}"),
            _ => format!("{:.0} % slower on {gpu}", -percent),
        };
        Some(format!("not recommended: the changed source is predicted to be {why}"))
    }

    /// Returns the header with all tiles to write; `None` without tiles.
    pub fn header(&self) -> Option<String> {
        let layouts = self.kernels.iter().flat_map(|kernel| &kernel.arrays).filter_map(|array| array.layout.as_ref());
        header(layouts.filter(|layout| !layout.is_declared()).filter_map(|layout| layout.tile.as_ref()))
    }
}

/// Counts and their excess.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct CountsAndExcess {
    #[serde(flatten)]
    counts: Counts,
    /// Wavefronts that conflicts cause.
    excess: u64,
}

impl From<Counts> for CountsAndExcess {
    fn from(counts: Counts) -> CountsAndExcess {
        CountsAndExcess { counts, excess: counts.excess() }
    }
}

/// Writes counts, or null, with their excess.
fn serialize_counts<S, C>(counts: &C, serializer: S) -> Result<S::Ok, S::Error>
where
    S: Serializer,
    C: Copy + Into<Option<Counts>>,
{
    let counts: Option<Counts> = (*counts).into();
    counts.map(CountsAndExcess::from).serialize(serializer)
}
