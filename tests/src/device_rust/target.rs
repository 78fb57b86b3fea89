//! The target of the kernels in Rust, and the reasons why there may be no PTX.

use std::fmt;

/// The variable that lets [`Toolchain::find`](super::Toolchain::find) install a compiler from the system's packages: `1` does.
pub const INSTALL: &str = "SMEM_INSTALL_DEVICE_RUST";

/// The oldest GPUs that the kernels are compiled for: those that CUDA 13 still knows.
pub const TARGET_CPU: &str = "sm_75";

pub(super) const TARGET: &str = "nvptx64-nvidia-cuda";

/// Why there is no PTX.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoPtx {
    /// The machine lacks something: a compiler with sources, or a way to download.
    Missing(String),
    /// The kernels do not compile.
    Broken(String),
}

impl fmt::Display for NoPtx {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoPtx::Missing(why) | NoPtx::Broken(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for NoPtx {}
