//! Running the scan on a device, once per layout.

use smem_layout::translation_unit;

use super::counts::Counts;
use super::tiles::Variant;
use super::{KERNELS, KERNELS_NAME};
use crate::{Buffer, Device, Error, Launch, Picture, Program, Timing};

/// Pixels along a side of a tile, and lanes of a warp.
const SIDE: u32 = 32;

/// Warps a block of `tile_sums`, and of `scan_along_x`, whose text calls them `WARPS_ALONG`.
const WARPS: u32 = 8;

/// A picture on a device, ready to be scanned.
#[derive(Debug)]
pub struct Scan<'a> {
    device: &'a Device,
    width: u32,
    height: u32,
    tiles_x: u32,
    tiles_y: u32,
    source: Buffer<u8>,
}

/// What one run gave.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// The scan, row by row.
    pub sums: Vec<u64>,
    /// What the tile's accesses cost; the simulator counts, a GPU does not.
    pub counts: Option<Counts>,
    /// Times of `scan_tiles`; a GPU has them, the simulator has not.
    pub timing: Option<Timing>,
}

impl<'a> Scan<'a> {
    /// Copies the picture to the device.
    ///
    /// # Errors
    /// Where the device has not that much memory.
    pub fn new(device: &'a Device, picture: &Picture) -> Result<Scan<'a>, Error> {
        let (width, height) = (picture.width(), picture.height());
        Ok(Scan {
            device,
            width,
            height,
            tiles_x: width.div_ceil(SIDE),
            tiles_y: height.div_ceil(SIDE),
            source: device.upload(picture.pixels())?,
        })
    }

    /// Scans the picture with one layout of the tile. On a GPU the block scan is then timed over `samples` runs. `step`
    /// is told what comes next.
    ///
    /// # Errors
    /// Where the kernels do not compile, do not fit, or fault.
    pub fn run(&self, variant: &Variant, samples: u32, step: &mut dyn FnMut(&str)) -> Result<Outcome, Error> {
        step("compiling");
        let text = translation_unit(&[variant.cuda], KERNELS_NAME, KERNELS);
        let program = self.device.load(&text, "ScanTile.cuh")?;
        let scan_tiles = program.kernel("scan_tiles")?;
        check_shared(variant, scan_tiles.static_shared_bytes())?;

        let row_carry = self.device.zeros::<u64>(self.tiles_y as usize * self.width as usize)?;
        let col_carry = self.device.zeros::<u64>(self.tiles_x as usize * self.height as usize)?;
        let sums = self.device.zeros::<u64>(self.width as usize * self.height as usize)?;
        self.carries(&program, &row_carry, &col_carry, step)?;

        step("scan_tiles");
        let launch = Launch::new([self.tiles_x, self.tiles_y, 1], [SIDE, SIDE, 1]);
        let (nx, ny) = (self.width.into(), self.height.into());
        let args = [self.source.arg(), row_carry.arg(), col_carry.arg(), sums.arg(), nx, ny];
        let profile = self.device.launch(&scan_tiles, launch, &args)?;
        check_shared(variant, profile.as_ref().map(|profile| profile.shared_bytes))?;
        let counts = profile.as_ref().map(Counts::of).transpose()?;
        let timing = self.device.time(&scan_tiles, launch, &args, samples)?;
        Ok(Outcome { sums: self.device.download(&sums)?, counts, timing })
    }

    fn carries(
        &self,
        program: &Program,
        row_carry: &Buffer<u64>,
        col_carry: &Buffer<u64>,
        step: &mut dyn FnMut(&str),
    ) -> Result<(), Error> {
        let (nx, ny) = (self.width, self.height);
        let mut launch = |name: &str, grid, block, args: &[_]| {
            step(name);
            self.device.launch(&program.kernel(name)?, Launch::new(grid, block), args)
        };

        let grid = [self.tiles_x, self.tiles_y.div_ceil(WARPS), 1];
        let args = [self.source.arg(), row_carry.arg(), col_carry.arg(), nx.into(), ny.into()];
        launch("tile_sums", grid, [SIDE, WARPS, 1], &args)?;

        let threads = SIDE * WARPS;
        for (sums, tiles, n) in [(row_carry, self.tiles_y, nx), (col_carry, self.tiles_x, ny)] {
            let args = [sums.arg(), tiles.into(), n.into()];
            launch("scan_over_tiles", [n.div_ceil(threads), 1, 1], [threads, 1, 1], &args)?;
        }

        launch("scan_along_x", [self.tiles_y, 1, 1], [threads, 1, 1], &[row_carry.arg(), nx.into()])?;
        Ok(())
    }
}

/// The compiler's tile must be as large as Rust's. The driver knows before a launch, the simulator after it.
fn check_shared(variant: &Variant, bytes: Option<u32>) -> Result<(), Error> {
    match bytes {
        Some(bytes) if bytes as usize != variant.bytes => Err(Error::Launch(format!(
            "`scan_tiles` has {bytes} bytes of shared memory, and the {} tile has {}",
            variant.name, variant.bytes
        ))),
        _ => Ok(()),
    }
}

/// How two scans of one picture differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Difference {
    /// Pixels that differ.
    pub wrong: usize,
    /// Column and row of the first of them, in pixels.
    pub first: (usize, usize),
    /// What is there.
    pub found: u64,
    /// What should be.
    pub expected: u64,
}

/// Compares every pixel of two scans of a picture `width` pixels wide. `None` where they are equal.
///
/// ```
/// use smem_examples::scan2d::difference;
///
/// assert_eq!(difference(&[1, 5, 10, 30], &[1, 5, 10, 30], 2), None);
/// let found = difference(&[1, 5, 10, 31], &[1, 5, 10, 30], 2).unwrap();
/// assert_eq!((found.wrong, found.first), (1, (1, 1)));
/// ```
pub fn difference(found: &[u64], expected: &[u64], width: usize) -> Option<Difference> {
    assert_eq!(found.len(), expected.len(), "scans of different pictures");
    let mut wrong = found.iter().zip(expected).enumerate().filter(|(_, (found, expected))| found != expected);
    let (at, (found, expected)) = wrong.next()?;
    let first = (at % width, at / width);
    Some(Difference { wrong: 1 + wrong.count(), first, found: *found, expected: *expected })
}
