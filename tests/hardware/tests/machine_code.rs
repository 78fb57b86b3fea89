//! The kernels of the project as machine code, in the simulator: their results, and their counts against those of an H200.

use std::fs;
use std::path::Path;

use smem_hardware::wavefronts::{LaunchCounts, List, RecordedLaunch, WavefrontData};
use smem_launch::{Arch, Device, Install, Isa};

/// The launches that an H200 has made, with what its counters said.
fn measured() -> WavefrontData {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("wavefronts/sm_90.tsv");
    WavefrontData::parse(&fs::read_to_string(file).unwrap()).unwrap()
}

#[test]
fn machine_code_executes_the_instructions_and_takes_the_wavefronts_that_an_h200_counted() {
    let device = Device::simulator(Isa::Sass, Install::Allowed).unwrap();
    let list = List::new(None).unwrap();
    let outcomes = list.run(&device, &mut |_| ()).unwrap();
    // Each launch leaves what its reference leaves, as the launch of its PTX does.
    let wrong: Vec<_> =
        list.cases().zip(&outcomes).filter(|(_, o)| o.as_ref().is_some_and(|o| o.wrong.is_some())).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    let (measured, mut compared) = (measured(), 0);
    for row in LaunchCounts::all(&list, device.arch(), &outcomes, &[]) {
        let Some(simulated) = row.simulated else { continue };
        let launch = RecordedLaunch::from(&row);
        let same = |one: &&RecordedLaunch| {
            (&one.kernel, &one.layout, &one.size) == (&launch.kernel, &launch.layout, &launch.size)
        };
        // A launch that is newer than the measurement.
        let Some(counters) = measured.launches.iter().find(same) else { continue };
        if launch.predicted != counters.predicted {
            // Its tile has another layout since then.
            continue;
        }
        assert_eq!(Some(simulated.requests), counters.instructions, "executed instructions of {launch}");
        assert_eq!(Some(simulated.wavefronts), counters.counted, "wavefronts of {launch}");
        compared += 1;
    }
    assert!(compared >= 136, "{compared}");
}

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
