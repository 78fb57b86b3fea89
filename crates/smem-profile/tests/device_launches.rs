//! Kernels that launch kernels, and kernels that draw random numbers: files that take more of CUDA than a compiler.

use std::path::Path;
use std::sync::{Arc, Mutex};

use smem_profile::{Accepted, Compiler, Isa, Job, ProfileReport, Watcher};

/// A tree of grids: each reverses its part and launches two on the halves, down to 32 elements; a last one is launched at the tail.
const TREE: &str = "template <typename T> __global__ void halve(T* a, int n) {
    __shared__ T tile[128];
    tile[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    a[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
    if (threadIdx.x == 0 && n > 32) {
        for (int half = 0; half < 2; ++half) halve<T><<<1, n / 2>>>(a + half * (n / 2), n / 2);
    }
}
namespace last { __global__ void columns(int* a) {
    __shared__ int tile[32][32];
    tile[threadIdx.x][threadIdx.y] = a[threadIdx.x];
    __syncthreads();
    a[threadIdx.x] = tile[threadIdx.x][0] + 1000;
} }
__global__ void start(int* a) {
    halve<<<1, 128>>>(a, 128);
    last::columns<<<1, dim3(32, 2), 0, cudaStreamTailLaunch>>>(a);
}
int main() { int* a; cudaMalloc(&a, 512); start<<<1, 1>>>(a); }
";

/// The remarks of a job.
#[derive(Debug, Default)]
struct Remarks(Mutex<Vec<String>>);

impl Watcher for Remarks {
    fn remark(&self, remark: &str) {
        self.0.lock().unwrap().push(remark.to_owned());
    }
}

/// The compilers that this machine can use.
fn compilers() -> Vec<Compiler> {
    let has_host = ["g++", "c++", "clang++"].iter().any(|name| Path::new("/usr/bin").join(name).is_file());
    if !has_host {
        println!("skipped for `nvcc`: there is no host compiler");
    }
    [Compiler::Nvrtc].into_iter().chain(has_host.then_some(Compiler::Nvcc)).collect()
}

fn words(report: &ProfileReport, name: &str) -> Vec<u32> {
    report.buffers[name].as_chunks::<4>().0.iter().map(|bytes| u32::from_le_bytes(*bytes)).collect()
}

/// The buffer after all grids: reversed in 128, 64 and 32.
fn expected() -> Vec<u32> {
    let mut a: Vec<u32> = (0..128).collect();
    for part in [128, 64, 32] {
        a.chunks_mut(part).for_each(<[u32]>::reverse);
    }
    a[..32].iter_mut().for_each(|value| *value += 1000);
    a
}

#[test]
fn a_file_whose_kernels_launch_kernels_is_compiled_for_that_and_all_grids_are_counted() {
    let iota: Vec<u8> = (0..128_u32).flat_map(u32::to_le_bytes).collect();
    for compiler in compilers() {
        for isa in [Isa::Sass, Isa::Ptx] {
            let remarks = Arc::new(Remarks::default());
            // NVRTC has no names of streams.
            let text = match compiler {
                Compiler::Nvrtc => TREE.replace("cudaStreamTailLaunch", "(cudaStream_t)3"),
                _ => TREE.to_owned(),
            };
            let job = Job::of_text("tree.cu", text).compiler(compiler).isa(isa).watched_by(remarks.clone());
            let job = job.kernel("start").grid(1).block(1).buffer("a", iota.clone()).arg("a");
            let report = job.run().unwrap();
            assert_eq!(words(&report, "a"), expected(), "{compiler:?} {isa:?}");
            let remarks = remarks.0.lock().unwrap().join("; ");
            assert_eq!(
                remarks,
                "`tree.cu` is compiled with `-rdc=true`, which the compiler asks for: its kernels launch kernels"
            );
            let launches: Vec<_> = report
                .launches
                .iter()
                .map(|launch| (&launch.kernel[..], launch.tally.launches, launch.block, launch.blocks.run))
                .collect();
            let of_largest = [128, 1, 1];
            assert_eq!(
                launches,
                [("start", 1, [1, 1, 1], 1), ("halve<int>", 7, of_largest, 7), ("last::columns", 1, [32, 2, 1], 1)]
            );
            let [start, halve, columns] = &report.launches[..] else { panic!("three kernels") };
            assert!(start.launched.is_none() && start.lines.is_empty());
            assert_eq!(halve.launched.as_ref().unwrap().by, "start");
            // The bytes of a linked kernel are without those of the system.
            assert_eq!([start, halve, columns].map(|launch| launch.shared_bytes), [0, 512, 4096]);
            // 128, 2 of 64 and 4 of 32 threads.
            assert_eq!((halve.line("tree.cu", 3).requests, halve.line("tree.cu", 5).requests), (12, 12));
            let column = columns.lines.iter().find(|line| line.place.line == 12).unwrap();
            assert_eq!((column.counts.requests, column.ways), (2, 32));
            assert!(column.meeting.is_some(), "the lanes of its worst request are known");
            let total = report.kernel("halve<int>").unwrap();
            assert_eq!((total.launches, total.total.requests), (7, 24));
        }
    }
}

#[test]
fn a_race_of_a_launched_grid_is_judged_by_its_ptx() {
    let text = "__global__ void shift(int* a) {
    __shared__ int tile[64];
    tile[threadIdx.x] = a[threadIdx.x];
    a[threadIdx.x] = tile[(threadIdx.x + 32) % 64];
}
__global__ void start(int* a) { if (threadIdx.x < 3) shift<<<1, 64>>>(a); }
int main() { int* a; cudaMalloc(&a, 256); start<<<1, 32>>>(a); }
";
    let report = Job::of_text("shift.cu", text).run().unwrap();
    let [start, shift] = &report.launches[..] else { panic!("two kernels") };
    assert_eq!((start.races().count(), shift.races().count(), shift.tally.launches), (0, 1, 3));
    assert_eq!(shift.races().next().unwrap().missing.as_deref(), Some("`__syncthreads()` between line 3 and line 4"));
    assert_eq!(report.verdict(&Accepted::default()).exit_code(), 1);
    assert_eq!(report.verdict_of("start", &Accepted::default()).exit_code(), 0);
}

#[test]
fn a_fault_of_a_launched_grid_has_its_line_and_the_counts_of_both() {
    let text = "__global__ void wild(int* a) {
    __shared__ int tile[32];
    tile[threadIdx.x] = 1;
    __syncthreads();
    a[threadIdx.x * 1000000] = tile[31 - threadIdx.x];
}
__global__ void start(int* a) { a[threadIdx.x] = 2; if (threadIdx.x == 3) wild<<<2, 32>>>(a); }
";
    let report = Job::of_text("wild.cu", text).kernel("start").grid(1).block(32).arg("a:i32[32]").run().unwrap();
    let fault = report.fault.as_ref().unwrap();
    assert!(
        fault.message.contains("`wild`: an access of 4 bytes") && fault.finding.place.as_ref().unwrap().line == 5,
        "{}",
        fault.message
    );
    let launches: Vec<_> = report.launches.iter().map(|launch| (&launch.kernel[..], launch.blocks.faulted)).collect();
    assert_eq!(launches, [("start", false), ("wild", true)]);
    assert_eq!(report.verdict_of("start", &Accepted::default()).exit_code(), 1);
}

#[test]
fn what_device_code_has_no_longer_and_what_another_file_has_is_said() {
    let waits = "__global__ void c(int* a) { *a = 1; }
__global__ void p(int* a) { c<<<1, 1>>>(a); cudaDeviceSynchronize(); }
";
    let refused = Job::of_text("old.cu", waits).kernel("p").grid(1).block(1).arg("a:i32[1]").run().unwrap_err();
    let refused = format!("{refused:?}");
    assert!(refused.contains("cudaDeviceSynchronize") && !refused.contains("separate compilation"), "{refused}");
    let other = "__device__ double area(double x); __global__ void k(double* a) { *a = area(*a); }";
    let refused = Job::of_text("k.cu", other).kernel("k").grid(1).block(1).arg("a:f64[1]").run().unwrap_err();
    let sentence = "the function `area(double)` is declared here and defined in another file";
    assert!(refused.to_string().contains(sentence), "{refused}");
    assert!(format!("{refused:?}").contains("-rdc=true -lineinfo -dlink -cubin *.cu -o all.cubin"), "{refused:?}");
}

const RANDOM: &str = "#include <curand_kernel.h>
__global__ void philox(unsigned* bits, float* uniform, float* normal, unsigned long long seed) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    curandStatePhilox4_32_10_t state;
    curand_init(seed, i, 2, &state);
    for (int n = 0; n < 6; ++n) bits[6 * i + n] = curand(&state);
    uniform[i] = curand_uniform(&state);
    curand_init(seed, i, 0, &state);
    normal[i] = curand_normal(&state);
}
__global__ void xorwow(unsigned* states, unsigned* bits, float* uniform, unsigned long long seed) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    curandState state;
    curand_init(seed, i, 0, &state);
    states[6 * i] = state.d;
    for (int n = 0; n < 5; ++n) states[6 * i + 1 + n] = state.v[n];
    for (int n = 0; n < 6; ++n) bits[6 * i + n] = curand(&state);
    uniform[i] = curand_uniform(&state);
}
";

/// Philox4x32-10 of Salmon and others: ten rounds over a counter of four words, with a key of two.
fn philox(counter: [u32; 4], key: [u32; 2]) -> [u32; 4] {
    let wide = |a: u32, b: u32| {
        let product = u64::from(a) * u64::from(b);
        ((product >> 32) as u32, product as u32)
    };
    let round = |[a, b, c, d]: [u32; 4], round: u32| {
        let keys = [
            key[0].wrapping_add(0x9e37_79b9_u32.wrapping_mul(round)),
            key[1].wrapping_add(0xbb67_ae85_u32.wrapping_mul(round)),
        ];
        let ((high_a, low_a), (high_c, low_c)) = (wide(0xd251_1f53, a), wide(0xcd9e_8d57, c));
        [high_c ^ b ^ keys[0], low_c, high_a ^ d ^ keys[1], low_a]
    };
    (0..10).fold(counter, round)
}

/// A number in (0, 1] of 32 bits.
fn unit(bits: u32) -> f64 {
    (f64::from(bits) + 0.5) / 4_294_967_296.0
}

#[test]
fn kernels_with_random_numbers_compile_and_draw_those_of_the_generators() {
    // Known answers of Random123.
    assert_eq!(philox([0; 4], [0; 2]), [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8]);
    let seed = 0x1234_5678_9abc_u64;
    for compiler in compilers() {
        let job = || Job::of_text("random.cu", RANDOM).compiler(compiler).grid(2).block(32);
        let zeros = |words: usize| vec![0_u8; 4 * words];
        let with = |job: Job, name: &str, words: usize| job.buffer(name, zeros(words)).arg(name);
        let drawn = with(with(with(job().kernel("philox"), "bits", 384), "uniform", 64), "normal", 64);
        let report = drawn.arg(format!("u64:{seed}")).run().unwrap();
        let [bits, uniform, normal] = ["bits", "uniform", "normal"].map(|name| words(&report, name));
        for i in 0..64 {
            let key = [seed as u32, (seed >> 32) as u32];
            let stream: Vec<u32> = (0..3).flat_map(|block| philox([block, 0, i as u32, 0], key)).collect();
            assert_eq!(bits[6 * i..6 * i + 6], stream[2..8], "thread {i}");
            assert!((f64::from(f32::from_bits(uniform[i])) - unit(stream[8])).abs() < 1e-6);
            // Box and Muller's transform of two numbers; the first of its results.
            let expected = (-2.0 * unit(stream[0]).ln()).sqrt() * (std::f64::consts::TAU * unit(stream[1])).sin();
            assert!((f64::from(f32::from_bits(normal[i])) - expected).abs() < 1e-4, "thread {i}: {expected}");
        }

        let drawn = with(with(with(job().kernel("xorwow"), "states", 384), "bits", 384), "uniform", 64);
        let report = drawn.arg(format!("u64:{seed}")).run().unwrap();
        let [states, bits, uniform] = ["states", "bits", "uniform"].map(|name| words(&report, name));
        let mut seen = std::collections::BTreeSet::new();
        for i in 0..64 {
            assert!(seen.insert(states[6 * i + 1..6 * i + 6].to_vec()), "each thread has a sequence of its own");
            // Marsaglia's generator, from the state that the kernel begins with.
            let (mut counter, mut v) = (states[6 * i], states[6 * i + 1..6 * i + 6].to_vec());
            let mut next = || {
                let t = v[0] ^ (v[0] >> 2);
                v.rotate_left(1);
                v[4] = (v[3] ^ (v[3] << 4)) ^ (t ^ (t << 1));
                counter = counter.wrapping_add(362_437);
                v[4].wrapping_add(counter)
            };
            let expected: Vec<u32> = (0..6).map(|_| next()).collect();
            assert_eq!(bits[6 * i..6 * i + 6], expected, "thread {i}");
            assert!((f64::from(f32::from_bits(uniform[i])) - unit(next())).abs() < 1e-6);
        }
    }
}
