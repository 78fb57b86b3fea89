//! Calls of a CUDA driver, and of the runtime on it, by name.

use libloading::Library;

use std::ffi::CStr;
use std::sync::OnceLock;

/// A loaded `libcuda.so.1`, whichever the loader finds, and a `libcudart` when a case asks for it.
pub(crate) struct LoadedDriver {
    driver: Library,
    runtime: OnceLock<Option<Library>>,
}

/// The runtimes that a case may find.
const RUNTIMES: [&str; 2] = ["libcudart.so.13", "libcudart.so.12"];

/// All functions that are called take integers and pointers, at most twelve, in registers and then on the stack, where a callee
/// reads as many as it declares.
type Function = unsafe extern "C" fn(u64, u64, u64, u64, u64, u64, u64, u64, u64, u64, u64, u64) -> u64;

impl LoadedDriver {
    /// Loads the driver.
    ///
    /// # Errors
    /// If the loader finds none.
    pub(crate) fn load() -> Result<Self, libloading::Error> {
        // SAFETY: a driver's initialisers ask nothing of who loads it.
        let driver = unsafe { Library::new("libcuda.so.1") }?;
        Ok(Self { driver, runtime: OnceLock::new() })
    }

    /// The library that exports a function: names of the runtime begin with `cuda`.
    fn library(&self, name: &str) -> Option<&Library> {
        if !name.trim_start_matches('_').starts_with("cuda") {
            return Some(&self.driver);
        }
        // SAFETY: as of the driver.
        let load = || RUNTIMES.iter().find_map(|name| unsafe { Library::new(*name) }.ok());
        self.runtime.get_or_init(load).as_ref()
    }

    /// Calls a function and returns its `CUresult` or `cudaError_t`, or `None` where no library exports such a function.
    pub(crate) fn call(&self, name: &str, arguments: &[u64]) -> Option<u32> {
        self.call_for_address(name, arguments).map(|answer| answer as u32)
    }

    /// Calls a function that returns an address.
    pub(crate) fn call_for_address(&self, name: &str, arguments: &[u64]) -> Option<u64> {
        let mut all = [0; 12];
        all[..arguments.len()].copy_from_slice(arguments);
        // SAFETY: every exported name that starts with `cu` is a C function; the cases pass what its header declares.
        let function = unsafe { self.library(name)?.get::<Function>(name.as_bytes()) }.ok()?;
        let [a, b, c, d, e, f, g, h, i, j, k, l] = all;
        // SAFETY: the arguments are those of the header, and pointers among them point to live memory of the case.
        Some(unsafe { function(a, b, c, d, e, f, g, h, i, j, k, l) })
    }

    /// Returns the name of a result as the driver spells it, without `CUDA_`, or the number where it has no name.
    pub(crate) fn name_of(&self, result: u32) -> String {
        let mut text: u64 = 0;
        let known = self.call("cuGetErrorName", &[u64::from(result), &raw mut text as u64]) == Some(0) && text != 0;
        if !known {
            return result.to_string();
        }
        let name = text_at(text);
        name.trim_start_matches("CUDA_").trim_start_matches("ERROR_").to_owned()
    }

    /// Returns the name of a result of the runtime.
    pub(crate) fn runtime_name_of(&self, result: u32) -> String {
        let text = self.call_for_address("cudaGetErrorName", &[u64::from(result)]);
        text.map_or_else(|| result.to_string(), text_at)
    }
}

/// The text of C at an address that a library returned.
pub(crate) fn text_at(address: u64) -> String {
    // SAFETY: libraries return the addresses of static C strings.
    unsafe { CStr::from_ptr(address as *const _) }.to_string_lossy().into_owned()
}
