//! Thread instructions a second: `cargo bench -p smem-sim`. The counter is in thread instructions.

use divan::counter::ItemsCount;
use smem_sim::{Arch, KernelArg, LaunchShape, Module, Simulator};

const SCAN: &str = include_str!("../tests/fixtures/scan.13.ptx");
const SCAN_CUBIN: &[u8] = include_bytes!("../tests/fixtures/scan.sm_90.cubin");
const SCAN_SASS: &str = include_str!("../tests/fixtures/scan.sm_90.sass");
const FEATURES: &str = include_str!("../tests/fixtures/features.13.ptx");

fn main() {
    divan::main();
}

/// The 2D scan's block kernel over an image of 2048 x 1024.
#[divan::bench(args = ["scan_dense", "scan_padded"], sample_count = 10)]
fn scan(bencher: divan::Bencher<'_, '_>, kernel: &str) {
    run_scan(bencher, &smem_ptx::module(SCAN).unwrap(), kernel);
}

/// The same kernel as machine code.
#[divan::bench(args = ["scan_dense", "scan_padded"], sample_count = 10)]
fn scan_of_machine_code(bencher: divan::Bencher<'_, '_>, kernel: &str) {
    run_scan(bencher, &smem_sass::module(SCAN_CUBIN, SCAN_SASS).unwrap(), kernel);
}

fn run_scan(bencher: divan::Bencher<'_, '_>, module: &Module, kernel: &str) {
    let (nx, ny) = (2048u32, 1024u32);
    let sim = Simulator::new(Arch::SM_90);
    let pixels = (nx * ny) as usize;
    let (src, dst) = (sim.alloc(pixels), sim.alloc(8 * pixels));
    let args = [
        KernelArg::Ptr(src),
        KernelArg::Ptr(dst),
        KernelArg::Ptr(0),
        KernelArg::Ptr(0),
        KernelArg::U32(nx),
        KernelArg::U32(ny),
    ];
    let launch = LaunchShape::of([nx / 32, ny / 32, 1], [32, 32, 1]);
    let count = sim.launch(module, kernel, &launch, &args).unwrap().thread_instructions;
    bencher.counter(ItemsCount::new(count)).bench_local(|| sim.launch(module, kernel, &launch, &args).unwrap());
}

/// A loop that diverges in every iteration.
#[divan::bench(sample_count = 20)]
fn collatz(bencher: divan::Bencher<'_, '_>) {
    let count = 1u32 << 16;
    let module = smem_ptx::module(FEATURES).unwrap();
    let sim = Simulator::new(Arch::SM_90);
    let (input, output) = (sim.alloc(4 * count as usize), sim.alloc(4 * count as usize));
    let data: Vec<u8> = (1..=count).flat_map(u32::to_le_bytes).collect();
    sim.write(input, &data).unwrap();
    let args = [KernelArg::Ptr(input), KernelArg::Ptr(output), KernelArg::U32(count)];
    let launch = LaunchShape::new(count / 256, 256);
    let done = sim.launch(&module, "collatz", &launch, &args).unwrap().thread_instructions;
    bencher.counter(ItemsCount::new(done)).bench_local(|| sim.launch(&module, "collatz", &launch, &args).unwrap());
}

#[divan::bench]
fn parse(bencher: divan::Bencher<'_, '_>) {
    bencher.bench_local(|| smem_ptx::module(FEATURES).unwrap());
}
