//! Layouts as source text: index expressions, CUDA C++, the names that it refuses.

mod accessors;
mod constant;
mod cuda;
mod cuda_type;
mod dialect;
mod expression;
mod header;
mod header_block;
mod header_includes;
mod header_struct;
mod operations;
mod reserved;
mod terms;

pub use constant::layout_constant;
pub(crate) use cuda::CudaTile;
pub use cuda::{CudaError, translation_unit};
pub use cuda_type::is_cuda_type;
pub use dialect::Dialect;
pub use expression::{column_expression, index_expression};
pub use header::{Header, HeaderError, HeaderTile};
pub use header_block::HeaderBlock;
pub use operations::index_cost;
pub(crate) use operations::{as_written, operations};
pub use reserved::{is_reserved, refused_block_name, refused_field_name, refused_name};
