//! The context, the memory and the kernels of a case.

use crate::steps::{Steps, from, out};
use std::ffi::CString;

/// A case: its name, and what it does.
pub(crate) type DriverCase = (&'static str, fn(&mut Steps<'_>));

/// Makes the primary context of the first device current.
pub(crate) fn context(steps: &mut Steps<'_>) -> u64 {
    let mut context = 0_u64;
    steps.must("cuInit", &[0]);
    steps.must("cuDevicePrimaryCtxRetain", &[out(&mut context), 0]);
    steps.must("cuCtxSetCurrent", &[context]);
    context
}

/// Allocates bytes.
pub(crate) fn allocated(steps: &mut Steps<'_>, bytes: u64) -> u64 {
    let mut address = 0_u64;
    steps.must("cuMemAlloc_v2", &[out(&mut address), bytes]);
    address
}

/// Loads PTX as a module.
pub(crate) fn module(steps: &mut Steps<'_>, ptx: &str) -> u64 {
    let text = CString::new(ptx).expect("PTX has no zero");
    let mut module = 0_u64;
    steps.must("cuModuleLoadData", &[out(&mut module), from(text.as_bytes_with_nul())]);
    module
}

/// Returns the handle of a kernel of a module.
pub(crate) fn function(steps: &mut Steps<'_>, module: u64, name: &str) -> u64 {
    let name = CString::new(name).expect("a name has no zero");
    let mut function = 0_u64;
    steps.must("cuModuleGetFunction", &[out(&mut function), module, from(name.as_bytes_with_nul())]);
    function
}

/// Loads the cases' kernels and returns the handle of one.
pub(crate) fn kernel(steps: &mut Steps<'_>, name: &str) -> u64 {
    let module = module(steps, crate::kernels::KERNELS);
    function(steps, module, name)
}

/// A launch: its function, grid, block and bytes of dynamic shared memory, in the default stream.
pub(crate) struct LaunchCall(pub(crate) u64, pub(crate) [u64; 3], pub(crate) [u64; 3], pub(crate) u64);

impl LaunchCall {
    /// One block of one thread.
    pub(crate) fn one(function: u64) -> Self {
        LaunchCall(function, [1; 3], [1; 3], 0)
    }

    /// The call's arguments, with the kernel's parameters: the address of an array of addresses, or 0.
    pub(crate) fn arguments(&self, stream: u64, parameters: u64) -> [u64; 11] {
        let LaunchCall(function, [gx, gy, gz], [bx, by, bz], shared) = *self;
        [function, gx, gy, gz, bx, by, bz, shared, stream, parameters, 0]
    }
}
