//! One picture scanned as every type of pixels, with both integrals at once, and compared with the CPU's.

use super::pixel::Pixel;
use super::plan::Plan;
use super::power::Power;
use super::scan::{SinglePass, View};
use super::table::PassResult;
use crate::scan2d::{SumDifference, difference};
use crate::{Error, Picture, integral, squared_integral};
use smem_launch::Device;

/// Both, in the order of the destinations.
const POWERS: [Power; 2] = [Power::One, Power::Two];

/// Scans the picture as `u8`, `u16` and `f32`, with the integral of its pixels and of their squares in one launch each. Returns a line
/// for each type, and the first difference from the CPU's sums.
///
/// Pixels of 16 bits are 257 times as large, so that they use all bits. Those of `f32` are whole, so that their sums are exact.
///
/// ```
/// use smem_examples::{Picture, single_pass::scan_every_type};
/// use smem_launch::{Device, DeviceChoice, Install};
///
/// let device = Device::open(DeviceChoice::Simulator, Install::Allowed)?;
/// let found = scan_every_type(&device, &Picture::random(40, 30, 1)?)?;
/// assert!(found.iter().all(|(line, difference)| line.wrong == 0 && difference.is_none()));
/// # Ok::<(), smem_examples::Error>(())
/// ```
///
/// # Errors
/// Where a kernel does not compile or faults, or the device has too little memory.
pub fn scan_every_type(device: &Device, picture: &Picture) -> Result<Vec<(PassResult, Option<SumDifference>)>, Error> {
    let expected = [integral(picture), squared_integral(picture)];
    Ok(vec![
        scan_as("both, u8", device, picture, &expected, |pixel| pixel, |sum, _| sum)?,
        scan_as(
            "both, u16",
            device,
            picture,
            &expected,
            |pixel| u16::from(pixel) * 257,
            |sum: u64, scale| {
                // A value that is not a multiple of it is wrong.
                if sum.is_multiple_of(scale) { sum / scale } else { u64::MAX }
            },
        )?,
        scan_as("both, f32", device, picture, &expected, f32::from, |sum: f64, _| sum as u64)?,
    ])
}

/// Scans the picture with its pixels converted by `from`. `back` makes of a sum, and of the scale of its power, the sum of bytes.
fn scan_as<P: Pixel>(
    name: &'static str,
    device: &Device,
    picture: &Picture,
    expected: &[Vec<u64>; 2],
    from: impl Fn(u8) -> P,
    back: impl Fn(P::Sum, u64) -> u64,
) -> Result<(PassResult, Option<SumDifference>), Error> {
    let (width, height) = (picture.width(), picture.height());
    let pixels: Vec<P> = picture.pixels().iter().map(|pixel| from(*pixel)).collect();
    let source = device.upload(&pixels)?;
    let sums = [device.zeros::<P::Sum>(pixels.len())?, device.zeros::<P::Sum>(pixels.len())?];
    let plan = Plan::for_pixels::<P>(width, height, POWERS.len());
    let pass = SinglePass::<P>::new(device, &plan, &POWERS, (width, height))?;
    let pitch = width as usize;
    let to = [0, 1].map(|at| View { buffer: &sums[at], start: 0, pitch });
    let profile = pass.run(&View { buffer: &source, start: 0, pitch }, &to)?;
    let (mut first, mut wrong) = (None, 0);
    for (at, scale) in [257, 257 * 257].into_iter().enumerate() {
        let found: Vec<u64> = device.download(&sums[at])?.into_iter().map(|sum| back(sum, scale)).collect();
        let difference = difference(&found, &expected[at], pitch);
        wrong += difference.map_or(0, |difference| difference.wrong);
        first = first.or(difference);
    }
    Ok((PassResult::new(&pass, profile.as_ref(), wrong).named(name), first))
}
