//! Functions: attributes, parameters, occupancy.

use crate::kernels::KERNELS;
use crate::setting::{DriverCase, context, function, module};
use crate::steps::{Steps, out};

pub(crate) const CASES: &[DriverCase] = &[
    ("function_attributes", function_attributes),
    ("static_shared_bytes", static_shared_bytes),
    ("set_function_attributes", set_function_attributes),
    ("parameters", parameters),
    ("occupancy", occupancy),
];

fn function_attributes(steps: &mut Steps<'_>) {
    context(steps);
    let module = module(steps, KERNELS);
    for name in ["nothing", "shared_of_1000", "dynamic_shared", "stack_of_4000", "at_most_64", "just_64"] {
        let function = function(steps, module, name);
        // Registers are the compiler's choice, and so is the version of the machine code.
        for (attribute, note) in
            [(0, "threads at most"), (1, "shared"), (2, "constant"), (3, "local"), (5, "PTX"), (8, "dynamic at most")]
        {
            let mut value = -1_i32;
            steps.must("cuFuncGetAttribute", &[out(&mut value), attribute, function]);
            steps.value(&format!("{name}: {note}"), value);
        }
    }
    let mut value = 0_i32;
    let nothing = function(steps, module, "nothing");
    steps.noted("an attribute that is none", "cuFuncGetAttribute", &[out(&mut value), 99, nothing]);
    steps.noted("of null", "cuFuncGetAttribute", &[out(&mut value), 0, 0]);
    let (mut of, mut name) = (0_u64, 0_u64);
    steps.call("cuFuncGetModule", &[out(&mut of), nothing]);
    steps.value("its module", of == module);
    steps.call("cuFuncGetName", &[out(&mut name), nothing]);
    let mut loaded = 9_u32;
    steps.call("cuFuncIsLoaded", &[out(&mut loaded), nothing]);
    steps.call("cuFuncLoad", &[nothing]);
}

fn set_function_attributes(steps: &mut Steps<'_>) {
    context(steps);
    let module = module(steps, KERNELS);
    let dynamic = function(steps, module, "dynamic_shared");
    for bytes in [1024_u64, 49_152, 65_536, 232_448, 232_449, u64::from(u32::MAX)] {
        steps.noted(&format!("dynamic bytes {bytes}"), "cuFuncSetAttribute", &[dynamic, 8, bytes]);
    }
    let with_static = function(steps, module, "shared_of_1000");
    for bytes in [231_448_u64, 231_449, 232_448] {
        steps.noted(&format!("beside 1000 static ones {bytes}"), "cuFuncSetAttribute", &[with_static, 8, bytes]);
    }
    for carve_out in [u64::from(u32::MAX), 0, 50, 100, 101] {
        steps.noted(&format!("carve-out {}", carve_out as i32), "cuFuncSetAttribute", &[dynamic, 9, carve_out]);
    }
    steps.noted("threads at most", "cuFuncSetAttribute", &[dynamic, 0, 64]);
    steps.noted("registers", "cuFuncSetAttribute", &[dynamic, 4, 64]);
    steps.noted("of null", "cuFuncSetAttribute", &[0, 8, 64]);
    steps.noted("cache", "cuFuncSetCacheConfig", &[dynamic, 1]);
}

fn parameters(steps: &mut Steps<'_>) {
    context(steps);
    let module = module(steps, KERNELS);
    let four = function(steps, module, "four_parameters");
    for index in 0..6_u64 {
        let (mut offset, mut bytes) = (0_u64, 0_u64);
        let asked = [four, index, out(&mut offset), out(&mut bytes)];
        if steps.noted(&format!("parameter {index}"), "cuFuncGetParamInfo", &asked) == 0 {
            steps.value("offset, bytes", format!("{offset}, {bytes}"));
        }
    }
    let nothing = function(steps, module, "nothing");
    let mut offset = 0_u64;
    steps.noted("of none", "cuFuncGetParamInfo", &[nothing, 0, out(&mut offset), 0]);
}

fn occupancy(steps: &mut Steps<'_>) {
    context(steps);
    let module = module(steps, KERNELS);
    let nothing = function(steps, module, "nothing");
    let fits = "cuOccupancyMaxActiveBlocksPerMultiprocessor";
    for (threads, shared) in
        [(32, 0), (64, 0), (256, 0), (1024, 0), (1025, 0), (0, 0), (256, 40_000), (256, 49_153), (256, 300_000)]
    {
        let mut blocks = -1_i32;
        steps.noted(&format!("{threads} threads, {shared} bytes"), fits, &[out(&mut blocks), nothing, threads, shared]);
        steps.value("blocks", blocks);
    }
    let limited = function(steps, module, "at_most_64");
    let mut blocks = -1_i32;
    steps.noted("more threads than the kernel takes", fits, &[out(&mut blocks), limited, 128, 0]);
    steps.value("blocks", blocks);
    let (mut grid, mut block) = (0_i32, 0_i32);
    let best = "cuOccupancyMaxPotentialBlockSize";
    steps.call(best, &[out(&mut grid), out(&mut block), nothing, 0, 0, 0]);
    steps.value("grid, block", format!("{grid}, {block}"));
    let mut bytes = 0_u64;
    steps.call("cuOccupancyAvailableDynamicSMemPerBlock", &[out(&mut bytes), nothing, 2, 256]);
    steps.value("bytes", bytes);
}

/// A kernel that stores into an array of shared memory of so many bytes and such an alignment, after other declarations of its module.
fn with_array(bytes: u32, align: u32, module: &str) -> String {
    format!(
        ".version 7.0 .target sm_70 .address_size 64 {module}
        .visible .entry k() {{ .shared .align {align} .b8 tile[{bytes}]; .reg .b32 %a;
        mov.u32 %a, tile; st.shared.u32 [%a], %a; ret; }}"
    )
}

fn static_shared_bytes(steps: &mut Steps<'_>) {
    context(steps);
    let dynamic = |align: u32| format!(".extern .shared .align {align} .b8 dynamic[];");
    for (bytes, align) in [(4, 4), (1000, 4), (1000, 8), (1001, 1), (8440, 8), (1000, 128)] {
        for beside in [0, 4, 8, 16, 128] {
            let module =
                module(steps, &with_array(bytes, align, &if beside == 0 { String::new() } else { dynamic(beside) }));
            let k = function(steps, module, "k");
            let mut value = -1_i32;
            steps.must("cuFuncGetAttribute", &[out(&mut value), 1, k]);
            steps.value(&format!("{bytes} aligned to {align}, dynamic ones to {beside}"), value);
        }
    }
}
