//! Results of products of four warps that are read before they are waited for, with the kernels of `accumulators.cu`.

use smem_launch::{CudaSource, Device, Install, Isa, LaunchShape};
use smem_ptx::PtxText;
use smem_sim::CodePlace;

const TEXT: &str = include_str!("accumulators.cu");

/// The kernels, each with the lines of its marks A and B.
fn kernels() -> Vec<(&'static str, Vec<[u32; 2]>)> {
    let mut kernels: Vec<(&str, Vec<[u32; 2]>)> = Vec::new();
    for (number, line) in (1..).zip(TEXT.lines()) {
        if let Some(name) = line.strip_prefix("KERNEL(").and_then(|rest| rest.split(')').next()) {
            kernels.push((name, Vec::new()));
        }
        let Some((_, lines)) = kernels.last_mut() else { continue };
        if line.ends_with("// A") {
            lines.push([number, 0]);
        } else if line.ends_with("// B") {
            lines.last_mut().unwrap()[1] = number;
        }
    }
    kernels
}

fn line(place: &CodePlace) -> u32 {
    place.loc.as_ref().unwrap().line
}

#[test]
fn a_result_that_is_read_before_the_wait_is_found_in_ptx() {
    let mut wrong = Vec::new();
    for isa in [Isa::Ptx, Isa::Sass] {
        let device = Device::simulator(isa, Install::Allowed).unwrap();
        let device = device.with_simulator(|simulator| simulator.race_check(true));
        let arch = if isa == Isa::Ptx { "-arch=compute_90a" } else { "-arch=sm_90a" };
        let source = CudaSource::new(TEXT, "accumulators.cu").option(arch).option("-lineinfo");
        let program = device.load_source(source).unwrap();
        for (name, marked) in kernels() {
            let data = device.upload(&[0.0_f32; 256]).unwrap();
            let args = [data.arg(), 3_i32.into()];
            let launch = LaunchShape::of([1, 1, 1], [128, 1, 1]);
            let profile = device.simulate(&program.kernel(name).unwrap(), launch, &args).unwrap();
            let found: Vec<[u32; 2]> =
                profile.unawaited_results.iter().map(|result| [line(&result.product), line(&result.user)]).collect();
            // The assembler adds the waits.
            let expected = if isa == Isa::Ptx { marked } else { Vec::new() };
            if found != expected {
                wrong.push(format!("{isa} {name}: {found:?}, and not {expected:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn text_without_products_is_not_read() {
    // It would not parse.
    assert!(!PtxText::from("not PTX").has_unawaited_results("k"));
}
