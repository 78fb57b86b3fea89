//! The simulator on PTX: `cargo bench -p smem-launch --bench ptx`. It compiles with NVRTC, which it installs if need be.
//!
//! `singles` counts thread instructions, `halves` scalar multiply-adds, `parse` lines of PTX. A launch uses the host's cores, and counts
//! wavefronts; `with_race_check` looks for races as well, `with_observer` passes each request to an observer.

mod products;

use divan::counter::ItemsCount;
use products::BesideCounts;
use smem_launch::{Install, Nvrtc};
use smem_sim::Isa;

fn main() {
    divan::main();
}

#[divan::bench(sample_count = 10)]
fn singles(bencher: divan::Bencher<'_, '_>) {
    products::singles(bencher, Isa::Ptx, BesideCounts::Nothing);
}

#[divan::bench(sample_count = 10)]
fn singles_with_race_check(bencher: divan::Bencher<'_, '_>) {
    products::singles(bencher, Isa::Ptx, BesideCounts::RaceCheck);
}

#[divan::bench(sample_count = 10)]
fn singles_with_observer(bencher: divan::Bencher<'_, '_>) {
    products::singles(bencher, Isa::Ptx, BesideCounts::Observer);
}

#[divan::bench(sample_count = 10)]
fn halves(bencher: divan::Bencher<'_, '_>) {
    products::halves(bencher, Isa::Ptx, BesideCounts::Nothing);
}

/// Parses and decodes some 10,000 lines in a kernel with line information.
#[divan::bench(sample_count = 10)]
fn parse(bencher: divan::Bencher<'_, '_>) {
    let mut text = "extern \"C\" __global__ void long_one(unsigned* out) {\n".to_owned();
    text += "    __shared__ unsigned tile[1024];\n    unsigned v[8];\n    for (int i = 0; i < 8; i++) v[i] = out[i];\n";
    for i in 0..1_300 {
        let (d, a, b, k) = (i % 8, (i + 3) % 8, (i + 5) % 8, 2 * i + 3);
        text += &format!("    v[{d}] = v[{a}] * {k}u + (v[{b}] >> {});\n", i % 13 + 1);
        text += &format!("    tile[v[{a}] % 1024] = v[{d}];\n    v[{b}] ^= tile[v[{d}] % 1024];\n");
    }
    text += "    for (int i = 0; i < 8; i++) out[i] = v[i];\n}\n";
    let nvrtc = Nvrtc::find(Install::Allowed).unwrap();
    let ptx = nvrtc.compile_ptx(&text, "bench.cu", &["-arch=compute_90", "-lineinfo"]).unwrap();
    let lines = ptx.lines().count();
    assert!(lines >= 10_000, "{lines}");
    bencher.counter(ItemsCount::new(lines)).bench_local(|| smem_ptx::module(&ptx).unwrap());
}
