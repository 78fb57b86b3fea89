//! Layouts as source text: index expressions, CUDA C++, the names that it refuses.

mod block_struct;
#[cfg(feature = "alloc")]
mod constant;
#[cfg(feature = "alloc")]
mod cuda;
#[cfg(feature = "alloc")]
mod cuda_type;
#[cfg(feature = "alloc")]
mod dialect;
#[cfg(feature = "alloc")]
mod expression;
#[cfg(feature = "alloc")]
mod header;
#[cfg(feature = "alloc")]
mod header_block;
#[cfg(feature = "alloc")]
mod header_includes;
mod index;
mod index_text;
#[cfg(feature = "alloc")]
mod operations;
#[cfg(feature = "alloc")]
mod reserved;
mod struct_access;
mod struct_form;
#[cfg(feature = "alloc")]
mod terms;
mod tile_struct;
#[cfg(feature = "alloc")]
mod translation_unit;

pub use index::Index;
#[cfg(feature = "alloc")]
pub(crate) use operations::{as_written, operations};
pub(crate) use {block_struct::CudaBlock, index_text::IndexText, struct_form::StructForm, tile_struct::CudaTile};
#[cfg(feature = "alloc")]
pub use {
    constant::layout_constant,
    cuda::CudaError,
    cuda_type::is_cuda_type,
    dialect::Dialect,
    expression::{column_expression, index_expression},
    header::{Header, HeaderError, HeaderTile},
    header_block::HeaderBlock,
    operations::index_cost,
    reserved::{is_reserved, refused_block_name, refused_field_name, refused_name},
    translation_unit::translation_unit,
};
