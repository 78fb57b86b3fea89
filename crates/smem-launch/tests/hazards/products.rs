//! Products of four warps, which read shared memory until they are waited for, with the kernels of `products.cu`.

use super::{advice, marked_in};
use smem_launch::{CudaSource, Device, Install, Isa, LaunchShape, Profile, Program};

const TEXT: &str = include_str!("products.cu");

const FENCE: &str = "`fence.proxy.async`";
const BLOCK: &str = "`__syncthreads()`";
const WAIT: &str = "`wgmma.wait_group.sync.aligned 0`";

/// Each kernel with its cause and the remedy; none of those that are in order.
const KERNELS: [(&str, Option<(&str, &str)>); 12] = [
    ("an_empty_group", None),
    ("only_empty_groups", None),
    ("in_order", None),
    ("a_fence_behind_the_barrier", None),
    ("no_fence", Some(("no `fence.proxy.async` is between the store and the copy or product that reads it", FENCE))),
    ("no_barrier_in_front", Some(("nothing orders the two accesses", BLOCK))),
    ("no_wait", Some(("nothing waits for the matrix product before the other access", WAIT))),
    ("no_barrier_behind", Some(("nothing orders the two accesses", BLOCK))),
    ("a_pipeline", None),
    (
        "a_pipeline_that_waits_for_one_group_too_few",
        Some(("nothing waits for the matrix product before the other access", WAIT)),
    ),
    ("a_factor_in_registers_may_be_stored_to", None),
    ("a_bulk_copy_over_a_factor", Some(("nothing waits for the matrix product before the other access", WAIT))),
];

fn loaded(isa: Isa) -> (Device, Program) {
    let device = Device::simulator(isa, Install::Allowed).unwrap();
    let device = device.with_simulator(|simulator| simulator.race_check(true).race_remedies(true));
    let arch = if isa == Isa::Ptx { "-arch=compute_90a" } else { "-arch=sm_90a" };
    let program = device.load_source(CudaSource::new(TEXT, "products.cu").option(arch).option("-lineinfo")).unwrap();
    (device, program)
}

fn run((device, program): &(Device, Program), kernel: &str) -> Profile {
    let data = device.upload(&[1.0f32; 512]).unwrap();
    let launch = LaunchShape::of([1, 1, 1], [128, 1, 1]);
    device.simulate(&program.kernel(kernel).unwrap(), launch, &[data.arg()]).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn a_product_races_with_what_is_stored_without_a_fence_a_barrier_or_a_wait() {
    let mut wrong = Vec::new();
    for isa in [Isa::Ptx, Isa::Sass] {
        let loaded = loaded(isa);
        for (kernel, expected) in KERNELS {
            let profile = run(&loaded, kernel);
            let [a, b] = ['A', 'B'].map(|mark| marked_in(TEXT, kernel, mark));
            let line = |side: &smem_sim::RaceSide| side.loc.as_ref().unwrap().line;
            let races = profile.races.iter().chain(profile.races.iter().flat_map(|race| &race.same_cause));
            let is_marked = |race: &smem_sim::Race| {
                a.contains(&line(&race.first)) && b.contains(&line(&race.second))
                    || b.contains(&line(&race.first)) && a.contains(&line(&race.second))
            };
            let found = races.clone().next().map(|race| (race.cause.to_string(), advice(race)));
            let is_right = found.as_ref().map(|(cause, advice)| (cause.as_str(), advice.as_str())) == expected;
            if !is_right || !races.clone().all(is_marked) {
                wrong.push(format!(
                    "{isa} {kernel}: {:#?}",
                    profile.races.iter().map(ToString::to_string).collect::<Vec<_>>()
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_product_from_a_wrong_descriptor_is_a_fault_and_not_an_empty_group() {
    for isa in [Isa::Ptx, Isa::Sass] {
        let (device, program) = loaded(isa);
        let data = device.upload(&[1.0f32; 512]).unwrap();
        let launch = LaunchShape::of([1, 1, 1], [128, 1, 1]);
        let kernel = program.kernel("a_wrong_descriptor").unwrap();
        let error = device.simulate(&kernel, launch, &[data.arg()]).unwrap_err().to_string();
        assert!(error.contains("is outside shared memory: a matrix descriptor leads there"), "{isa}: {error}");
    }
}
