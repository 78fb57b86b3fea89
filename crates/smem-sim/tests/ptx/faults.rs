//! Faults of launches, and their messages.

use crate::common::{FEATURES, SimDevice, module, run};
use smem_sim::{Arch, Fault, FaultKind, KernelArg, LaunchShape, Simulator};

/// The body of `module` starts at this line.
const FIRST: u32 = 12;

fn says(fault: &Fault, parts: &[&str]) {
    let text = fault.to_string();
    for part in parts {
        assert!(text.contains(part), "`{part}` is not in: {text}");
    }
}

fn fault(body: &str, launch: LaunchShape) -> Fault {
    run(body, launch).expect_err("this faults")
}

#[test]
fn a_global_store_outside_names_everything() {
    let module = module(
        ".param .u64 p",
        "ld.param.u64 %rd1, [p];\nmov.u32 %r1, %ctaid.x;\nmov.u32 %r2, %tid.x;\nmad.lo.u32 %r3, %r1, 40, %r2;\n\
         mad.wide.u32 %rd2, %r3, 4, %rd1;\nst.global.u32 [%rd2], %r3;\nret;",
    );
    let mut device = SimDevice::new();
    let at = device.put(&[0u32; 70]);
    device.put(&[0u32; 70]);
    let launch = LaunchShape::of([2, 1, 1], [20, 2, 1]);
    let one = device.0.launch(&module, "k", &launch, &[KernelArg::Ptr(at)]);
    one.expect("a block of 20 x 2 uses 60 elements");
    let launch = LaunchShape::of([2, 1, 1], [32, 2, 1]);
    let fault = device.0.launch(&module, "k", &launch, &[KernelArg::Ptr(at)]).unwrap_err();
    assert!(matches!(&fault.kind, FaultKind::OutOfBounds { space: "global", bytes: 4, .. }));
    assert_eq!(fault.address(), Some(at + 280));
    assert_eq!(fault.line(), Some(FIRST + 5));
    let place = fault.site.as_ref().unwrap();
    assert_eq!((place.block, place.thread), ([1, 0, 0], [30, 0, 0]));
    says(
        &fault,
        &[
            "`k`: an access of 4 bytes is outside global memory",
            "0 bytes after the end of the 280 bytes",
            &format!("address {:#x}", at + 280),
            "block (1, 0, 0), thread (30, 0, 0)",
            "PTX line 17: `st.global.u32 [%rd2], %r3;`",
        ],
    );
}

#[test]
fn a_load_that_was_widened_past_the_end_of_a_buffer_reads_what_is_used_of_it() {
    // 28 bytes: the compiler has made one load of the `float2` at 16 and the `float` at 24.
    let body = |uses: &str| {
        format!(
            "ld.param.u64 %rd1, [p];\nld.global.v4.u32 {{%r1, %r2, %r3, %r4}}, [%rd1+16];\nadd.u32 %r1, %r1, %r2;\n\
             add.u32 %r1, %r1, %r3;\n{uses}st.global.u32 [%rd1], %r1;\nret;"
        )
    };
    let launch = |text: &str, checks_global| {
        let device = SimDevice(Simulator::new(Arch::SM_90).global_race_check(checks_global));
        let at = device.0.alloc(28);
        let words: Vec<u8> = (0..7u32).flat_map(u32::to_le_bytes).collect();
        device.0.write(at, &words).unwrap();
        let ended =
            device.0.launch(&module(".param .u64 p", text), "k", &LaunchShape::new(1, 1), &[KernelArg::Ptr(at)]);
        let mut first = [0; 4];
        device.0.read(at, &mut first).unwrap();
        ended.map(|_| u32::from_le_bytes(first))
    };
    for checks_global in [false, true] {
        assert_eq!(launch(&body(""), checks_global).unwrap(), 4 + 5 + 6);
        let fault = launch(&body("add.u32 %r1, %r1, %r4;\n"), checks_global).unwrap_err();
        says(&fault, &["an access of 16 bytes is outside global memory"]);
        // A store stays strict.
        let store = "ld.param.u64 %rd1, [p];\nst.global.v4.u32 [%rd1+16], {%r1, %r2, %r3, %r4};\nret;";
        says(&launch(store, checks_global).unwrap_err(), &["an access of 16 bytes is outside global memory"]);
    }
}

#[test]
fn a_freed_allocation_is_gone() {
    let module = module(".param .u64 p", "ld.param.u64 %rd1, [p];\nld.global.u32 %r1, [%rd1];\nret;");
    let mut device = SimDevice::new();
    let at = device.put(&[1u32]);
    device.0.launch(&module, "k", &LaunchShape::new(1, 1), &[KernelArg::Ptr(at)]).unwrap();
    device.0.free(at).unwrap();
    let fault = device.0.launch(&module, "k", &LaunchShape::new(1, 1), &[KernelArg::Ptr(at)]).unwrap_err();
    says(&fault, &["outside global memory", "which were freed (use after free)"]);
}

#[test]
fn a_variable_is_freed_with_its_module_and_not_as_an_allocation() {
    let module = smem_ptx::module(
        ".version 8.8 .target sm_90 .address_size 64 .global .align 4 .u32 counter = 100; .visible .entry k() { ret; }",
    )
    .unwrap();
    let device = SimDevice::new();
    let (at, _) = device.0.variable(&module, "counter").unwrap();
    let fault = device.0.free(at).unwrap_err();
    assert_eq!(fault.to_string(), format!("there is no allocation at {at:#x} to free"));
    let mut value = [0; 4];
    device.0.read(at, &mut value).unwrap();
    assert_eq!(u32::from_le_bytes(value), 100);
    assert!(device.0.unload(&module));
}

#[test]
fn a_copy_that_is_outside_names_its_end() {
    let mut device = SimDevice::new();
    let at = device.put(&[1u32; 4]);
    for (to, from, end) in [(at, at + 12, "copy source"), (at + 12, at, "copy target")] {
        let fault = device.0.copy(to, from, 5).unwrap_err();
        let place = at + 12;
        says(&fault, &[&format!("a {end} of 5 bytes at {place:#x} is outside every allocation")]);
    }
}

#[test]
fn a_shared_access_outside() {
    let fault = fault(
        ".shared .align 4 .b8 tile[128];\nmov.u32 %r1, %tid.x;\nmov.u32 %r2, tile;\nmad.lo.u32 %r3, %r1, 4, %r2;\n\
         st.shared.u32 [%r3+4], %r1;\nret;",
        LaunchShape::new(1, 64),
    );
    assert_eq!(fault.address(), Some(128));
    says(&fault, &["outside shared memory: the block has 128 bytes", "thread (31, 0, 0)", "PTX line 16"]);
}

#[test]
fn a_misaligned_vector() {
    let fault = fault(
        ".shared .align 16 .b8 tile[128];\nmov.u32 %r1, 1;\nst.shared.v4.u32 [tile+8], {%r1, %r1, %r1, %r1};\nret;",
        LaunchShape::new(1, 1),
    );
    assert!(matches!(fault.kind, FaultKind::Misaligned { space: "shared", bytes: 16, .. }));
    says(&fault, &["an access of 16 bytes in shared memory is not aligned to 16", "address 0x8", "PTX line 14"]);
}

#[test]
fn a_read_of_shared_memory_that_nothing_wrote_is_noted_and_goes_on() {
    let body = ".shared .align 4 .b8 tile[64];\nmov.u32 %r1, %tid.x;\nsetp.ne.u32 %p1, %r1, 9;\n\
                mad.lo.u32 %r2, %r1, 4, 0;\n@%p1 st.shared.u32 [%r2], %r1;\nbar.sync 0;\n@GUARD ld.shared.u32 %r3, [%r2];\n\
                mov.u32 %r4, tile;\nret;";
    let profile = run(&body.replace("@GUARD ", ""), LaunchShape::new(1, 16)).unwrap();
    let [read] = &profile.unwritten[..] else { panic!("{:?}", profile.unwritten) };
    assert_eq!((read.address, read.side.thread, read.side.line, read.times), (0x24, [9, 0, 0], 18, 1));
    let text = read.to_string();
    assert!(
        text.contains("byte 0x24 of shared memory, which is uninitialized; block (0, 0, 0), thread (9, 0, 0)"),
        "{text}"
    );
    // A lane that is masked off reads nothing.
    assert!(run(&body.replace("GUARD", "%p1"), LaunchShape::new(1, 16)).unwrap().unwritten.is_empty());
}

#[test]
fn the_next_block_starts_with_nothing_written() {
    let profile = run(
        ".shared .align 4 .b8 tile[64];\nmov.u32 %r1, %ctaid.x;\nsetp.eq.u32 %p1, %r1, 0;\n\
         @%p1 st.shared.u32 [tile], %r1;\nld.shared.u32 %r3, [tile];\nret;",
        LaunchShape::new(3, 1),
    )
    .unwrap();
    let [read] = &profile.unwritten[..] else { panic!("{:?}", profile.unwritten) };
    assert_eq!((read.block, read.times), ([1, 0, 0], 2));
}

#[test]
fn local_and_parameter_accesses_outside() {
    let body =
        ".local .align 4 .b8 depot[16];\nmov.u64 %rd1, depot;\nmov.u32 %r1, 1;\nst.local.u32 [%rd1+OFFSET], %r1;\nret;";
    run(&body.replace("OFFSET", "12"), LaunchShape::new(1, 1)).unwrap();
    let outside = fault(&body.replace("OFFSET", "16"), LaunchShape::new(1, 1));
    says(&outside, &["outside local memory: the thread has 16 bytes", "address 0x10"]);
    let module = module(".param .u32 p", "ld.param.u32 %r1, [p+4];\nret;");
    let fault = SimDevice::new().0.launch(&module, "k", &LaunchShape::new(1, 1), &[KernelArg::U32(1)]).unwrap_err();
    says(&fault, &["outside parameter memory: the kernel has 4 bytes of parameters"]);
}

#[test]
fn a_barrier_of_a_count_that_ended_threads_leave_open() {
    let fault = fault(
        "mov.u32 %r1, %tid.x;\nsetp.ge.u32 %p1, %r1, 32;\n@%p1 bra DONE;\nbar.sync 1, 64;\nDONE: ret;",
        LaunchShape::new(1, 64),
    );
    assert!(matches!(fault.kind, FaultKind::Barrier(_)));
    says(
        &fault,
        &[
            "barrier not reached by every thread: block (0, 0, 0), thread (32, 0, 0) has ended at line 16, \
             32 threads wait at line 15",
            "`bar.sync 1, 64;`",
        ],
    );
}

#[test]
fn two_barriers_for_one() {
    let body =
        "mov.u32 %r1, %tid.x;\nsetp.ge.u32 %p1, %r1, 32;\n@%p1 bra OTHER;\nbar.sync 0;\nret;\nOTHER: bar.sync 1;\nret;";
    let other = fault(body, LaunchShape::new(1, 64));
    says(&other, &["thread (32, 0, 0) waits at line 17, 32 threads wait at line 15"]);
    // In one warp even two instructions of the same barrier are a fault.
    let body = body.replace("%r1, 32;", "%r1, 8;").replace("bar.sync 1", "bar.sync 0");
    let diverged = fault(&body, LaunchShape::new(1, 32));
    says(
        &diverged,
        &[
            "barrier not reached by every thread: lanes 0xffffff00 of the warp wait at line 17 and lanes 0x000000ff at line 15",
        ],
    );
}

#[test]
fn a_barrier_with_a_wrong_number_or_count_is_not_called_unreached() {
    for (body, message) in [
        ("mov.u32 %r1, 16;\nbar.sync %r1;\nret;", "barrier 16 does not exist"),
        ("mov.u32 %r1, 33;\nbar.sync 1, %r1;\nret;", "barrier 1 cannot wait for 33 threads: it counts whole warps"),
        ("mov.u32 %r1, 0;\nbar.sync 1, %r1;\nret;", "barrier 1 cannot wait for 0 threads: it counts whole warps"),
        ("bar.sync 1, 96;\nret;", "barrier 1 waits for 96 threads, more than the 64 of the block"),
        ("bar.arrive 3, 128;\nret;", "barrier 3 waits for 128 threads, more than the 64 of the block"),
    ] {
        let fault = fault(body, LaunchShape::new(1, 64));
        assert!(matches!(fault.kind, FaultKind::Barrier(_)));
        assert!(fault.kind.to_string().starts_with(message), "{fault}");
    }
}

#[test]
fn a_barrier_for_some_warps_is_fine() {
    let profile = run(
        "mov.u32 %r1, %tid.x;\nsetp.ge.u32 %p1, %r1, 64;\n@%p1 bra DONE;\nbar.sync 1, 64;\nDONE: bar.sync 0;\nret;",
        LaunchShape::new(1, 96),
    )
    .unwrap();
    assert_eq!(profile.barriers, 2 + 3);
    // The last warp has 8 threads and counts as a whole one.
    run("bar.sync 1, 64;\nret;", LaunchShape::new(1, 40)).unwrap();
}

#[test]
fn producers_arrive_and_consumers_wait() {
    run(
        ".shared .align 4 .b8 x[4];\nmov.u32 %r1, %tid.x;\nsetp.ge.u32 %p1, %r1, 32;\n@%p1 bra MAKE;\n\
         bar.sync 1, 64;\nld.shared.u32 %r2, [x];\nret;\nMAKE: st.shared.u32 [x], %r1;\nbar.arrive 1, 64;\nret;",
        LaunchShape::new(1, 64),
    )
    .unwrap();
}

#[test]
fn a_shuffle_from_a_lane_that_is_not_there() {
    let body = "mov.u32 %r1, %tid.x;\nshfl.sync.idx.b32 %r2, %r1, 20, 31, -1;\nret;";
    run(body, LaunchShape::new(1, 32)).unwrap();
    let fault = fault(body, LaunchShape::new(1, 16));
    says(&fault, &["lane 0 reads lane 20, which is not active in the shuffle", "PTX line 13"]);
}

#[test]
fn a_shuffle_that_names_lanes_which_never_come() {
    let body = "mov.u32 %r1, %tid.x;\nsetp.ge.u32 %p1, %r1, 16;\n@%p1 bra WAIT;\n\
                shfl.sync.bfly.b32 %r2, %r1, 1, 31, -1;\nret;\nWAIT: bar.sync 0;\nret;";
    let stuck = fault(body, LaunchShape::new(1, 32));
    says(&stuck, &["lanes 0x0000ffff wait for lanes of 0xffff0000, which never execute this", "PTX line 15"]);
    let outside = fault("mov.u32 %r1, 0;\nvote.sync.any.pred %p1, %p2, 1;\nret;", LaunchShape::new(1, 2));
    says(&outside, &["lane 1 is not in the mask 0x00000001 that it names"]);
}

#[test]
fn traps_and_endless_loops() {
    let trap = fault("mov.u32 %r1, %tid.x;\nsetp.eq.u32 %p1, %r1, 3;\n@%p1 trap;\nret;", LaunchShape::new(1, 32));
    assert_eq!(trap.kind, FaultKind::Trap);
    says(&trap, &["the kernel trapped", "thread (3, 0, 0)", "PTX line 14"]);
    let endless = fault("L: bra L;", LaunchShape::new(1, 32));
    says(&endless, &["no thread can go on", "threads 0 to 31 ask again and again at line 12", "PTX line 12"]);
    let counting = fault("L: add.u32 %r1, %r1, 1;\nbra L;", LaunchShape::new(1, 32));
    says(
        &counting,
        &["more than 16777216 thread instructions, the limit of a launch: a loop never ends", "PTX line 1"],
    );
}

#[test]
fn the_fault_of_the_first_block_is_reported() {
    for _ in 0..20 {
        let fault = fault(
            "mov.u32 %r1, %ctaid.x;\nsetp.lt.u32 %p1, %r1, 5;\n@%p1 bra SLOW;\ntrap;\nSLOW: setp.ne.u32 %p2, %r1, 2;\n\
             mov.u32 %r2, 0;\nL: add.u32 %r2, %r2, 1;\nsetp.lt.u32 %p3, %r2, 1000;\n@%p3 bra L;\n@%p2 ret;\ntrap;",
            LaunchShape::new(100, 32),
        );
        assert_eq!(fault.site.unwrap().block, [2, 0, 0]);
    }
}

#[test]
fn launches_that_cannot_start() {
    let module = FEATURES[0].module();
    let device = SimDevice::new();
    let try_it = |kernel: &str, launch: LaunchShape, args: &[KernelArg]| {
        let fault = device.0.launch(&module, kernel, &launch, args).unwrap_err();
        assert!(matches!(fault.kind, FaultKind::Launch(_)));
        fault
    };
    let args = [KernelArg::Ptr(0), KernelArg::Ptr(0), KernelArg::I32(0)];
    let fault = try_it("colatz", LaunchShape::new(1, 1), &args);
    says(&fault, &["`colatz`: the module has no such kernel; it has `collatz`, `reduce`,"]);
    says(&try_it("collatz", LaunchShape::new(1, 1025), &args), &["1025 threads: at most 1024 in all"]);
    says(&try_it("collatz", LaunchShape::new(0, 32), &args), &["has no threads"]);
    says(&try_it("collatz", LaunchShape::new(1, 32), &args[..2]), &["takes 3 arguments, not 2"]);
    let wrong = [KernelArg::Ptr(0), KernelArg::U32(0), KernelArg::I32(0)];
    says(&try_it("collatz", LaunchShape::new(1, 32), &wrong), &["argument 1 of `collatz` takes 8 bytes, not 4"]);
    let large = LaunchShape::new(1, 32).shared_bytes(240 * 1024);
    says(
        &try_it("reverse", large, &args[..2]),
        &["245760 bytes of shared memory (0 static, 245760 dynamic) are more than", "sm_90"],
    );
    let module = crate::common::module("", ".shared .b8 tile[50000];\nmov.u32 %r1, tile;\nret;");
    let fault = device.0.launch(&module, "k", &LaunchShape::new(1, 1), &[]).unwrap_err();
    says(&fault, &["50000 bytes of static shared memory are more than the limit of 49152"]);
}

#[test]
fn block_sizes_that_the_kernel_fixes() {
    let text = ".version 8.8 .target sm_90 .address_size 64
        .visible .entry k() .reqntid 64, 2, 1 .minnctapersm 2 { ret; }
        .visible .entry l() .maxntid 128 { ret; }";
    let module = smem_ptx::module(text).unwrap();
    let device = SimDevice::new();
    let fault = device.0.launch(&module, "k", &LaunchShape::new(1, 128), &[]).unwrap_err();
    says(&fault, &["it must be launched with blocks of 64 x 2 x 1 threads"]);
    device.0.launch(&module, "k", &LaunchShape::of([1, 1, 1], [64, 2, 1]), &[]).unwrap();
    let fault = device.0.launch(&module, "l", &LaunchShape::new(1, 129), &[]).unwrap_err();
    says(&fault, &["a block has 129 threads, but the kernel allows at most 128"]);
}

#[test]
fn cluster_sizes_that_the_kernel_fixes() {
    let text = ".version 8.8 .target sm_90 .address_size 64
        .visible .entry k() .explicitcluster .reqnctapercluster 2, 1, 1 { ret; }
        .visible .entry one() .explicitcluster .reqnctapercluster 1 { ret; }
        .visible .entry any() .maxclusterrank 8 { ret; }";
    let module = smem_ptx::module(text).unwrap();
    let device = SimDevice::new();
    let launch = |kernel: &str, shape: &LaunchShape| device.0.launch(&module, kernel, shape, &[]);
    launch("k", &LaunchShape::new(2, 32)).unwrap();
    says(&launch("k", &LaunchShape::new(3, 32)).unwrap_err(), &["is not made of clusters of 2 x 1 x 1"]);
    let other = LaunchShape::new(4, 32).cluster([4, 1, 1]);
    says(&launch("k", &other).unwrap_err(), &["it must be launched with clusters of 2 x 1 x 1 blocks, not 4 x 1 x 1"]);
    launch("one", &LaunchShape::new(2, 32)).unwrap();
    launch("any", &LaunchShape::new(2, 32)).unwrap();
}

#[test]
fn the_host_stays_inside_its_allocations() {
    let mut device = SimDevice::new();
    let at = device.put(&[1u64, 2]);
    assert!(device.0.write(at + 9, &[0; 8]).unwrap_err().to_string().contains("a write of 8 bytes"));
    assert!(device.0.read(0, &mut [0; 1]).unwrap_err().to_string().contains("outside"));
    assert_eq!(device.0.alloc(usize::MAX), 0);
}

#[test]
fn a_fault_names_the_source_line() {
    let module = FEATURES[1].module();
    let mut device = SimDevice::new();
    let output = device.put(&[0f32; 4]);
    let fault = device.0.launch(
        &module,
        "vectors",
        &LaunchShape::new(1, 64),
        &[KernelArg::Ptr(output), KernelArg::Ptr(output), KernelArg::Ptr(output), KernelArg::Ptr(output)],
    );
    says(&fault.unwrap_err(), &["`vectors`", "thread (1, 0, 0)", "/fixtures/features.cu:60:5"]);
}
