//! Names of errors, and the last error of a thread.

use super::program::{RegisteredProgram, launch, malloc};
use crate::driver::text_at;
use crate::setting::DriverCase;
use crate::steps::{Steps, out};

pub(super) const CASES: &[DriverCase] =
    &[("runtime_error_names", names), ("runtime_last_error", last), ("runtime_fault", fault)];

/// Asks for the last error without and with forgetting it, twice.
fn ask(steps: &mut Steps<'_>, when: &str) {
    steps.noted(&format!("peek {when}"), "cudaPeekAtLastError", &[]);
    steps.noted(&format!("get {when}"), "cudaGetLastError", &[]);
    steps.noted(&format!("get again {when}"), "cudaGetLastError", &[]);
}

fn names(steps: &mut Steps<'_>) {
    for number in [
        0, 1, 2, 9, 12, 13, 17, 21, 35, 46, 52, 98, 100, 101, 200, 201, 209, 218, 400, 500, 600, 700, 701, 719, 720,
        801, 999,
    ] {
        let (name, text) =
            (steps.address("cudaGetErrorName", &[number]), steps.address("cudaGetErrorString", &[number]));
        steps.value(&format!("{number}"), format!("{}: {}", text_at(name), text_at(text)));
    }
    let unknown = steps.address("cudaGetErrorName", &[12_345]);
    steps.value("12345", text_at(unknown));
}

fn last(steps: &mut Steps<'_>) {
    ask(steps, "at first");
    let mut address = 0_u64;
    steps.noted("a wrong call", "cudaMalloc", &[0, 4]);
    ask(steps, "after it");
    steps.noted("a wrong call", "cudaSetDevice", &[99]);
    steps.noted("a right one", "cudaMalloc", &[out(&mut address), 4]);
    ask(steps, "after both");
    let program = RegisteredProgram::register(steps);
    steps.noted(
        "a launch of 2000 threads",
        "cudaLaunchKernel",
        &launch(program.stub("nothing"), [1; 3], [2000, 1, 1], 0, 0, 0),
    );
    steps.noted("wait", "cudaDeviceSynchronize", &[]);
    ask(steps, "after the launch");
    let (mut stream, mut event) = (0_u64, 0_u64);
    steps.must("cudaStreamCreate", &[out(&mut stream)]);
    steps.must("cudaEventCreate", &[out(&mut event)]);
    steps.noted("an event that was never recorded", "cudaEventQuery", &[event]);
    let mut host = 0_u64;
    steps.must("cudaHostAlloc", &[out(&mut host), 8, 0]);
    let parameters = [std::ptr::from_ref(&host) as u64];
    steps.noted(
        "a launch that waits",
        "cudaLaunchKernel",
        &launch(program.stub("waits"), [1; 3], [1; 3], parameters.as_ptr() as u64, 0, stream),
    );
    steps.noted("query", "cudaStreamQuery", &[stream]);
    ask(steps, "after the query");
    // SAFETY: the memory is page-locked and of 8 bytes.
    unsafe { std::ptr::write_volatile(host as *mut u32, 1) };
    steps.noted("wait", "cudaStreamSynchronize", &[stream]);
}

fn fault(steps: &mut Steps<'_>) {
    let program = RegisteredProgram::register(steps);
    let place = malloc(steps, 4);
    steps.noted("launch", "cudaLaunchKernel", &launch(program.stub("traps"), [1; 3], [1; 3], 0, 0, 0));
    steps.noted("wait", "cudaDeviceSynchronize", &[]);
    ask(steps, "after it");
    let mut address = 0_u64;
    steps.noted("allocate", "cudaMalloc", &[out(&mut address), 4]);
    steps.noted("free", "cudaFree", &[place]);
    steps.noted("launch", "cudaLaunchKernel", &launch(program.stub("nothing"), [1; 3], [1; 3], 0, 0, 0));
    ask(steps, "after more");
    let mut count = 0_u32;
    steps.noted("count the devices", "cudaGetDeviceCount", &[out(&mut count)]);
    steps.noted("reset", "cudaDeviceReset", &[]);
    steps.noted("allocate", "cudaMalloc", &[out(&mut address), 4]);
}
