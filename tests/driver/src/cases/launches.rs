//! Launches that start, and launches that do not.

use crate::kernels::KERNELS;
use crate::setting::{DriverCase, LaunchCall, allocated, context, function, kernel, module};
use crate::steps::{Steps, from, out};

pub(crate) const CASES: &[DriverCase] = &[
    ("launch", launch),
    ("launch_shapes", launch_shapes),
    ("launch_bounds", launch_bounds),
    ("dynamic_shared", dynamic_shared),
    ("parameters_in_one_piece", parameters_in_one_piece),
    ("launch_nothing", launch_nothing),
    ("cooperative", cooperative),
    ("launch_attributes", launch_attributes),
    ("host_functions", host_functions),
];

fn launch(steps: &mut Steps<'_>) {
    context(steps);
    let store = kernel(steps, "store");
    let place = allocated(steps, 4);
    let value = 1234_u32;
    let parameters = [from(&place), from(&value)];
    steps.noted("launch", "cuLaunchKernel", &LaunchCall::one(store).arguments(0, from(&parameters)));
    let mut back = 0_u32;
    steps.noted("read", "cuMemcpyDtoH_v2", &[out(&mut back), place, 4]);
    steps.value("is", back);
    steps.noted("without parameters", "cuLaunchKernel", &LaunchCall::one(store).arguments(0, 0));
}

fn launch_shapes(steps: &mut Steps<'_>) {
    context(steps);
    let nothing = kernel(steps, "nothing");
    let shapes: [([u64; 3], [u64; 3]); 16] = [
        ([0, 1, 1], [1, 1, 1]),
        ([1, 0, 1], [1, 1, 1]),
        ([1, 1, 0], [1, 1, 1]),
        ([1, 1, 1], [0, 1, 1]),
        ([1, 1, 1], [1, 1, 0]),
        ([1, 1, 1], [1024, 1, 1]),
        ([1, 1, 1], [1025, 1, 1]),
        ([1, 1, 1], [32, 32, 1]),
        ([1, 1, 1], [33, 32, 1]),
        ([1, 1, 1], [1, 1, 64]),
        ([1, 1, 1], [1, 1, 65]),
        ([1, 65_535, 1], [1, 1, 1]),
        ([1, 65_536, 1], [1, 1, 1]),
        ([1, 1, 65_536], [1, 1, 1]),
        ([65_536, 1, 1], [1, 1, 1]),
        ([1 << 31, 1, 1], [1, 1, 1]),
    ];
    for (grid, block) in shapes {
        let arguments = LaunchCall(nothing, grid, block, 0).arguments(0, 0);
        steps.noted(&format!("{grid:?} x {block:?}"), "cuLaunchKernel", &arguments);
    }
    steps.noted("wait", "cuCtxSynchronize", &[]);
}

fn launch_bounds(steps: &mut Steps<'_>) {
    context(steps);
    let module = module(steps, KERNELS);
    for (name, threads) in [("at_most_64", 64), ("at_most_64", 65), ("just_64", 64), ("just_64", 32), ("just_64", 128)]
    {
        let function = function(steps, module, name);
        let arguments = LaunchCall(function, [1; 3], [threads, 1, 1], 0).arguments(0, 0);
        steps.noted(&format!("{name} with {threads}"), "cuLaunchKernel", &arguments);
    }
    steps.noted("wait", "cuCtxSynchronize", &[]);
}

fn dynamic_shared(steps: &mut Steps<'_>) {
    context(steps);
    let dynamic = kernel(steps, "dynamic_shared");
    let (place, one) = (0_u64, [1; 3]);
    let parameters = [from(&place)];
    let mut launch = |note: &str, bytes: u64| {
        let arguments = LaunchCall(dynamic, one, one, bytes).arguments(0, from(&parameters));
        steps.noted(&format!("{bytes} bytes{note}"), "cuLaunchKernel", &arguments);
    };
    launch("", 16);
    launch("", 49_152);
    launch("", 49_153);
    steps.noted("allow 65536", "cuFuncSetAttribute", &[dynamic, 8, 65_536]);
    let mut launch = |note: &str, bytes: u64| {
        let arguments = LaunchCall(dynamic, one, one, bytes).arguments(0, from(&parameters));
        steps.noted(&format!("{bytes} bytes{note}"), "cuLaunchKernel", &arguments);
    };
    launch(" when 65536 are allowed", 65_536);
    launch(" when 65536 are allowed", 65_537);
    steps.noted("wait", "cuCtxSynchronize", &[]);
}

fn parameters_in_one_piece(steps: &mut Steps<'_>) {
    context(steps);
    let store = kernel(steps, "store");
    let place = allocated(steps, 4);
    let (pointer, size, end) = (1_u64, 2_u64, 0_u64);
    for (note, bytes) in [("12 bytes", 12_u64), ("16 bytes", 16), ("8 bytes", 8), ("400 bytes", 400)] {
        let packed = [place, 99_u64, 0];
        let mut wide = vec![0_u64; 64];
        wide[..3].copy_from_slice(&packed);
        let extra = [pointer, from(wide.as_slice()), size, from(&bytes), end];
        let mut arguments = LaunchCall::one(store).arguments(0, 0);
        arguments[10] = from(&extra);
        steps.noted(note, "cuLaunchKernel", &arguments);
    }
    let mut back = 0_u32;
    steps.noted("read", "cuMemcpyDtoH_v2", &[out(&mut back), place, 4]);
    steps.value("is", back);
}

fn launch_nothing(steps: &mut Steps<'_>) {
    context(steps);
    steps.noted("null", "cuLaunchKernel", &LaunchCall::one(0).arguments(0, 0));
    steps.noted("wait", "cuCtxSynchronize", &[]);
}

fn cooperative(steps: &mut Steps<'_>) {
    context(steps);
    let nothing = kernel(steps, "nothing");
    let launch = |blocks: u64| LaunchCall(nothing, [blocks, 1, 1], [1024, 1, 1], 0).arguments(0, 0);
    steps.noted("2 blocks", "cuLaunchCooperativeKernel", &launch(2)[..10]);
    steps.noted("100000 blocks", "cuLaunchCooperativeKernel", &launch(100_000)[..10]);
    steps.noted("wait", "cuCtxSynchronize", &[]);
}

/// The kind of attribute that says the blocks of a cluster.
pub(super) const CLUSTER: u32 = 4;

/// `CUlaunchConfig`.
#[repr(C)]
pub(super) struct LaunchConfigOfCall {
    pub(super) grid: [u32; 3],
    pub(super) block: [u32; 3],
    pub(super) shared: u32,
    pub(super) stream: u64,
    pub(super) attributes: u64,
    pub(super) count: u32,
}

/// `CUlaunchAttribute`: its kind, and 64 bytes of value.
#[repr(C)]
pub(super) struct LaunchAttributeOfCall {
    pub(super) kind: u32,
    pub(super) padding: u32,
    pub(super) value: [u32; 16],
}

fn launch_attributes(steps: &mut Steps<'_>) {
    context(steps);
    let nothing = kernel(steps, "nothing");
    let cluster = |x: u32| {
        let mut value = [0; 16];
        value[..3].copy_from_slice(&[x, 1, 1]);
        LaunchAttributeOfCall { kind: CLUSTER, padding: 0, value }
    };
    let mut launch = |note: &str, grid: u32, attribute: Option<LaunchAttributeOfCall>| {
        let list = attribute.map(|attribute| [attribute]);
        let attributes = list.as_ref().map_or(0, from);
        let count = u32::from(list.is_some());
        let config =
            LaunchConfigOfCall { grid: [grid, 1, 1], block: [32, 1, 1], shared: 0, stream: 0, attributes, count };
        steps.noted(note, "cuLaunchKernelEx", &[from(&config), nothing, 0, 0]);
    };
    launch("without attributes", 4, None);
    launch("clusters of 2 in 4 blocks", 4, Some(cluster(2)));
    launch("clusters of 2 in 3 blocks", 3, Some(cluster(2)));
    launch("clusters of 8 in 8 blocks", 8, Some(cluster(8)));
    launch("clusters of 16 in 16 blocks", 16, Some(cluster(16)));
    launch("clusters of 0", 4, Some(cluster(0)));
    let mut flag = [0; 16];
    flag[0] = 1;
    launch("cooperative", 4, Some(LaunchAttributeOfCall { kind: 2, padding: 0, value: flag }));
    launch("programmatic serialisation", 4, Some(LaunchAttributeOfCall { kind: 6, padding: 0, value: flag }));
    launch("an attribute that is none", 4, Some(LaunchAttributeOfCall { kind: 500, padding: 0, value: [0; 16] }));
    steps.noted("wait", "cuCtxSynchronize", &[]);
    steps.noted("null", "cuLaunchKernelEx", &[0, nothing, 0, 0]);
}

/// Adds one to the word that it is given.
extern "C" fn counts(word: *mut u32) {
    // SAFETY: the case passes a word that lives until it has waited.
    unsafe { *word += 1 };
}

fn host_functions(steps: &mut Steps<'_>) {
    context(steps);
    let mut word = 0_u32;
    let place = out(&mut word);
    steps.noted("once", "cuLaunchHostFunc", &[0, counts as *const () as u64, place]);
    steps.noted("again", "cuLaunchHostFunc", &[0, counts as *const () as u64, place]);
    steps.noted("wait", "cuStreamSynchronize", &[0]);
    // SAFETY: both calls have ended.
    steps.value("calls", unsafe { (place as *const u32).read_volatile() });
    steps.noted("null", "cuLaunchHostFunc", &[0, 0, 0]);
}
