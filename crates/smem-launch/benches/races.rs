//! The time that a race costs: `cargo bench -p smem-launch --bench races`. It compiles with NVRTC, which it installs if need be.
//!
//! Each kernel of `races.cu` runs as machine code with the race check and the search for remedies, with its barrier and without. A race that is
//! found may take twice the time of the clean run.

use divan::Bencher;
use smem_launch::{Disassembler, Install, Nvrtc};
use smem_sim::{Arch, KernelArg, LaunchShape, Module, Simulator};

const KERNELS: [&str; 3] = ["product", "sums", "stencil"];
const SIDE: usize = 256;

fn main() {
    divan::main();
}

fn module(keep: &str) -> Module {
    let nvrtc = Nvrtc::find(Install::Allowed).unwrap();
    let keep = format!("-DKEEP={keep}");
    let options = ["-arch=sm_90", "-lineinfo", keep.as_str()];
    let cubin = nvrtc.compile_cubin(include_str!("races.cu"), "races.cu", &options).unwrap();
    smem_sass::module(&cubin, &Disassembler::find(Install::Allowed).unwrap().listing(&cubin).unwrap()).unwrap()
}

fn launch(bencher: Bencher<'_, '_>, kernel: &str, module: &Module, has_race: bool) {
    let simulator = || {
        let simulator = Simulator::new(Arch::SM_90).race_check(true).race_remedies(true);
        let args: Vec<KernelArg> = (0..3).map(|_| KernelArg::Ptr(simulator.alloc(4 * SIDE * SIDE))).collect();
        (simulator, args)
    };
    let shape = LaunchShape::of([(SIDE / 16) as u32, (SIDE / 16) as u32, 1], [16, 16, 1]);
    bencher.with_inputs(simulator).bench_local_values(|(simulator, mut args)| {
        args.push(KernelArg::I32(SIDE as i32));
        let profile = simulator.launch(module, kernel, &shape, &args).unwrap();
        assert_eq!(profile.races.iter().any(|race| race.remedy.is_some()), has_race, "{:?}", profile.races);
    });
}

#[divan::bench(args = KERNELS, sample_count = 7)]
fn clean(bencher: Bencher<'_, '_>, kernel: &str) {
    launch(bencher, kernel, &module("__syncthreads()"), false);
}

/// A barrier for the compiler alone replaces the barrier. Without it, the compiler would keep the exchanged values in registers, and the two
/// kernels would have little in common.
#[divan::bench(args = KERNELS, sample_count = 7)]
fn racy(bencher: Bencher<'_, '_>, kernel: &str) {
    launch(bencher, kernel, &module(r#"asm volatile("" ::: "memory")"#), true);
}
