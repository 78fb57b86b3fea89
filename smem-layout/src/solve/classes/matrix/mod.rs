//! XOR swizzles of the column by the row: a matrix over F2 under which no two lanes meet.

pub(in crate::solve) mod best;
mod pairs;
pub(in crate::solve) mod search;
mod shape;
mod strides;
mod windows;
