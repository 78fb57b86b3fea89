//! A kernel that a GPU's driver has loaded.

use std::sync::Arc;

use cudarc::driver::{CudaFunction, CudaModule, DriverError, sys};

use super::driver_errors::words;
use crate::Error;
use crate::kernels;

#[derive(Debug)]
pub(super) struct GpuKernel {
    /// The number of its module.
    pub(super) of: u64,
    pub(super) function: CudaFunction,
    /// Bytes of each parameter.
    pub(super) parameters: Vec<u64>,
    /// Which parameters C++ declares as pointers, as far as its name says.
    pub(super) pointers: Vec<bool>,
    pub(super) static_shared_bytes: u32,
}

impl GpuKernel {
    /// The kernel `entry` of a module with its number, which messages call `name`, of the source `program`.
    pub(super) fn of(
        (module, of): (&Arc<CudaModule>, u64),
        entry: &str,
        name: &str,
        program: &str,
    ) -> Result<GpuKernel, Error> {
        let refused = |error| Error::Gpu(format!("the driver does not load `{name}` of `{program}`: {}", words(error)));
        let function = module.load_function(entry).map_err(refused)?;
        let unknown = |error| Error::Gpu(format!("cannot query the parameters of `{name}`: {}", words(error)));
        let static_shared_bytes = function.shared_size_bytes().map_err(unknown)?.unsigned_abs();
        let parameters = parameters(&function).map_err(unknown)?;
        let pointers = kernels::pointer_parameters(entry);
        Ok(GpuKernel { of, parameters, pointers, static_shared_bytes, function })
    }
}

/// Bytes of each parameter of the kernel.
fn parameters(function: &CudaFunction) -> Result<Vec<u64>, DriverError> {
    let mut sizes = Vec::new();
    loop {
        let (mut offset, mut size) = (0, 0);
        // SAFETY: the function is loaded, and both integers outlive the call.
        let status = unsafe { sys::cuFuncGetParamInfo(function.cu_function(), sizes.len(), &mut offset, &mut size) };
        match status.result() {
            Ok(()) => sizes.push(size as u64),
            // There is no parameter of that number: they have all been seen.
            Err(DriverError(sys::CUresult::CUDA_ERROR_INVALID_VALUE)) => return Ok(sizes),
            Err(error) => return Err(error),
        }
    }
}
