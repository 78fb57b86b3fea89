//! The counters of Nsight Compute that are compared.

use crate::nsight::launches;
use crate::published::PackedFile;

/// The counters: times and cycles, instructions by pipe, the data pipe of the LSU, global and local memory, resources.
pub const COUNTERS: [&str; 52] = [
    "sm__cycles_elapsed.max",
    "sm__cycles_active.sum",
    "gpu__time_duration.sum",
    "dram__bytes_read.sum",
    "dram__bytes_write.sum",
    "lts__t_sectors_op_read.sum",
    "lts__t_sectors_op_write.sum",
    "sm__inst_executed_pipe_adu.sum",
    "sm__inst_executed_pipe_alu.sum",
    "sm__inst_executed_pipe_cbu.sum",
    "sm__inst_executed_pipe_fma.sum",
    "sm__inst_executed_pipe_fmaheavy.sum",
    "sm__inst_executed_pipe_fp64.sum",
    "sm__inst_executed_pipe_lsu.sum",
    "sm__inst_executed_pipe_tensor.sum",
    "sm__inst_executed_pipe_tex.sum",
    "sm__inst_executed_pipe_uniform.sum",
    "sm__inst_executed_pipe_xu.sum",
    "smsp__inst_executed.sum",
    "smsp__inst_issued.sum",
    "l1tex__data_pipe_lsu_wavefronts.sum",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum",
    "l1tex__data_bank_conflicts_pipe_lsu.sum",
    "l1tex__data_bank_reads.sum",
    "l1tex__data_bank_writes.sum",
    "l1tex__lsuin_requests.sum",
    "l1tex__lsu_writeback_active.sum",
    "l1tex__t_sectors_pipe_lsu_lookup_hit.sum",
    "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
    "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum",
    "l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum",
    "l1tex__t_requests_pipe_lsu_mem_local_op_ld.sum",
    "l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum",
    "l1tex__t_requests_pipe_lsu_mem_local_op_st.sum",
    "l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum",
    "launch__registers_per_thread",
    "launch__shared_mem_per_block_static",
    "launch__shared_mem_per_block_dynamic",
    "launch__shared_mem_config_size",
    "launch__occupancy_limit_registers",
    "launch__occupancy_limit_warps",
    "launch__occupancy_limit_shared_mem",
    "launch__occupancy_limit_blocks",
    "launch__block_size",
];

/// Reads the raw page of `ncu` of the launches of a pack, each made once and in its order: the [`COUNTERS`] of each launch.
///
/// # Errors
/// A sentence, where the page has other launches or lacks a counter.
pub fn measured_counters(page: &str, files: &[PackedFile]) -> Result<Vec<Vec<u64>>, String> {
    let found = launches(page, &COUNTERS)?;
    let expected: usize = files.iter().map(|file| file.launches.launches().len()).sum();
    if found.len() != expected {
        return Err(format!("the page has {} launches instead of {expected}", found.len()));
    }
    let kernels = files.iter().flat_map(|file| file.launches.launches().map(move |(kernel, _)| (file, kernel)));
    for (found, (file, kernel)) in found.iter().zip(kernels) {
        let base = |name: &str| {
            let name = name.split(['<', '(']).next().unwrap_or_default().trim().to_owned();
            name.rsplit([':', ' ', '*']).next().unwrap_or_default().to_owned()
        };
        if base(&found.kernel) != base(kernel) {
            return Err(format!("the page has `{}` where `{kernel}` of {} should be", found.kernel, file.name));
        }
    }
    Ok(found.into_iter().map(|launch| launch.counts).collect())
}
