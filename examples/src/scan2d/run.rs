//! Running the scan on a device, once per layout, and timing the layouts against one another.

use std::fmt;

use smem_tile::translation_unit;

use super::counts::TileCounts;
use super::{KERNELS, KERNELS_NAME, SIDE, WARPS};
use crate::{Error, Picture, TileVariant};
use smem_launch::{Buffer, Call, Device, Kernel, LaunchShape, Timing};

/// A picture on a device, ready to be scanned. All layouts write to the same buffers, so that their times differ by the
/// layout alone.
#[derive(Debug)]
pub struct Scan<'a> {
    device: &'a Device,
    width: u32,
    height: u32,
    tiles_x: u32,
    tiles_y: u32,
    source: Buffer<u8>,
    row_carry: Buffer<u64>,
    col_carry: Buffer<u64>,
    sums: Buffer<u64>,
}

/// The kernels of the scan with one layout of the tile.
#[derive(Debug)]
pub struct Kernels {
    variant: TileVariant,
    tile_sums: Kernel,
    scan_over_tiles: Kernel,
    scan_along_x: Kernel,
    scan_tiles: Kernel,
}

/// The result of one run.
#[derive(Debug, Clone)]
pub struct ScanOutcome {
    /// The scan, row by row.
    pub sums: Vec<u64>,
    /// The cost of the tile's accesses; the simulator counts, a GPU does not.
    pub counts: Option<TileCounts>,
}

/// Times of one layout on a GPU.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Times {
    /// The block scan alone, `scan_tiles`.
    pub scan_tiles: Timing,
    /// All five launches of the scan.
    pub whole: Timing,
}

impl Kernels {
    /// Compiles the kernels with one layout of the tile.
    ///
    /// # Errors
    /// Where they do not compile, or their tile has another size than Rust's.
    pub fn compile(device: &Device, variant: &TileVariant) -> Result<Kernels, Error> {
        let text = translation_unit(&[variant.cuda], KERNELS_NAME, KERNELS);
        let program = device.load(&text, "ScanTile.cuh")?;
        let kernels = Kernels {
            variant: *variant,
            tile_sums: program.kernel("tile_sums")?,
            scan_over_tiles: program.kernel("scan_over_tiles")?,
            scan_along_x: program.kernel("scan_along_x")?,
            scan_tiles: program.kernel("scan_tiles")?,
        };
        check_shared(variant, kernels.scan_tiles.static_shared_bytes())?;
        Ok(kernels)
    }

    /// Returns the layout that they are compiled with.
    pub fn variant(&self) -> &TileVariant {
        &self.variant
    }
}

impl<'a> Scan<'a> {
    /// Copies the picture to the device.
    ///
    /// # Errors
    /// Where the device has too little memory.
    pub fn new(device: &'a Device, picture: &Picture) -> Result<Scan<'a>, Error> {
        let (width, height) = (picture.width(), picture.height());
        let (tiles_x, tiles_y) = (width.div_ceil(SIDE), height.div_ceil(SIDE));
        Ok(Scan {
            device,
            width,
            height,
            tiles_x,
            tiles_y,
            source: device.upload(picture.pixels())?,
            row_carry: device.zeros(tiles_y as usize * width as usize)?,
            col_carry: device.zeros(tiles_x as usize * height as usize)?,
            sums: device.zeros(width as usize * height as usize)?,
        })
    }

    /// Scans the picture once. Calls `step` with the name of each kernel before its launch.
    ///
    /// # Errors
    /// Where the kernels do not fit, or fault.
    pub fn run(&mut self, kernels: &Kernels, step: &mut dyn FnMut(&str)) -> Result<ScanOutcome, Error> {
        // Sums that another layout has left there must not pass for this one's.
        for buffer in [&mut self.row_carry, &mut self.col_carry, &mut self.sums] {
            self.device.clear(buffer)?;
        }
        let mut counts = None;
        for call in self.calls(kernels) {
            step(call.kernel.name());
            // SAFETY: `calls` gives the kernels the sizes of these buffers, which they compare their places with.
            let profile = unsafe { self.device.run(&call)? };
            if call.kernel.name() == kernels.scan_tiles.name() {
                counts = profile.as_ref().map(TileCounts::of).transpose()?;
            }
        }
        Ok(ScanOutcome { sums: self.device.download(&self.sums)?, counts })
    }

    /// Times the block scan alone and the whole scan with each layout, all of them in turn for `rounds` rounds. `None` in
    /// the simulator, which has no time.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn time(&self, layouts: &[Kernels], rounds: u32) -> Result<Option<Vec<Times>>, Error> {
        // The whole scans come first: their warm-up leaves the carries that the block scan alone takes.
        let whole = layouts.iter().map(|kernels| self.calls(kernels));
        let alone = layouts.iter().map(|kernels| vec![self.scan_tiles(kernels)]);
        let sequences: Vec<Vec<Call<'_>>> = whole.chain(alone).collect();
        // SAFETY: as in `run`.
        let timings = unsafe { self.device.time_in_turn(&sequences, rounds)? };
        let Some(timings) = timings else { return Ok(None) };
        let (whole, alone) = timings.split_at(layouts.len());
        Ok(Some(whole.iter().zip(alone).map(|(whole, alone)| Times { scan_tiles: *alone, whole: *whole }).collect()))
    }

    /// Returns the five launches of the scan, in order.
    pub fn calls<'s>(&'s self, kernels: &'s Kernels) -> Vec<Call<'s>> {
        let (nx, ny) = (self.width, self.height);
        let (row_carry, col_carry) = (|| self.row_carry.arg(), || self.col_carry.arg());
        let threads = SIDE * WARPS;
        let sums = LaunchShape::of([self.tiles_x, self.tiles_y.div_ceil(WARPS), 1], [SIDE, WARPS, 1]);
        let over = |n: u32| LaunchShape::of([n.div_ceil(threads), 1, 1], [threads, 1, 1]);
        let along = LaunchShape::of([self.tiles_y, 1, 1], [threads, 1, 1]);
        let Kernels { tile_sums, scan_over_tiles, scan_along_x, .. } = kernels;
        vec![
            Call::new(tile_sums, sums, vec![self.source.arg(), row_carry(), col_carry(), nx.into(), ny.into()]),
            Call::new(scan_over_tiles, over(nx), vec![row_carry(), self.tiles_y.into(), nx.into()]),
            Call::new(scan_over_tiles, over(ny), vec![col_carry(), self.tiles_x.into(), ny.into()]),
            Call::new(scan_along_x, along, vec![row_carry(), nx.into()]),
            self.scan_tiles(kernels),
        ]
    }

    /// Returns the buffer of the sums.
    pub fn sums(&self) -> &Buffer<u64> {
        &self.sums
    }

    fn scan_tiles<'s>(&'s self, kernels: &'s Kernels) -> Call<'s> {
        let launch = LaunchShape::of([self.tiles_x, self.tiles_y, 1], [SIDE, SIDE, 1]);
        let (nx, ny) = (self.width.into(), self.height.into());
        let args = vec![self.source.arg(), self.row_carry.arg(), self.col_carry.arg(), self.sums.arg(), nx, ny];
        Call::new(&kernels.scan_tiles, launch, args)
    }
}

/// The compiler's tile must be as large as Rust's. The driver reports its size before a launch, the simulator after it.
fn check_shared(variant: &TileVariant, bytes: u32) -> Result<(), Error> {
    match bytes as usize == variant.bytes {
        true => Ok(()),
        false => Err(Error::Input(format!(
            "`scan_tiles` has {bytes} bytes of shared memory, and the {} tile has {}",
            variant.name, variant.bytes
        ))),
    }
}

/// The difference between two scans of one picture. It prints as the end of a sentence.
///
/// ```
/// let found = smem_examples::scan2d::difference(&[1, 5, 10, 31], &[1, 5, 10, 30], 2).unwrap();
/// assert_eq!(found.to_string(), "1 pixels differ, first x = 1, y = 1: 31 instead of 30");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SumDifference {
    /// Pixels that differ.
    pub wrong: usize,
    /// Column and row of the first of them, in pixels.
    pub first: (usize, usize),
    /// The first wrong sum.
    pub found: u64,
    /// The sum that should be there.
    pub expected: u64,
}

impl fmt::Display for SumDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SumDifference { wrong, first: (x, y), found, expected } = self;
        write!(f, "{wrong} pixels differ, first x = {x}, y = {y}: {found} instead of {expected}")
    }
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
pub fn difference(found: &[u64], expected: &[u64], width: usize) -> Option<SumDifference> {
    assert_eq!(found.len(), expected.len(), "scans of different pictures");
    let mut wrong = found.iter().zip(expected).enumerate().filter(|(_, (found, expected))| found != expected);
    let (at, (found, expected)) = wrong.next()?;
    let first = (at % width, at / width);
    Some(SumDifference { wrong: 1 + wrong.count(), first, found: *found, expected: *expected })
}
