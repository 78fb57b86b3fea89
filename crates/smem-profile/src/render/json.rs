//! The report as JSON.

use serde::Serialize;
use smem_launch::{Isa, printable_json};
use smem_report::{
    BothCounts, Checks, Counts, DependentContents, Exactness, Finding, GlobalLine, KernelTotal, LaunchedBlocks, Line,
    serialize_isa,
};

use crate::measure::DeviceLaunches;
use crate::nsight::ComparedLaunch;
use crate::report::{LaunchReport, LaunchResources, MergedAccess, PipeLine, PipeTotals, ProfileReport};
use crate::time::LaunchTime;

/// Returns the report as the program `smem-tile profile --json` prints it, with the end of its last line.
pub fn json(report: &ProfileReport) -> String {
    ProfileDocument::of(report).text()
}

/// Returns the report as `smem-tile profile --json --compare ncu.csv` prints it: [`json`] with the counters of Nsight Compute in `nsight`.
///
/// ```
/// use smem_profile::nsight::{NsightPage, compare};
/// use smem_profile::{Job, render};
///
/// let text = "__global__ void k(float* a) { __shared__ float s[64]; s[2 * threadIdx.x] = 1; a[threadIdx.x] = s[2 * threadIdx.x]; }";
/// let report = Job::of_text("k.cu", text).grid(1).block(32).arg("a:f32[32]").run()?;
/// let page = "ID,Kernel Name,l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum\n0,k(float *),2\n".parse::<NsightPage>().unwrap();
/// let document = render::json_compared(&report, &compare(&report, &page));
/// assert!(document.contains("\"nsight\": 2,\n          \"own\": 2,"));
/// # Ok::<(), smem_profile::Error>(())
/// ```
pub fn json_compared(report: &ProfileReport, compared: &[ComparedLaunch]) -> String {
    ProfileDocument { nsight: Some(compared), ..ProfileDocument::of(report) }.text()
}

/// The document of `profile --json`.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct ProfileDocument<'a> {
    /// The version of every document.
    #[cfg_attr(feature = "schema", schemars(extend("const" = smem_report::JSON_VERSION)))]
    version: u32,
    /// The architecture as the compiler names it: `sm_90a`.
    arch: &'a str,
    /// The launches, in their order, each with the grids that its kernel launched after it; after a fault those up to it.
    launches: Vec<LaunchDocument<'a>>,
    /// The launches of each kernel together.
    kernels: Vec<KernelTotal>,
    /// Remarks on synthetic and left-out values.
    notes: &'a [String],
    /// The error that ended the last launch, as the program prints it.
    fault: Option<&'a str>,
    /// The same as a finding, with its place.
    fault_finding: Option<&'a Finding>,
    /// The error before the fault, where threads meet.
    earlier_fault: Option<&'a str>,
    /// The same as a finding.
    earlier_fault_finding: Option<&'a Finding>,
    /// The counters of a page of Nsight Compute, where one was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    nsight: Option<&'a [ComparedLaunch]>,
}

/// A launch, with the sums of its counts.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct LaunchDocument<'a> {
    /// As the user names it.
    kernel: &'a str,
    /// Blocks along x, y and z.
    grid: [u32; 3],
    /// Threads of a block along x, y and z.
    block: [u32; 3],
    /// Of grids that a kernel launched: the kernel that the host launched, and how many they are; null for a launch of the host's.
    launched: Option<&'a DeviceLaunches>,
    /// Blocks of a cluster, where the launch gives it.
    cluster: Option<[u32; 3]>,
    /// Bytes of shared memory of a block, static and dynamic.
    shared_bytes: u32,
    /// The blocks of the grid, and those that the counts are of.
    blocks: LaunchedBlocks,
    /// The instruction set that was executed and counted.
    #[serde(serialize_with = "serialize_isa")]
    #[cfg_attr(feature = "schema", schemars(schema_with = "smem_report::schema::isa"))]
    isa: Isa,
    /// Whether all of it is exact, and why not.
    #[serde(flatten)]
    exactness: Exactness,
    /// Wavefronts that a GPU counts as well.
    exact_wavefronts: u64,
    /// Wavefronts that are estimates.
    estimated_wavefronts: u64,
    /// Loads, `ldmatrix` among them.
    loads: KindDocument,
    /// Stores, `stmatrix` among them.
    stores: KindDocument,
    /// Atomic operations.
    atomics: KindDocument,
    /// Asynchronous copies, which are neither.
    copies: KindDocument,
    /// The reads of `wgmma`.
    wgmma: KindDocument,
    /// The counts by source line, those with the most time at stake first.
    lines: &'a [Line],
    /// Accesses to global memory, in sectors of 32 bytes, those with the most excess first.
    global: &'a [GlobalLine],
    /// Instructions by pipe.
    pipes: &'a PipeTotals,
    /// Instructions by source line, those with the most cycles at stake first.
    pipe_lines: &'a [PipeLine],
    /// Registers, local memory, and the blocks that a multiprocessor holds.
    resources: LaunchResources,
    /// Null for PTX, and for launches that a fault ended.
    time: Option<&'a LaunchTime>,
    /// PTX beside machine code, where PTX was asked for and both ran.
    beside: &'a [BothCounts],
    /// The synthetic contents that its counts depend on, where they do.
    #[serde(skip_serializing_if = "Option::is_none")]
    contents: Option<&'a DependentContents>,
    /// Errors, and what may be intended, each once.
    findings: &'a [Finding],
    /// Wide instructions of machine code and the accesses that they cover, where both ran.
    merged: &'a [MergedAccess],
    /// The checks that were made, and those that were not.
    checks: &'a Checks,
}

/// The counts of one kind of accesses.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct KindDocument {
    #[serde(flatten)]
    counts: Counts,
    /// Whether none of them is an estimate.
    exact: bool,
}

impl ProfileDocument<'_> {
    fn of(report: &ProfileReport) -> ProfileDocument<'_> {
        ProfileDocument {
            version: smem_report::JSON_VERSION,
            arch: &report.arch,
            launches: report.launches.iter().map(LaunchDocument::of).collect(),
            kernels: report.kernels(),
            notes: &report.notes,
            fault: report.fault.as_ref().map(|fault| fault.message.as_str()),
            fault_finding: report.fault.as_ref().map(|fault| &fault.finding),
            earlier_fault: report.earlier_fault.as_ref().map(|fault| fault.message.as_str()),
            earlier_fault_finding: report.earlier_fault.as_ref().map(|fault| &fault.finding),
            nsight: None,
        }
    }

    fn text(&self) -> String {
        // A document of these types can always be written.
        let text = serde_json::to_string_pretty(self).unwrap_or_default();
        printable_json(&text).into_owned() + "\n"
    }
}

impl LaunchDocument<'_> {
    fn of(launch: &LaunchReport) -> LaunchDocument<'_> {
        let (totals, estimates) = (&launch.totals, &launch.estimated);
        let of_line = launch.lines.iter().find_map(|line| line.exactness.estimate.clone());
        let kind = |counts: Counts, estimates: Counts| KindDocument { counts, exact: estimates.wavefronts == 0 };
        LaunchDocument {
            kernel: &launch.kernel,
            grid: launch.launch.grid,
            block: launch.launch.block,
            launched: launch.launched.as_ref(),
            cluster: launch.launch.cluster,
            shared_bytes: launch.shared_bytes,
            blocks: launch.blocks,
            isa: launch.isa,
            exactness: Exactness { estimate: launch.exactness.estimate.clone().or(of_line) },
            exact_wavefronts: launch.exact_wavefronts(),
            estimated_wavefronts: launch.estimated_wavefronts(),
            loads: kind(totals.loads, estimates.loads),
            stores: kind(totals.stores, estimates.stores),
            atomics: kind(totals.atomics, estimates.atomics),
            copies: kind(totals.copies, estimates.copies),
            wgmma: kind(totals.products, estimates.products),
            lines: &launch.lines,
            global: &launch.global,
            pipes: &launch.pipes,
            pipe_lines: &launch.pipe_lines,
            resources: launch.resources,
            time: launch.time.as_ref(),
            beside: &launch.beside,
            contents: launch.contents.as_ref(),
            findings: &launch.findings,
            merged: &launch.merged,
            checks: &launch.checks,
        }
    }
}
