//! The single pass has no race on shared memory: the simulator makes one a fault, as `tests/races.rs` shows.

use smem_examples::Picture;
use smem_examples::local_statistics::{Window, local_statistics};
use smem_examples::single_pass::scan_every_type;
use smem_launch::{Device, Install, Isa};

fn device(isa: Isa) -> Device {
    Device::simulator(isa, Install::Allowed).unwrap().with_simulator(|simulator| simulator.deny_races())
}

#[test]
fn the_single_pass_scan_has_no_race_with_any_type_of_pixels() {
    for isa in [Isa::Ptx, Isa::Sass] {
        let found = scan_every_type(&device(isa), &[Picture::random(300, 90, 2).unwrap()]).unwrap();
        assert!(found.iter().all(|(_, difference)| difference.is_none()), "{isa}");
    }
}

#[test]
fn the_local_statistics_have_no_race() {
    for isa in [Isa::Ptx, Isa::Sass] {
        local_statistics(&device(isa), &Picture::random(90, 50, 3).unwrap(), Window { side: 7, weight: 0.2 }).unwrap();
    }
}
