//! Every access at addresses that no program means: each is a fault, the same with all checks and without, and never a panic.

use crate::common::module;
use smem_sim::{Arch, Fault, FaultKind, KernelArg, LaunchShape, MemoryBudget, Profile, Simulator};

/// The beginning of each kernel: stores in the same and another warp that the access may race with, and what accesses take. `%rd10` is a
/// lane's address in shared memory and `%rd11` one in global memory; that of lanes 3 and 20 is the strange one.
const BEFORE: &str = "
    .shared .align 16 .b8 tile[4096]; .shared .align 8 .b64 barrier;
    ld.param.u64 %rd1, [buffer]; ld.param.u64 %rd2, [strange]; ld.param.u64 %rd3, [is_offset];
    mov.u32 %r1, %tid.x; mov.u32 %r2, %tid.y; mov.u32 %r3, tile; cvt.u64.u32 %rd4, %r3;
    mad.wide.u32 %rd10, %r1, 16, %rd4; mad.wide.u32 %rd11, %r1, 16, %rd1;
    setp.ne.u64 %p1, %rd3, 0; setp.eq.u32 %p2, %r1, 3; setp.eq.u32 %p3, %r1, 20; or.pred %p2, %p2, %p3;
    mbarrier.init.shared.b64 [barrier], 64;
    st.shared.v4.u32 [%rd10], {%r1, %r1, %r1, %r1}; st.global.v2.u32 [%rd11], {%r1, %r1}; st.global.u8 [%rd11+9], %r1;
    add.u64 %rd5, %rd4, %rd2; selp.u64 %rd6, %rd5, %rd2, %p1; @%p2 mov.u64 %rd10, %rd6;
    add.u64 %rd5, %rd1, %rd2; selp.u64 %rd6, %rd5, %rd2, %p1; @%p2 mov.u64 %rd11, %rd6;
    mov.u32 %r10, 1; mov.u32 %r11, 2; mov.u32 %r12, 3; mov.u32 %r13, 4; mov.u64 %rd20, 5; mov.u64 %rd21, 6; mov.b16 %h1, 7; mov.f32 %f1, 0f3f800000;
    cvt.u32.u64 %r20, %rd10; mov.u32 %r21, barrier;
";

const ACCESSES: &[&str] = &[
    "st.shared.u8 [%rd10], %r10;",
    "st.shared.u16 [%rd10], %h1;",
    "st.shared.u32 [%rd10], %r10;",
    "st.shared.u64 [%rd10], %rd20;",
    "st.shared.v2.u8 [%rd10], {%h1, %h1};",
    "st.shared.v2.u32 [%rd10], {%r10, %r11};",
    "st.shared.v4.u32 [%rd10], {%r10, %r11, %r12, %r13};",
    "st.shared.v2.u64 [%rd10], {%rd20, %rd21};",
    "st.shared.u32 [%rd10+4294967292], %r10;",
    "st.shared.u32 [%rd10+-4], %r10;",
    "st.volatile.shared.u32 [%rd10], %r10;",
    "st.release.cta.shared.u32 [%rd10], %r10;",
    "st.shared::cluster.u32 [%rd10], %r10;",
    "ld.shared.u8 %r14, [%rd10];",
    "ld.shared.u32 %r14, [%rd10];",
    "ld.shared.v4.u32 {%r14, %r15, %r16, %r17}, [%rd10];",
    "ld.shared.v2.u64 {%rd22, %rd23}, [%rd10];",
    "ld.acquire.cta.shared.u32 %r14, [%rd10];",
    "ld.shared::cluster.u32 %r14, [%rd10];",
    "atom.shared.add.u32 %r14, [%rd10], %r10;",
    "atom.shared.cas.b32 %r14, [%rd10], %r10, %r11;",
    "atom.shared.cas.b16 %h2, [%rd10], %h1, %h1;",
    "atom.shared.exch.b64 %rd22, [%rd10], %rd20;",
    "atom.shared.add.f32 %f2, [%rd10], %f1;",
    "red.shared.add.u32 [%rd10], %r10;",
    "st.global.u8 [%rd11], %r10;",
    "st.global.u32 [%rd11], %r10;",
    "st.global.u64 [%rd11], %rd20;",
    "st.global.v4.u32 [%rd11], {%r10, %r11, %r12, %r13};",
    "st.global.v2.u64 [%rd11], {%rd20, %rd21};",
    "st.release.gpu.global.u32 [%rd11], %r10;",
    "ld.global.u16 %r14, [%rd11];",
    "ld.global.u32 %r14, [%rd11];",
    "ld.global.nc.v4.u32 {%r14, %r15, %r16, %r17}, [%rd11];",
    "ld.acquire.gpu.global.u32 %r14, [%rd11];",
    "atom.global.add.u32 %r14, [%rd11], %r10;",
    "atom.global.cas.b64 %rd22, [%rd11], %rd20, %rd21;",
    "red.global.add.f32 [%rd11], %f1;",
    "st.u32 [%rd10], %r10;",
    "st.u32 [%rd11], %r10;",
    "st.u8 [%rd11], %r10;",
    "ld.u64 %rd22, [%rd11];",
    "atom.add.u32 %r14, [%rd11], %r10;",
    "st.local.u32 [%rd10], %r10;",
    "ld.local.u64 %rd22, [%rd11];",
    "ld.const.u32 %r14, [%rd10];",
    "ld.param.u32 %r14, [%rd10];",
    "cp.async.ca.shared.global [%rd10], [%rd11], 4;",
    "cp.async.ca.shared.global [%rd10], [%rd1], 8;",
    "cp.async.cg.shared.global [%rd10], [%rd11], 16;",
    "cp.async.cg.shared.global [%rd4], [%rd11], 16;",
    "cp.async.ca.shared.global [%rd10], [%rd11], 4, %r10;",
    "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%rd10], [%rd1], 16, [%r21];",
    "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%rd4], [%rd11], 16, [%r21];",
    "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%rd4], [%rd1], %r20, [%r21];",
    "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%rd4], [%rd1], 16, [%rd10];",
    "cp.async.bulk.global.shared::cta.bulk_group [%rd11], [%rd10], 16;",
    "cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%rd4], %r20;",
    "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%rd11], [%rd10], 16;",
    "cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes [%rd10], [%rd11, {%r10}], [%r21];",
    "cp.async.bulk.prefetch.L2.global [%rd11], 16;",
    "prefetch.global.L2 [%rd11];",
    "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r14}, [%rd10];",
    "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%r14, %r15, %r16, %r17}, [%rd10];",
    "stmatrix.sync.aligned.m8n8.x4.shared.b16 [%rd10], {%r10, %r11, %r12, %r13};",
    "mbarrier.init.shared.b64 [%rd10], 1;",
    "mbarrier.init.shared.b64 [%rd10], %r20;",
    "mbarrier.inval.shared.b64 [%rd10];",
    "mbarrier.arrive.shared.b64 %rd22, [%rd10];",
    "mbarrier.arrive.expect_tx.shared.b64 %rd22, [%rd10], 16;",
    "mbarrier.arrive.expect_tx.shared.b64 %rd22, [barrier], %r20;",
    "mbarrier.expect_tx.relaxed.cta.shared.b64 [%rd10], %r20;",
    "mbarrier.complete_tx.relaxed.cta.shared.b64 [%rd10], %r20;",
    "mbarrier.test_wait.shared.b64 %p4, [%rd10], %rd20;",
    "mbarrier.try_wait.parity.shared.b64 %p4, [%rd10], %r10;",
    "cp.async.mbarrier.arrive.shared.b64 [%rd10];",
    "mapa.shared::cluster.u32 %r14, %r20, %r20;",
    "wmma.load.a.sync.aligned.row.m16n16k16.shared.f16 {%r14, %r15, %r16, %r17, %r14, %r15, %r16, %r17}, [%rd10], %r20;",
    "wmma.store.d.sync.aligned.row.m16n16k16.shared.f32 [%rd10], {%f1, %f1, %f1, %f1, %f1, %f1, %f1, %f1}, %r20;",
    "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f1, %f2, %f3, %f4}, %rd10, %rd11, 1, 1, 1, 0, 0;",
    "tex.1d.v4.f32.s32 {%f2, %f3, %f4, %f5}, [%rd11, {%r10}];",
    "isspacep.shared %p4, %rd10;",
    "bar.sync %r20;",
    "bar.sync %r20, %r20;",
    "bar.arrive %r20, %r20;",
    "shfl.sync.idx.b32 %r14, %r10, %r20, %r20, %r20;",
    "redux.sync.add.u32 %r14, %r10, %r20;",
    "vote.sync.ballot.b32 %r14, %p1, %r20;",
    "activemask.b32 %r14;",
    "nanosleep.u32 %r20;",
    "setmaxnreg.inc.sync.aligned.u32 240;",
    "bfe.u32 %r14, %r20, %r20, %r20;",
    "bfi.b32 %r14, %r20, %r20, %r20, %r20;",
    "shf.l.wrap.b32 %r14, %r20, %r20, %r20;",
    "shl.b64 %rd22, %rd10, %r20;",
    "shr.s32 %r14, %r20, %r20;",
    "prmt.b32 %r14, %r20, %r20, %r20;",
    "div.s32 %r14, %r20, 0;",
    "rem.u64 %rd22, %rd10, 0;",
    "div.s64 %rd22, %rd10, -1;",
    "rem.s32 %r14, %r20, -1;",
    "mad.hi.s32 %r14, %r20, %r20, %r20;",
    "sad.s32 %r14, %r20, %r10, %r20;",
    "abs.s32 %r14, %r20;",
    "neg.s64 %rd22, %rd10;",
    "dp4a.u32.u32 %r14, %r20, %r20, %r20;",
    "fns.b32 %r14, %r20, %r20, %r20;",
    "szext.clamp.s32 %r14, %r20, %r20;",
    "bmsk.clamp.b32 %r14, %r20, %r20;",
    "lop3.b32 %r14, %r20, %r20, %r20, 0x96;",
    "cvt.rni.s32.f32 %r14, %f1;",
];

const BEFORE_PARAMETERS: &str = ".param .u64 buffer, .param .u64 strange, .param .u64 is_offset";

/// The kernel of an access, if the simulator knows it: a form that it refuses is refused in one sentence.
fn kernel(access: &str) -> Option<smem_sim::Module> {
    let text = format!(
        ".version 8.8\n.target sm_90a\n.address_size 64\n.visible .entry k({BEFORE_PARAMETERS})\n{{\n.reg .pred %p<20>;\n\
         .reg .b16 %h<20>;\n.reg .b32 %r<40>;\n.reg .f32 %f<20>;\n.reg .b64 %rd<40>;\n{BEFORE}\n{access}\nret;\n}}\n"
    );
    let module = smem_ptx::module(&text).ok()?;
    module.refused("k").is_none().then_some(module)
}

fn ran(access: &str, strange: u64, is_offset: bool, checks: bool) -> Option<Result<Profile, Fault>> {
    let module = kernel(access)?;
    let sim = Simulator::new(Arch::SM_90).instruction_limit(1 << 20).memory_limit(MemoryBudget::DEFAULT);
    let sim = sim.race_check(checks).global_race_check(checks);
    let buffer = sim.alloc(1024);
    let args = [KernelArg::Ptr(buffer), KernelArg::Ptr(strange), KernelArg::Ptr(u64::from(is_offset))];
    Some(sim.launch(&module, "k", &LaunchShape::of([2, 1, 1], [32, 2, 1]), &args))
}

/// Offsets in memory that is there, and addresses of nothing.
fn strange() -> impl Iterator<Item = (u64, bool)> {
    let offsets = [1, 2, 3, 4, 5, 7, 8, 9, 15, 1020, 1022, 1023, 1024, 4092, 4095, 4096, 1 << 20];
    let below = [1_u64, 3, 4, 8, 16, 4096].map(u64::wrapping_neg);
    let addresses =
        [0, 1, 3, 0x7fff_fffc, 0x7fff_ffff, 0xffff_fffc, 0xffff_ffff, 1 << 32, (1 << 32) + 1, 1 << 47, 1 << 63];
    let ends = [1_u64, 2, 3, 4, 7, 8, 15, 16, 4096].map(u64::wrapping_neg);
    // The windows of generic addresses begin at multiples of 2^24 and end there.
    let windows =
        (1..8_u64).flat_map(|at| [(at << 56) - 2, at << 56, (at << 56) + 1, (at << 24) - 1, (at << 24) + 4094]);
    let offsets = offsets.into_iter().chain(below).map(|offset| (offset, true));
    offsets.chain(addresses.into_iter().chain(ends).chain(windows).map(|address| (address, false)))
}

#[test]
fn an_access_at_a_strange_address_is_the_same_fault_with_all_checks_and_without() {
    let (mut known, mut faults) = (0, 0);
    for access in ACCESSES {
        if kernel(access).is_none() {
            continue;
        }
        known += 1;
        for (address, is_offset) in strange() {
            let [plain, checked] = [false, true].map(|checks| ran(access, address, is_offset, checks).unwrap());
            let shown = format!("{access} at {address:#x}, offset: {is_offset}");
            match (plain, checked) {
                (Ok(_), Ok(_)) => {}
                (Err(plain), Err(checked)) => {
                    faults += 1;
                    assert_eq!(plain.kind, checked.kind, "{shown}");
                    assert_eq!(plain.address(), checked.address(), "{shown}");
                }
                (plain, checked) => {
                    panic!("{shown}: {:?} without checks, and {:?} with them", plain.err(), checked.err())
                }
            }
        }
    }
    assert!(known > 90 && faults > 1000, "{known} accesses, {faults} faults");
}

#[test]
fn a_store_that_is_misaligned_beside_an_aligned_one_is_a_fault() {
    let body = ".shared .align 4 .b8 t[4096]; mov.u32 %r1, %tid.y; mov.u32 %r2, %tid.x; mov.u32 %r3, t; add.u32 %r3, %r3, %r1;\n\
        shl.b32 %r4, %r2, 2; add.u32 %r3, %r3, %r4; st.shared.u32 [%r3], %r2; ret;";
    let sim = Simulator::new(Arch::SM_90);
    let fault = sim.launch(&module("", body), "k", &LaunchShape::of([1, 1, 1], [32, 8, 1]), &[]).unwrap_err();
    assert!(matches!(fault.kind, FaultKind::Misaligned { bytes: 4, .. }), "{fault}");
}
