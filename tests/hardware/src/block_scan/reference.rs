//! The CPU's answer, written down as plainly as it can be.

use smem_examples::Picture;

/// Returns the block scan, `out[y * width + x]`: the sum of the squares of all pixels at `i <= y`, `j <= x` of the same
/// tile of `rows` x `cols` pixels.
///
/// ```
/// use smem_hardware::block_scan::tile_sums;
/// use smem_examples::Picture;
///
/// let picture = Picture::from_pixels(3, 2, vec![1, 2, 3, 4, 5, 6])?;
/// assert_eq!(tile_sums(&picture, 2, 2), [1, 5, 9, 17, 46, 45]);
/// assert_eq!(tile_sums(&picture, 1, 4), [1, 5, 14, 16, 41, 77]);
/// # Ok::<(), smem_examples::Error>(())
/// ```
pub fn tile_sums(picture: &Picture, rows: u32, cols: u32) -> Vec<u64> {
    let (width, rows, cols) = (picture.width() as usize, rows as usize, cols as usize);
    let mut sums = vec![0_u64; picture.pixels().len()];
    for y in 0..picture.height() as usize {
        let mut row = 0;
        for x in 0..width {
            if x % cols == 0 {
                row = 0;
            }
            row += u64::from(picture.pixels()[y * width + x]).pow(2);
            let above = if y % rows == 0 { 0 } else { sums[(y - 1) * width + x] };
            sums[y * width + x] = row + above;
        }
    }
    sums
}
