//! Calls of the simulated driver, as a program makes them that loads it.

use std::ffi::CStr;
use std::sync::Once;

use libloading::Library;
use smem_launch::{Assembler, Disassembler, Install};

/// All functions that are called take integers and pointers, at most eleven.
type Function = unsafe extern "C" fn(u64, u64, u64, u64, u64, u64, u64, u64, u64, u64, u64) -> u32;

pub(crate) fn call(library: &Library, name: &str, arguments: &[u64]) -> u32 {
    let mut all = [0; 11];
    all[..arguments.len()].copy_from_slice(arguments);
    let [a, b, c, d, e, f, g, h, i, j, k] = all;
    // SAFETY: the name is that of a function of the driver API, and the arguments are those of its header.
    unsafe { library.get::<Function>(name).unwrap()(a, b, c, d, e, f, g, h, i, j, k) }
}

/// Calls a function that has to succeed.
pub(crate) fn must(library: &Library, name: &str, arguments: &[u64]) {
    assert_eq!(call(library, name, arguments), 0, "{name}");
}

/// Loads the driver, makes the primary context current and loads an image. Returns the library and the handle of a kernel of the image.
pub(crate) fn loaded(image: &[u8], kernel: &CStr) -> (Library, u64) {
    // SAFETY: a driver's initialisers ask nothing of who loads it.
    let library = unsafe { Library::new("libcuda.so.1") }.unwrap();
    let (mut context, mut module, mut function) = (0_u64, 0_u64, 0_u64);
    must(&library, "cuInit", &[0]);
    must(&library, "cuDevicePrimaryCtxRetain", &[&raw mut context as u64, 0]);
    must(&library, "cuCtxSetCurrent", &[context]);
    must(&library, "cuModuleLoadData", &[&raw mut module as u64, image.as_ptr() as u64]);
    must(&library, "cuModuleGetFunction", &[&raw mut function as u64, module, kernel.as_ptr() as u64]);
    (library, function)
}

/// The driver library, which Cargo builds beside the tests. NVIDIA's tools are installed first where they are missing, so that no answer
/// mentions it, and none is of PTX for want of them.
pub(crate) fn library() -> String {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        Assembler::find(Install::Allowed).unwrap();
        Disassembler::find(Install::Allowed).unwrap();
    });
    library_file()
}

pub(crate) fn library_file() -> String {
    std::env::current_exe().unwrap().parent().unwrap().join("libsmem_libcuda.so").display().to_string()
}
