//! The simulator on machine code: `cargo bench -p smem-launch --bench machine_code`. It compiles with NVRTC, which it installs if need be.
//!
//! `singles` counts thread instructions, `halves` scalar multiply-adds, `decode` instructions. A launch uses the host's cores, and counts
//! wavefronts; `with_race_check` looks for races as well, `with_observer` passes each request to an observer.

mod products;

use divan::counter::ItemsCount;
use products::BesideCounts;
use smem_sim::Isa;

fn main() {
    divan::main();
}

#[divan::bench(sample_count = 10)]
fn singles(bencher: divan::Bencher<'_, '_>) {
    products::singles(bencher, Isa::Sass, BesideCounts::Nothing);
}

#[divan::bench(sample_count = 10)]
fn singles_with_race_check(bencher: divan::Bencher<'_, '_>) {
    products::singles(bencher, Isa::Sass, BesideCounts::RaceCheck);
}

#[divan::bench(sample_count = 10)]
fn singles_with_observer(bencher: divan::Bencher<'_, '_>) {
    products::singles(bencher, Isa::Sass, BesideCounts::Observer);
}

#[divan::bench(sample_count = 10)]
fn halves(bencher: divan::Bencher<'_, '_>) {
    products::halves(bencher, Isa::Sass, BesideCounts::Nothing);
}

#[divan::bench(sample_count = 10)]
fn halves_with_race_check(bencher: divan::Bencher<'_, '_>) {
    products::halves(bencher, Isa::Sass, BesideCounts::RaceCheck);
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
    let (cubin, listing) = products::compile(&text);
    let instructions = listing.lines().filter(|line| line.trim_start().starts_with("/*") && line.contains(';')).count();
    assert!(instructions >= 10_000, "{instructions}");
    bencher.counter(ItemsCount::new(instructions)).bench_local(|| smem_sass::module(&cubin, &listing).unwrap());
}
