//! XOR swizzles of the whole offset: invertible matrices over F2 on the bits of the row-major offset, column bits included.

mod differences;
pub(in crate::solve) mod search;
mod space;
