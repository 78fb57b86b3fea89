//! CUDA C++, read as `profile` and `fix` do: kernels, their parameters, launches, shared arrays with their uses.

#![no_main]

use libfuzzer_sys::fuzz_target;
use smem_cuda::{CudaText, check_nesting, without_host_code};

fuzz_target!(|text: &str| {
    if check_nesting(text).is_err() {
        return;
    }
    let device = without_host_code(text, |header| header == "kept.h");
    assert_eq!(device.matches('\n').count(), text.matches('\n').count());
    let read = CudaText::parse(text);
    for kernel in read.kernels() {
        let _ = (kernel.signature(), read.launch_bound(&kernel, kernel.path()), read.written_template(&kernel).len());
        for parameter in kernel.parameters() {
            let _ = read.parameter_bytes(&kernel, kernel.path(), parameter);
            let _ = read.parameter_type(&kernel, kernel.path(), parameter);
        }
        let _ = read.launches_of(kernel.path()).len();
    }
    for launch in read.launches() {
        let _ = (launch.line(), launch.kernel_name(), launch.values().is_ok(), launch.unknown_variables().len());
    }
    for declaration in read.shared_declarations() {
        let _ =
            (read.shared_uses(&declaration, declaration.dims.len()).len(), read.shared_arrays(&declaration.name).len());
        let _ = read.indexed_uses(&declaration).map(|uses| uses.len());
    }
    let _ = (read.device_pointers().len(), read.unread_lines().len());
});
