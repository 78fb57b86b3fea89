//! The problem of the kernels that multiply matrices.

use smem_launch::LaunchShape;

use crate::gallery::{Numbers, Problem};

/// Returns the product of an `m x k` and a `k x n` matrix, a block of so many threads for each 64 x 64 elements of it.
pub(super) fn product([m, n, k]: [usize; 3], threads: u32) -> Problem {
    // Small whole numbers are exact in half precision, and the sums of their products in f32.
    let a = Numbers::random_f32(m * k, 8, 1);
    let b = Numbers::random_f32(k * n, 8, 2);
    Problem {
        size: format!("{m} x {k} times {k} x {n}"),
        expected: Numbers::F32(Numbers::product(&a, &b, n)),
        inputs: vec![Numbers::F32(a), Numbers::F32(b)],
        tolerance: 0.0,
        sizes: vec![n as u32, k as u32],
        launch: LaunchShape::of([n as u32 / 64, m as u32 / 64, 1], [threads, 1, 1]),
    }
}
