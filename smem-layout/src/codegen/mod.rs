//! Layouts as source text: index expressions, CUDA C++, the names that it refuses.

mod constant;
mod cuda;
mod cuda_type;
mod expression;
mod reserved;

pub use constant::layout_constant;
pub(crate) use cuda::CudaTile;
pub use cuda::{CudaError, translation_unit};
pub use cuda_type::is_cuda_type;
pub use expression::{Dialect, column_expression, index_expression};
pub use reserved::{is_reserved, refused_name};
