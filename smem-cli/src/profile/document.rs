//! The report as JSON.

use serde::Serialize;
use smem_sim::{FaultSite, SharedOp};

use super::barriers::PlacedBarrier;
use super::beside::{BothCounts, SetCounts, both};
use super::files::{Files, LinePlace};
use super::global_races::{PlacedGlobalRace, placed};
use super::hazards::{Checks, PlacedOverrun, PlacedRace};
use super::lines::{KernelTotal, KindTotals, Line, Total, exact_and_estimated, kernel_totals, lines};
use super::measure::{Measured, Measurement};
use super::merged::{MergedAccess, merged};
use super::warnings::Warning;
use super::worst::MeetingLanes;
use crate::json::VERSION;

#[derive(Serialize)]
pub(crate) struct ProfileDocument {
    version: u32,
    arch: String,
    launches: Vec<JsonLaunch>,
    /// The launches of each kernel together.
    kernels: Vec<JsonKernel>,
    /// Remarks on synthetic and left-out values.
    notes: Vec<String>,
    fault: Option<String>,
    /// Where that is.
    fault_at: Option<JsonFaultSite>,
    /// What was wrong before the fault, where threads meet.
    earlier_fault: Option<String>,
    /// Where that is.
    earlier_fault_at: Option<JsonFaultSite>,
}

/// The place of a fault.
#[derive(Serialize)]
struct JsonFaultSite {
    file: String,
    line: u32,
    instruction: String,
    block: [u32; 3],
    thread: [u32; 3],
    /// In the instruction's own space.
    address: Option<u64>,
}

impl JsonFaultSite {
    fn of(site: &FaultSite, files: &Files) -> JsonFaultSite {
        let LinePlace { file, line } = files.place(site.loc.as_deref(), site.line);
        JsonFaultSite {
            file,
            line,
            instruction: site.instruction.to_string(),
            block: site.block,
            thread: site.thread,
            address: site.address,
        }
    }
}

#[derive(Serialize)]
struct JsonLaunch {
    kernel: String,
    grid: [u32; 3],
    block: [u32; 3],
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
    /// PTX beside machine code, where PTX was asked for and both ran.
    beside: Vec<JsonBoth>,
    races: Vec<PlacedRace>,
    /// Those on global memory; null where they were not looked for.
    global_races: Option<Vec<PlacedGlobalRace>>,
    /// Barriers that not every thread reached.
    barriers: Vec<PlacedBarrier>,
    /// Accesses beyond shared arrays; only PTX has them.
    overruns: Vec<PlacedOverrun>,
    /// Wide instructions of machine code and the accesses that they cover, where both ran.
    merged: Vec<MergedAccess>,
    warnings: Vec<Warning>,
    /// The checks that were made, and those that were not.
    checks: Checks,
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
    calls: Vec<String>,
    worst: Option<JsonMeeting>,
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

impl ProfileDocument {
    pub(crate) fn of(outcome: &Measurement, files: &Files, notes: &[String]) -> ProfileDocument {
        let launches = outcome.launches.iter().map(|measured| launch(measured, files)).collect();
        let earlier = outcome.earlier_fault.as_ref();
        ProfileDocument {
            version: VERSION,
            arch: outcome.arch.clone(),
            launches,
            kernels: kernel_totals(outcome).into_iter().map(JsonKernel::from).collect(),
            notes: notes.to_vec(),
            fault: outcome.fault.clone(),
            fault_at: outcome.fault_site.as_deref().map(|site| JsonFaultSite::of(site, files)),
            earlier_fault: earlier.map(|fault| fault.text.clone()),
            earlier_fault_at: earlier
                .and_then(|fault| fault.site.as_deref())
                .map(|site| JsonFaultSite::of(site, files)),
        }
    }
}

fn launch(measured: &Measured, files: &Files) -> JsonLaunch {
    let (totals, lines) = (KindTotals::of(measured), lines(measured, files));
    let (exact, estimated) = exact_and_estimated(measured);
    let estimates = KindTotals::estimated(measured);
    let of_line = lines.iter().find_map(|line| line.estimate).map(str::to_string);
    JsonLaunch {
        kernel: measured.kernel.clone(),
        grid: measured.launch.grid,
        block: measured.launch.block,
        cluster: measured.launch.cluster,
        shared_bytes: measured.profile.shared_bytes,
        blocks: JsonBlocks {
            grid: measured.profile.grid_blocks,
            run: measured.profile.blocks_run,
            sampled: measured.sampled,
            stopped: measured.profile.stopped,
            faulted: measured.faulted,
        },
        isa: match measured.profile.isa {
            smem_sim::Isa::Sass => "sass",
            _ => "ptx",
        },
        exact: measured.estimate.is_none() && of_line.is_none(),
        estimate: measured.estimate.clone().or(of_line),
        exact_wavefronts: exact,
        estimated_wavefronts: estimated,
        loads: JsonTotal::of(totals.loads, estimates.loads),
        stores: JsonTotal::of(totals.stores, estimates.stores),
        atomics: JsonTotal::of(totals.atomics, estimates.atomics),
        copies: JsonTotal::of(totals.copies, estimates.copies),
        wgmma: JsonTotal::of(totals.products, estimates.products),
        lines: lines.iter().map(|line| json_line(line, measured)).collect(),
        beside: both(measured, files).into_iter().map(JsonBoth::from).collect(),
        races: measured.hazards.placed(files),
        global_races: measured.profile.global_races_checked.then(|| placed(&measured.profile.global_races, files)),
        barriers: measured.hazards.placed_barriers(files),
        overruns: measured.hazards.placed_overruns(files),
        merged: measured.both.as_ref().map_or(Vec::new(), |both| merged(&both.code, &both.source, files)),
        warnings: measured.hazards.warnings(files),
        checks: measured.hazards.checks(&measured.profile),
    }
}

fn json_line(line: &Line, measured: &Measured) -> JsonLine {
    let estimate = measured.estimate.clone().or(line.estimate.map(str::to_string));
    let Total { requests, wavefronts, ideal } = line.total;
    JsonLine {
        file: line.place.file.clone(),
        line: line.place.line,
        op: op(line.op),
        requests,
        wavefronts,
        ideal,
        ways: line.ways,
        exact: estimate.is_none(),
        estimate,
        instructions: line.code.iter().cloned().collect(),
        calls: line.calls.iter().cloned().collect(),
        worst: line.meeting.clone().map(|MeetingLanes { block, warp, bank, lanes, words }| JsonMeeting {
            block,
            warp,
            bank,
            lanes,
            words,
        }),
    }
}

fn op(op: SharedOp) -> &'static str {
    match op {
        SharedOp::Load => "load",
        SharedOp::Store => "store",
        SharedOp::Atomic => "atomic",
        SharedOp::LdMatrix => "ldmatrix",
        SharedOp::StMatrix => "stmatrix",
        SharedOp::GroupProduct => "wgmma",
        _ => "copy",
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
            op: op(kind),
            ptx: set(ptx),
            machine_code: set(machine_code),
            why,
        }
    }
}
