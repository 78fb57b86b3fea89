//! Forms of PTX that the fixtures lack, and errors of unsupported ones.

use crate::common::{SimDevice, each, module, run};
use smem_sim::{FaultKind, KernelArg, LaunchShape, SharedOp};

fn refuse(body: &str) -> String {
    let text = format!(
        ".version 8.8\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 p)\n{{\n\
         .reg .pred %p<4>; .reg .b16 %h<4>; .reg .b32 %r<8>; .reg .f32 %f<4>; .reg .b64 %rd<4>;\n{body}\n}}"
    );
    match smem_ptx::module(&text) {
        Ok(module) => module.refused("k").expect(body).to_string(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn modifiers_that_make_another_form_of_another_type_are_accepted() {
    for body in [
        "add.sat.f32 %f1, %f2, %f3;",
        "add.sat.s32 %r1, %r2, %r3;",
        "rcp.rn.ftz.f32 %f1, %f2;",
        "rcp.approx.ftz.f32 %f1, %f2;",
        "rcp.approx.ftz.f64 %rd1, %rd2;",
        "madc.lo.cc.u32 %r1, %r2, %r3, %r4;",
        "mad.rn.sat.f32 %f1, %f2, %f3, %f1;",
        "setp.lt.and.f32 %p1, %f1, %f2, %p2;",
        "prmt.b32.f4e %r1, %r2, %r3, %r4;",
        "xor.pred %p1, %p2, %p3;",
        "red.relaxed.gpu.global.add.u32 [%rd1], 1;",
        "bar.cta.red.or.pred %p1, 0, %p2;",
        "{\n.reg.b32 mine;\nmov.b32 mine, WARP_SZ;\n}",
    ] {
        run(&format!("bra DONE;\n{body}\nDONE: ret;"), LaunchShape::new(1, 1))
            .unwrap_or_else(|fault| panic!("{body}: {fault}"));
    }
}

#[test]
fn the_size_of_a_warp_has_a_name() {
    let body = "mov.u32 %r1, WARP_SZ;\nadd.u32 %r1, %r1, WARP_SZ;\ncvt.u64.u32 %rd0, %r1;";
    assert_eq!(each(body, &[[0; 3]]), [64]);
}

#[test]
fn what_is_unknown_is_named_with_its_line() {
    for (body, message) in [
        ("frobnicate.u32 %r1, %r2;", "PTX line 7: unknown instruction `frobnicate.u32`"),
        ("add.u32.fast %r1, %r2, %r3;", "PTX line 7: `add.u32.fast`: a type is missing"),
        ("add.fast.u32 %r1, %r2, %r3;", "PTX line 7: `add.fast.u32`: unknown modifier `.fast`"),
        ("\nld.global.L3::keep.u32 %r1, [%rd1];", "PTX line 8: `ld.global.L3::keep.u32`: unknown modifier `.L3::keep`"),
        (
            "mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32 {%f1}, {%r1}, {%r1}, {%f1};",
            "unknown instruction `mma.sync",
        ),
        ("shfl.up.b32 %r1, %r2, 1, 0;", "only the `.sync` form exists"),
        ("mov.u32 %r9, 0;", "`%r9` is not a register"),
        ("mov.u32 %r1, %pm7;", "`%pm7` is not declared"),
        ("mov.u32 %r1, %rd1;", "`%rd1` has 64 bits where 32 are needed"),
        ("mov.u64 %r1, %rd1;", "the destination has 32 bits where 64 are needed"),
        ("bra NOWHERE;", "there is no label `NOWHERE`"),
        ("call nothing;", "`nothing` is not a function"),
        ("add.u32 %r1, %r2;", "`add.u32` takes 3 operands, not 2"),
        ("cvt.f32.f64 %f1, %rd1;", "unknown instruction `cvt.f32.f64`"),
        ("div.f32 %f1, %f2, %f3;", "unknown instruction `div.f32`"),
        ("add.approx.f32 %f1, %f2, %f3;", "unknown instruction `add.approx.f32`"),
        ("add.cc.u16 %h1, %h2, %h3;", "unknown instruction `add.cc.u16`"),
        ("mul.lo.hi.u32 %r1, %r2, %r3;", "unknown instruction `mul.lo.hi.u32`"),
        ("mad.lo.sat.s32 %r1, %r2, %r3, %r4;", "unknown instruction `mad.lo.sat.s32`"),
        ("rcp.approx.f64 %rd1, %rd2;", "unknown instruction `rcp.approx.f64`"),
        ("copysign.ftz.f32 %f1, %f2, %f3;", "unknown instruction `copysign.ftz.f32`"),
        ("min.rn.f16 %h1, %h2, %h3;", "`min.rn.f16`: unknown modifier `.rn`"),
        ("shfl.sync.sideways.b32 %r1, %r2, 1, 0, -1;", "unknown instruction `shfl.sync.sideways.b32`"),
        ("shf.l.b32 %r1, %r2, %r3, %r4;", "unknown instruction `shf.l.b32`"),
        ("bar.red.popc %r1, 0, %p1;", "`bar.red.popc`: a type is missing"),
        ("add.f32 %f1, %f2, 1;", "an integer is given where a floating-point number is needed"),
        ("ld.shared.v4.u64 {%rd1, %rd1}, [%r1];", "2 elements where"),
        ("L: L: ret;", "`L` is declared twice"),
        (".texref t;", "unknown directive `.texref`"),
        ("add.u32 %r1, %r2, %r3", "expected `;`, found `}`"),
        ("mov.u32 %r1, 0x;", "`0x` is not a number"),
    ] {
        let found = refuse(body);
        assert!(found.contains(message), "{body}: {found}");
    }
    let error = smem_ptx::module(".version 8.8 .target sm_90 .address_size 64 .texref t;").unwrap_err();
    assert_eq!(error.message(), "unknown directive `.texref`");
    let by_name = ".version 8.8 .target sm_90 .address_size 64
        .entry k() { .reg .b64 %f; call %f, (), prototype; ret; }";
    let refused = |text: &str| smem_ptx::module(text).unwrap().refused("k").unwrap().message().to_owned();
    assert!(refused(by_name).contains("there is no `.callprototype` of the name `prototype`"));
    let outside = ".version 8.8 .target sm_90 .address_size 64
        .extern .func (.param .b32 r) elsewhere(.param .b64 a);
        .entry k() { .param .b64 a; .param .b32 r; call.uni (r), elsewhere, (a); ret; }";
    assert!(refused(outside).contains("the function `elsewhere` is declared here and defined in another file"));
    let other = outside.replace("elsewhere", "vprintf");
    assert!(refused(&other).contains("`vprintf` is not declared as the driver's function is"));
}

#[test]
fn scopes_hide_outer_names() {
    let out = each(
        "{ .reg .b32 t; .reg .b32 %r1; mov.u32 t, 5; add.u32 %r1, t, 1; { .reg .b64 t; mov.u64 t, 9; bra L; L: \
         cvt.u64.u32 %rd0, %r1; } }",
        &[[1, 2, 3]],
    );
    assert_eq!(out, [6]);
}

/// The PTX that rustc emits for a kernel with a generic pointer to shared memory.
#[test]
fn generic_addresses_reach_shared_local_and_global_memory() {
    let module = module(
        ".param .u64 .ptr .align 1 p",
        ".shared .align 16 .b8 smem_tile[8448];\n.local .align 8 .b8 depot[8];\n\
         ld.param.b64 %rd1, [p];\nmov.u32 %r1, %tid.x;\nmul.wide.u32 %rd2, %r1, 8;\n\
         { .reg .u64 t; mov.u64 t, smem_tile; cvta.shared.u64 %rd3, t; }\nadd.s64 %rd4, %rd3, %rd2;\n\
         st.b64 [%rd4], %rd2;\nbar.sync 0;\nxor.b64 %rd5, %rd2, 8;\nadd.s64 %rd6, %rd3, %rd5;\nld.b64 %rd7, [%rd6];\n\
         mov.u64 %rd8, depot;\ncvta.local.u64 %rd9, %rd8;\nst.u64 [%rd9], %rd7;\nld.local.u64 %rd10, [depot];\n\
         isspacep.shared %p1, %rd4;\nisspacep.local %p2, %rd9;\nisspacep.global %p3, %rd1;\n\
         and.pred %p4, %p1, %p2;\nand.pred %p4, %p4, %p3;\nselp.b64 %rd11, %rd10, 0, %p4;\n\
         add.s64 %rd12, %rd1, %rd2;\nsetp.eq.u32 %p5, %r1, 3;\nselp.b64 %rd13, %rd4, %rd12, %p5;\n\
         st.u64 [%rd13], %rd11;\ncvta.to.shared.u64 %rd14, %rd4;\nld.shared.u64 %rd15, [%rd14];\nret;",
    );
    let mut device = SimDevice::new();
    let at = device.put(&[0u64; 32]);
    let profile = device
        .0
        .launch(&module, "k", &LaunchShape::new(1, 32), &[KernelArg::Ptr(at)])
        .unwrap_or_else(|e| panic!("{e}"));
    let mut expected: Vec<u64> = (0..32).map(|i| (i ^ 1) * 8).collect();
    // One lane wrote to shared memory instead.
    expected[3] = 0;
    assert_eq!(device.get::<u64>(at, 32), expected);
    let counts: Vec<_> = profile.shared.iter().map(|c| (c.op, c.requests, c.wavefronts)).collect();
    let (load, store) = (SharedOp::Load, SharedOp::Store);
    assert_eq!(counts, [(store, 1, 2), (load, 1, 2), (store, 1, 1), (load, 1, 2)]);
}

/// The PTX that Triton emits for a tensor map among the parameters: its address comes as 32 bits.
#[test]
fn a_generic_address_of_a_parameter_may_come_as_32_bits() {
    let module = module(
        ".param .u64 p, .param .u32 q",
        "ld.param.u64 %rd1, [p];\nmov.b32 %r1, q;\ncvt.u64.u32 %rd2, %r1;\ncvta.param.u64 %rd3, %rd2;\nld.u32 %r2, [%rd3];\n\
         mov.u64 %rd4, q;\ncvta.param.u64 %rd5, %rd4;\nld.u32 %r3, [%rd5];\nst.global.u32 [%rd1], %r2;\nst.global.u32 [%rd1+4], %r3;\nret;",
    );
    let mut device = SimDevice::new();
    let at = device.put(&[0u32; 2]);
    let arguments = [KernelArg::Ptr(at), KernelArg::U32(7)];
    device.0.launch(&module, "k", &LaunchShape::new(1, 1), &arguments).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(device.get::<u32>(at, 2), [7, 7]);
}

#[test]
fn asynchronous_copies_fill_shared_memory() {
    let module = module(
        ".param .u64 p",
        ".shared .align 16 .b8 tile[512];\nld.param.u64 %rd1, [p];\nmov.u32 %r1, %tid.x;\nshl.b32 %r2, %r1, 4;\n\
         cvt.u64.u32 %rd2, %r2;\nadd.u64 %rd3, %rd1, %rd2;\nmov.u32 %r3, tile;\nadd.u32 %r4, %r3, %r2;\n\
         cp.async.cg.shared.global.L2::128B [%r4], [%rd3], 16;\ncp.async.ca.shared.global [%r4+4], [%rd3], 4, 2;\n\
         cp.async.commit_group;\ncp.async.wait_group 0;\nbar.warp.sync -1;\nld.shared.v4.u32 {%r5, %r6, %r7, %r8}, [%r4];\n\
         st.global.v4.u32 [%rd3], {%r5, %r6, %r7, %r8};\nret;",
    );
    let mut device = SimDevice::new();
    let at = device.put(&(0..128).map(|i| i * 0x1_0001).collect::<Vec<u32>>());
    let profile = device
        .0
        .launch(&module, "k", &LaunchShape::new(1, 32), &[KernelArg::Ptr(at)])
        .unwrap_or_else(|e| panic!("{e}"));
    let out = device.get::<u32>(at, 128);
    assert_eq!(out[4..8], [4 * 0x1_0001, 4, 6 * 0x1_0001, 7 * 0x1_0001]);
    let counts: Vec<_> = profile.shared.iter().map(|c| (c.op, c.bytes, c.wavefronts, c.ideal)).collect();
    // Of `.cg` no counter of shared memory sees anything; `.ca` to every fourth word of four banks takes four.
    let copy = SharedOp::AsyncCopy;
    assert_eq!(counts, [(copy, 16, 0, 0), (copy, 4, 4, 1), (SharedOp::Load, 16, 4, 4)]);
}

#[test]
fn stmatrix_is_the_inverse_of_ldmatrix() {
    let profile = run(
        ".shared .align 16 .b8 a[256];\nmov.u32 %r1, %laneid;\nand.b32 %r2, %r1, 15;\nshl.b32 %r3, %r2, 4;\nmov.u32 %r4, a;\n\
         add.u32 %r4, %r4, %r3;\nmul.lo.u32 %r5, %r1, 0x10003;\nadd.u32 %r6, %r5, 77;\n\
         stmatrix.sync.aligned.m8n8.x2.trans.shared.b16 [%r4], {%r5, %r6};\nbar.warp.sync -1;\n\
         ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%r7, %r8}, [%r4];\n\
         setp.ne.u32 %p1, %r7, %r5;\nsetp.ne.or.u32 %p1, %r8, %r6, %p1;\n@%p1 trap;\nret;",
        LaunchShape::new(1, 32),
    )
    .unwrap();
    assert_eq!(profile.wavefronts(), 4);
}

#[test]
fn other_special_registers_and_special_forms() {
    run(
        "mov.u32 %r1, %lanemask_lt; mov.u32 %r2, %laneid; mov.u32 %r3, 1; shl.b32 %r4, %r3, %r2; sub.u32 %r4, %r4, 1;\n\
         setp.ne.u32 %p1, %r1, %r4; @%p1 trap;\n mov.u32 %r1, %lanemask_ge; not.b32 %r4, %r4; setp.ne.u32 %p1, %r1, %r4; @%p1 trap;\n\
         mov.u32 %r1, %warpid; mov.u32 %r4, %tid.x; shr.u32 %r4, %r4, 5; setp.ne.u32 %p1, %r1, %r4; @%p1 trap;\n\
         mov.u32 %r5, %clock; mov.u64 %rd1, %clock64; mov.u64 %rd2, %globaltimer; membar.cta; fence.acq_rel.gpu;\n\
         mov.u32 %r6, %dynamic_smem_size; setp.ne.u32 %p1, %r6, 64; @%p1 trap;\n\
         elect.sync _|%p2, -1; vote.sync.ballot.b32 %r7, %p2, -1; setp.ne.u32 %p1, %r7, 1; @%p1 trap;\n\
         redux.sync.add.u32 %r8, %r2, -1; setp.ne.u32 %p1, %r8, 496; @%p1 trap;\n\
         match.all.sync.b32 %r9|%p3, %r2, -1; setp.ne.or.u32 %p1, %r9, 0, %p3; @%p1 trap;\n\
         setp.lt.u32 %p4|%p5, %r2, 5; and.pred %p6, %p4, %p5; @%p6 trap; or.pred %p6, %p4, %p5; @!%p6 trap;\n\
         barrier.cta.red.and.pred %p7, 0, %p6; @!%p7 trap; ret;",
        LaunchShape::new(1, 64).shared_bytes(64),
    )
    .unwrap_or_else(|e| panic!("{e}"));
}

#[test]
fn an_unknown_instruction_refuses_its_kernel_and_no_other() {
    // One in the kernel, one in a function that it calls, one in a function without callers.
    let text = ".version 8.8 .target sm_90 .address_size 64
        .func unknown() { frobnicate.u32; ret; }
        .func unused() { frobnicate.u64; ret; }
        .visible .entry good(.param .u64 p) { .reg .b64 %p; ld.param.u64 %p, [p]; st.global.u32 [%p], 7; ret; }
        .visible .entry direct() {
          tcgen05.fence::before_thread_sync; ret; }
        .visible .entry indirect() { call unknown; ret; }";
    let module = smem_ptx::module(text).unwrap();
    assert_eq!(module.kernels().collect::<Vec<_>>(), ["good", "direct", "indirect"]);
    let mut device = SimDevice::new();
    let at = device.put(&[0u32]);
    device.0.launch(&module, "good", &LaunchShape::new(1, 1), &[KernelArg::Ptr(at)]).unwrap();
    assert_eq!(device.get::<u32>(at, 1), [7]);
    assert_eq!(module.refused("good"), None);
    assert_eq!(module.refused("nothing"), None);
    for (kernel, told) in [
        (
            "direct",
            "`direct`: the simulator cannot run it: PTX line 6: unknown instruction `tcgen05.fence::before_thread_sync`",
        ),
        ("indirect", "`indirect`: the simulator cannot run it: PTX line 2: unknown instruction `frobnicate.u32`"),
    ] {
        let fault = device.0.launch(&module, kernel, &LaunchShape::new(1, 1), &[]).unwrap_err();
        assert_eq!(fault.to_string(), told);
        assert!(matches!(fault.kind, FaultKind::Refused(error) if Some(&error) == module.refused(kernel)));
        assert_eq!(module.static_shared_bytes(kernel), None);
    }
}

#[test]
fn a_copy_of_no_bytes_reads_no_address_and_writes_zeros() {
    let body = ".shared .align 16 .b8 tile[16];\nmov.u32 %r1, tile;\nmov.u64 %rd1, 1;\nmov.u32 %r3, 0;\n\
                st.shared.u32 [%r1], 7;\ncp.async.ca.shared.global [%r1], [%rd1], 4, %r3;\ncp.async.wait_all;\n\
                ld.shared.u32 %r2, [%r1];\nsetp.ne.u32 %p1, %r2, 0;\n@%p1 trap;\nret;";
    run(body, LaunchShape::new(1, 1)).unwrap();
}
