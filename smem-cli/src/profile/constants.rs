//! Integers and types of a CUDA file, for what `fix` reads of it.

use smem_cuda::{CudaText, Scalar};

/// Returns the value of an integer expression in a text, where it is fixed there.
pub(crate) fn value(expression: &str, text: &str) -> Option<i64> {
    CudaText::parse(text).integer(expression)
}

/// Bytes of a type of numbers, without `const` and the like.
pub(crate) fn size_of(name: &str) -> Option<i64> {
    Scalar::of_cuda(name).map(|scalar| scalar.bytes() as i64)
}
