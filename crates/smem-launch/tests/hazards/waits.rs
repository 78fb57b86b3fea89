//! Remedies of races that a wait for an `mbarrier` or a barrier of some lanes ends, with the kernels of `waits.cu`.

use super::{advice, marked_in};
use smem_launch::{Device, Install, Isa, LaunchShape};

const TEXT: &str = include_str!("waits.cu");

const BYTE: &str = "a wait for the `mbarrier` at byte 0x100 (`mbarrier.try_wait`)";
const RING: &str = "a wait for the next of the 3 `mbarrier`s from byte 0x300 on (`mbarrier.try_wait`)";

/// Each kernel with the remedy of its race; in machine code, whose compiler may make one branch of several, that of another place or the
/// cause may do.
const KERNELS: [(&str, Option<&str>); 9] = [
    ("a_wait", None),
    ("no_wait", Some(BYTE)),
    ("a_wait_behind_the_read", Some(BYTE)),
    ("no_wait_in_a_loop", Some(BYTE)),
    ("a_ring", None),
    ("no_wait_in_a_ring", Some(RING)),
    ("no_wait_in_a_ring_that_is_filled_ahead", Some(RING)),
    ("half_a_warp", Some("`__syncwarp(0x0000ffff)`")),
    ("a_quarter_of_a_warp_with_the_barrier_of_less", Some("`__syncwarp(0xff000000)`")),
];

#[test]
fn a_missing_wait_for_an_mbarrier_and_a_barrier_of_some_lanes_are_tried() {
    let mut wrong = Vec::new();
    for isa in [Isa::Ptx, Isa::Sass] {
        let device = Device::simulator(isa, Install::Allowed).unwrap();
        let device = device.with_simulator(|simulator| simulator.race_check(true).race_remedies(true));
        let program = device.load(TEXT, "waits.cu").unwrap();
        for (kernel, remedy) in KERNELS {
            let data = device.upload(&[0i32; 256]).unwrap();
            let launched = device.simulate(
                &program.kernel(kernel).unwrap(),
                LaunchShape::of([1, 1, 1], [64, 1, 1]),
                &[data.arg()],
            );
            let profile = launched.unwrap_or_else(|error| panic!("{isa} {kernel}: {error}"));
            let found: Vec<String> = profile.races.iter().map(advice).collect();
            if found.first().map(String::as_str) != remedy {
                let races: Vec<String> = profile.races.iter().map(ToString::to_string).collect();
                wrong.push(format!("{isa} {kernel}: {found:?}, {races:#?}, {:?}", marked_in(TEXT, kernel, 'A')));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
