//! The kernel of the single pass, compiled for one size of picture, and its launches.

use smem_tile::translation_unit;

use super::plan::Plan;
use super::shape::{BlockShape, CarryScheme, FLAT_TILES, Held};
use super::{CARRIES, CARRIES_NAME, PIXELS_KERNEL, PIXELS_KERNEL_NAME, SUMS_KERNEL, SUMS_KERNEL_NAME};
use crate::Error;
use smem_launch::{Address, Arg, Buffer, Call, Device, Kernel, Launch};

/// The power of the pixels that is summed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Power {
    /// The pixels: the integral image.
    One,
    /// Their squares.
    Two,
}

impl Power {
    fn exponent(self) -> u32 {
        match self {
            Power::One => 1,
            Power::Two => 2,
        }
    }
}

/// A picture in a buffer, or a part of one: where it starts and how far its rows lie apart, in elements.
#[derive(Debug)]
pub struct View<'b, T> {
    /// The memory.
    pub buffer: &'b Buffer<T>,
    /// The first pixel.
    pub start: usize,
    /// Elements from a row to the next, at least the picture's width.
    pub pitch: usize,
}

/// The single pass for pictures of one size, ready to be launched any number of times, one after the other.
#[derive(Debug)]
pub struct SinglePass<'a> {
    device: &'a Device,
    shape: BlockShape,
    width: u32,
    height: u32,
    across: u32,
    tiles: u32,
    kernel: Kernel,
    work: Buffer<u64>,
}

impl<'a> SinglePass<'a> {
    /// Compiles the kernel and makes its workspace.
    ///
    /// # Errors
    /// Where there are no pixels, or more than the plan's tiles or a carry's bits allow; where the kernel does not compile, or the
    /// device has too little memory.
    pub fn new(
        device: &'a Device,
        plan: &Plan,
        power: Power,
        (width, height): (u32, u32),
    ) -> Result<SinglePass<'a>, Error> {
        if width == 0 || height == 0 {
            return Err(Error::Input(format!("a picture of {width} x {height} has no pixels")));
        }
        // A word holds sums below 2^46.
        if u64::from(width) * u64::from(height) > (1 << 46) / (255 * 255) {
            return Err(Error::Input(format!("a picture of {width} x {height} is too large: a sum has 46 bits")));
        }
        let shape = &plan.shape;
        let (across, down) = (width.div_ceil(shape.cols), height.div_ceil(shape.rows));
        let tiles = u64::from(across) * u64::from(down);
        let tiles = u32::try_from(tiles).ok().filter(|tiles| *tiles <= i32::MAX as u32).ok_or_else(|| {
            Error::Input(format!(
                "a picture of {width} x {height} is too large: {tiles} tiles are more than a grid has"
            ))
        })?;
        let most = across.max(down);
        if shape.carries == CarryScheme::Flat && most > FLAT_TILES {
            let name = shape.name;
            return Err(Error::Input(format!(
                "a picture of {width} x {height} has {most} tiles of {name} across or down: {FLAT_TILES} are the most"
            )));
        }
        // The counter's line, a word a tile, a word a row and a column of each.
        let words = 16 + tiles.next_multiple_of(16) as usize + tiles as usize * (shape.rows + shape.cols) as usize;
        Ok(SinglePass {
            device,
            shape: *shape,
            width,
            height,
            across,
            tiles,
            kernel: device.load(&source(plan, power), "single_pass.cuh")?.kernel(NAME)?,
            work: device.zeros(words)?,
        })
    }

    /// Returns the shape of its tiles.
    pub fn shape(&self) -> &BlockShape {
        &self.shape
    }

    /// Returns the number of tiles.
    pub fn tiles(&self) -> u32 {
        self.tiles
    }

    /// Returns the one launch that scans `from` into `to`.
    ///
    /// # Errors
    /// [`Error::Launch`] where a view does not hold a picture of this size.
    pub fn call<'s>(&'s self, from: &View<'s, u8>, to: &View<'s, u64>) -> Result<Call<'s>, Error> {
        let (src, dst) = (self.address(from, "the source")?, self.address(to, "the destination")?);
        let launch = Launch::new([self.tiles, 1, 1], [self.shape.threads(), 1, 1]);
        let args = vec![
            Arg::Pointer(src),
            Arg::U64(from.pitch as u64),
            Arg::Pointer(dst),
            Arg::U64(to.pitch as u64),
            self.width.into(),
            self.height.into(),
            self.across.into(),
            self.tiles.into(),
            self.work.arg(),
        ];
        Ok(Call::new(&self.kernel, launch, args))
    }

    /// Scans `from` into `to`. In the simulator the result holds what it counted.
    ///
    /// # Errors
    /// As [`call`](Self::call), and where the kernel faults.
    pub fn run(&self, from: &View<'_, u8>, to: &View<'_, u64>) -> Result<Option<smem_sim::Profile>, Error> {
        Ok(self.device.run(&self.call(from, to)?)?)
    }

    fn address<'b, T: smem_launch::Element>(&self, view: &View<'b, T>, what: &str) -> Result<Address<'b>, Error> {
        let (width, height) = (self.width as usize, self.height as usize);
        if view.pitch < width && height > 1 {
            let pitch = view.pitch;
            return Err(smem_launch::Error::Launch(format!(
                "{what} has a pitch of {pitch} elements, and its rows have {width}"
            ))
            .into());
        }
        let needed =
            view.pitch.checked_mul(height - 1).and_then(|rows| rows.checked_add(width)?.checked_add(view.start));
        match needed {
            Some(needed) if needed <= view.buffer.len() => Ok(view.buffer.address_of(view.start)),
            _ => {
                Err(smem_launch::Error::Launch(format!("{what} is too small for a picture of {width} x {height}"))
                    .into())
            }
        }
    }
}

/// The kernel's name.
const NAME: &str = "scan2d_single";

/// Returns the kernel's whole text.
pub fn source(plan: &Plan, power: Power) -> String {
    let constants = plan.shape.constants(power.exponent(), plan.evict_first);
    let carries = format!("#define SINGLE_PASS {NAME}\n#line 1 \"{CARRIES_NAME}\"\n{CARRIES}");
    match plan.shape.held {
        Held::Pixels([pixels, sums]) => {
            translation_unit(&[pixels, sums, &constants, &carries], PIXELS_KERNEL_NAME, PIXELS_KERNEL)
        }
        Held::Sums(tile, _) => translation_unit(&[tile, &constants, &carries], SUMS_KERNEL_NAME, SUMS_KERNEL),
    }
}
