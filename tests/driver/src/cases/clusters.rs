//! Clusters: how many of them the device holds at once, and how large they may be.

use super::launches::{CLUSTER, LaunchAttributeOfCall, LaunchConfigOfCall};
use crate::kernels::{KERNELS, REQUIRED_CLUSTER};
use crate::setting::{DriverCase, context, function, module};
use crate::steps::{Steps, from, out};

pub(crate) const CASES: &[DriverCase] =
    &[("clusters_at_once", at_once), ("clusters_at_once_refused", refused), ("largest_clusters", largest)];

const ACTIVE: &str = "cuOccupancyMaxActiveClusters";
const LARGEST: &str = "cuOccupancyMaxPotentialClusterSize";
/// Number of the attribute of a function that lets its clusters have more than 8 blocks.
const LARGE_CLUSTERS: u64 = 14;
/// Number of the attribute of a function with the most bytes of dynamic shared memory.
const DYNAMIC_BYTES: u64 = 8;

/// Asks a question about launches of a function, each with blocks of a grid, threads and shared bytes of a block, and the cluster.
fn ask(steps: &mut Steps<'_>, note: &str, name: &str, function: u64, shape: ([u32; 3], u32, u32, Option<[u32; 3]>)) {
    let (grid, threads, shared, cluster) = shape;
    let mut value = [0; 16];
    value[..3].copy_from_slice(&cluster.unwrap_or_default());
    let attribute = LaunchAttributeOfCall { kind: CLUSTER, padding: 0, value };
    let count = u32::from(cluster.is_some());
    let attributes = if cluster.is_some() { from(&attribute) } else { 0 };
    let config = LaunchConfigOfCall { grid, block: [threads, 1, 1], shared, stream: 0, attributes, count };
    let mut answer = -1_i32;
    steps.noted(note, name, &[out(&mut answer), function, from(&config)]);
    steps.value("are", answer);
}

fn at_once(steps: &mut Steps<'_>) {
    context(steps);
    let module = module(steps, KERNELS);
    let nothing = function(steps, module, "nothing");
    steps.must("cuFuncSetAttribute", &[nothing, DYNAMIC_BYTES, 232_448]);
    steps.must("cuFuncSetAttribute", &[nothing, LARGE_CLUSTERS, 1]);
    for (threads, shared) in [(32, 0), (256, 0), (1024, 0), (256, 70_000), (384, 100_000), (384, 232_448)] {
        for blocks in 1..=16 {
            let note = format!("{blocks} blocks of {threads} threads and {shared} bytes");
            ask(steps, &note, ACTIVE, nothing, ([840 * blocks, 1, 1], threads, shared, Some([blocks, 1, 1])));
        }
    }
    for cluster in [[1, 2, 1], [2, 2, 1], [1, 1, 4], [2, 2, 2], [4, 4, 1]] {
        ask(steps, &format!("{cluster:?}"), ACTIVE, nothing, ([16, 16, 16], 256, 0, Some(cluster)));
    }
}

fn refused(steps: &mut Steps<'_>) {
    context(steps);
    let module = module(steps, KERNELS);
    let nothing = function(steps, module, "nothing");
    ask(steps, "without a cluster", ACTIVE, nothing, ([64, 1, 1], 32, 0, None));
    ask(steps, "2 blocks of 2", ACTIVE, nothing, ([2, 1, 1], 32, 0, Some([2, 1, 1])));
    ask(steps, "clusters of 2 in 3 blocks", ACTIVE, nothing, ([3, 1, 1], 32, 0, Some([2, 1, 1])));
    ask(steps, "a cluster of 0", ACTIVE, nothing, ([64, 1, 1], 32, 0, Some([0, 1, 1])));
    ask(steps, "a cluster of 0, 0, 0", ACTIVE, nothing, ([64, 1, 1], 32, 0, Some([0, 0, 0])));
    ask(steps, "a cluster of 9", ACTIVE, nothing, ([90, 1, 1], 32, 0, Some([9, 1, 1])));
    ask(steps, "a cluster of 17", ACTIVE, nothing, ([170, 1, 1], 32, 0, Some([17, 1, 1])));
    ask(steps, "no threads", ACTIVE, nothing, ([64, 1, 1], 0, 0, Some([2, 1, 1])));
    ask(steps, "1025 threads", ACTIVE, nothing, ([64, 1, 1], 1025, 0, Some([2, 1, 1])));
    ask(steps, "no blocks", ACTIVE, nothing, ([0, 1, 1], 32, 0, Some([2, 1, 1])));
    ask(steps, "more bytes than allowed", ACTIVE, nothing, ([64, 1, 1], 32, 100_000, Some([2, 1, 1])));
    ask(steps, "no function", ACTIVE, 0, ([64, 1, 1], 32, 0, Some([2, 1, 1])));
    let limited = function(steps, module, "at_most_64");
    ask(steps, "more threads than the kernel takes", ACTIVE, limited, ([64, 1, 1], 128, 0, Some([2, 1, 1])));
    steps.noted("no configuration", ACTIVE, &[from(&0_u32), nothing, 0]);
    let required = self::module(steps, REQUIRED_CLUSTER);
    let of_two = function(steps, required, "of_two");
    ask(steps, "as the kernel says", ACTIVE, of_two, ([64, 1, 1], 32, 0, None));
    ask(steps, "the same", ACTIVE, of_two, ([64, 1, 1], 32, 0, Some([2, 1, 1])));
    ask(steps, "another one", ACTIVE, of_two, ([64, 1, 1], 32, 0, Some([4, 1, 1])));
}

fn largest(steps: &mut Steps<'_>) {
    context(steps);
    let module = module(steps, KERNELS);
    let nothing = function(steps, module, "nothing");
    ask(steps, "of portable ones", LARGEST, nothing, ([64, 1, 1], 32, 0, None));
    ask(steps, "in 3 blocks", LARGEST, nothing, ([3, 1, 1], 32, 0, None));
    ask(steps, "with a cluster of 2", LARGEST, nothing, ([64, 1, 1], 32, 0, Some([2, 1, 1])));
    ask(steps, "with a cluster of 3 in 64 blocks", LARGEST, nothing, ([64, 1, 1], 32, 0, Some([3, 1, 1])));
    ask(steps, "1025 threads", LARGEST, nothing, ([64, 1, 1], 1025, 0, None));
    ask(steps, "no threads", LARGEST, nothing, ([64, 1, 1], 0, 0, None));
    ask(steps, "more bytes than allowed", LARGEST, nothing, ([64, 1, 1], 32, 100_000, None));
    ask(steps, "no function", LARGEST, 0, ([64, 1, 1], 32, 0, None));
    steps.must("cuFuncSetAttribute", &[nothing, LARGE_CLUSTERS, 1]);
    steps.must("cuFuncSetAttribute", &[nothing, DYNAMIC_BYTES, 232_448]);
    for (threads, shared) in [(32, 0), (1024, 0), (384, 100_000), (384, 232_448)] {
        ask(
            steps,
            &format!("{threads} threads, {shared} bytes"),
            LARGEST,
            nothing,
            ([64, 1, 1], threads, shared, None),
        );
    }
    let required = self::module(steps, REQUIRED_CLUSTER);
    let of_two = function(steps, required, "of_two");
    ask(steps, "of a kernel that says 2", LARGEST, of_two, ([64, 1, 1], 32, 0, None));
}
