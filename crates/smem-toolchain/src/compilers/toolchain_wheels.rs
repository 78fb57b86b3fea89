//! The wheels that `nvcc` is made of. They lie in a folder of their own, because its programs look for one another.

use std::path::PathBuf;

use crate::error::ToolError;
use crate::install::Wheel;
use crate::install_folder::Install;

/// A file of each wheel with the wheel, headers after those that they lie below.
const PARTS: [(&str, Wheel<'static>); 4] = [
    ("cuda_runtime.h", part("nvidia-cuda-runtime", "13.5.37", "nvidia/cu13/include", "CUDA 13.5 headers", 2_500_000)),
    (
        "host_config.h",
        part("nvidia-cuda-crt", "13.5.37", "nvidia/cu13/include/crt", "CUDA 13.5 compiler headers", 170_000),
    ),
    (
        "cuda/std/version",
        part("nvidia-cuda-cccl", "13.3.5.0.6", "nvidia/cu13/include/cccl", "C++ core libraries", 4_100_000),
    ),
    ("bin/cicc", part("nvidia-nvvm", "13.5.37", "nvidia/cu13/nvvm", "cicc", 75_200_000)),
];

/// The library of the functions that kernels launch kernels by. It lies in the wheel of the headers.
const DEVICE_RUNTIME: Wheel<'static> =
    part("nvidia-cuda-runtime", "13.5.37", "nvidia/cu13/lib", "CUDA 13.5 device runtime", 2_500_000);

/// The headers of cuRAND, the same that NVRTC takes: device code of CUDA 13 compiles with them as well.
const CURAND: Wheel<'static> =
    part("nvidia-curand-cu12", "10.3.10.19", "nvidia/curand/include", "cuRAND headers", 68_300_000);

const fn part(package: &str, version: &str, payload: &'static str, brings: &'static str, bytes: u64) -> Wheel<'static> {
    Wheel::of_table(package, version, payload).brings(brings).bytes(bytes)
}

/// Returns `nvcc` of the wheels, those that are missing installed where that is allowed.
///
/// # Errors
/// [`ToolError::Unusable`] where they are missing and may not or could not be installed, or are damaged.
pub(super) fn installed_nvcc(install: &Install) -> Result<PathBuf, ToolError> {
    let compilers = install.below("nvcc");
    for (file, wheel) in PARTS {
        wheel.file(file, compilers.clone())?;
    }
    Wheel::NVCC.file("nvcc", compilers)
}

/// Returns the linker of the wheels and the library of the device runtime, those that are missing installed where that is allowed.
///
/// # Errors
/// Those of [`installed_nvcc`].
pub(super) fn installed_linker(install: &Install) -> Result<(PathBuf, PathBuf), ToolError> {
    let compilers = install.below("nvcc");
    let linker = Wheel::NVCC.file("nvlink", compilers.clone())?;
    Ok((linker, DEVICE_RUNTIME.file(LIBRARY, compilers)?))
}

/// Returns the folder of the headers that a program of `nvcc` includes and a kernel alone does not, installed if it is missing and that is
/// allowed.
///
/// # Errors
/// Those of [`installed_nvcc`].
pub(super) fn program_headers(install: &Install) -> Result<PathBuf, ToolError> {
    let mut folder = Wheel::NVCC.file("include/fatbinary_section.h", install.below("nvcc"))?;
    folder.pop();
    Ok(folder)
}

/// Returns the folder of cuRAND's headers, installed if it is missing and that is allowed.
///
/// # Errors
/// Those of [`installed_nvcc`].
pub(super) fn curand_headers(install: &Install) -> Result<PathBuf, ToolError> {
    let mut folder = CURAND.file("curand_kernel.h", install.clone())?;
    folder.pop();
    Ok(folder)
}

/// The file of the device runtime.
pub(super) const LIBRARY: &str = if cfg!(windows) { "cudadevrt.lib" } else { "libcudadevrt.a" };
