//! Layouts as source text: index expressions, CUDA C++, the names that it refuses.

mod constant;
mod cuda;
mod cuda_type;
mod dialect;
mod expression;
mod operations;
mod reserved;
mod terms;

pub use constant::layout_constant;
pub(crate) use cuda::CudaTile;
pub use cuda::{CudaError, translation_unit};
pub use cuda_type::is_cuda_type;
pub use dialect::Dialect;
pub use expression::{column_expression, index_expression};
pub use operations::index_cost;
pub(crate) use operations::operations;
pub use reserved::{is_reserved, refused_block_name, refused_field_name, refused_name};
