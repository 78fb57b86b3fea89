//! The kernels of the project as machine code of architectures that were not measured, in the simulator.

use smem_hardware::wavefronts::List;
use smem_launch::{Arch, Device, Install, Isa};

/// Runs every launch of the project as machine code of an architecture whose counts were never compared with hardware.
fn every_launch_leaves_the_memory_that_it_should(arch: Arch) {
    let list = List::new(None).unwrap();
    let device = Device::simulator_of(arch, Isa::Sass, Install::Allowed).unwrap();
    let (mut right, mut wrong) = (0, Vec::new());
    for (case, ran) in list.run_each(&device) {
        match ran {
            Ok(outcome) if outcome.wrong.is_none() => right += 1,
            Ok(_) => wrong.push(format!("{case} leaves other memory")),
            Err(why) => wrong.push(format!("{case}: {why}")),
        }
    }
    assert!(wrong.is_empty(), "{arch}: {}", wrong.join("\n"));
    assert!(right >= 136, "{arch}: {right} launches");
}

#[test]
fn machine_code_of_sm_80_leaves_the_memory_that_it_should() {
    every_launch_leaves_the_memory_that_it_should(Arch::SM_80);
}

#[test]
fn machine_code_of_sm_86_leaves_the_memory_that_it_should() {
    every_launch_leaves_the_memory_that_it_should(Arch::SM_86);
}

#[test]
fn machine_code_of_sm_89_leaves_the_memory_that_it_should() {
    every_launch_leaves_the_memory_that_it_should(Arch::SM_89);
}

#[test]
fn machine_code_of_sm_100_leaves_the_memory_that_it_should() {
    every_launch_leaves_the_memory_that_it_should(Arch::SM_100);
}

#[test]
fn machine_code_of_sm_120_leaves_the_memory_that_it_should() {
    every_launch_leaves_the_memory_that_it_should(Arch::SM_120);
}
