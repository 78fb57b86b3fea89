//! The scan by the CPU, in plain loops: the reference for every kernel.

use crate::Picture;

/// Returns the scan of squares, row by row: at `y * width + x` the sum of the squares of all pixels at `i <= y`, `j <= x`.
///
/// ```
/// use smem_examples::{Picture, squared_integral};
///
/// let picture = Picture::from_pixels(2, 2, vec![1, 2, 3, 4])?;
/// assert_eq!(squared_integral(&picture), [1, 5, 10, 30]);
/// # Ok::<(), smem_examples::Error>(())
/// ```
pub fn squared_integral(picture: &Picture) -> Vec<u64> {
    integral_of(picture, |pixel| pixel * pixel)
}

/// Returns the scan of the pixels themselves, the integral image, row by row.
///
/// ```
/// use smem_examples::{Picture, integral};
///
/// let picture = Picture::from_pixels(2, 2, vec![1, 2, 3, 4])?;
/// assert_eq!(integral(&picture), [1, 3, 4, 10]);
/// # Ok::<(), smem_examples::Error>(())
/// ```
pub fn integral(picture: &Picture) -> Vec<u64> {
    integral_of(picture, |pixel| pixel)
}

fn integral_of(picture: &Picture, power: impl Fn(u64) -> u64) -> Vec<u64> {
    let width = picture.width() as usize;
    let mut sums = vec![0_u64; picture.pixels().len()];
    for y in 0..picture.height() as usize {
        let mut row = 0;
        for x in 0..width {
            row += power(u64::from(picture.pixels()[y * width + x]));
            let above = if y == 0 { 0 } else { sums[(y - 1) * width + x] };
            sums[y * width + x] = row + above;
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_sum_is_that_of_the_pixels_above_and_to_the_left() {
        for (width, height) in [(1, 1), (1, 40), (40, 1), (13, 11)] {
            let picture = Picture::random(width, height, 3).unwrap();
            let (width, height) = (width as usize, height as usize);
            let (sums, squares) = (integral(&picture), squared_integral(&picture));
            for (y, x) in (0..height).flat_map(|y| (0..width).map(move |x| (y, x))) {
                let rows = picture.pixels().chunks(width).take(y + 1);
                let pixels: Vec<u64> = rows.flat_map(|row| &row[..=x]).map(|pixel| u64::from(*pixel)).collect();
                let at = y * width + x;
                assert_eq!(sums[at], pixels.iter().sum::<u64>());
                assert_eq!(squares[at], pixels.iter().map(|pixel| pixel * pixel).sum::<u64>());
            }
        }
    }
}
