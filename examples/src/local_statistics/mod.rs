//! The mean and the deviation of the pixels around each pixel, and a threshold made of them: what integral images are for.
//!
//! One launch of [`SinglePass`] makes the integral of the pixels and of their squares. A second kernel,
//! `kernels/local_statistics.cu`, needs four sums of each for a window of any size.

mod reference;

pub use reference::local_statistics_by_cpu;

use crate::single_pass::{Plan, Power, SinglePass, View};
use crate::{Error, Picture};
use smem_launch::{Device, LaunchShape};

const KERNEL: &str = include_str!("../../kernels/local_statistics.cu");
const KERNEL_NAME: &str = "local_statistics.cu";

/// The longest side of a window, in pixels: the sums of its squares times its pixels stay below 2^64.
pub const MAX_WINDOW: u32 = 1023;

/// Windows, and how a threshold is made of their statistics.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Window {
    /// Pixels along a side, an odd number up to [`MAX_WINDOW`].
    pub side: u32,
    /// The `k` of Sauvola's threshold, `mean * (1 + k * (deviation / 128 - 1))`.
    pub weight: f64,
}

/// Three pictures of a picture's size, row by row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LocalStatistics {
    /// The mean of each pixel's window, rounded.
    pub mean: Vec<u8>,
    /// The standard deviation of each pixel's window, rounded.
    pub deviation: Vec<u8>,
    /// 255 where a pixel is above the threshold of its window, 0 elsewhere.
    pub threshold: Vec<u8>,
}

/// Returns the statistics of the window around each pixel, clipped at the picture's edges.
///
/// ```
/// use smem_examples::Picture;
/// use smem_examples::local_statistics::{Window, local_statistics};
/// use smem_launch::{Device, DeviceChoice, Install};
///
/// let device = Device::open(DeviceChoice::Simulator, Install::Allowed)?;
/// let picture = Picture::from_pixels(3, 1, vec![10, 20, 90])?;
/// let found = local_statistics(&device, &picture, Window { side: 3, weight: 0.2 })?;
/// assert_eq!(found.mean, [15, 40, 55]);
/// assert_eq!(found.deviation, [5, 36, 35]);
/// assert_eq!(found.threshold, [0, 0, 255]);
/// # Ok::<(), smem_examples::Error>(())
/// ```
///
/// # Errors
/// [`Error::Input`] where the window's side is even or out of range; and where a kernel does not compile or faults, or the device has too
/// little memory.
pub fn local_statistics(device: &Device, picture: &Picture, window: Window) -> Result<LocalStatistics, Error> {
    if window.side.is_multiple_of(2) || window.side > MAX_WINDOW {
        let side = window.side;
        return Err(Error::Input(format!("a window of {side} pixels: its side is an odd number up to {MAX_WINDOW}")));
    }
    let (width, height) = (picture.width(), picture.height());
    let count = picture.pixels().len();
    let pixels = device.upload(picture.pixels())?;
    let (plain, squares) = (device.zeros::<u64>(count)?, device.zeros::<u64>(count)?);
    let powers = [Power::One, Power::Two];
    let pass = SinglePass::new(device, &Plan::for_pixels::<u8>(width, height, powers.len()), &powers, (width, height))?;
    let pitch = width as usize;
    let to = [&plain, &squares].map(|buffer| View { buffer, start: 0, pitch });
    pass.run(&View { buffer: &pixels, start: 0, pitch }, &to)?;

    let [mean, deviation, threshold] = [device.zeros::<u8>(count)?, device.zeros(count)?, device.zeros(count)?];
    let kernel = device.load(KERNEL, KERNEL_NAME)?.kernel("local_statistics")?;
    let launch = LaunchShape::of([width.div_ceil(32), height.div_ceil(8), 1], [32, 8, 1]);
    let args = [
        pixels.arg(),
        plain.arg(),
        squares.arg(),
        mean.arg(),
        deviation.arg(),
        threshold.arg(),
        width.into(),
        height.into(),
        (window.side / 2).into(),
        window.weight.into(),
    ];
    // SAFETY: the kernel compares its places with the size of the picture, which each of the buffers has.
    unsafe { device.launch(&kernel, launch, &args)? };
    Ok(LocalStatistics {
        mean: device.download(&mean)?,
        deviation: device.download(&deviation)?,
        threshold: device.download(&threshold)?,
    })
}
