//! The kernels of the examples have no race on shared memory: the simulator makes one a fault.

use smem_examples::gallery::{EXHIBITS, ProblemSize, run};
use smem_examples::scan2d::{Kernels, Scan, TILES};
use smem_examples::{Picture, squared_integral};
use smem_launch::{Device, Error, Install, Isa, LaunchShape};

fn device(isa: Isa) -> Device {
    Device::simulator(isa, Install::Allowed).unwrap().with_simulator(|simulator| simulator.deny_races())
}

#[test]
fn a_race_is_a_fault_of_these_devices() {
    for isa in [Isa::Ptx, Isa::Sass] {
        let device = device(isa);
        let text = "__global__ void k(int* to) { __shared__ int a[64]; a[threadIdx.x] = to[threadIdx.x];
            to[threadIdx.x] = a[63 - threadIdx.x]; }";
        let (kernel, to) = (device.load(text, "k.cu").unwrap().kernel("k").unwrap(), device.zeros::<i32>(64).unwrap());
        let launched = device.simulate(&kernel, LaunchShape::of([1, 1, 1], [64, 1, 1]), &[to.arg()]);
        let Err(Error::Fault(fault)) = launched else { panic!("{isa}: {launched:?}") };
        let fault = fault.to_string();
        assert!(
            fault.contains("read-after-write race") && fault.contains("nothing orders the two accesses"),
            "{fault}"
        );
    }
}

#[test]
fn the_gallery_has_no_race() {
    for isa in [Isa::Ptx, Isa::Sass] {
        for exhibit in EXHIBITS {
            let problem = (exhibit.problem)(ProblemSize::Small);
            run(&device(isa), None, exhibit, &problem, None)
                .unwrap_or_else(|error| panic!("{isa} {}: {error}", exhibit.name));
        }
    }
}

#[test]
fn the_scan_over_tiles_has_no_race() {
    let picture = Picture::random(70, 40, 1).unwrap();
    for isa in [Isa::Ptx, Isa::Sass] {
        let device = device(isa);
        for tile in TILES {
            let mut scan = Scan::new(&device, &picture).unwrap();
            scan.run(&Kernels::compile(&device, &tile).unwrap(), &mut |_| {}).unwrap();
            assert!(device.download(scan.sums()).unwrap() == squared_integral(&picture), "{isa}");
        }
    }
}
