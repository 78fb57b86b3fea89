//! The same by the CPU, pixel by pixel of each window, without integrals.

use super::{LocalStatistics, Window};
use crate::Picture;

/// Returns what [`local_statistics`](super::local_statistics()) does, by loops over each window.
///
/// ```
/// use smem_examples::Picture;
/// use smem_examples::local_statistics::{Window, local_statistics_by_cpu};
///
/// let picture = Picture::from_pixels(3, 1, vec![10, 20, 90])?;
/// assert_eq!(local_statistics_by_cpu(&picture, Window { side: 3, weight: 0.2 }).mean, [15, 40, 55]);
/// # Ok::<(), smem_examples::Error>(())
/// ```
pub fn local_statistics_by_cpu(picture: &Picture, window: Window) -> LocalStatistics {
    let (width, height) = (picture.width() as usize, picture.height() as usize);
    let radius = window.side as usize / 2;
    let mut found = LocalStatistics { mean: Vec::new(), deviation: Vec::new(), threshold: Vec::new() };
    for y in 0..height {
        for x in 0..width {
            let (mut count, mut sum, mut squares) = (0_u64, 0_u64, 0_u64);
            for row in y.saturating_sub(radius)..height.min(y + radius + 1) {
                for column in x.saturating_sub(radius)..width.min(x + radius + 1) {
                    let pixel = u64::from(picture.pixels()[row * width + column]);
                    count += 1;
                    sum += pixel;
                    squares += pixel * pixel;
                }
            }
            let average = sum as f64 / count as f64;
            let sigma = ((count * squares - sum * sum) as f64).sqrt() / count as f64;
            let limit = average * (1.0 + window.weight * (sigma / 128.0 - 1.0));
            let above = f64::from(picture.pixels()[y * width + x]) > limit;
            found.mean.push((average + 0.5) as u8);
            found.deviation.push((sigma + 0.5) as u8);
            found.threshold.push(if above { 255 } else { 0 });
        }
    }
    found
}
