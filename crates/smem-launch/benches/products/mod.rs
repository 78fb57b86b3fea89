//! Matrix products in the simulator, compared with whole numbers before they are timed.

use divan::counter::ItemsCount;
use smem_launch::{Disassembler, Install, Nvrtc};
use smem_sim::{Arch, Isa, KernelArg, LaunchShape, Module, Observer, SharedAccess, Simulator};

const PRODUCTS: &str = include_str!("../products.cu");
/// The side of the matrices.
const SIDE: u32 = 512;

/// The checks that a launch makes beside counting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BesideCounts {
    Nothing,
    RaceCheck,
    /// An observer that reads the cost of each request.
    Observer,
}

/// The most wavefronts of a request.
struct MostWavefronts(u32);

impl Observer for MostWavefronts {
    fn shared(&mut self, access: &SharedAccess<'_>) {
        self.0 = self.0.max(access.cost().wavefronts);
    }
}

/// Compiles a text to machine code; returns that with its listing.
pub(crate) fn compile(text: &str) -> (Vec<u8>, String) {
    let nvrtc = Nvrtc::find(Install::Allowed).unwrap();
    let cubin = nvrtc.compile_cubin(text, "bench.cu", &["-arch=sm_90"]).unwrap();
    let listing = Disassembler::find(Install::Allowed).unwrap().listing(&cubin).unwrap();
    (cubin, listing)
}

fn module(isa: Isa) -> Module {
    if isa == Isa::Sass {
        let (cubin, listing) = compile(PRODUCTS);
        return smem_sass::module(&cubin, &listing).unwrap();
    }
    let nvrtc = Nvrtc::find(Install::Allowed).unwrap();
    smem_ptx::module(&nvrtc.compile_ptx(PRODUCTS, "bench.cu", &["-arch=compute_90"]).unwrap()).unwrap()
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
    isa: Isa,
    kernel: &str,
    threads: u32,
    bytes: fn(i32) -> Vec<u8>,
    count: fn(u64) -> u64,
    beside: BesideCounts,
) {
    let module = module(isa);
    let sim = Simulator::new(Arch::SM_90).race_check(beside == BesideCounts::RaceCheck);
    let matrix = |of| {
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
    bencher.counter(ItemsCount::new(count(profile.thread_instructions))).bench_local(|| match beside {
        BesideCounts::Observer => sim.launch_observed(&module, kernel, &launch, &args, || MostWavefronts(0)).unwrap().0,
        _ => sim.launch(&module, kernel, &launch, &args).unwrap(),
    });
}

/// A matrix product of f32 with 4 x 4 results of a thread in registers; the items are thread instructions.
pub(crate) fn singles(bencher: divan::Bencher<'_, '_>, isa: Isa, beside: BesideCounts) {
    let single = |value| (value as f32).to_le_bytes().to_vec();
    product(bencher, isa, "singles", 256, single, |instructions| instructions, beside);
}

/// A matrix product of f16 on tensor cores; the items are multiply-adds of single elements.
pub(crate) fn halves(bencher: divan::Bencher<'_, '_>, isa: Isa, beside: BesideCounts) {
    // 0 to 3 as an f16, with the sign.
    let half = |value: i32| {
        let magnitude = [0u16, 0x3c00, 0x4000, 0x4200][value.unsigned_abs() as usize];
        (magnitude | u16::from(value < 0) << 15).to_le_bytes().to_vec()
    };
    product(bencher, isa, "halves", 128, half, |_| u64::from(SIDE).pow(3), beside);
}
