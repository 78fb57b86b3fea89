//! Forms of PTX that the fixtures do not have, and what is refused.

use crate::common::{SimDevice, each, module, run};
use smem_sim::{Arch, FaultKind, KernelArg, LaunchShape, Module, SharedOp, Simulator};

fn refuse(body: &str) -> String {
    let text = format!(
        ".version 8.8\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 p)\n{{\n\
         .reg .pred %p<4>; .reg .b16 %h<4>; .reg .b32 %r<8>; .reg .f32 %f<4>; .reg .b64 %rd<4>;\n{body}\n}}"
    );
    match Module::parse(&text) {
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
    ] {
        run(&format!("bra DONE;\n{body}\nDONE: ret;"), LaunchShape::new(1, 1))
            .unwrap_or_else(|fault| panic!("{body}: {fault}"));
    }
}

#[test]
fn what_is_unknown_is_named_with_its_line() {
    for (body, message) in [
        ("frobnicate.u32 %r1, %r2;", "PTX line 7: unknown instruction `frobnicate.u32`"),
        ("add.u32.fast %r1, %r2, %r3;", "PTX line 7: `add.u32.fast`: a type is missing"),
        ("add.fast.u32 %r1, %r2, %r3;", "PTX line 7: `add.fast.u32`: unknown modifier `.fast`"),
        ("\nld.global.L3::keep.u32 %r1, [%rd1];", "PTX line 8: `ld.global.L3::keep.u32`: unknown modifier `.L3::keep`"),
        (
            "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f1}, {%r1}, {%r1}, {%f1};",
            "unknown instruction `mma.sync",
        ),
        ("shfl.up.b32 %r1, %r2, 1, 0;", "only the `.sync` form exists"),
        ("mov.u32 %r9, 0;", "`%r9` is not a register"),
        ("mov.u32 %r1, %smid;", "`%smid` is not declared"),
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
    let error = Module::parse(".version 8.8 .target sm_90 .address_size 64 .texref t;").unwrap_err();
    assert_eq!(error.message, "unknown directive `.texref`");
    let recursive = ".version 8.8 .target sm_90 .address_size 64
        .func f() { call f, (); ret; }
        .entry k() { call f, (); ret; }";
    assert!(Module::parse(recursive).unwrap().refused("k").unwrap().message.contains("recursion is not supported"));
    let printf = ".version 8.8 .target sm_90 .address_size 64
        .extern .func (.param .b32 r) vprintf(.param .b64 a, .param .b64 b);
        .entry k() { .param .b64 a; .param .b64 b; .param .b32 r; call.uni (r), vprintf, (a, b); ret; }";
    assert!(
        Module::parse(printf)
            .unwrap()
            .refused("k")
            .unwrap()
            .message
            .contains("`vprintf` is declared and not defined here")
    );
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

/// As rustc compiles a kernel that keeps a generic pointer to shared memory.
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

#[test]
fn jump_tables() {
    let out = each(
        "T: .branchtargets A, B, C;\n and.b32 %r4, %r1, 3;\n setp.gt.u32 %p1, %r4, 2;\n mov.u64 %rd0, 99;\n @%p1 bra END;\n\
         brx.idx %r4, T;\nA: mov.u64 %rd0, 10; bra.uni END;\nB: mov.u64 %rd0, 20; bra.uni END;\nC: mov.u64 %rd0, 30;\nEND:",
        &[[0, 0, 0], [1, 0, 0], [2, 0, 0], [3, 0, 0], [4, 0, 0]],
    );
    assert_eq!(out, [10, 20, 30, 99, 10]);
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
fn asynchronous_copies_are_neither_loads_nor_stores() {
    // Dense, four lanes to a word, all lanes to one word, every second word: as counted on an H200 from a dense source.
    for (address, bytes, wavefronts) in [
        ("shl.b32 %r2, %r1, 2;", 4, 1),
        ("shr.u32 %r2, %r1, 2; shl.b32 %r2, %r2, 2;", 4, 4),
        ("mov.u32 %r2, 8;", 4, 32),
        ("shl.b32 %r2, %r1, 3;", 4, 2),
        ("shl.b32 %r2, %r1, 3;", 8, 2),
        ("mov.u32 %r2, 8;", 8, 32),
        ("shl.b32 %r2, %r1, 4;", 16, 4),
        ("mov.u32 %r2, 16;", 16, 32),
        ("shl.b32 %r2, %r1, 5;", 16, 8),
    ] {
        let module = module(
            ".param .u64 p",
            &format!(
                ".shared .align 16 .b8 tile[1024];\nld.param.u64 %rd1, [p];\nmov.u32 %r1, %tid.x;\n{address}\n\
                 mov.u32 %r3, tile; add.u32 %r3, %r3, %r2; mul.wide.u32 %rd2, %r1, {bytes}; add.u64 %rd2, %rd2, %rd1;\n\
                 cp.async.ca.shared.global [%r3], [%rd2], {bytes};\ncp.async.wait_all;\nret;"
            ),
        );
        let mut device = SimDevice::new();
        let at = device.put(&[7u32; 128]);
        let profile = device.0.launch(&module, "k", &LaunchShape::new(1, 32), &[KernelArg::Ptr(at)]).unwrap();
        let [count] = &profile.shared[..] else { panic!("{:?}", profile.shared) };
        assert_eq!(count.op.to_string(), "asynchronous copy");
        assert_eq!((count.requests, count.bytes, count.wavefronts), (1, bytes, wavefronts), "{address}");
    }
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
fn a_block_may_wait_for_an_earlier_one() {
    // Each block adds 1 to what the one before published.
    let body = "ld.param.u64 %rd1, [p];\nmov.u32 %r1, %ctaid.x;\nmul.wide.u32 %rd2, %r1, 4;\nadd.u64 %rd3, %rd1, %rd2;\n\
                mov.u32 %r2, ORDER;\nWAIT: nanosleep.u32 20;\nld.acquire.gpu.global.u32 %r3, [%rd3+FROM];\nsetp.eq.u32 %p1, %r3, 0;\n\
                @%p1 bra WAIT;\nadd.u32 %r4, %r3, 1;\nst.release.gpu.global.u32 [%rd3+TO], %r4;\nret;";
    let module = module(".param .u64 p", &body.replace("ORDER", "0").replace("FROM", "0").replace("TO", "4"));
    for host_threads in [1, 2] {
        let mut device = SimDevice::new();
        device.0 = device.0.host_threads(host_threads);
        let at = device.put(&[&[1u32][..], &[0; 16]].concat());
        device
            .0
            .launch(&module, "k", &LaunchShape::new(16, 1), &[KernelArg::Ptr(at)])
            .unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(device.get::<u32>(at, 17), (1..=17).collect::<Vec<_>>());
    }
}

#[test]
fn blocks_that_wait_for_later_ones_need_to_take_turns() {
    let body = "ld.param.u64 %rd1, [p];\nmov.u32 %r1, %ctaid.x;\nmul.wide.u32 %rd2, %r1, 4;\nadd.u64 %rd3, %rd1, %rd2;\n\
                WAIT: ld.volatile.global.u32 %r3, [%rd3+4];\nsetp.eq.u32 %p1, %r3, 0;\n@%p1 bra WAIT;\nadd.u32 %r4, %r3, 1;\n\
                st.volatile.global.u32 [%rd3], %r4;\nret;";
    let module = module(".param .u64 p", body);
    let fresh = |device: &mut SimDevice| device.put(&[&[0u32; 8][..], &[1]].concat());
    let mut device = SimDevice::new();
    device.0 = device.0.concurrent_blocks(8);
    let at = fresh(&mut device);
    device.0.launch(&module, "k", &LaunchShape::new(8, 1), &[KernelArg::Ptr(at)]).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(device.get::<u32>(at, 9), [9, 8, 7, 6, 5, 4, 3, 2, 1]);
    let mut device = SimDevice::new();
    device.0 = Simulator::new(Arch::SM_90).host_threads(1).instruction_limit(1 << 20);
    let at = fresh(&mut device);
    assert!(device.0.launch(&module, "k", &LaunchShape::new(8, 1), &[KernelArg::Ptr(at)]).is_err());
}

#[test]
fn lanes_of_a_warp_may_wait_for_each_other() {
    // A lock taken by one lane after the other.
    let module = module(
        ".param .u64 p",
        "ld.param.u64 %rd1, [p];\nLOCK: atom.global.cas.b32 %r1, [%rd1], 0, 1;\nsetp.ne.u32 %p1, %r1, 0;\n@%p1 bra LOCK;\n\
         ld.global.u32 %r2, [%rd1+4];\nadd.u32 %r2, %r2, 1;\nst.global.u32 [%rd1+4], %r2;\nmembar.gl;\n\
         atom.global.exch.b32 %r3, [%rd1], 0;\nret;",
    );
    let mut device = SimDevice::new();
    let at = device.put(&[0u32; 2]);
    device.0.launch(&module, "k", &LaunchShape::new(1, 64), &[KernelArg::Ptr(at)]).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(device.get::<u32>(at, 2), [0, 64]);
    // The form that never needs more than lockstep.
    let module = crate::common::module(
        ".param .u64 p",
        "ld.param.u64 %rd1, [p];\nmov.pred %p2, 0;\nLOOP: atom.global.cas.b32 %r1, [%rd1], 0, 1;\nsetp.ne.u32 %p1, %r1, 0;\n\
         @%p1 bra NEXT;\nld.global.u32 %r2, [%rd1+4];\nadd.u32 %r2, %r2, 1;\nst.global.u32 [%rd1+4], %r2;\n\
         atom.global.exch.b32 %r3, [%rd1], 0;\nmov.pred %p2, 1;\nNEXT: @!%p2 bra LOOP;\nret;",
    );
    let at = device.put(&[0u32; 2]);
    device.0.launch(&module, "k", &LaunchShape::new(4, 64), &[KernelArg::Ptr(at)]).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(device.get::<u32>(at, 2), [0, 256]);
}

#[test]
fn nested_branches_and_early_returns_meet_again() {
    // if (a) { if (b) return; x } y; shuffle: the rest of the warp is together at the shuffle.
    let profile = run(
        "mov.u32 %r1, %tid.x;\nsetp.gt.u32 %p1, %r1, 7;\n@%p1 bra Y;\nsetp.gt.u32 %p2, %r1, 3;\n@%p2 bra END;\nmov.u32 %r2, 1;\n\
         Y: activemask.b32 %r3;\nsetp.ne.u32 %p3, %r3, 0xffffff0f;\n@%p3 trap;\nvote.sync.ballot.b32 %r4, 1, 0xffffff0f;\n\
         setp.ne.u32 %p3, %r4, 0xffffff0f;\n@%p3 trap;\nEND: ret;",
        LaunchShape::new(1, 32),
    )
    .unwrap();
    assert_eq!(profile.kernel, "k");
    // Two parts of a warp that only meet in the warp-wide instruction itself.
    run(
        "mov.u32 %r1, %tid.x;\nsetp.gt.u32 %p1, %r1, 7;\n@%p1 bra A;\nbra B;\nA: nanosleep.u32 1;\nB: vote.sync.ballot.b32 %r4, 1, -1;\n\
         setp.ne.u32 %p3, %r4, -1;\n@%p3 trap;\nret;",
        LaunchShape::new(1, 32),
    )
    .unwrap();
}

#[test]
fn a_guarded_call_and_the_results_of_functions() {
    let text = ".version 8.8 .target sm_90 .address_size 64
        .func (.param .b32 out) twice(.param .b32 in) {
          .reg .b32 %r<3>; .reg .pred %p<2>;
          ld.param.u32 %r1, [in];
          setp.gt.u32 %p1, %r1, 15;
          @%p1 ret;
          shl.b32 %r2, %r1, 1;
          st.param.b32 [out], %r2;
          ret;
        }
        .visible .entry k(.param .u64 p) {
          .reg .b32 %r<6>; .reg .b64 %rd<4>; .reg .pred %p<2>;
          ld.param.u64 %rd1, [p];
          mov.u32 %r1, %tid.x;
          mad.wide.u32 %rd2, %r1, 4, %rd1;
          and.b32 %r2, %r1, 1;
          setp.eq.u32 %p1, %r2, 1;
          { .param .b32 a; .param .b32 r;
            st.param.b32 [a], %r1;
            st.param.b32 [r], 7;
            @%p1 call (r), twice, (a);
            ld.param.b32 %r3, [r]; }
          st.global.u32 [%rd2], %r3;
          ret;
        }";
    let module = Module::parse(text).unwrap();
    let mut device = SimDevice::new();
    let at = device.put(&[0u32; 32]);
    device.0.launch(&module, "k", &LaunchShape::new(1, 32), &[KernelArg::Ptr(at)]).unwrap();
    let expected: Vec<u32> = (0..32).map(|i| if i % 2 == 1 && i <= 15 { 2 * i } else { 7 }).collect();
    assert_eq!(device.get::<u32>(at, 32), expected);
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
        LaunchShape { shared_bytes: 64, ..LaunchShape::new(1, 64) },
    )
    .unwrap_or_else(|e| panic!("{e}"));
}

#[test]
fn a_wide_load_of_lane_pairs_takes_fewer_wavefronts_than_the_store() {
    // Lanes 2 i and 2 i + 1 at element i, 8 bytes each: one wavefront for the load, two for the store. Once as a store and
    // a load, once as a load again: what is remembered of a request is remembered with its operation.
    let body = ".shared .align 8 .b8 a[256];\nmov.u32 %r1, %tid.x;\nshr.u32 %r2, %r1, 1;\nshl.b32 %r3, %r2, 3;\n\
                mov.u32 %r4, a;\nadd.u32 %r4, %r4, %r3;\nst.shared.u64 [%r4], 7;\nld.shared.u64 %rd1, [%r4];\n\
                st.shared.u64 [%r4], %rd1;\nret;";
    let profile = run(body, LaunchShape::new(1, 32)).unwrap();
    let counts: Vec<_> = profile.shared.iter().map(|c| (c.op, c.wavefronts, c.ideal)).collect();
    assert_eq!(counts, [(SharedOp::Store, 2, 2), (SharedOp::Load, 1, 1), (SharedOp::Store, 2, 2)]);
}

#[test]
fn a_wide_load_through_a_generic_address_never_merges() {
    // The same addresses of the same bytes three times, so that no count is taken for another's: `ld.shared` of pairs merges.
    for (shift, register, shared, generic) in [(3, "%rd5", 1, 2), (4, "{%rd5, %rd6}", 2, 4)] {
        let v2 = if shift == 4 { ".v2" } else { "" };
        let body = format!(
            ".shared .align 16 .b8 a[512];\nmov.u32 %r1, %tid.x;\nshr.u32 %r2, %r1, 1;\nmov.u64 %rd1, a;\n\
             cvta.shared.u64 %rd2, %rd1;\nshl.b32 %r3, %r2, {shift};\ncvt.u64.u32 %rd3, %r3;\nadd.u64 %rd4, %rd2, %rd3;\n\
             mov.u32 %r4, a; add.u32 %r4, %r4, %r3; mov.u64 %rd5, 1; mov.u64 %rd6, 2;\n\
             st{v2}.u64 [%rd4], {register};\nld{v2}.u64 {register}, [%rd4];\nld.shared{v2}.u64 {register}, [%r4];\n\
             ld{v2}.u64 {register}, [%rd4];\nst.shared{v2}.u64 [%r4], {register};\nret;"
        );
        let profile = run(&body, LaunchShape::new(1, 32)).unwrap_or_else(|fault| panic!("{fault}"));
        let counts: Vec<_> = profile.shared.iter().map(|c| (c.op, c.wavefronts)).collect();
        let (load, store) = (SharedOp::Load, SharedOp::Store);
        let expected = [(store, generic), (load, generic), (load, shared), (load, generic), (store, generic)];
        assert_eq!(counts, expected, "{} bytes", 1 << shift);
    }
}

#[test]
fn atomics_on_generic_addresses_take_the_wavefronts_that_a_gpu_counted() {
    // Lanes 4 i to 4 i + 3 on one element, as below.
    for (atomic, wavefronts) in [
        ("atom.add.u32 %r8, [%rd4], %r1;\nadd.u32 %r9, %r8, 1;", 4),
        ("red.max.u32 [%rd4], %r1;", 4),
        ("red.inc.u32 [%rd4], %r1;", 4),
        ("atom.exch.b32 %r8, [%rd4], %r1;", 4),
        ("atom.exch.b64 %rd8, [%rd5], %rd1;", 8),
        ("atom.cas.b32 %r8, [%rd4], %r1, %r2;", 8),
        ("atom.cas.b64 %rd8, [%rd5], %rd1, %rd2;", 16),
        // Other than in the shared space: one instruction, and no population count.
        ("red.add.u64 [%rd5], %rd1;", 8),
        ("red.add.u32 [%rd4], 1;", 4),
        ("atom.add.u32 _, [%rd4], 1;", 4),
        // The loop's first round, and one wavefront for each phase.
        ("red.add.f32 [%rd4], 0f3F800000;", 9),
        ("red.add.f64 [%rd5], 0d3FF0000000000000;", 18),
    ] {
        let body = format!(
            ".shared .align 8 .b8 a[128];\nmov.u32 %r1, %tid.x;\nshr.u32 %r2, %r1, 2;\nshl.b32 %r3, %r2, 2;\n\
             mov.u64 %rd6, a;\ncvta.shared.u64 %rd6, %rd6;\ncvt.u64.u32 %rd7, %r3;\nadd.u64 %rd4, %rd6, %rd7;\n\
             add.u64 %rd5, %rd4, %rd7;\nmov.u64 %rd1, 3;\nmov.u64 %rd2, 4;\nst.u64 [%rd5], 0;\n\
             bar.sync 0;\n{atomic}\nret;"
        );
        let profile = run(&body, LaunchShape::new(1, 32)).unwrap_or_else(|fault| panic!("{atomic}: {fault}"));
        let count = profile.shared.iter().find(|count| count.op == SharedOp::Atomic).unwrap();
        assert_eq!(count.wavefronts, wavefronts, "{atomic}");
    }
}

#[test]
fn atomics_take_the_wavefronts_that_a_gpu_counted() {
    // Lanes 4 i to 4 i + 3 on one element. As counted on an H200, the loops by their first round; only the spelling with `_`
    // was not among them.
    for (atomic, wavefronts) in [
        // One instruction each, a wavefront for each lane on a word: eight words of eight banks, four lanes each.
        ("atom.shared.add.u32 %r8, [%r4], %r1;\nadd.u32 %r9, %r8, 1;", 4),
        ("atom.shared.add.u32 %r8, [%r4], 1;\nadd.u32 %r9, %r8, 1;", 4),
        ("red.shared.add.u32 [%r4], 5;", 4),
        ("red.shared.add.s32 [%r4], 1;", 4),
        ("red.shared.max.u32 [%r4], %r1;", 4),
        ("red.shared.inc.u32 [%r4], %r1;", 4),
        ("atom.shared.exch.b32 %r8, [%r4], %r1;", 4),
        // Half-warps go apart.
        ("atom.shared.exch.b64 %rd8, [%r5], %rd1;", 8),
        ("atom.shared.cas.b32 %r8, [%r4], %r1, %r2;", 8),
        ("atom.shared.cas.b64 %rd8, [%r5], %rd1, %rd2;", 16),
        ("red.shared.and.b64 [%r5], %rd1;", 16),
        ("red.shared.add.f32 [%r4], 0f3F800000;", 8),
        // Counting up by one, when nobody asks for the old value: one wavefront for all lanes on a word.
        ("red.shared.add.u32 [%r4], 1;", 1),
        ("atom.shared.add.u32 %r8, [%r4], 1;", 1),
        ("atom.shared.add.u32 _, [%r4], 1;", 1),
    ] {
        let body = format!(
            ".shared .align 8 .b8 a[128];\nmov.u32 %r1, %tid.x;\nshr.u32 %r2, %r1, 2;\nshl.b32 %r3, %r2, 2;\nmov.u32 %r6, a;\n\
             add.u32 %r4, %r6, %r3;\nadd.u32 %r5, %r4, %r3;\nmov.u64 %rd1, 3;\nmov.u64 %rd2, 4;\nst.shared.u64 [%r5], 0;\n\
             bar.sync 0;\n{atomic}\nret;"
        );
        let profile = run(&body, LaunchShape::new(1, 32)).unwrap_or_else(|fault| panic!("{atomic}: {fault}"));
        let count = profile.shared.iter().find(|count| count.op == SharedOp::Atomic).unwrap();
        assert_eq!(count.wavefronts, wavefronts, "{atomic}");
    }
}

#[test]
fn an_unknown_instruction_refuses_its_kernel_and_no_other() {
    // One in the kernel, one in a function that it calls, one in a function that nobody calls.
    let text = ".version 8.8 .target sm_90 .address_size 64
        .func unknown() { frobnicate.u32; ret; }
        .func unused() { frobnicate.u64; ret; }
        .visible .entry good(.param .u64 p) { .reg .b64 %p; ld.param.u64 %p, [p]; st.global.u32 [%p], 7; ret; }
        .visible .entry direct() {
          wgmma.fence.sync.aligned; ret; }
        .visible .entry indirect() { call unknown; ret; }";
    let module = Module::parse(text).unwrap();
    assert_eq!(module.kernels().collect::<Vec<_>>(), ["good", "direct", "indirect"]);
    let mut device = SimDevice::new();
    let at = device.put(&[0u32]);
    device.0.launch(&module, "good", &LaunchShape::new(1, 1), &[KernelArg::Ptr(at)]).unwrap();
    assert_eq!(device.get::<u32>(at, 1), [7]);
    assert_eq!(module.refused("good"), None);
    assert_eq!(module.refused("nothing"), None);
    for (kernel, told) in [
        ("direct", "`direct`: the simulator cannot run it: PTX line 6: unknown instruction `wgmma.fence.sync.aligned`"),
        ("indirect", "`indirect`: the simulator cannot run it: PTX line 2: unknown instruction `frobnicate.u32`"),
    ] {
        let fault = device.0.launch(&module, kernel, &LaunchShape::new(1, 1), &[]).unwrap_err();
        assert_eq!(fault.to_string(), told);
        assert!(matches!(fault.kind, FaultKind::Refused(error) if Some(&error) == module.refused(kernel)));
        assert_eq!(module.static_shared_bytes(kernel), None);
    }
}
