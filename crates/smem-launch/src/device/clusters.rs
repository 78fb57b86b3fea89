//! Launches with clusters on a GPU: cudarc has no call for them.

use std::ffi::c_void;

use cudarc::driver::{CudaFunction, CudaStream, DriverError, sys};

use smem_sim::LaunchShape;

/// Launches with clusters of `blocks` blocks.
///
/// # Safety
/// As the driver's launch of a kernel: `pointers` are those of the kernel's arguments.
pub(super) unsafe fn launch_clusters(
    function: &CudaFunction,
    launch: LaunchShape,
    [x, y, z]: [u32; 3],
    stream: &CudaStream,
    pointers: &mut [*mut c_void],
) -> Result<(), DriverError> {
    let size = sys::CUlaunchAttributeValue_union__bindgen_ty_1 { x, y, z };
    let mut attribute = sys::CUlaunchAttribute {
        id: sys::CUlaunchAttributeID::CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION,
        pad: [0; 4],
        value: sys::CUlaunchAttributeValue { clusterDim: size },
    };
    let config = sys::CUlaunchConfig {
        gridDimX: launch.grid[0],
        gridDimY: launch.grid[1],
        gridDimZ: launch.grid[2],
        blockDimX: launch.block[0],
        blockDimY: launch.block[1],
        blockDimZ: launch.block[2],
        sharedMemBytes: launch.shared_bytes,
        hStream: stream.cu_stream(),
        attrs: &mut attribute,
        numAttrs: 1,
    };
    // SAFETY: the driver reads the attribute and the configuration before it returns; the rest is the caller's.
    unsafe { sys::cuLaunchKernelEx(&config, function.cu_function(), pointers.as_mut_ptr(), std::ptr::null_mut()) }
        .result()
}
