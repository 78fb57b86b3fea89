//! XOR swizzles of the column by the row: a matrix over F2 under which no two lanes meet.

mod forbidden;
mod lane_pairs;
pub(in crate::solve) mod least_excess;
pub(in crate::solve) mod search;
mod space;
mod stride_pairs;
mod window_pairs;
