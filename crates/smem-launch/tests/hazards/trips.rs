//! Barriers that threads reach a different number of times, with the kernels of `trips.cu`: their marks say what is to be named.

use smem_launch::{Device, Install, Isa, LaunchShape};

const TEXT: &str = include_str!("trips.cu");

/// The kernels, each with the line of its barrier that is to be named.
fn kernels() -> Vec<(&'static str, Option<u32>)> {
    let mut kernels: Vec<(&str, Option<u32>)> = Vec::new();
    for (number, line) in (1u32..).zip(TEXT.lines()) {
        if let Some(name) = line.strip_prefix("KERNEL ").and_then(|rest| rest.split('(').next()) {
            kernels.push((name, None));
        } else if line.ends_with("// B")
            && let Some((_, marked)) = kernels.last_mut()
        {
            *marked = Some(number);
        }
    }
    kernels
}

#[test]
fn a_barrier_that_threads_reach_a_different_number_of_times_is_named() {
    let mut wrong = Vec::new();
    for isa in [Isa::Ptx, Isa::Sass] {
        let device = Device::simulator(isa, Install::Allowed).unwrap();
        let program = device.load(TEXT, "trips.cu").unwrap();
        for (name, marked) in kernels() {
            let data = device.upload(&(0..512).collect::<Vec<i32>>()).unwrap();
            let kernel = program.kernel(name).unwrap();
            let launched = device.simulate(&kernel, LaunchShape::of([1, 1, 1], [128, 1, 1]), &[data.arg()]);
            let profile = launched.unwrap_or_else(|error| panic!("{isa} {name}: {error}"));
            let mut lines: Vec<u32> =
                profile.divergent_barriers.iter().filter_map(|barrier| Some(barrier.loc.as_ref()?.line)).collect();
            lines.dedup();
            if lines != Vec::from_iter(marked) {
                wrong.push(format!("{isa} {name}: {lines:?}, not {marked:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
