//! The carries by the CPU.

use super::SIDE;

/// Returns `row_carry` and `col_carry` of `kernels/scan2d.cu` from the finished scan of `nx` columns and `ny` rows: the sums above
/// each row of tiles but the first, and left of each column of tiles but the first. The last ones, which nothing reads, are left
/// out where a tile is cut there.
///
/// ```
/// use smem_examples::scan2d::carries;
///
/// // 32 rows of one pixel, all ones: the scan counts up, and a row of tiles below would begin at 32.
/// let scan: Vec<u64> = (1..=32).collect();
/// assert_eq!(carries(&scan, 1, 32), (vec![32], vec![]));
/// ```
pub fn carries(scan: &[u64], nx: usize, ny: usize) -> (Vec<u64>, Vec<u64>) {
    let edges = |n: usize| (SIDE as usize - 1..n).step_by(SIDE as usize);
    let above = |x: usize, y: usize| if y > 0 { scan[(y - 1) * nx + x] } else { 0 };
    let row_carry = edges(ny).flat_map(|y| scan[y * nx..][..nx].to_vec()).collect();
    let col_carry = edges(nx).flat_map(|x| (0..ny).map(move |y| (x, y))).map(|(x, y)| scan[y * nx + x] - above(x, y));
    (row_carry, col_carry.collect())
}
