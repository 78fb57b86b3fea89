//! Kernels on the same input as PTX and as machine code: memory is equal bit for bit.

mod architectures;
mod asynchronous;
mod atomics;
mod calls;
mod directed;
mod drawn;
mod ended_threads;
mod group_products;
mod groups;
mod mbarriers;
mod narrow;
mod packed_integers;
mod sparse;
mod surfaces;
mod tensor_cores;
mod textures;

use smem_launch::{CudaSource, Device, Disassembler, Install, Isa};
use smem_sim::{Arch, KernelArg, LaunchShape, Module, Simulator};

/// Words of each of the three buffers of a kernel.
const WORDS: usize = 4096;

/// Both machines' modules of a source.
pub(crate) fn modules(text: &str) -> [Module; 2] {
    modules_for(Arch::SM_90, text)
}

/// Both machines' modules of a source, for an architecture.
pub(crate) fn modules_for(arch: Arch, text: &str) -> [Module; 2] {
    let device = Device::simulator_of(arch, Isa::Sass, Install::Allowed).unwrap();
    let compiled = device.compile(&CudaSource::new(text, "both.cu")).unwrap_or_else(|error| panic!("{error}"));
    let cubin = compiled.cubin().unwrap();
    let listing = Disassembler::find(Install::Allowed).unwrap().listing(cubin).unwrap();
    [smem_ptx::module(compiled.ptx()).unwrap(), smem_sass::module(cubin, &listing).unwrap()]
}

/// Runs a kernel of three buffers with this content, and returns what is in them afterwards.
pub(crate) fn run(module: &Module, kernel: &str, shape: &LaunchShape, buffers: &[Vec<u32>]) -> Vec<Vec<u32>> {
    run_on(Arch::SM_90, module, kernel, shape, buffers)
}

/// As [`run`], on an architecture.
fn run_on(arch: Arch, module: &Module, kernel: &str, shape: &LaunchShape, buffers: &[Vec<u32>]) -> Vec<Vec<u32>> {
    let sim = Simulator::new(arch).instruction_limit(1 << 28);
    let at: Vec<u64> = buffers
        .iter()
        .map(|words| {
            let at = sim.alloc(4 * words.len());
            sim.write(at, &words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>()).unwrap();
            at
        })
        .collect();
    let args: Vec<KernelArg> = at.iter().map(|&at| KernelArg::Ptr(at)).collect();
    sim.launch(module, kernel, shape, &args).unwrap_or_else(|fault| panic!("{fault}"));
    let words = |(&at, words): (&u64, &Vec<u32>)| {
        let mut bytes = vec![0; 4 * words.len()];
        sim.read(at, &mut bytes).unwrap();
        bytes.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect()
    };
    at.iter().zip(buffers).map(words).collect()
}

/// Random words.
pub(crate) fn random(seed: u64, count: usize) -> Vec<u32> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32) as u32
    };
    (0..count).map(|_| next()).collect()
}

/// As [`compare_launch`], with one warp.
pub(crate) fn compare(text: &str, make: impl Fn(&str, u32) -> u32) {
    compare_launch(text, LaunchShape::new(1, 32).shared_bytes(16 << 10), make);
}

/// Runs every kernel of a source in both machines, three times on other input that `make` brings, and compares memory.
pub(crate) fn compare_launch(text: &str, shape: LaunchShape, make: impl Fn(&str, u32) -> u32) {
    compare_modules(Arch::SM_90, &modules(text), shape, make);
}

/// Compares memory after each kernel of both machines' modules of one source, as [`compare_launch`].
pub(crate) fn compare_modules(
    arch: Arch,
    [ptx, sass]: &[Module; 2],
    shape: LaunchShape,
    make: impl Fn(&str, u32) -> u32,
) {
    let names: Vec<String> = ptx.kernels().map(str::to_owned).collect();
    assert!(!names.is_empty());
    for name in &names {
        for (module, machine) in [(ptx, "PTX"), (sass, "machine code")] {
            assert_eq!(module.refused(name), None, "{name} as {machine}");
        }
        for seed in 1..4 {
            let words = |buffer: u64| random(3 * seed + buffer, WORDS).iter().map(|&word| make(name, word)).collect();
            let buffers: Vec<Vec<u32>> = (0..3).map(words).collect();
            let [first, second] = [ptx, sass].map(|module| run_on(arch, module, name, &shape, &buffers));
            for (buffer, (first, second)) in first.iter().zip(&second).enumerate() {
                let other = (0..WORDS).find(|&i| first[i] != second[i]);
                if let Some(i) = other {
                    panic!(
                        "{name}, {arch}: word {i} of buffer {buffer} is {:#x} as PTX, {:#x} as machine code",
                        first[i], second[i]
                    );
                }
            }
            assert_ne!(first, buffers, "{name} writes nothing");
        }
    }
}
