//! A job whose file was compiled before, and one that is compiled anew: `cargo bench -p smem-profile --bench kept`. It compiles with NVRTC, which
//! it installs if need be.
//!
//! `again` is what a second `smem-tile profile` of the file takes besides the start of the program; `anew` is the same with `--no-cache`.

use smem_profile::Job;

const TEXT: &str = include_str!("../../../examples/kernels/first/transpose.cu");

fn main() {
    divan::main();
}

fn job() -> Job {
    let job = Job::of_text("transpose.cu", TEXT).grid([4, 4]).block([32, 32]);
    job.arg("to:f32[16384]").arg("from:f32[16384]=random").arg("i32:128")
}

#[divan::bench(sample_count = 20)]
fn again(bencher: divan::Bencher<'_, '_>) {
    job().run().unwrap();
    bencher.bench_local(|| job().run().unwrap());
}

#[divan::bench(sample_count = 5)]
fn anew(bencher: divan::Bencher<'_, '_>) {
    bencher.bench_local(|| job().cache(false).run().unwrap());
}
