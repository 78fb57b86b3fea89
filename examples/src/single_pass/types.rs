//! Pictures scanned as every type of pixels, with both integrals at once, and compared with the CPU's.

use std::collections::HashSet;

use super::pixel::Pixel;
use super::plan::Plan;
use super::power::Power;
use super::scan::{Batch, NO_PICTURE, SinglePass, View};
use super::table::PassResult;
use crate::scan2d::{SumDifference, difference};
use crate::{Error, Picture, integral, squared_integral};
use smem_launch::Device;

/// Both, in the order of the destinations.
const POWERS: [Power; 2] = [Power::One, Power::Two];

/// Scans pictures of one size as `u8`, `u16` and `f32`, with the integrals of their pixels and of the squares in one launch each. Returns
/// a line for each type, and the first difference from the CPU's sums, whose row is counted through all pictures.
///
/// Pixels of 16 bits are 257 times as large, so that they use all bits. Those of `f32` are whole, so that their sums are exact.
///
/// ```
/// use smem_examples::{Picture, single_pass::scan_every_type};
/// use smem_launch::{Device, DeviceChoice, Install};
///
/// let device = Device::open(DeviceChoice::Simulator, Install::Allowed)?;
/// let found = scan_every_type(&device, &[Picture::random(40, 30, 1)?, Picture::random(40, 30, 2)?])?;
/// assert!(found.iter().all(|(line, difference)| line.wrong == 0 && difference.is_none()));
/// assert_eq!(scan_every_type(&device, &[]).unwrap_err().to_string(), "a batch has at least one picture");
/// # Ok::<(), smem_examples::Error>(())
/// ```
///
/// # Errors
/// Where there are no pictures or not of one size, a kernel does not compile or faults, or the device has too little memory.
pub fn scan_every_type(
    device: &Device,
    pictures: &[Picture],
) -> Result<Vec<(PassResult, Option<SumDifference>)>, Error> {
    if pictures.is_empty() {
        return Err(Error::Input(NO_PICTURE.to_owned()));
    }
    let sizes: HashSet<_> = pictures.iter().map(|picture| (picture.width(), picture.height())).collect();
    if sizes.len() != 1 {
        return Err(Error::Input(format!("a batch has pictures of one size, and these have {}", sizes.len())));
    }
    let expected = [integral, squared_integral].map(|sums| pictures.iter().flat_map(sums).collect());
    Ok(vec![
        scan_as("both, u8", device, pictures, &expected, |pixel| pixel, |sum, _| sum)?,
        scan_as(
            "both, u16",
            device,
            pictures,
            &expected,
            |pixel| u16::from(pixel) * 257,
            |sum: u64, scale| {
                // A value that is not a multiple of it is wrong.
                if sum.is_multiple_of(scale) { sum / scale } else { u64::MAX }
            },
        )?,
        scan_as("both, f32", device, pictures, &expected, f32::from, |sum: f64, _| sum as u64)?,
    ])
}

/// Scans the pictures with their pixels converted by `from`. `back` makes of a sum, and of the scale of its power, the sum of bytes.
fn scan_as<P: Pixel>(
    name: &'static str,
    device: &Device,
    pictures: &[Picture],
    expected: &[Vec<u64>; 2],
    from: impl Fn(u8) -> P,
    back: impl Fn(P::Sum, u64) -> u64,
) -> Result<(PassResult, Option<SumDifference>), Error> {
    let (width, height, count) = (pictures[0].width(), pictures[0].height(), pictures.len() as u32);
    let pixels: Vec<P> = pictures.iter().flat_map(Picture::pixels).map(|pixel| from(*pixel)).collect();
    let source = device.upload(&pixels)?;
    let sums = [device.zeros::<P::Sum>(pixels.len())?, device.zeros::<P::Sum>(pixels.len())?];
    let plan = Plan::for_batch::<P>(width, height, count, POWERS.len());
    let pass = SinglePass::<P>::batch(device, &plan, &POWERS, (width, height), count)?;
    let (pitch, step) = (width as usize, width as usize * height as usize);
    let to = [0, 1].map(|at| Batch { first: View { buffer: &sums[at], start: 0, pitch }, step });
    let profile = pass.run_batch(&Batch { first: View { buffer: &source, start: 0, pitch }, step }, &to)?;
    let (mut first, mut wrong) = (None, 0);
    for (at, scale) in [257, 257 * 257].into_iter().enumerate() {
        let found: Vec<u64> = device.download(&sums[at])?.into_iter().map(|sum| back(sum, scale)).collect();
        let difference = difference(&found, &expected[at], pitch);
        wrong += difference.map_or(0, |difference| difference.wrong);
        first = first.or(difference);
    }
    Ok((PassResult::new(&pass, profile.as_ref(), wrong).named(name), first))
}
