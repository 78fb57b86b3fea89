//! Kernels that never end, and the instruction limit that stops them.

use crate::common::module;
use smem_sim::{Arch, Fault, FaultKind, KernelArg, LaunchShape, Module, Simulator};
use std::time::{Duration, Instant};

fn limited(simulator: Simulator, module: &Module, launch: LaunchShape) -> Fault {
    let flag = simulator.alloc(64);
    simulator.launch(module, "k", &launch, &[KernelArg::Ptr(flag)]).unwrap_err()
}

/// Bodies of `while (true)`, in the forms that compilers emit.
const FOREVER: [&str; 4] = [
    "again: bra.uni again;",
    "mov.u32 %r1, 0; again: add.u32 %r1, %r1, 1; setp.ge.u32 %p1, %r1, 0; @%p1 bra again; ret;",
    // One lane never reconverges with the others.
    "mov.u32 %r1, %tid.x; setp.ne.u32 %p1, %r1, 3; @%p1 bra done; again: bra.uni again; done: bar.warp.sync -1; ret;",
    "again: bar.sync 0; bra.uni again;",
];

#[test]
fn a_kernel_that_loops_for_ever_ends_by_default() {
    // This simulator has the default limit.
    let started = Instant::now();
    let module = module(".param .u64 p", FOREVER[0]);
    let fault = limited(Simulator::new(Arch::SM_90), &module, LaunchShape::new(1, 32));
    assert!(matches!(fault.kind, FaultKind::Deadlock(_)), "nothing changes: {fault}");
    assert!(started.elapsed() < Duration::from_secs(300), "{:?}", started.elapsed());
}

#[test]
fn the_limit_ends_every_form_of_loop_in_one_block_and_in_many() {
    for body in FOREVER {
        let module = module(".param .u64 p", body);
        for launch in
            [LaunchShape::new(1, 1), LaunchShape::new(1, 32), LaunchShape::new(1, 1024), LaunchShape::new(1000, 64)]
        {
            for (host_threads, resident) in [(1, 1), (4, 1), (2, 5)] {
                // A loop of one thread counts as a warp's, because it takes as long.
                let simulator = Simulator::new(Arch::SM_90).instruction_limit(1 << 23);
                let simulator = simulator.host_threads(host_threads).concurrent_blocks(resident);
                let is_for_threads = body.contains("setp.ne") && launch.block[0] == 1;
                if is_for_threads {
                    continue;
                }
                let fault = limited(simulator, &module, launch);
                // A loop in which nothing changes is found without the limit.
                let is_counting = body.contains("add");
                let ended = match fault.kind {
                    FaultKind::Limit(limit) => limit == 1 << 23,
                    FaultKind::Deadlock(_) => !is_counting,
                    _ => false,
                };
                assert!(ended, "{body}: {launch:?}: {fault}");
                assert!(fault.site.is_some(), "{fault}");
            }
        }
    }
}

#[test]
fn a_block_may_wait_for_a_later_one_and_one_that_waits_for_none_ends() {
    // Block 0 waits for the flag that the last block sets.
    let text = |set: &str| {
        format!(
            "ld.param.u64 %rd1, [p]; mov.u32 %r1, %ctaid.x; setp.ne.u32 %p1, %r1, 0; @%p1 bra set;\n\
             again: ld.volatile.global.u32 %r2, [%rd1]; nanosleep.u32 100; setp.eq.u32 %p2, %r2, 0; @%p2 bra again; ret;\n\
             set: st.volatile.global.u32 [%rd1], {set}; ret;"
        )
    };
    let simulator = || Simulator::new(Arch::SM_90).host_threads(1).instruction_limit(1 << 22);
    let sets = module(".param .u64 p", &text("1"));
    for simulator in [simulator(), simulator().concurrent_blocks(2)] {
        let flag = simulator.alloc(64);
        simulator.launch(&sets, "k", &LaunchShape::new(2, 32), &[KernelArg::Ptr(flag)]).unwrap();
    }
    let fault = limited(simulator(), &module(".param .u64 p", &text("0")), LaunchShape::new(2, 32));
    assert_eq!(fault.site.as_ref().unwrap().block, [0, 0, 0]);
    assert_eq!(
        fault.to_string().split("; block").next().unwrap(),
        "`k`: no thread can go on, and none is left that could change what they wait for: in block (0, 0, 0) threads 0 to 31 ask again \
         and again at line 13; threads 0 to 31 ask for the word at address 0x1f0000000000 of global memory, which holds 0"
    );
}

#[test]
fn a_raised_limit_lets_a_long_kernel_end() {
    let module = module(
        ".param .u64 p",
        "mov.u32 %r1, 0; again: add.u32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, 100000; @%p1 bra again; ret;",
    );
    // 300,000 instructions of a warp and a few.
    let run = |limit: u64| {
        let simulator = Simulator::new(Arch::SM_90).instruction_limit(limit);
        simulator.launch(&module, "k", &LaunchShape::new(1, 32), &[KernelArg::Ptr(0)])
    };
    assert!(matches!(run(9_000_000).unwrap_err().kind, FaultKind::Limit(9_000_000)));
    assert_eq!(run(10_000_000).unwrap().warp_instructions, 300_002);
    assert_eq!(run(0).unwrap().warp_instructions, 300_002);
}

/// A kernel that prints 7 with a conversion.
fn printing(conversion: &str) -> Module {
    let bytes: Vec<String> = conversion.bytes().chain([0]).map(|byte| byte.to_string()).collect();
    let text = format!(
        ".version 8.8 .target sm_90 .address_size 64
        .global .align 1 .b8 format[{}] = {{{}}};
        .extern .func (.param .b32 r) vprintf (.param .b64 f, .param .b64 v);
        .visible .entry k() {{
            .local .align 8 .b8 values[8]; .reg .b64 %d<5>; .reg .b32 %r<2>;
            mov.u64 %d0, format; cvta.global.u64 %d1, %d0; mov.u64 %d2, values; cvta.local.u64 %d3, %d2;
            mov.u64 %d4, 7; st.local.u64 [values], %d4;
            {{ .param .b64 f; st.param.b64 [f], %d1; .param .b64 v; st.param.b64 [v], %d3; .param .b32 r;
               call.uni (r), vprintf, (f, v); ld.param.b32 %r1, [r]; }}
            ret;
        }}",
        bytes.len(),
        bytes.join(", ")
    );
    smem_ptx::module(&text).unwrap()
}

#[test]
fn a_printed_field_has_a_limit() {
    let printed = |conversion: &str| {
        let simulator = Simulator::new(Arch::SM_90);
        let launched = simulator.launch(&printing(conversion), "k", &LaunchShape::new(1, 1), &[]);
        launched.map(|_| simulator.take_printed())
    };
    assert_eq!(printed("%65535d").unwrap().trim_start(), "7");
    for conversion in ["%65536d", "%-2147483647d", "%.100000f", "%.65536e", "%.99999999999999999999999g", "%.65536d"] {
        let fault = printed(conversion).unwrap_err();
        assert!(matches!(fault.kind, FaultKind::Printf(_)), "{conversion}: {fault}");
        assert!(fault.to_string().contains("65535 are the most here"), "{conversion}: {fault}");
    }
}
