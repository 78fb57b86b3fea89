//! Launches, right and wrong.

use super::program::{RegisteredProgram, extent, launch, malloc};
use crate::setting::DriverCase;
use crate::steps::{Steps, from, out};

pub(super) const CASES: &[DriverCase] = &[
    ("runtime_launches", launches),
    ("runtime_shapes", shapes),
    ("runtime_configurations", configurations),
    ("runtime_launches_with_attributes", launches_with_attributes),
];

fn launches(steps: &mut Steps<'_>) {
    let program = RegisteredProgram::register(steps);
    let (place, value, mut back) = (malloc(steps, 4), 7_u32, 0_u32);
    let parameters = [from(&place), from(&value)];
    steps.noted("store", "cudaLaunchKernel", &launch(program.stub("store"), [1; 3], [1; 3], from(&parameters), 0, 0));
    steps.noted("read", "cudaMemcpy", &[out(&mut back), place, 4, 2]);
    steps.value("value", back);
    let own = 0_u64;
    steps.noted("no kernel", "cudaLaunchKernel", &launch(from(&own), [1; 3], [1; 3], 0, 0, 0));
    steps.noted("null", "cudaLaunchKernel", &launch(0, [1; 3], [1; 3], 0, 0, 0));
    steps.noted(
        "cooperative",
        "cudaLaunchCooperativeKernel",
        &launch(program.stub("nothing"), [1; 3], [32, 1, 1], 0, 0, 0),
    );
    steps.noted(
        "cooperative, too many",
        "cudaLaunchCooperativeKernel",
        &launch(program.stub("nothing"), [100_000, 1, 1], [1024, 1, 1], 0, 0, 0),
    );
    steps.noted("wait", "cudaDeviceSynchronize", &[]);
}

fn shapes(steps: &mut Steps<'_>) {
    let program = RegisteredProgram::register(steps);
    let (nothing, limited) = (program.stub("nothing"), program.stub("at_most_64"));
    for (note, stub, grid, block, shared) in [
        ("no blocks", nothing, [0, 1, 1], [1, 1, 1], 0),
        ("no threads", nothing, [1, 1, 1], [0, 1, 1], 0),
        ("1025 threads", nothing, [1, 1, 1], [1025, 1, 1], 0),
        ("32 x 64 threads", nothing, [1, 1, 1], [32, 64, 1], 0),
        ("65 threads along z", nothing, [1, 1, 1], [1, 1, 65], 0),
        ("70000 blocks along y", nothing, [1, 70_000, 1], [1, 1, 1], 0),
        ("48 KiB", nothing, [1, 1, 1], [1, 1, 1], 48 << 10),
        ("a byte more", nothing, [1, 1, 1], [1, 1, 1], (48 << 10) + 1),
        ("300 KiB", nothing, [1, 1, 1], [1, 1, 1], 300 << 10),
        ("65 threads of at most 64", limited, [1, 1, 1], [65, 1, 1], 0),
        ("64 threads of at most 64", limited, [1, 1, 1], [64, 1, 1], 0),
    ] {
        steps.noted(note, "cudaLaunchKernel", &launch(stub, grid, block, 0, shared, 0));
    }
    steps.noted("wait", "cudaDeviceSynchronize", &[]);
}

fn configurations(steps: &mut Steps<'_>) {
    let ([a, b], [c, d]) = (extent(2, 3, 4), extent(32, 1, 1));
    let (mut grid, mut block, mut shared, mut stream) = ([0_u32; 3], [0_u32; 3], 0_u64, 9_u64);
    let places = [out(&mut grid), out(&mut block), out(&mut shared), out(&mut stream)];
    steps.noted("push", "__cudaPushCallConfiguration", &[a, b, c, d, 1000, 0]);
    steps.noted("pop", "__cudaPopCallConfiguration", &places);
    steps.value("it", format!("{grid:?} {block:?} {shared} {stream}"));
}

/// `cudaLaunchConfig_t`.
#[repr(C)]
pub(super) struct LaunchOfStub {
    pub(super) grid: [u32; 3],
    pub(super) block: [u32; 3],
    pub(super) shared: u64,
    pub(super) stream: u64,
    pub(super) attributes: u64,
    pub(super) count: u32,
}

fn launches_with_attributes(steps: &mut Steps<'_>) {
    let program = RegisteredProgram::register(steps);
    let of = |grid: u32, threads: u32, attributes: u64, count: u32| LaunchOfStub {
        grid: [grid, 1, 1],
        block: [threads, 1, 1],
        shared: 0,
        stream: 0,
        attributes,
        count,
    };
    let nothing = program.stub("nothing");
    let call = "cudaLaunchKernelExC";
    // A cluster of two blocks, and one of three.
    let (two, three) = ([4_u64, 2 | 1 << 32, 1, 0, 0, 0, 0, 0, 0], [4_u64, 3 | 1 << 32, 1, 0, 0, 0, 0, 0, 0]);
    steps.noted("without attributes", call, &[from(&of(4, 32, 0, 0)), nothing, 0]);
    steps.noted("clusters of 2", call, &[from(&of(4, 32, from(&two), 1)), nothing, 0]);
    steps.noted("clusters of 3 in 4 blocks", call, &[from(&of(4, 32, from(&three), 1)), nothing, 0]);
    steps.noted("2000 threads", call, &[from(&of(4, 2000, 0, 0)), nothing, 0]);
    steps.noted("an attribute of null", call, &[from(&of(4, 32, 0, 1)), nothing, 0]);
    steps.noted("no kernel", call, &[from(&of(4, 32, 0, 0)), from(&two), 0]);
    steps.noted("wait", "cudaDeviceSynchronize", &[]);
    steps.noted("the last error", "cudaGetLastError", &[]);
}
