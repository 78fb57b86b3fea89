//! Invalid launches and host calls give an error, never a panic.

use crate::common::module;
use smem_sim::{Arch, FaultKind, KernelArg, LaunchShape, Simulator};

fn refused(launch: LaunchShape) -> String {
    let module = module("", ".shared .align 4 .b8 a[64];\nmov.u32 %r1, a;\nret;");
    let fault = Simulator::new(Arch::SM_90).launch(&module, "k", &launch, &[]).unwrap_err();
    assert!(matches!(fault.kind, FaultKind::Launch(_)), "{launch:?}: {fault}");
    fault.to_string()
}

#[test]
fn blocks_and_grids_of_impossible_sizes_are_refused() {
    let large = [0, 1, 2, 64, 65, 1024, 1025, 65_535, 65_536, 1 << 30, 1 << 31, u32::MAX];
    for x in large {
        for y in large {
            for z in large {
                let threads = u128::from(x) * u128::from(y) * u128::from(z);
                if threads == 0 || threads > 1024 || z > 64 {
                    let told = refused(LaunchShape::of([1, 1, 1], [x, y, z]));
                    assert!(threads == 0 || told.contains("at most 1024 in all"), "{told}");
                }
                if threads == 0 || x > i32::MAX as u32 || y > 65_535 || z > 65_535 {
                    let told = refused(LaunchShape::of([x, y, z], [1, 1, 1]));
                    assert!(threads == 0 || told.contains("too large"), "{told}");
                }
            }
        }
    }
}

#[test]
fn shared_memory_beyond_the_limit_is_refused() {
    let limit = Arch::SM_90.opt_in_limit() - 64;
    for bytes in [limit + 1, 1 << 30, u32::MAX] {
        let told = refused(LaunchShape::new(1, 1).shared_bytes(bytes));
        assert!(told.contains("are more than the 232448 bytes of sm_90"), "{told}");
    }
    let module = module("", ".shared .align 4 .b8 a[64];\nmov.u32 %r1, a;\nret;");
    let launch = LaunchShape::new(1, 1).shared_bytes(limit);
    assert!(Simulator::new(Arch::SM_90).launch(&module, "k", &launch, &[]).is_ok());
}

#[test]
fn arguments_of_another_number_or_size_are_refused() {
    let module = module(".param .u64 p, .param .align 4 .b8 q[12], .param .u16 r", "ret;");
    let told = |args: &[KernelArg]| {
        let fault = Simulator::new(Arch::SM_90).launch(&module, "k", &LaunchShape::new(1, 1), args).unwrap_err();
        assert!(matches!(fault.kind, FaultKind::Launch(_)));
        fault.to_string()
    };
    assert!(told(&[]).contains("`k` takes 3 arguments, not 0"));
    assert!(
        told(&[KernelArg::U64(0), KernelArg::Bytes(vec![0; 12]), KernelArg::U16(0), KernelArg::U16(0)])
            .contains("`k` takes 3 arguments, not 4")
    );
    assert!(
        told(&[KernelArg::U32(0), KernelArg::Bytes(vec![0; 12]), KernelArg::U16(0)])
            .contains("argument 0 of `k` takes 8 bytes, not 4")
    );
    for length in [0, 11, 13, 1 << 20] {
        let told = told(&[KernelArg::Ptr(0), KernelArg::Bytes(vec![0; length]), KernelArg::U16(0)]);
        assert!(told.contains(&format!("argument 1 of `k` takes 12 bytes, not {length}")), "{told}");
    }
}

#[test]
fn the_host_reads_and_writes_only_inside_allocations() {
    let sim = Simulator::new(Arch::SM_90);
    let (empty, at) = (sim.alloc(0), sim.alloc(13));
    assert!(empty != 0 && at != 0 && empty != at);
    assert!(sim.write(at, &[1; 13]).is_ok() && sim.write(at + 13, &[]).is_ok());
    for (address, length) in
        [(at, 14), (at + 13, 1), (at - 1, 1), (empty, 1), (0, 1), (u64::MAX, 1), (u64::MAX - 3, 8), (at, 1 << 20)]
    {
        assert!(matches!(sim.write(address, &vec![0; length]).unwrap_err().kind, FaultKind::Host(_)));
        assert!(matches!(sim.read(address, &mut vec![0; length]).unwrap_err().kind, FaultKind::Host(_)));
    }
    assert!(sim.free(at + 8).is_err() && sim.free(0).is_err() && sim.free(at).is_ok() && sim.free(at).is_err());
    assert!(sim.write(at, &[1]).is_err());
    for bytes in [usize::MAX, usize::MAX - 7, usize::MAX / 2, 1 << 62] {
        assert_eq!(sim.alloc(bytes), 0, "{bytes}");
    }
}

#[test]
fn any_number_of_host_threads_and_concurrent_blocks_will_do() {
    let module = module(
        ".param .u64 p",
        "ld.param.u64 %rd1, [p];\nmov.u32 %r1, %ctaid.x;\nmad.wide.u32 %rd2, %r1, 4, %rd1;\nst.global.u32 [%rd2], %r1;\nret;",
    );
    for threads in [0, 1, 3, 50_000, usize::MAX] {
        for blocks in [0, 1, 7, usize::MAX] {
            let sim = Simulator::new(Arch::SM_90).host_threads(threads).concurrent_blocks(blocks);
            let at = sim.alloc(4 * 2_000);
            sim.launch(&module, "k", &LaunchShape::new(2_000, 1), &[KernelArg::Ptr(at)]).unwrap();
            let mut last = [0; 4];
            sim.read(at + 4 * 1_999, &mut last).unwrap();
            assert_eq!(u32::from_le_bytes(last), 1_999);
        }
    }
}

#[test]
fn declarations_of_impossible_sizes_are_errors() {
    let sizes = ["0", "1", "4294967296", "9223372036854775807", "18446744073709551615"];
    for size in sizes {
        for align in ["1", "3", "0", "8", "4294967296", "9223372036854775808"] {
            for text in [
                format!(
                    ".shared .align {align} .b8 a[{size}]; .shared .align {align} .b8 b[{size}]; mov.u32 %r1, a; mov.u32 %r1, b;"
                ),
                format!(".local .align {align} .b8 a[{size}]; .local .align {align} .b8 b[{size}]; mov.u64 %rd1, a;"),
                format!(".shared .align {align} .b64 a[{size}][{size}]; mov.u32 %r1, a;"),
            ] {
                let text = format!(
                    ".version 8.8 .target sm_90 .address_size 64 .visible .entry k() {{ .reg .b32 %r<2>; .reg .b64 %rd<2>; {text} ret; }}"
                );
                // Some of these are errors; small aligned accesses run.
                if let Ok(module) = smem_ptx::module(&text) {
                    let _ = Simulator::new(Arch::SM_90).launch(&module, "k", &LaunchShape::new(1, 1), &[]);
                    assert!(module.static_shared_bytes("k").is_some());
                }
            }
            for text in [
                format!(
                    ".visible .entry k(.param .align {align} .b8 p[{size}], .param .align {align} .b8 q[{size}]) {{ ret; }}"
                ),
                format!(".global .align {align} .b8 g[{size}]; .visible .entry k() {{ ret; }}"),
            ] {
                if let Ok(module) = smem_ptx::module(&format!(".version 8.8 .target sm_90 .address_size 64 {text}")) {
                    let _ = Simulator::new(Arch::SM_90).launch(&module, "k", &LaunchShape::new(1, 1), &[]);
                    let _ = Simulator::new(Arch::SM_90).variable(&module, "g");
                }
            }
        }
    }
}
