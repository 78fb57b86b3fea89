//! The report as JSON.

use std::collections::BTreeSet;

use serde::Serialize;
use smem_launch::{Isa, printable_json};

use super::compare_json::JsonComparison;
use super::time_json::{JsonPipeLine, JsonPipes, JsonResources, JsonTime, rounded};
use crate::measure::{DeviceLaunches, MeetingLanes};
use crate::nsight::ComparedLaunch;
use crate::report::{
    BothCounts, Checks, FaultPlace, GlobalLine, KernelTotal, LaunchReport, Line, MergedAccess, PlacedBarrier,
    PlacedGlobalRace, PlacedOverrun, PlacedRace, ProfileReport, SetCounts, Total, Warning, global_op_name, op_name,
};

/// The version of the document: it grows when a field changes its meaning or goes, not when one is added.
const VERSION: u32 = 1;

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
    let nsight = Some(compared.iter().map(JsonComparison::of).collect());
    ProfileDocument { nsight, ..ProfileDocument::of(report) }.text()
}

#[derive(Serialize)]
struct ProfileDocument<'a> {
    version: u32,
    arch: &'a str,
    launches: Vec<JsonLaunch<'a>>,
    /// The launches of each kernel together.
    kernels: Vec<JsonKernel>,
    /// Remarks on synthetic and left-out values.
    notes: &'a [String],
    fault: Option<&'a str>,
    /// Where that is.
    fault_at: Option<JsonFaultSite<'a>>,
    /// The error before the fault, where threads meet.
    earlier_fault: Option<&'a str>,
    /// Where that is.
    earlier_fault_at: Option<JsonFaultSite<'a>>,
    /// The counters of a page of Nsight Compute, where one was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    nsight: Option<Vec<JsonComparison<'a>>>,
}

/// The place of a fault.
#[derive(Serialize)]
struct JsonFaultSite<'a> {
    file: &'a str,
    line: u32,
    instruction: &'a str,
    block: [u32; 3],
    thread: [u32; 3],
    /// In the instruction's own space.
    address: Option<u64>,
}

impl JsonFaultSite<'_> {
    fn of(at: &FaultPlace) -> JsonFaultSite<'_> {
        JsonFaultSite {
            file: &at.place.file,
            line: at.place.line,
            instruction: &at.instruction,
            block: at.block,
            thread: at.thread,
            address: at.address,
        }
    }
}

#[derive(Serialize)]
struct JsonLaunch<'a> {
    kernel: &'a str,
    grid: [u32; 3],
    block: [u32; 3],
    /// Of grids that a kernel launched: the kernel that the host launched, and how many they are; null for a launch of the host's.
    launched: Option<&'a DeviceLaunches>,
    /// Blocks of a cluster, where the launch gives it.
    cluster: Option<[u32; 3]>,
    shared_bytes: u32,
    blocks: JsonBlocks,
    isa: &'static str,
    exact: bool,
    /// Why not all of it is exact.
    estimate: Option<String>,
    exact_wavefronts: u64,
    estimated_wavefronts: u64,
    loads: JsonTotal,
    stores: JsonTotal,
    atomics: JsonTotal,
    copies: JsonTotal,
    /// The reads of `wgmma`.
    wgmma: JsonTotal,
    lines: Vec<JsonLine>,
    /// Accesses to global memory, in sectors of 32 bytes.
    global: Vec<JsonGlobalLine<'a>>,
    pipes: JsonPipes,
    /// Instructions by source line, those with the most cycles at stake first.
    pipe_lines: Vec<JsonPipeLine<'a>>,
    resources: JsonResources,
    /// Null for PTX, and for launches that a fault ended.
    time: Option<JsonTime>,
    /// PTX beside machine code, where PTX was asked for and both ran.
    beside: Vec<JsonBoth>,
    races: &'a [PlacedRace],
    /// Those on global memory; null where they were not looked for.
    global_races: Option<&'a [PlacedGlobalRace]>,
    /// Barriers that not every thread reached.
    barriers: &'a [PlacedBarrier],
    /// Accesses beyond shared arrays; only PTX has them.
    overruns: &'a [PlacedOverrun],
    /// Wide instructions of machine code and the accesses that they cover, where both ran.
    merged: &'a [MergedAccess],
    warnings: &'a [Warning],
    /// The checks that were made, and those that were not.
    checks: &'a Checks,
}

/// The blocks of the grid, and those that the counts are of.
#[derive(Serialize)]
struct JsonBlocks {
    grid: u64,
    run: u64,
    /// Whether `--blocks` chose them.
    sampled: bool,
    /// Whether Ctrl-C ended the launch.
    stopped: bool,
    /// Whether a fault ended the launch.
    faulted: bool,
}

#[derive(Serialize)]
struct JsonTotal {
    requests: u64,
    wavefronts: u64,
    ideal: u64,
    exact: bool,
}

/// The accesses of one kind on a line in both instruction sets.
#[derive(Serialize)]
struct JsonBoth {
    file: String,
    line: u32,
    op: &'static str,
    ptx: JsonSet,
    machine_code: JsonSet,
    /// Why they differ, where it can be seen.
    why: Option<String>,
}

#[derive(Serialize)]
struct JsonSet {
    requests: u64,
    wavefronts: u64,
    ideal: u64,
    instructions: Vec<String>,
}

#[derive(Serialize)]
struct JsonKernel {
    kernel: String,
    launches: usize,
    requests: u64,
    wavefronts: u64,
    ideal: u64,
    exact: bool,
}

#[derive(Serialize)]
struct JsonLine {
    file: String,
    line: u32,
    op: &'static str,
    requests: u64,
    wavefronts: u64,
    ideal: u64,
    ways: u32,
    exact: bool,
    estimate: Option<String>,
    instructions: Vec<String>,
    /// Predicted cycles that its excess wavefronts cost; null where no time is predicted.
    cycles_at_stake: Option<f64>,
    calls: Vec<String>,
    by_call: Vec<JsonCall>,
    worst: Option<JsonMeeting>,
}

/// The counts of one chain of calls.
#[derive(Serialize)]
struct JsonCall {
    calls: String,
    requests: u64,
    wavefronts: u64,
    ideal: u64,
}

impl JsonCall {
    fn of((calls, total): (&String, &Total)) -> JsonCall {
        let Total { requests, wavefronts, ideal } = *total;
        JsonCall { calls: calls.clone(), requests, wavefronts, ideal }
    }
}

#[derive(Serialize)]
struct JsonGlobalLine<'a> {
    file: &'a str,
    line: u32,
    op: &'static str,
    requests: u64,
    sectors: u64,
    ideal: u64,
    instructions: &'a BTreeSet<String>,
}

impl JsonGlobalLine<'_> {
    fn of(line: &GlobalLine) -> JsonGlobalLine<'_> {
        JsonGlobalLine {
            file: &line.place.file,
            line: line.place.line,
            op: global_op_name(line.op),
            requests: line.requests,
            sectors: line.sectors,
            ideal: line.ideal,
            instructions: &line.code,
        }
    }
}

/// The lanes that meet in one bank in the worst request of a line.
#[derive(Serialize)]
struct JsonMeeting {
    block: [u32; 3],
    warp: u32,
    bank: u32,
    lanes: Vec<u32>,
    /// Byte addresses in shared memory.
    words: Vec<u32>,
}

impl ProfileDocument<'_> {
    fn of(report: &ProfileReport) -> ProfileDocument<'_> {
        ProfileDocument {
            version: VERSION,
            arch: &report.arch,
            launches: report.launches.iter().map(launch).collect(),
            kernels: report.kernels().into_iter().map(JsonKernel::from).collect(),
            notes: &report.notes,
            fault: report.fault.as_ref().map(|fault| fault.message.as_str()),
            fault_at: report.fault.as_ref().and_then(|fault| fault.at.as_ref()).map(JsonFaultSite::of),
            earlier_fault: report.earlier_fault.as_ref().map(|fault| fault.message.as_str()),
            earlier_fault_at: report.earlier_fault.as_ref().and_then(|fault| fault.at.as_ref()).map(JsonFaultSite::of),
            nsight: None,
        }
    }

    fn text(&self) -> String {
        // A document of these types can always be written.
        let text = serde_json::to_string_pretty(self).unwrap_or_default();
        printable_json(&text).into_owned() + "\n"
    }
}

fn launch(launch: &LaunchReport) -> JsonLaunch<'_> {
    let (totals, estimates) = (&launch.totals, &launch.estimated);
    let of_line = launch.lines.iter().find_map(|line| line.estimate).map(str::to_string);
    let blocks = launch.blocks;
    JsonLaunch {
        kernel: &launch.kernel,
        grid: launch.launch.grid,
        block: launch.launch.block,
        launched: launch.launched.as_ref(),
        cluster: launch.launch.cluster,
        shared_bytes: launch.shared_bytes,
        blocks: JsonBlocks {
            grid: blocks.grid,
            run: blocks.run,
            sampled: blocks.sampled,
            stopped: blocks.stopped,
            faulted: blocks.faulted,
        },
        isa: match launch.isa {
            Isa::Sass => "sass",
            _ => "ptx",
        },
        exact: launch.estimate.is_none() && of_line.is_none(),
        estimate: launch.estimate.clone().or(of_line),
        exact_wavefronts: launch.exact_wavefronts(),
        estimated_wavefronts: launch.estimated_wavefronts(),
        loads: JsonTotal::of(totals.loads, estimates.loads),
        stores: JsonTotal::of(totals.stores, estimates.stores),
        atomics: JsonTotal::of(totals.atomics, estimates.atomics),
        copies: JsonTotal::of(totals.copies, estimates.copies),
        wgmma: JsonTotal::of(totals.products, estimates.products),
        lines: launch.lines.iter().map(|line| json_line(line, launch)).collect(),
        global: launch.global.iter().map(JsonGlobalLine::of).collect(),
        pipes: JsonPipes::of(launch),
        pipe_lines: launch.pipe_lines.iter().map(JsonPipeLine::of).collect(),
        resources: JsonResources::of(launch),
        time: launch.time.as_ref().map(JsonTime::of),
        beside: launch.beside.iter().cloned().map(JsonBoth::from).collect(),
        races: &launch.races,
        global_races: launch.global_races.as_deref(),
        barriers: &launch.barriers,
        overruns: &launch.overruns,
        merged: &launch.merged,
        warnings: &launch.warnings,
        checks: &launch.checks,
    }
}

fn json_line(line: &Line, launch: &LaunchReport) -> JsonLine {
    let estimate = launch.estimate.clone().or(line.estimate.map(str::to_string));
    let Total { requests, wavefronts, ideal } = line.total;
    JsonLine {
        file: line.place.file.clone(),
        line: line.place.line,
        op: op_name(line.op),
        requests,
        wavefronts,
        ideal,
        ways: line.ways,
        exact: estimate.is_none(),
        estimate,
        instructions: line.code.iter().cloned().collect(),
        cycles_at_stake: line.cycles_at_stake.map(rounded),
        calls: line.calls.keys().cloned().collect(),
        by_call: line.calls.iter().map(JsonCall::of).collect(),
        worst: line.meeting.clone().map(|MeetingLanes { block, warp, bank, lanes, words }| JsonMeeting {
            block,
            warp,
            bank,
            lanes,
            words,
        }),
    }
}

impl JsonTotal {
    fn of(Total { requests, wavefronts, ideal }: Total, estimated: Total) -> JsonTotal {
        JsonTotal { requests, wavefronts, ideal, exact: estimated.wavefronts == 0 }
    }
}

impl From<KernelTotal> for JsonKernel {
    fn from(KernelTotal { kernel, launches, total, is_exact }: KernelTotal) -> JsonKernel {
        let Total { requests, wavefronts, ideal } = total;
        JsonKernel { kernel, launches, requests, wavefronts, ideal, exact: is_exact }
    }
}

impl From<BothCounts> for JsonBoth {
    fn from(both: BothCounts) -> JsonBoth {
        let why = both.why();
        let BothCounts { place, op: kind, ptx, machine_code } = both;
        let set = |SetCounts { total, instructions }: SetCounts| {
            let Total { requests, wavefronts, ideal } = total;
            JsonSet { requests, wavefronts, ideal, instructions: instructions.into_iter().collect() }
        };
        JsonBoth {
            file: place.file,
            line: place.line,
            op: op_name(kind),
            ptx: set(ptx),
            machine_code: set(machine_code),
            why,
        }
    }
}
