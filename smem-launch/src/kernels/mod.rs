//! The kernels of compiled CUDA C++: what PTX declares, and what they are called.

mod names;
mod ptx;

pub use names::readable_name;
pub(crate) use names::{is_called, list, pointer_parameters, refused};
pub(crate) use ptx::{Declarations, PtxKernel, declarations};
