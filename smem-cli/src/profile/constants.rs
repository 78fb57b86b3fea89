//! Integers and types of a CUDA file, for what `fix` reads of it.

use smem_cuda::{CudaText, Scalar};

/// Returns the value of an integer expression at a byte of a text, where the variables of the function around it are known.
pub(crate) fn value_at(expression: &str, text: &str, at: usize) -> Option<i64> {
    CudaText::parse(text).integer_at(expression, at)
}

/// Bytes of a type of numbers, without `const` and the like.
pub(crate) fn size_of(name: &str) -> Option<i64> {
    Scalar::of_cuda(name).map(|scalar| scalar.bytes() as i64)
}
