//! Groups of lanes that exchange and wait by themselves, in the machine code of four generations.

use super::{compare_modules, modules_for, random, run_on};
use smem_sim::{Arch, LaunchShape};

const KERNELS: &str = include_str!("groups.cu");

#[test]
#[cfg_attr(not(feature = "exhaustive"), ignore = "`--features exhaustive`")]
fn groups_of_lanes_leave_what_their_ptx_leaves() {
    for arch in [Arch::SM_80, Arch::SM_90, Arch::SM_100, Arch::SM_120] {
        compare_modules(arch, &modules_for(arch, KERNELS), LaunchShape::new(1, 64), |_, word| word);
    }
}

#[test]
fn each_group_finds_its_own_lanes() {
    let words = random(5, 256);
    let group = |lane: usize| (0..64).filter(move |other| other / 32 == lane / 32 && other / 16 == lane / 16);
    let value = |lane: usize| words[lane];
    let sums: Vec<u32> = (0..64)
        .map(|lane| {
            let sum = group(lane).map(value).fold(0, u32::wrapping_add);
            sum ^ group(lane).map(|lane| words[64 + lane]).max().unwrap_or(0)
        })
        .collect();
    let equal: Vec<u32> = (0..64)
        .map(|lane| group(lane).filter(|other| value(*other) % 3 == value(lane) % 3).map(|l| 1 << (l % 32)).sum())
        .collect();
    for arch in [Arch::SM_80, Arch::SM_90] {
        for module in modules_for(arch, KERNELS) {
            let buffers = [words[..64].to_vec(), words[64..128].to_vec(), vec![0; 128]];
            let left = run_on(arch, &module, "sums_of_halves", &LaunchShape::new(1, 64), &buffers);
            assert_eq!(left[2], [sums.clone(), equal.clone()].concat(), "{arch}");
        }
    }
}
