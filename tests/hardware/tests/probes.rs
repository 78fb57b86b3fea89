//! The wavefronts and sectors of accesses to global memory: the simulator's beside those that an H200 counted, pattern by pattern.

use std::collections::BTreeMap;

use smem_hardware::worth::patterns;
use smem_sim::{Arch, GlobalCount, KernelArg, LaunchShape, Simulator};

/// Kernel, pattern, wavefronts, requests, sectors.
const TABLE: &str = include_str!("../worth/probes_h200.tsv");

/// Kernel, wavefronts, the byte of each lane.
const PLACES: &str = include_str!("../worth/places_h200.tsv");

/// The kernels with their instruction, whose address is in `%d0`, and the bytes of a lane.
const PROBES: [(&str, &str, u64); 14] = [
    ("load_1", "ld.global.u8 %r1, [%d0];", 1),
    ("load_2", "ld.global.u16 %h0, [%d0];", 2),
    ("load_4", "ld.global.u32 %r1, [%d0];", 4),
    ("load_8", "ld.global.v2.u32 {%r1, %r2}, [%d0];", 8),
    ("load_16", "ld.global.v4.u32 {%r1, %r2, %r3, %r4}, [%d0];", 16),
    ("store_1", "st.global.u8 [%d0], %r1;", 1),
    ("store_2", "st.global.u16 [%d0], %h0;", 2),
    ("store_4", "st.global.u32 [%d0], %r1;", 4),
    ("store_8", "st.global.v2.u32 [%d0], {%r1, %r2};", 8),
    ("store_16", "st.global.v4.u32 [%d0], {%r1, %r2, %r3, %r4};", 16),
    ("reduce_4", "red.global.add.u32 [%d0], %r1;", 4),
    ("reduce_8", "red.global.add.u64 [%d0], %d1;", 8),
    ("atomic_4", "atom.global.add.u32 %r2, [%d0], %r1;", 4),
    ("exchange_4", "atom.global.exch.b32 %r2, [%d0], %r1;", 4),
];

/// Bytes that the patterns reach, and to which the buffer is aligned, as on the GPU.
const REACH: u64 = 1 << 20;

/// Wavefronts, requests and sectors of a warp whose lanes access such bytes; `u64::MAX` is a lane that is off.
fn simulated(instruction: &str, places: impl Iterator<Item = u64>) -> [u64; 3] {
    let ptx = format!(
        ".version 8.8 .target sm_90 .address_size 64
         .visible .entry k(.param .u64 data, .param .u64 places) {{
           .reg .pred %p<1>; .reg .b16 %h<1>; .reg .b32 %r<5>; .reg .b64 %d<4>;
           ld.param.u64 %d2, [places]; mov.u32 %r0, %tid.x; mul.wide.u32 %d1, %r0, 8; add.u64 %d2, %d2, %d1;
           ld.param.u64 %d0, [data]; ld.global.u64 %d3, [%d2]; add.u64 %d0, %d0, %d3;
           setp.ne.u64 %p0, %d3, -1;
           mov.u32 %r1, 1; mov.u32 %r2, 1; mov.u32 %r3, 1; mov.u32 %r4, 1; mov.u16 %h0, 1;
           @%p0 {instruction} ret; }}"
    );
    let sim = Simulator::new(Arch::SM_90);
    let (data, offsets) = (sim.alloc(2 * REACH as usize).next_multiple_of(REACH), sim.alloc(256));
    let text: Vec<u8> = places.flat_map(u64::to_le_bytes).collect();
    sim.write(offsets, &text).unwrap();
    let args = [data, offsets].map(|address| KernelArg::Bytes(address.to_le_bytes().to_vec()));
    let profile = sim.launch(&smem_ptx::module(&ptx).unwrap(), "k", &LaunchShape::new(1, 32), &args).unwrap();
    // Beside the load of the offsets.
    let own: Vec<&GlobalCount> = profile.global.iter().filter(|count| !count.text.contains("%d3")).collect();
    let [count] = own[..] else { panic!("{instruction}: one access: {own:?}") };
    [count.wavefronts, count.requests, count.sectors]
}

#[test]
fn every_load_of_a_pattern_takes_the_wavefronts_that_an_h200_counts_and_most_other_accesses_do() {
    let patterns = patterns();
    // Of each kernel the patterns, those whose wavefronts are equal, and those whose sectors are.
    let mut equal: BTreeMap<&str, [u32; 3]> = BTreeMap::new();
    for line in TABLE.lines().filter(|line| !line.starts_with('#')).skip(1) {
        let [kernel, numbers @ ..] = &line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let numbers: Vec<u64> = numbers.iter().map(|number| number.parse().unwrap()).collect();
        let [pattern, wavefronts, requests, sectors] = numbers[..] else { panic!("{line}") };
        let (_, instruction, bytes) = PROBES.into_iter().find(|(name, ..)| name == kernel).unwrap();
        let found = simulated(instruction, patterns[pattern as usize].iter().map(|place| u64::from(*place) * bytes));
        assert_eq!(found[1], requests, "{line}");
        let own = equal.entry(*kernel).or_default();
        own[0] += 1;
        own[1] += u32::from(found[0] == wavefronts);
        own[2] += u32::from(found[2] == sectors);
    }
    // As RESULTS.md says.
    let expected = [
        ("atomic_4", [48, 40, 45]),
        ("exchange_4", [48, 40, 45]),
        ("load_1", [24, 24, 24]),
        ("load_16", [96, 96, 96]),
        ("load_2", [24, 24, 24]),
        ("load_4", [96, 96, 96]),
        ("load_8", [96, 96, 96]),
        ("reduce_4", [48, 40, 45]),
        ("reduce_8", [48, 34, 46]),
        ("store_1", [24, 22, 24]),
        ("store_16", [96, 61, 96]),
        ("store_2", [24, 22, 24]),
        ("store_4", [96, 69, 96]),
        ("store_8", [96, 59, 96]),
    ];
    assert_eq!(equal, BTreeMap::from(expected));
}

#[test]
fn every_load_and_most_other_accesses_to_many_lines_take_the_wavefronts_that_an_h200_counts() {
    // Of each kernel the accesses, and those that are equal, as RESULTS.md says.
    let mut equal: BTreeMap<&str, [u32; 2]> = BTreeMap::new();
    for line in PLACES.lines().filter(|line| !line.starts_with('#')).skip(1) {
        let [kernel, wavefronts, places] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let (_, instruction, _) = PROBES.into_iter().find(|(name, ..)| *name == kernel).unwrap();
        let places = places.split(' ').map(|place| place.parse().unwrap_or(u64::MAX));
        let [found, ..] = simulated(instruction, places);
        let own = equal.entry(kernel).or_default();
        *own = [own[0] + 1, own[1] + u32::from(found == wavefronts.parse::<u64>().unwrap())];
    }
    let expected = [
        ("atomic_4", [43, 32]),
        ("exchange_4", [43, 31]),
        ("load_4", [30, 30]),
        ("reduce_4", [43, 33]),
        ("reduce_8", [43, 29]),
        ("store_1", [24, 18]),
        ("store_16", [24, 23]),
        ("store_2", [24, 17]),
        ("store_4", [356, 333]),
        ("store_8", [36, 32]),
    ];
    assert_eq!(equal, BTreeMap::from(expected));
}
