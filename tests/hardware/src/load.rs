//! The load of a launch on a multiprocessor, as a row of numbers.

use smem_sim::{GlobalOp, Pipe, Profile};

/// The names of the numbers that [`simulated`] returns.
pub const COLUMNS: [&str; 30] = [
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
    "global_requests",
    "load_sectors",
    "store_sectors",
    "global_lines",
    "loaded_bytes",
    "stored_bytes",
    "paths",
    "path_cycles",
    "path_loads",
    "path_excess",
    "path_stages",
];

/// Returns the simulator's numbers of a launch, in the order of [`COLUMNS`]. Those of the paths are means of the blocks that were followed.
pub fn simulated(profile: &Profile) -> Vec<u64> {
    let pipe = |pipe| {
        let of_pipe = profile.instructions.iter().filter(|count| count.pipe == Some(pipe));
        of_pipe.map(|count| count.warps).sum::<u64>()
    };
    let sectors = |wanted: fn(GlobalOp) -> bool| {
        profile.global.iter().filter(|count| wanted(count.op)).map(|count| count.sectors).sum::<u64>()
    };
    let paths = profile.paths.len() as u64;
    let mean = |of: &dyn Fn(&smem_sim::BlockPath) -> u64| profile.paths.iter().map(of).sum::<u64>() / paths.max(1);
    let head = [
        profile.grid_blocks,
        profile.block_threads.into(),
        profile.registers.unwrap_or_default().into(),
        profile.shared_bytes.into(),
        profile.warp_instructions,
    ];
    let tail = [
        profile.instructions.iter().map(|count| count.lsu_wavefronts).sum(),
        profile.wavefronts(),
        profile.ideal(),
        profile.global.iter().map(|count| count.requests).sum(),
        sectors(|op| op == GlobalOp::Load),
        sectors(|op| op != GlobalOp::Load),
        profile.global.iter().map(|count| count.lines).sum(),
        profile.footprint.loaded_bytes,
        profile.footprint.stored_bytes,
        paths,
        mean(&|path| path.cycles),
        mean(&|path| path.global_loads),
        mean(&|path| path.excess_cycles),
        mean(&|path| path.stages),
    ];
    let heavy = profile.instructions.iter().filter(|count| count.pipe == Some(Pipe::Fma) && !count.takes_either_fma());
    let mut pipes: Vec<u64> = Pipe::ALL.map(pipe).into();
    pipes.insert(4, heavy.map(|count| count.warps).sum());
    head.into_iter().chain(pipes).chain(tail).collect()
}
