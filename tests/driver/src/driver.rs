//! Calls of a CUDA driver by name.

use libloading::Library;
use std::ffi::CStr;

/// A loaded `libcuda.so.1`, whichever the loader finds.
pub(crate) struct LoadedDriver(Library);

/// All functions that are called take integers and pointers, at most eleven, in registers and then on the stack, where a callee
/// reads as many as it declares.
type Function = unsafe extern "C" fn(u64, u64, u64, u64, u64, u64, u64, u64, u64, u64, u64) -> u32;

impl LoadedDriver {
    /// Loads the driver.
    ///
    /// # Errors
    /// If the loader finds none.
    pub(crate) fn load() -> Result<Self, libloading::Error> {
        // SAFETY: a driver's initialisers ask nothing of who loads it.
        unsafe { Library::new("libcuda.so.1") }.map(Self)
    }

    /// Calls a function and returns its `CUresult`, or `None` where the driver exports no such function.
    pub(crate) fn call(&self, name: &str, arguments: &[u64]) -> Option<u32> {
        let mut all = [0; 11];
        all[..arguments.len()].copy_from_slice(arguments);
        // SAFETY: every exported name that starts with `cu` is a C function; the cases pass what its header declares.
        let function = unsafe { self.0.get::<Function>(name.as_bytes()) }.ok()?;
        let [a, b, c, d, e, f, g, h, i, j, k] = all;
        // SAFETY: the arguments are those of the header, and pointers among them point to live memory of the case.
        Some(unsafe { function(a, b, c, d, e, f, g, h, i, j, k) })
    }

    /// Returns the name of a result as the driver spells it, without `CUDA_`, or the number where it has no name.
    pub(crate) fn name_of(&self, result: u32) -> String {
        let mut text: u64 = 0;
        let known = self.call("cuGetErrorName", &[u64::from(result), &raw mut text as u64]) == Some(0) && text != 0;
        if !known {
            return result.to_string();
        }
        // SAFETY: a success leaves the address of a static C string.
        let name = unsafe { CStr::from_ptr(text as *const _) }.to_string_lossy();
        name.trim_start_matches("CUDA_").trim_start_matches("ERROR_").to_owned()
    }
}
