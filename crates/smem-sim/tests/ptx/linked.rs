//! Machine code with relocations and with functions in sections of their own, as code for debugging has, beside the PTX that it was made of.

use smem_sim::{Arch, KernelArg, LaunchShape, Module, Simulator};

const PTX: &str = include_str!("../fixtures/linked.ptx");

/// A cubin, its listing, and its architecture.
macro_rules! linked {
    ($name:literal, $arch:ident) => {
        (
            &include_bytes!(concat!("../fixtures/linked.", $name, ".cubin"))[..],
            include_str!(concat!("../fixtures/linked.", $name, ".sass")),
            Arch::$arch,
        )
    };
}

fn run(arch: Arch, module: &Module) -> ([u32; 8], String) {
    assert_eq!(module.refused("k"), None);
    let sim = Simulator::new(arch);
    let to = sim.alloc(32);
    sim.launch(module, "k", &LaunchShape::new(1, 2), &[KernelArg::Ptr(to)]).unwrap_or_else(|fault| panic!("{fault}"));
    let mut bytes = [0; 32];
    sim.read(to, &mut bytes).unwrap();
    let words = std::array::from_fn(|i| u32::from_le_bytes(bytes[4 * i..4 * i + 4].try_into().unwrap()));
    (words, sim.take_printed())
}

#[test]
fn addresses_and_calls_that_a_linker_fills_in_are_those_of_the_ptx() {
    // A variable, another through a pointer, the functions of a table, one by its name, and generic addresses of constants.
    let expected = ([7, 6, 0, 42, 63, 42, 11, 12], "hi\nhi\n".to_owned());
    assert_eq!(run(Arch::SM_90, &smem_ptx::module(PTX).unwrap()), expected);
    for (cubin, listing, arch) in [linked!("sm_75", SM_75), linked!("sm_90", SM_90), linked!("O3.sm_90", SM_90)] {
        let module = smem_sass::module(cubin, listing).unwrap();
        assert_eq!(run(arch, &module), expected, "{arch}");
    }
}

#[test]
fn constants_are_at_one_place_and_are_freed_together() {
    let (cubin, listing, arch) = linked!("O3.sm_90", SM_90);
    let module = smem_sass::module(cubin, listing).unwrap();
    let sim = Simulator::new(arch);
    let (taps, bytes) = sim.variable(&module, "taps").unwrap();
    let mut values = [0; 12];
    sim.read(taps, &mut values).unwrap();
    assert_eq!((bytes, values), (12, [11, 0, 0, 0, 12, 0, 0, 0, 13, 0, 0, 0]));
    // The host may write them before a launch.
    sim.write(taps, &[1, 0, 0, 0, 2]).unwrap();
    let to = sim.alloc(32);
    sim.launch(&module, "k", &LaunchShape::new(1, 2), &[KernelArg::Ptr(to)]).unwrap();
    let mut sums = [0; 8];
    sim.read(to + 24, &mut sums).unwrap();
    assert_eq!(sums, [1, 0, 0, 0, 2, 0, 0, 0]);
    sim.free(to).unwrap();
    assert!(sim.unload(&module));
    assert_eq!(sim.memory_budget().used(), 0);
}

#[test]
fn a_damaged_relocation_is_refused_in_a_sentence() {
    let (cubin, listing, _) = linked!("sm_90", SM_90);
    let mut seen = 0;
    for at in (0..cubin.len()).step_by(23) {
        let mut damaged = cubin.to_vec();
        damaged[at] ^= 0x55;
        match smem_sass::module(&damaged, listing) {
            Ok(module) => seen += usize::from(module.refused("k").is_some()),
            Err(error) => {
                seen += 1;
                assert!(!error.to_string().is_empty());
            }
        }
    }
    assert!(seen > 30, "{seen}");
}

#[test]
fn the_place_of_a_variable_is_forgotten_when_its_module_is_unloaded() {
    let text = ".version 8.8 .target sm_90 .address_size 64 .global .align 4 .u32 counter = 100;";
    let module = smem_ptx::module(text).unwrap();
    let sim = Simulator::new(Arch::SM_90);
    let place = sim.alloc(4);
    assert!(sim.place_variable(&module, "counter", place));
    assert_eq!(sim.variable(&module, "counter"), Some((place, 4)));
    assert!(sim.unload(&module));
    sim.free(place).unwrap();
    let (address, _) = sim.variable(&module, "counter").unwrap();
    let mut value = [0; 4];
    sim.read(address, &mut value).unwrap();
    assert_eq!(u32::from_le_bytes(value), 100);
}

#[test]
fn sections_of_one_name_are_each_their_own() {
    // Two files, each with a division of its own.
    let (cubin, listing, arch) = (
        &include_bytes!("../fixtures/twins.sm_90.cubin")[..],
        include_str!("../fixtures/twins.sm_90.sass"),
        Arch::SM_90,
    );
    let (module, sim) = (smem_sass::module(cubin, listing).unwrap(), Simulator::new(arch));
    assert_eq!(module.refused("k"), None);
    let to = sim.alloc(32);
    let values = [3.0_f64, 10.0, 7.0, 5e-320];
    let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
    sim.write(to, &bytes).unwrap();
    sim.launch(&module, "k", &LaunchShape::new(1, 2), &[KernelArg::Ptr(to)]).unwrap();
    let mut bytes = [0; 16];
    sim.read(to, &mut bytes).unwrap();
    let results = bytes.as_chunks::<8>().0.iter().map(|bytes| f64::from_le_bytes(*bytes));
    let expected = [0, 1].map(|i| 1000.0_f64.mul_add(values[i + 2] / values[i], values[i] / values[i + 2]));
    assert_eq!(results.collect::<Vec<_>>(), expected);
}
