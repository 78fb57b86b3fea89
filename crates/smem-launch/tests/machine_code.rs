//! Machine code in the simulator, from CUDA C++ on.

use smem_launch::{Assembler, Device, Install, Isa, LaunchShape, Profile, ToolError};

#[test]
fn an_assertion_that_holds_costs_nothing_and_one_that_fails_is_a_fault_at_its_line() {
    let device = Device::simulator(Isa::Sass, Install::Allowed).unwrap();
    let text = "__global__ void halves(int* data) {
        int own = data[threadIdx.x];
        assert(own % 2 == 0);
        data[threadIdx.x] = own / 2;
    }";
    let kernel = device.load(text, "halves.cu").unwrap().kernel("halves").unwrap();
    let launch = LaunchShape::of([1, 1, 1], [3, 1, 1]);
    let data = device.upload(&[2_i32, 4, -6]).unwrap();
    device.simulate(&kernel, launch, &[data.arg()]).unwrap();
    assert_eq!(device.download(&data).unwrap(), [1, 2, -3]);
    let fault = device.simulate(&kernel, launch, &[data.arg()]).unwrap_err().to_string();
    assert!(fault.contains("the assertion `own % 2 == 0` failed in `void halves(int *)`, halves.cu:3"), "{fault}");
    assert!(fault.contains("SASS line"), "{fault}");
}

/// Four loads of neighbouring words, which the assembler makes one of; the first is in line 11.
const FOUR_LOADS: &str = include_str!("neighbouring_loads.ptx");

fn summed(isa: Isa) -> Profile {
    let device = Device::simulator(isa, Install::Allowed).unwrap();
    let kernel = device.load_ptx(FOUR_LOADS, "sum.ptx").unwrap().kernel("sum").unwrap();
    let to = device.zeros::<u32>(1).unwrap();
    device.simulate(&kernel, LaunchShape::of([1, 1, 1], [32, 1, 1]), &[to.arg()]).unwrap()
}

#[test]
fn ptx_is_assembled_and_its_own_lines_are_counted() {
    let (ptx, code) = (summed(Isa::Ptx), summed(Isa::Sass));
    assert_eq!((ptx.requests(), ptx.wavefronts()), (4, 16));
    assert_eq!((code.requests(), code.wavefronts()), (1, 4));
    let line = code.shared[0].loc.as_deref().unwrap();
    assert_eq!((line.file.as_str(), line.line), ("sum.ptx", 11));
}

#[test]
fn ptx_that_cannot_be_assembled_is_an_error_with_its_line() {
    let assembler = Assembler::find(Install::Allowed).unwrap();
    let error =
        assembler.assemble(&FOUR_LOADS.replace("add.u32 %s0, %s0, %s1", "odd.u32 %s0, %s0, %s1"), "sum.ptx", "sm_90");
    let Err(ToolError::Unusable(why)) = error else { panic!("{error:?}") };
    assert!(why.starts_with("`sum.ptx` cannot be assembled for sm_90: line 15: "), "{why}");
    assert_eq!(why.lines().count(), 1, "{why}");
}
