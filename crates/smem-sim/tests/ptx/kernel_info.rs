//! Parameters, resources and limits of kernels, in PTX and in machine code.

use crate::common::{FEATURES, SCAN};
use smem_sim::{Isa, Module};

fn places(module: &Module, kernel: &str) -> Vec<(usize, usize)> {
    let info = module.kernel_info(kernel).unwrap();
    info.parameters.iter().map(|one| (one.offset, one.bytes)).collect()
}

#[test]
fn machine_code_has_the_parameters_of_its_ptx() {
    for fixtures in [&SCAN[..], &FEATURES[..]] {
        let ptx = fixtures[0].module();
        for other in &fixtures[1..] {
            let module = other.module();
            let known = |kernel: &&str| ptx.kernel_info(kernel).is_some() && module.kernel_info(kernel).is_some();
            let kernels: Vec<&str> = ptx.kernels().filter(known).collect();
            assert!(kernels.len() > 1);
            for kernel in kernels {
                assert_eq!(places(&ptx, kernel), places(&module, kernel), "{kernel}");
                let (of_ptx, of_other) = (ptx.kernel_info(kernel).unwrap(), module.kernel_info(kernel).unwrap());
                assert_eq!(of_ptx.parameter_bytes, of_other.parameter_bytes, "{kernel}");
                assert_eq!(of_ptx.required_block, of_other.required_block, "{kernel}");
                assert_eq!(of_ptx.constant_bytes, of_other.constant_bytes, "{kernel}");
                assert_eq!(of_other.registers.is_some(), other.is_sass(), "{kernel}");
                assert_eq!(of_other.isa == Isa::Sass, other.is_sass());
                assert_eq!(of_other.ptx_version.is_none(), other.is_sass());
            }
        }
    }
}

#[test]
fn bounds_of_a_kernel_are_those_of_its_text() {
    let module = smem_ptx::module(
        ".version 8.10 .target sm_100f, debug .address_size 64
         .const .align 4 .b8 taps[6]; .const .align 8 .u64 scale;
         .visible .entry a() .maxntid 32, 8 { ret; }
         .visible .entry b() .reqntid 64, 2, 1 { ret; }
         .visible .entry c() .maxntid 4096 { ret; }
         .visible .entry d() { tcgen05.fence::before_thread_sync; }",
    )
    .unwrap();
    let info = |kernel| module.kernel_info(kernel).unwrap();
    assert_eq!((info("a").max_threads, info("a").required_block), (256, None));
    assert_eq!((info("b").max_threads, info("b").required_block), (128, Some([64, 2, 1])));
    assert_eq!((info("c").max_threads, info("c").constant_bytes), (1024, 16));
    assert_eq!((info("c").ptx_version, info("c").capability), (Some([8, 10]), Some(100)));
    assert!(module.kernel_info("d").is_none() && module.kernel_info("e").is_none());
}
