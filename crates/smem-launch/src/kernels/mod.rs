//! The names of the kernels of compiled CUDA C++.

mod names;

#[cfg(feature = "gpu")]
pub(crate) use names::pointer_parameters;
pub(crate) use names::{list, refused};
pub(crate) use smem_sim::is_called;
pub use smem_sim::readable_name;
