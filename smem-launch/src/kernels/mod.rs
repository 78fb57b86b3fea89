//! The names of the kernels of compiled CUDA C++.

mod names;

pub use names::readable_name;
pub(crate) use names::{is_called, list, pointer_parameters, refused};
