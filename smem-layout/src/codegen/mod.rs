//! Layouts as source text: index expressions, CUDA C++, the names that it refuses.

mod cuda;
mod dialect;
mod expression;
mod reserved;
mod terms;

pub use cuda::{CudaError, translation_unit};
pub use dialect::Dialect;
pub use reserved::{is_reserved, refused_name};
