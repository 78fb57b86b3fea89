//! Cache policies, dependent launches and the barrier of a cluster of one block.

use crate::common::{SimDevice, module, run};
use smem_sim::{Arch, KernelArg, LaunchShape, Simulator};

#[test]
fn a_cache_policy_changes_nothing_that_a_kernel_can_see() {
    let module = module(
        ".param .u64 p",
        ".shared .align 16 .b8 tile[512];\nld.param.u64 %rd1, [p];\nmov.u32 %r1, %tid.x;\nmul.wide.u32 %rd2, %r1, 16;\n\
         add.u64 %rd3, %rd1, %rd2;\n\
         createpolicy.fractional.L2::evict_first.b64 %rd4;\n\
         createpolicy.fractional.L2::evict_last.L2::evict_unchanged.b64 %rd5, 0.5;\n\
         createpolicy.range.global.L2::evict_last.L2::evict_first.b64 %rd6, [%rd1], 256, 1024;\n\
         createpolicy.cvt.L2.b64 %rd7, %rd6;\n\
         mov.u32 %r2, tile;\nmad.lo.u32 %r3, %r1, 16, %r2;\n\
         cp.async.cg.shared.global.L2::cache_hint.L2::128B [%r3], [%rd3], 16, %rd4;\ncp.async.wait_all;\n\
         ld.global.L1::no_allocate.L2::cache_hint.v2.u32 {%r4, %r5}, [%rd3], %rd5;\nld.shared.u32 %r6, [%r3+8];\n\
         add.u32 %r7, %r4, %r6;\nst.global.L2::cache_hint.u32 [%rd3], %r7, %rd7;\nret;",
    );
    let mut device = SimDevice::new();
    let at = device.put(&(0..128u32).collect::<Vec<_>>());
    device.0.launch(&module, "k", &LaunchShape::new(1, 32), &[KernelArg::Ptr(at)]).unwrap();
    let expected: Vec<u32> = (0..128).map(|i| if i % 4 == 0 { 2 * i + 2 } else { i }).collect();
    assert_eq!(device.get::<u32>(at, 128), expected);
}

#[test]
fn a_policy_without_its_operand_is_refused() {
    let refused = |body: &str| {
        let text = format!(
            ".version 8.8\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 p)\n{{\n.reg .b32 %r<9>;\n.reg .b64 %rd<9>;\n\
             ld.param.u64 %rd1, [p];\n{body}\nret;\n}}\n"
        );
        smem_ptx::module(&text).unwrap().refused("k").map(ToString::to_string)
    };
    assert!(refused("ld.global.L2::cache_hint.u32 %r1, [%rd1];").unwrap().contains("a policy as its last operand"));
    assert!(refused("ld.global.u32 %r1, [%rd1], %rd1;").unwrap().contains("an operand too many"));
    assert_eq!(refused("griddepcontrol.wait;\ngriddepcontrol.launch_dependents;"), None);
}

#[test]
fn threads_wait_for_each_other_at_the_barrier_of_their_cluster() {
    let body = ".shared .align 4 .b8 tile[256];\nmov.u32 %r1, %tid.x;\nmov.u32 %r2, tile;\nmad.lo.u32 %r3, %r1, 4, %r2;\n\
                st.shared.u32 [%r3], %r1;\nbarrier.cluster.arrive.release.aligned;\nbarrier.cluster.wait.acquire.aligned;\n\
                xor.b32 %r4, %r1, 63;\nmad.lo.u32 %r5, %r4, 4, %r2;\nld.shared.u32 %r6, [%r5];\n\
                setp.ne.u32 %p1, %r6, %r4;\n@%p1 trap;\nmov.u32 %r7, %cluster_nctarank;\nsetp.ne.u32 %p1, %r7, 1;\n@%p1 trap;\nret;";
    let profile = Simulator::new(Arch::SM_90)
        .race_check(true)
        .launch(&module("", body), "k", &LaunchShape::new(3, 64), &[])
        .unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!((profile.races.len(), profile.unwritten.len()), (0, 0));
    let without = body.replace("barrier.cluster.wait.acquire.aligned;", "");
    let profile = Simulator::new(Arch::SM_90)
        .race_check(true)
        .launch(&module("", &without.replace("@%p1 trap;", "")), "k", &LaunchShape::new(1, 64), &[])
        .unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!(profile.races.len(), 1, "an arrival alone orders nothing");
    let fault = run("barrier.cluster.wait;\nret;", LaunchShape::new(1, 32)).expect_err("nobody has arrived");
    assert!(fault.to_string().contains("has not arrived there"), "{fault}");
}

#[test]
fn an_atomic_may_have_a_cache_policy() {
    let module = module(
        ".param .u64 p",
        "ld.param.u64 %rd1, [p];\ncreatepolicy.fractional.L2::evict_last.b64 %rd4;\nmov.u32 %r1, %tid.x;\n\
         atom.global.add.L2::cache_hint.u32 %r2, [%rd1], 3, %rd4;\n\
         atom.relaxed.gpu.global.cas.L2::cache_hint.b32 %r3, [%rd1+4], %r1, 77, %rd4;\n\
         red.global.max.L2::cache_hint.u32 [%rd1+8], %r1, %rd4;\n\
         red.release.gpu.global.add.L2::cache_hint.f32 [%rd1+12], 0f3f800000, %rd4;\nret;",
    );
    let mut device = SimDevice::new();
    let at = device.put(&[0u32; 4]);
    device.0.launch(&module, "k", &LaunchShape::new(1, 32), &[KernelArg::Ptr(at)]).unwrap();
    assert_eq!(device.get::<u32>(at, 4), [96, 77, 31, 32f32.to_bits()]);
    for (body, why) in [
        ("atom.global.add.L2::cache_hint.u32 %r2, [%rd1], 3;", "a policy as its last operand"),
        ("atom.global.add.u32 %r2, [%rd1], 3, %rd4;", "an operand too many"),
        ("red.global.add.L2::cache_hint.u32 [%rd1], 3;", "a policy as its last operand"),
        ("red.global.add.u32 [%rd1], 3, %rd4;", "an operand too many"),
    ] {
        let text = format!(
            ".version 8.8\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 p)\n{{\n.reg .b32 %r<9>;\n.reg .b64 %rd<9>;\n\
             {body}\nret;\n}}\n"
        );
        let refused = smem_ptx::module(&text).unwrap().refused("k").map(ToString::to_string).unwrap_or_default();
        assert!(refused.contains(why), "{body}: {refused}");
    }
}
