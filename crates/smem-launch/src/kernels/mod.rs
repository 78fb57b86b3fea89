//! The names of the kernels of compiled CUDA C++.

mod names;

#[cfg(feature = "gpu")]
pub(crate) use names::pointer_parameters;
pub use names::readable_name;
pub(crate) use names::{is_called, list, refused};
