//! Clusters, by the runtime's functions.

use super::launches::LaunchOfStub;
use super::program::RegisteredProgram;
use crate::setting::DriverCase;
use crate::steps::{Steps, from, out};

pub(super) const CASES: &[DriverCase] = &[("runtime_clusters", clusters)];

fn clusters(steps: &mut Steps<'_>) {
    let program = RegisteredProgram::register(steps);
    let nothing = program.stub("nothing");
    let of_two = [4_u64, 2 | 1 << 32, 1, 0, 0, 0, 0, 0, 0];
    let config = |threads: u32, shared: u64, count: u32| LaunchOfStub {
        grid: [64, 1, 1],
        block: [threads, 1, 1],
        shared,
        stream: 0,
        attributes: from(&of_two),
        count,
    };
    let own = 0_u64;
    let active = "cudaOccupancyMaxActiveClusters";
    let largest = "cudaOccupancyMaxPotentialClusterSize";
    for (note, name, stub, config) in [
        ("clusters of 2", active, nothing, config(256, 0, 1)),
        ("without a cluster", active, nothing, config(256, 0, 0)),
        ("1025 threads", active, nothing, config(1025, 0, 1)),
        ("more bytes than allowed", active, nothing, config(256, 100_000, 1)),
        ("no kernel", active, from(&own), config(256, 0, 1)),
        ("the largest", largest, nothing, config(256, 0, 0)),
        ("the largest, beside a cluster of 2", largest, nothing, config(256, 0, 1)),
        ("the largest, 1025 threads", largest, nothing, config(1025, 0, 0)),
    ] {
        let mut answer = -1_i32;
        steps.noted(note, name, &[out(&mut answer), stub, from(&config)]);
        steps.value("are", answer);
        steps.noted("the last error", "cudaGetLastError", &[]);
    }
}
