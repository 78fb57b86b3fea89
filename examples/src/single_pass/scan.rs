//! The kernel of the single pass, compiled for one size of picture, and its launches.

use std::marker::PhantomData;

use super::pixel::Pixel;
use super::plan::Plan;
use super::power::Power;
use super::shape::{BlockShape, CarryScheme, FLAT_TILES, Held};
use super::source::{NAME, source};
use crate::Error;
use smem_launch::{Address, Arg, Buffer, Call, Device, Kernel, Launch};

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

impl<T> Clone for View<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for View<'_, T> {}

/// The single pass for pictures of one size and one type of pixels, ready to be launched any number of times, one after the other.
///
/// ```
/// use smem_examples::single_pass::{Plan, Power, SinglePass, View};
/// use smem_launch::{Device, DeviceChoice, Install};
///
/// let device = Device::open(DeviceChoice::Simulator, Install::Allowed)?;
/// let powers = [Power::One, Power::Two];
/// let pass = SinglePass::<u16>::new(&device, &Plan::for_pixels::<u16>(2, 2), &powers, (2, 2))?;
/// let source = device.upload(&[1_u16, 2, 3, 4])?;
/// let (plain, squares) = (device.zeros::<u64>(4)?, device.zeros::<u64>(4)?);
/// let to = [&plain, &squares].map(|buffer| View { buffer, start: 0, pitch: 2 });
/// pass.run(&View { buffer: &source, start: 0, pitch: 2 }, &to)?;
/// assert_eq!(device.download(&plain)?, [1, 3, 4, 10]);
/// assert_eq!(device.download(&squares)?, [1, 5, 10, 30]);
/// # Ok::<(), smem_examples::Error>(())
/// ```
#[derive(Debug)]
pub struct SinglePass<'a, P: Pixel = u8> {
    device: &'a Device,
    shape: BlockShape,
    powers: usize,
    width: u32,
    height: u32,
    across: u32,
    tiles: u32,
    kernel: Kernel,
    work: Buffer<u64>,
    pixel: PhantomData<P>,
}

impl<'a, P: Pixel> SinglePass<'a, P> {
    /// Compiles the kernel for the sums of one or two powers of the pixels, and makes its workspace.
    ///
    /// # Errors
    /// Where there are no pixels, or more than the plan's tiles or a carry's bits allow; where the plan is for other pixels or
    /// fewer powers; where the kernel does not compile, or the device has too little memory.
    pub fn new(
        device: &'a Device,
        plan: &Plan,
        powers: &[Power],
        (width, height): (u32, u32),
    ) -> Result<SinglePass<'a, P>, Error> {
        let shape = &plan.shape;
        let refused = |why: String| Err(Error::Input(format!("a picture of {width} x {height} {why}")));
        if width == 0 || height == 0 {
            return refused("has no pixels".to_owned());
        }
        if u64::from(width) * u64::from(height) > P::MOST_PIXELS {
            let bits = if P::PARTS == 1 { 46 } else { 64 };
            return refused(format!("is too large: a sum has {bits} bits"));
        }
        if shape.pixel != P::PIXEL {
            let (name, pixel, wanted) = (shape.name, shape.pixel, P::PIXEL);
            return Err(Error::Input(format!("tiles of {name} have pixels of {pixel}, and the picture has {wanted}")));
        }
        let most = if matches!(shape.held, Held::Sums(..)) { 1 } else { 2 };
        if powers.is_empty() || powers.len() > most {
            let (name, count) = (shape.name, powers.len());
            return Err(Error::Input(format!("{count} integrals at once: tiles of {name} are for 1 to {most}")));
        }
        let (across, down) = (width.div_ceil(shape.cols), height.div_ceil(shape.rows));
        let tiles = u64::from(across) * u64::from(down);
        let Some(tiles) = u32::try_from(tiles).ok().filter(|tiles| *tiles <= i32::MAX as u32) else {
            return refused(format!("is too large: {tiles} tiles are more than a grid has"));
        };
        let most = across.max(down);
        if shape.carries == CarryScheme::Flat && most > FLAT_TILES {
            let name = shape.name;
            return refused(format!("has {most} tiles of {name} across or down: {FLAT_TILES} are the most"));
        }
        // The counter's line; for each integral a word a tile, and one a row and a column of each.
        let sums = tiles.next_multiple_of(16) as usize + tiles as usize * (shape.rows + shape.cols) as usize;
        let words = 16 + powers.len() * P::PARTS as usize * sums;
        Ok(SinglePass {
            device,
            shape: *shape,
            powers: powers.len(),
            width,
            height,
            across,
            tiles,
            kernel: device.load(&source::<P>(plan, powers), "single_pass.cuh")?.kernel(NAME)?,
            work: device.zeros(words)?,
            pixel: PhantomData,
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

    /// Returns the one launch that scans `from` into `to`, a view for each power in the order of [`new`](Self::new).
    ///
    /// # Errors
    /// [`Error::Input`] where a view does not hold a picture of this size, or there are not as many views as powers.
    pub fn call<'s>(&'s self, from: &View<'s, P>, to: &[View<'s, P::Sum>]) -> Result<Call<'s>, Error> {
        if to.len() != self.powers {
            let (views, powers) = (to.len(), self.powers);
            return Err(Error::Input(format!("{views} destinations for {powers} integrals")));
        }
        let mut args = vec![Arg::Pointer(self.address(from, "the source")?), Arg::U64(from.pitch as u64)];
        for view in to {
            args.extend([Arg::Pointer(self.address(view, "the destination")?), Arg::U64(view.pitch as u64)]);
        }
        if self.powers == 1 {
            args.extend([Arg::NULL, Arg::U64(0)]);
        }
        args.extend([self.width.into(), self.height.into(), self.across.into(), self.tiles.into(), self.work.arg()]);
        let launch = Launch::new([self.tiles, 1, 1], [self.shape.threads(), 1, 1])
            .shared_bytes(self.shape.shared_bytes::<P>(self.powers));
        Ok(Call::new(&self.kernel, launch, args))
    }

    /// Scans `from` into `to`. In the simulator the result holds what it counted.
    ///
    /// # Errors
    /// As [`call`](Self::call), and where the kernel faults.
    pub fn run(&self, from: &View<'_, P>, to: &[View<'_, P::Sum>]) -> Result<Option<smem_sim::Profile>, Error> {
        let call = self.call(from, to)?;
        // SAFETY: `call` checks that the views hold the picture, and `new` made the work buffer for its tiles.
        Ok(unsafe { self.device.run(&call)? })
    }

    fn address<'b, T: smem_launch::Element>(&self, view: &View<'b, T>, what: &str) -> Result<Address<'b>, Error> {
        let (width, height) = (self.width as usize, self.height as usize);
        if view.pitch < width && height > 1 {
            let pitch = view.pitch;
            return Err(Error::Input(format!("{what} has a pitch of {pitch} elements, and its rows have {width}")));
        }
        let needed =
            view.pitch.checked_mul(height - 1).and_then(|rows| rows.checked_add(width)?.checked_add(view.start));
        match needed {
            Some(needed) if needed <= view.buffer.len() => Ok(view.buffer.address_of(view.start)),
            _ => Err(Error::Input(format!("{what} is too small for a picture of {width} x {height}"))),
        }
    }
}
