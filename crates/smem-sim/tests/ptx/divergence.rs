//! Branches, calls and waiting: lanes that diverge and blocks that depend on one another.

use crate::common::{SimDevice, each, module, run};
use smem_sim::{Arch, KernelArg, LaunchShape, Simulator};

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
fn a_block_may_wait_for_an_earlier_one() {
    // Each block adds 1 to the number that the previous one published.
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
    // The same lock in a form that works in lockstep, too.
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
    // if (a) { if (b) return; x } y; shuffle: the remaining lanes reconverge before the shuffle.
    let profile = run(
        "mov.u32 %r1, %tid.x;\nsetp.gt.u32 %p1, %r1, 7;\n@%p1 bra Y;\nsetp.gt.u32 %p2, %r1, 3;\n@%p2 bra END;\nmov.u32 %r2, 1;\n\
         Y: activemask.b32 %r3;\nsetp.ne.u32 %p3, %r3, 0xffffff0f;\n@%p3 trap;\nvote.sync.ballot.b32 %r4, 1, 0xffffff0f;\n\
         setp.ne.u32 %p3, %r4, 0xffffff0f;\n@%p3 trap;\nEND: ret;",
        LaunchShape::new(1, 32),
    )
    .unwrap();
    assert_eq!(profile.kernel, "k");
    // Two parts of a warp that meet only at the warp-wide instruction itself.
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
    let module = smem_ptx::module(text).unwrap();
    let mut device = SimDevice::new();
    let at = device.put(&[0u32; 32]);
    device.0.launch(&module, "k", &LaunchShape::new(1, 32), &[KernelArg::Ptr(at)]).unwrap();
    let expected: Vec<u32> = (0..32).map(|i| if i % 2 == 1 && i <= 15 { 2 * i } else { 7 }).collect();
    assert_eq!(device.get::<u32>(at, 32), expected);
}
