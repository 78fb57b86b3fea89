//! The functions that a program calls when it starts and ends: `nvcc` puts the calls in.

use std::ffi::c_char;

use super::device_choice::{context, ready};
use super::error::call;
use super::program::{add_image, add_kernel, add_managed, add_variable, ready_managed, remove_image};
use crate::foreign::{CallerAddress, CallerText};
use crate::process::say;

/// Runs the body of a function that returns nothing.
fn quietly(body: impl FnOnce() -> Result<(), smem_driver::DriverError>) {
    call(|| Ok(body()?));
}

// SAFETY: the name is one of the runtime API, and no other function of this library has it.
#[unsafe(no_mangle)]
#[allow(non_snake_case)]
extern "C" fn __cudaRegisterFatBinary(wrapper: CallerAddress) -> u64 {
    let mut handle = 0;
    quietly(|| {
        handle = add_image(wrapper.image()?);
        Ok(())
    });
    handle
}

// SAFETY: as above.
#[unsafe(no_mangle)]
#[allow(non_snake_case)]
extern "C" fn __cudaRegisterFatBinaryEnd(_image: u64) {}

// SAFETY: as above.
#[unsafe(no_mangle)]
#[allow(non_snake_case)]
extern "C" fn __cudaUnregisterFatBinary(image: u64) {
    quietly(|| {
        remove_image(image);
        Ok(())
    });
}

/// Makes managed variables ready for the host, and returns whether they are.
// SAFETY: as above.
#[unsafe(no_mangle)]
#[allow(non_snake_case)]
extern "C" fn __cudaInitModule(image: u64) -> c_char {
    let code = call(|| {
        context()?;
        ready_managed(ready()?, image)
    });
    c_char::from(code == 0)
}

// SAFETY: as above.
#[unsafe(no_mangle)]
#[allow(non_snake_case)]
extern "C" fn __cudaRegisterFunction(
    image: u64,
    stub: CallerAddress,
    _device_stub: CallerAddress,
    name: CallerText,
    _most_threads: i32,
    _thread: CallerAddress,
    _block: CallerAddress,
    _block_extent: CallerAddress,
    _grid_extent: CallerAddress,
    _warp: CallerAddress,
) {
    quietly(|| {
        add_kernel(stub.number(), image, name.get()?);
        Ok(())
    });
}

// SAFETY: as above.
#[unsafe(no_mangle)]
#[allow(non_snake_case)]
extern "C" fn __cudaRegisterVar(
    image: u64,
    shadow: CallerAddress,
    _device_name: CallerAddress,
    name: CallerText,
    _is_external: i32,
    _bytes: usize,
    _is_constant: i32,
    _is_global: i32,
) {
    quietly(|| {
        add_variable(shadow.number(), image, name.get()?);
        Ok(())
    });
}

// SAFETY: as above.
#[unsafe(no_mangle)]
#[allow(non_snake_case)]
extern "C" fn __cudaRegisterManagedVar(
    image: u64,
    pointer: CallerAddress,
    _device_name: CallerAddress,
    name: CallerText,
    _is_external: i32,
    bytes: usize,
    _is_constant: i32,
    _is_global: i32,
) {
    quietly(|| {
        add_managed(pointer.number(), image, name.get()?, bytes as u64);
        Ok(())
    });
}

// SAFETY: as above.
#[unsafe(no_mangle)]
#[allow(non_snake_case)]
extern "C" fn __cudaRegisterHostVar(_image: u64, name: CallerText, _address: CallerAddress, _bytes: usize) {
    quietly(|| {
        say(&format!("kernels cannot reach the host's variable `{}`: this is not implemented", name.get()?));
        Ok(())
    });
}

// SAFETY: as above.
#[unsafe(no_mangle)]
#[allow(non_snake_case)]
extern "C" fn __cudaRegisterUnifiedTable(_image: u64, _table: CallerAddress) {}
