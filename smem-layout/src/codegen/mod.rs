//! Layouts as source text: index expressions, CUDA C++, the names that it refuses.

mod cuda;
mod expression;
mod reserved;

pub use cuda::{CudaError, translation_unit};
pub use expression::Dialect;
pub use reserved::{is_reserved, refused_name};
