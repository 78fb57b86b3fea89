//! Machine code in the simulator, from CUDA C++ on.

use smem_launch::{Device, Install, Isa, Launch};

#[test]
fn an_assertion_that_holds_costs_nothing_and_one_that_fails_is_a_fault_at_its_line() {
    let device = Device::simulator(Isa::Sass, Install::Allowed).unwrap();
    let text = "__global__ void halves(int* data) {
        int own = data[threadIdx.x];
        assert(own % 2 == 0);
        data[threadIdx.x] = own / 2;
    }";
    let kernel = device.load(text, "halves.cu").unwrap().kernel("halves").unwrap();
    let launch = Launch::new([1, 1, 1], [3, 1, 1]);
    let data = device.upload(&[2_i32, 4, -6]).unwrap();
    device.simulate(&kernel, launch, &[data.arg()]).unwrap();
    assert_eq!(device.download(&data).unwrap(), [1, 2, -3]);
    let fault = device.simulate(&kernel, launch, &[data.arg()]).unwrap_err().to_string();
    assert!(fault.contains("the assertion `own % 2 == 0` failed in `void halves(int *)`, halves.cu:3"), "{fault}");
    assert!(fault.contains("SASS line"), "{fault}");
}
