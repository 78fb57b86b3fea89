//! The wavefronts of single requests: wide loads, generic addresses, atomics and asynchronous copies.

use crate::common::{SimDevice, module, run};
use smem_sim::{KernelArg, LaunchShape, SharedOp};

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
        // Counting up by one, when the old value is not used: one wavefront for all lanes on a word.
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

/// Whether each shared instruction of a body depends on timing.
fn timing(body: &str, threads: u32) -> Vec<bool> {
    let profile = run(body, LaunchShape::new(2, threads)).unwrap();
    profile.shared.iter().map(|count| count.depends_on_timing()).collect()
}

#[test]
fn a_lock_that_two_warps_take_depends_on_timing() {
    let lock = ".shared .align 4 .b8 a[8];\nmov.u32 %r1, %tid.x;\nmov.u32 %r2, a;\n@!%p9 st.shared.u32 [%r2], 0;\nst.shared.u32 [a+4], 0;\n\
                and.b32 %r3, %r1, 31;\nsetp.ne.u32 %p1, %r3, 0;\nbar.sync 0;\n@%p1 bra out;\n\
                again:\natom.shared.cas.b32 %r4, [%r2], 0, 1;\nsetp.ne.u32 %p2, %r4, 0;\n@%p2 bra again;\n\
                ld.shared.u32 %r5, [a+4];\nadd.u32 %r5, %r5, 1;\nst.shared.u32 [a+4], %r5;\n\
                atom.shared.exch.b32 %r6, [%r2], 0;\nout:\nbar.sync 0;\nld.shared.u32 %r7, [a+4];\nret;";
    assert_eq!(timing(lock, 64), [false, false, true, false, false, false, false]);
    assert_eq!(timing(lock, 32), [false; 7]);
    // Without a loop it is executed once, whoever comes first.
    let once = lock.replace("@%p2 bra again;", "");
    assert_eq!(timing(&once, 64), [false; 7]);
}

#[test]
fn a_wait_for_another_warp_depends_on_timing_and_a_loop_over_its_words_does_not() {
    let wait = ".shared .align 4 .b8 a[8];\nmov.u32 %r1, %tid.x;\nmov.u32 %r2, a;\nst.shared.u32 [a], 0;\nsetp.lt.u32 %p1, %r1, 32;\n\
                bar.sync 0;\n@%p1 bra set;\nagain:\nld.volatile.shared.u32 %r3, [%r2];\nsetp.eq.u32 %p2, %r3, 0;\n@%p2 bra again;\n\
                bra out;\nset:\nst.volatile.shared.u32 [%r2], 1;\nout:\nret;";
    assert_eq!(timing(wait, 64), [false, true, false]);
    let walk = ".shared .align 4 .b8 a[256];\nmov.u32 %r1, %tid.x;\nshl.b32 %r2, %r1, 2;\nmov.u32 %r3, a;\nadd.u32 %r2, %r2, %r3;\n\
                st.shared.u32 [%r2], 1;\nbar.sync 0;\nmov.u32 %r4, 0;\nagain:\nld.shared.u32 %r5, [%r3];\nadd.u32 %r3, %r3, 4;\n\
                add.u32 %r4, %r4, 1;\nsetp.lt.u32 %p1, %r4, 64;\n@%p1 bra again;\nret;";
    assert_eq!(timing(walk, 64), [false, false]);
}
