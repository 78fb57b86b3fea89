//! The counters of Nsight Compute that count what a report counts. Each has the reason why it may differ from an exact count, as measured on an
//! H200: the guide's page on Nsight Compute has the figures.

use smem_sim::{GlobalOp, SharedOp};

use smem_report::LaunchReport;

/// A counter, what a report has in its place, and why the two may differ.
pub(super) struct Counter {
    pub(super) name: &'static str,
    pub(super) own: fn(&LaunchReport) -> u64,
    pub(super) why: &'static str,
}

const BUSY: &str =
    "the counter also has passes that depend on time: 4 % in a long transpose on an H200, none in short launches";
const ARBITRATION: &str =
    "the counter also has waits for other traffic: it is above 0 without any conflict, so compare wavefronts";
const NO_LANE: &str = "the counter also has instructions of which no lane was active";
const TOTAL: &str = "the counter also has a pass or two a block that belong to no request, and those of other units";
const PAGE: &str = "the source page computes this from addresses, and is wrong for some loads of 8 and 16 bytes";
const SECTORS: &str = "the counter varies with the caches";

/// Every counter that is compared, with what a report has in its place.
pub(super) const COUNTERS: [Counter; 22] = [
    counter("smsp__inst_executed_op_shared_ld.sum", |launch| requests(launch, SharedOp::Load), NO_LANE),
    counter("smsp__inst_executed_op_ldsm.sum", |launch| requests(launch, SharedOp::LdMatrix), NO_LANE),
    counter("smsp__inst_executed_op_shared_st.sum", |launch| requests(launch, SharedOp::Store), NO_LANE),
    counter("smsp__inst_executed_op_shared_atom.sum", |launch| requests(launch, SharedOp::Atomic), NO_LANE),
    counter(
        "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
        |launch| launch.totals.loads.counts.wavefronts,
        BUSY,
    ),
    counter(
        "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
        |launch| launch.totals.stores.counts.wavefronts,
        BUSY,
    ),
    counter(
        "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum",
        |launch| launch.totals.atomics.counts.wavefronts,
        BUSY,
    ),
    counter("l1tex__data_pipe_lsu_wavefronts_mem_shared.sum", |launch| launch.totals.all().counts.wavefronts, TOTAL),
    counter(
        "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
        |launch| launch.totals.loads.counts.excess(),
        ARBITRATION,
    ),
    counter(
        "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum",
        |launch| launch.totals.stores.counts.excess(),
        ARBITRATION,
    ),
    counter(
        "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum",
        |launch| launch.totals.atomics.counts.excess(),
        ARBITRATION,
    ),
    counter("l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum", LaunchReport::excess, ARBITRATION),
    counter("memory_l1_wavefronts_shared", |launch| launch.totals.all().counts.wavefronts, PAGE),
    counter("memory_l1_wavefronts_shared_ideal", |launch| launch.totals.all().counts.ideal, PAGE),
    counter("derived__memory_l1_wavefronts_shared_excessive", LaunchReport::excess, PAGE),
    counter(
        "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared.sum",
        |launch| launch.totals.all().counts.wavefronts,
        PAGE,
    ),
    counter(
        "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_ideal.sum",
        |launch| launch.totals.all().counts.ideal,
        PAGE,
    ),
    counter("l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", |launch| global(launch, GlobalOp::Load).0, NO_LANE),
    counter("l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", |launch| global(launch, GlobalOp::Store).0, NO_LANE),
    counter("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", |launch| global(launch, GlobalOp::Load).1, SECTORS),
    counter("l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", |launch| global(launch, GlobalOp::Store).1, SECTORS),
    counter(
        "sm__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared.sum",
        |launch| launch.totals.all().counts.wavefronts,
        PAGE,
    ),
];

const fn counter(name: &'static str, own: fn(&LaunchReport) -> u64, why: &'static str) -> Counter {
    Counter { name, own, why }
}

/// The requests of a kind.
fn requests(launch: &LaunchReport, op: SharedOp) -> u64 {
    launch.lines.iter().filter(|line| line.op == op).map(|line| line.counts.requests).sum()
}

/// The requests and the sectors of global memory of a kind.
fn global(launch: &LaunchReport, op: GlobalOp) -> (u64, u64) {
    let of_op = launch.global.iter().filter(|line| line.op == op);
    of_op.fold((0, 0), |(requests, sectors), line| (requests + line.requests, sectors + line.sectors))
}
