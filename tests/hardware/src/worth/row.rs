//! The load of a launch by the simulator, as a row of numbers.

use smem_sim::{BlockPath, GlobalCount, GlobalOp, InstructionCount, Pipe, Profile};

/// The names of the numbers that [`simulated`] returns.
pub const COLUMNS: [&str; 44] = [
    "grid",
    "blocks",
    "threads",
    "registers",
    "shared_bytes",
    "instructions",
    "adu",
    "alu",
    "cbu",
    "fma",
    "fma_heavy",
    "fp64",
    "lsu",
    "tensor",
    "tex",
    "uniform",
    "xu",
    "lsu_wavefronts",
    "shared_wavefronts",
    "shared_ideal",
    "load_requests",
    "load_sectors",
    "load_wavefronts",
    "copy_requests",
    "copy_sectors",
    "copy_wavefronts",
    "store_requests",
    "store_sectors",
    "store_wavefronts",
    "reduction_requests",
    "reduction_sectors",
    "atomic_requests",
    "atomic_sectors",
    "local_load_requests",
    "local_load_sectors",
    "local_store_requests",
    "local_store_sectors",
    "loaded_bytes",
    "stored_bytes",
    "paths",
    "path_cycles",
    "path_loads",
    "path_excess",
    "path_stages",
];

/// Returns the simulator's numbers of a launch, in the order of [`COLUMNS`]: sums of the `blocks` that ran, of `grid`, and means of the paths of
/// those that were followed.
pub fn simulated(profile: &Profile) -> Vec<u64> {
    let pipe = |pipe| {
        let of_pipe = profile.instructions.iter().filter(|count| count.pipe == Some(pipe));
        of_pipe.map(|count| count.warps).sum::<u64>()
    };
    let global = |op: GlobalOp, number: fn(&GlobalCount) -> u64| {
        profile.global.iter().filter(|count| count.op == op).map(number).sum::<u64>()
    };
    let of_op = |op| {
        let (requests, sectors) = (global(op, |count| count.requests), global(op, |count| count.sectors));
        [requests, sectors, global(op, |count| count.wavefronts)]
    };
    let local = |stores: bool, number: fn(&InstructionCount) -> u64| {
        profile.instructions.iter().filter(|count| count.local.stores == stores).map(number).sum::<u64>()
    };
    let of_local = |stores| [local(stores, |count| count.local.requests), local(stores, |count| count.local.sectors)];
    let paths = profile.paths.len() as u64;
    let mean = |of: fn(&BlockPath) -> u64| profile.paths.iter().map(of).sum::<u64>() / paths.max(1);
    let heavy = profile.instructions.iter().filter(|count| count.pipe == Some(Pipe::Fma) && !count.takes_either_fma());
    let mut row = vec![
        profile.grid_blocks,
        profile.blocks_run,
        profile.block_threads.into(),
        profile.registers.unwrap_or_default().into(),
        profile.shared_bytes.into(),
        profile.warp_instructions,
    ];
    row.extend(Pipe::ALL.map(pipe));
    row.insert(10, heavy.map(|count| count.warps).sum());
    row.extend([
        profile.instructions.iter().map(|count| count.lsu_wavefronts).sum(),
        profile.wavefronts(),
        profile.ideal(),
    ]);
    row.extend([GlobalOp::Load, GlobalOp::AsyncCopy, GlobalOp::Store].into_iter().flat_map(of_op));
    row.extend([GlobalOp::Reduction, GlobalOp::Atomic].into_iter().flat_map(|op| {
        let [requests, sectors, _] = of_op(op);
        [requests, sectors]
    }));
    row.extend([false, true].into_iter().flat_map(of_local));
    row.extend([
        profile.footprint.loaded_bytes,
        profile.footprint.stored_bytes,
        paths,
        mean(|path| path.cycles),
        mean(|path| path.global_loads),
        mean(|path| path.excess_cycles),
        mean(|path| path.stages),
    ]);
    row
}
