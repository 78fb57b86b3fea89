//! The kernels of the project as machine code, in the simulator: their results and counts against those of an H200.

use std::fs;
use std::path::Path;

use smem_exhaustive::count;
use smem_hardware::wavefronts::{LaunchCounts, List, RecordedLaunch, WavefrontData};
use smem_launch::{Device, Install, Isa};

/// The launches that an H200 has made, with what its counters said.
fn measured() -> WavefrontData {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("wavefronts/sm_90.tsv");
    WavefrontData::parse(&fs::read_to_string(file).unwrap()).unwrap()
}

#[test]
fn machine_code_executes_the_instructions_and_takes_the_wavefronts_that_an_h200_counted() {
    let device = Device::simulator(Isa::Sass, Install::Allowed).unwrap();
    let list = List::new(None).unwrap().one_in(count(1, 8));
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
    assert!(compared >= count(136, 16), "{compared}");
}
