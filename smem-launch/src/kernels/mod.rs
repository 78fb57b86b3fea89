//! The kernels of compiled CUDA C++: what PTX declares, and what they are called.

mod names;
mod ptx;

#[cfg(feature = "gpu")]
pub(crate) use names::pointer_parameters;
pub use names::readable_name;
pub(crate) use names::{is_called, list, refused};
pub(crate) use ptx::{Declarations, PtxKernel, declarations};
