//! The simulator on machine code: `cargo bench -p smem-launch --bench machine_code`. It compiles with NVRTC, which it installs if need be.
//!
//! `singles` counts thread instructions, `halves` scalar multiply-adds, `decode` instructions. Each product is compared with whole numbers
//! before it is timed. A launch uses the host's cores, and counts wavefronts; `with_race_check` looks for races as well.

use divan::counter::ItemsCount;
use smem_launch::{Disassembler, Install, Nvrtc};
use smem_sim::{Arch, KernelArg, LaunchShape, Module, Simulator};

const PRODUCTS: &str = include_str!("products.cu");
/// The side of the matrices.
const SIDE: u32 = 512;

fn main() {
    divan::main();
}

fn compile(text: &str) -> (Vec<u8>, String) {
    let nvrtc = Nvrtc::find(Install::Allowed).unwrap();
    let cubin = nvrtc.compile_cubin(text, "bench.cu", &["-arch=sm_90"]).unwrap();
    let listing = Disassembler::find(Install::Allowed).unwrap().listing(&cubin).unwrap();
    (cubin, listing)
}

/// Small whole numbers, whose products every order of summation gives exactly.
fn left(row: u32, column: u32) -> i32 {
    (row + 2 * column) as i32 % 7 - 3
}

fn right(row: u32, column: u32) -> i32 {
    (3 * row + column) as i32 % 5 - 2
}

fn elements(of: fn(u32, u32) -> i32) -> impl Iterator<Item = i32> {
    (0..SIDE * SIDE).map(move |i| of(i / SIDE, i % SIDE))
}

/// Launches `kernel` once, compares its results, and times it. `count` gives the items of a launch of so many thread instructions.
fn product(
    bencher: divan::Bencher<'_, '_>,
    kernel: &str,
    threads: u32,
    bytes: fn(i32) -> Vec<u8>,
    count: fn(u64) -> u64,
    race_check: bool,
) {
    let (cubin, listing) = compile(PRODUCTS);
    let module = Module::from_cubin(&cubin, &listing).unwrap();
    let mut sim = Simulator::new(Arch::SM_90).race_check(race_check);
    let mut matrix = |of| {
        let data: Vec<u8> = elements(of).flat_map(bytes).collect();
        let address = sim.alloc(data.len());
        sim.write(address, &data).unwrap();
        address
    };
    let (a, b) = (matrix(left), matrix(right));
    let c = sim.alloc((4 * SIDE * SIDE) as usize);
    let args = [KernelArg::Ptr(a), KernelArg::Ptr(b), KernelArg::Ptr(c), KernelArg::U32(SIDE)];
    let launch = LaunchShape::of([SIDE / 64, SIDE / 64, 1], [threads, 1, 1]);
    let profile = sim.launch(&module, kernel, &launch, &args).unwrap();
    let mut results = vec![0; (4 * SIDE * SIDE) as usize];
    sim.read(c, &mut results).unwrap();
    for (i, word) in (0..).zip(results.chunks_exact(4)).step_by(97) {
        let expected: i32 = (0..SIDE).map(|k| left(i / SIDE, k) * right(k, i % SIDE)).sum();
        assert_eq!(f32::from_le_bytes([word[0], word[1], word[2], word[3]]), expected as f32, "element {i}");
    }
    bencher
        .counter(ItemsCount::new(count(profile.thread_instructions)))
        .bench_local(|| sim.launch(&module, kernel, &launch, &args).unwrap());
}

/// A matrix product of f32 with 4 x 4 results of a thread in registers; the items are thread instructions.
#[divan::bench(sample_count = 10)]
fn singles(bencher: divan::Bencher<'_, '_>) {
    time_singles(bencher, false);
}

fn time_singles(bencher: divan::Bencher<'_, '_>, race_check: bool) {
    let single = |value| (value as f32).to_le_bytes().to_vec();
    product(bencher, "singles", 256, single, |instructions| instructions, race_check);
}

/// The first product, with a race check.
#[divan::bench(sample_count = 10)]
fn singles_with_race_check(bencher: divan::Bencher<'_, '_>) {
    time_singles(bencher, true);
}

/// A matrix product of f16 on tensor cores; the items are multiply-adds of single elements.
#[divan::bench(sample_count = 10)]
fn halves(bencher: divan::Bencher<'_, '_>) {
    time_halves(bencher, false);
}

/// The second product, with a race check.
#[divan::bench(sample_count = 10)]
fn halves_with_race_check(bencher: divan::Bencher<'_, '_>) {
    time_halves(bencher, true);
}

fn time_halves(bencher: divan::Bencher<'_, '_>, race_check: bool) {
    // 0 to 3 as an f16, with the sign.
    let half = |value: i32| {
        let magnitude = [0u16, 0x3c00, 0x4000, 0x4200][value.unsigned_abs() as usize];
        (magnitude | u16::from(value < 0) << 15).to_le_bytes().to_vec()
    };
    product(bencher, "halves", 128, half, |_| u64::from(SIDE).pow(3), race_check);
}

/// Decodes a kernel of some 10,000 instructions; the items are instructions.
#[divan::bench(sample_count = 10)]
fn decode(bencher: divan::Bencher<'_, '_>) {
    let mut text = "extern \"C\" __global__ void long_one(unsigned* out) {\n    unsigned v[8];\n".to_owned();
    text += "    for (int i = 0; i < 8; i++) v[i] = out[i];\n";
    for i in 0..5_000 {
        let (d, a, b, k) = (i % 8, (i + 3) % 8, (i + 5) % 8, 2 * i + 3);
        text += &format!("    v[{d}] = v[{a}] * {k}u + (v[{b}] >> {});\n", i % 13 + 1);
    }
    text += "    for (int i = 0; i < 8; i++) out[i] = v[i];\n}\n";
    let (cubin, listing) = compile(&text);
    let instructions = listing.lines().filter(|line| line.trim_start().starts_with("/*") && line.contains(';')).count();
    assert!(instructions >= 10_000, "{instructions}");
    bencher.counter(ItemsCount::new(instructions)).bench_local(|| Module::from_cubin(&cubin, &listing).unwrap());
}
