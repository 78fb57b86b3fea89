//! The kernel of the single pass, compiled for one size of picture, and its launches.

use std::marker::PhantomData;

use super::pixel::Pixel;
use super::plan::Plan;
use super::power::Power;
use super::shape::{BlockShape, CarryScheme, FLAT_TILES, Held};
use super::source::{NAME, source};
use crate::Error;
use smem_launch::{Address, Arg, Buffer, Call, Device, Kernel, LaunchShape};

/// Why a batch without pictures is refused.
pub(super) const NO_PICTURE: &str = "a batch has at least one picture";

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

/// Pictures of one size in a buffer, each as far from the one before it.
#[derive(Debug)]
pub struct Batch<'b, T> {
    /// The first picture.
    pub first: View<'b, T>,
    /// Elements from the start of a picture to that of the next. Pictures of the source may overlap; those of a destination lie one
    /// after the other, or side by side.
    pub step: usize,
}

impl<T> Clone for Batch<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Batch<'_, T> {}

impl<'b, T> From<View<'b, T>> for Batch<'b, T> {
    /// A single picture.
    fn from(first: View<'b, T>) -> Batch<'b, T> {
        Batch { first, step: 0 }
    }
}

/// The single pass for pictures of one size and one type of pixels, ready to be launched any number of times, one after the other.
///
/// ```
/// use smem_examples::single_pass::{Plan, Power, SinglePass, View};
/// use smem_launch::{Device, DeviceChoice, Install};
///
/// let device = Device::open(DeviceChoice::Simulator, Install::Allowed)?;
/// let powers = [Power::One, Power::Two];
/// let pass = SinglePass::<u16>::new(&device, &Plan::for_pixels::<u16>(2, 2, 2), &powers, (2, 2))?;
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
    pictures: u32,
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
        size: (u32, u32),
    ) -> Result<SinglePass<'a, P>, Error> {
        SinglePass::batch(device, plan, powers, size, 1)
    }

    /// The same for a batch of `pictures` of one size, which one launch scans. Where a tile holds a picture, blocks neither publish sums nor
    /// wait for any.
    ///
    /// ```
    /// use smem_examples::single_pass::{Batch, Plan, Power, SinglePass, View};
    /// use smem_launch::{Device, DeviceChoice, Install};
    ///
    /// let device = Device::open(DeviceChoice::Simulator, Install::Allowed)?;
    /// let plan = Plan::for_batch::<u8>(2, 2, 3, 1);
    /// let pass = SinglePass::<u8>::batch(&device, &plan, &[Power::One], (2, 2), 3)?;
    /// let source = device.upload(&[1_u8, 2, 3, 4, 10, 20, 30, 40, 0, 1, 1, 0])?;
    /// let sums = device.zeros::<u64>(12)?;
    /// let from = Batch { first: View { buffer: &source, start: 0, pitch: 2 }, step: 4 };
    /// let to = Batch { first: View { buffer: &sums, start: 0, pitch: 2 }, step: 4 };
    /// pass.run_batch(&from, &[to])?;
    /// assert_eq!(device.download(&sums)?, [1, 3, 4, 10, 10, 30, 40, 100, 0, 1, 1, 2]);
    /// # Ok::<(), smem_examples::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`new`](Self::new), and where there are no pictures, or more than a grid has tiles for.
    pub fn batch(
        device: &'a Device,
        plan: &Plan,
        powers: &[Power],
        (width, height): (u32, u32),
        pictures: u32,
    ) -> Result<SinglePass<'a, P>, Error> {
        let shape = &plan.shape;
        if pictures == 0 {
            return Err(Error::Input(NO_PICTURE.to_owned()));
        }
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
        let all_tiles = u128::from(across) * u128::from(down) * u128::from(pictures);
        let Some(all_tiles) = u32::try_from(all_tiles).ok().filter(|tiles| *tiles <= i32::MAX as u32) else {
            let what = if pictures == 1 { "a picture".to_owned() } else { format!("a batch of {pictures} pictures") };
            let why = format!("is too large: {all_tiles} tiles are more than a grid has");
            return Err(Error::Input(format!("{what} of {width} x {height} {why}")));
        };
        let tiles = across * down;
        let alone = tiles == 1 && matches!(shape.held, Held::Pixels { .. });
        let most = across.max(down);
        if shape.carries == CarryScheme::Flat && most > FLAT_TILES {
            let name = shape.name;
            return refused(format!("has {most} tiles of {name} across or down: {FLAT_TILES} are the most"));
        }
        let words = shape.work_words(all_tiles, if alone { 0 } else { powers.len() * P::PARTS as usize });
        Ok(SinglePass {
            device,
            shape: *shape,
            powers: powers.len(),
            width,
            height,
            pictures,
            across,
            tiles,
            kernel: device.load(&source::<P>(plan, powers, alone), "single_pass.cuh")?.kernel(NAME)?,
            work: device.zeros(words)?,
            pixel: PhantomData,
        })
    }

    /// Returns the shape of its tiles.
    pub fn shape(&self) -> &BlockShape {
        &self.shape
    }

    /// Returns the number of tiles of a picture.
    pub fn tiles(&self) -> u32 {
        self.tiles
    }

    /// Returns the one launch that scans `from` into `to`, a view for each power in the order of [`new`](Self::new).
    ///
    /// # Errors
    /// [`Error::Input`] where a view does not hold a picture of this size, there are not as many views as powers, or the pass is for a batch of
    /// several pictures.
    pub fn call<'s>(&'s self, from: &View<'s, P>, to: &[View<'s, P::Sum>]) -> Result<Call<'s>, Error> {
        let to: Vec<Batch<'s, P::Sum>> = to.iter().copied().map(Batch::from).collect();
        self.call_batch(&(*from).into(), &to)
    }

    /// Returns the one launch that scans the pictures of `from` into those of `to`, a batch for each power.
    ///
    /// # Errors
    /// [`Error::Input`] where a buffer does not hold as many pictures of this size, pictures of a destination overlap, or there are not as many
    /// batches as powers.
    pub fn call_batch<'s>(&'s self, from: &Batch<'s, P>, to: &[Batch<'s, P::Sum>]) -> Result<Call<'s>, Error> {
        if to.len() != self.powers {
            let (views, powers) = (to.len(), self.powers);
            return Err(Error::Input(format!("{views} destinations for {powers} integrals")));
        }
        let mut args = self.arguments(from, "the source")?.to_vec();
        for batch in to {
            args.extend(self.arguments(batch, "the destination")?);
            self.apart(batch)?;
        }
        if self.powers == 1 {
            args.extend([Arg::NULL, 0_u64.into(), 0_u64.into()]);
        }
        args.extend([self.width.into(), self.height.into(), self.across.into(), self.tiles.into(), self.work.arg()]);
        let launch = LaunchShape::of([self.tiles * self.pictures, 1, 1], [self.shape.threads(), 1, 1])
            .shared_bytes(self.shape.shared_bytes::<P>(self.powers));
        Ok(Call::new(&self.kernel, launch, args))
    }

    /// Scans `from` into `to`. In the simulator the result holds what it counted.
    ///
    /// # Errors
    /// As [`call`](Self::call), and where the kernel faults.
    pub fn run(&self, from: &View<'_, P>, to: &[View<'_, P::Sum>]) -> Result<Option<smem_sim::Profile>, Error> {
        let to: Vec<Batch<'_, P::Sum>> = to.iter().copied().map(Batch::from).collect();
        self.run_batch(&(*from).into(), &to)
    }

    /// Scans the pictures of `from` into those of `to`. In the simulator the result holds what it counted.
    ///
    /// # Errors
    /// As [`call_batch`](Self::call_batch), and where the kernel faults.
    pub fn run_batch(&self, from: &Batch<'_, P>, to: &[Batch<'_, P::Sum>]) -> Result<Option<smem_sim::Profile>, Error> {
        let call = self.call_batch(from, to)?;
        // SAFETY: `call_batch` checks that the buffers hold the pictures, and `batch` made the work buffer for their tiles.
        Ok(unsafe { self.device.run(&call)? })
    }

    /// The address of a batch, its pitch and its step.
    fn arguments<'b, T: smem_launch::Element>(&self, batch: &Batch<'b, T>, what: &str) -> Result<[Arg<'b>; 3], Error> {
        let address = self.address(batch, what)?;
        Ok([address.into(), (batch.first.pitch as u64).into(), (batch.step as u64).into()])
    }

    /// Refuses a destination whose pictures overlap.
    fn apart<T>(&self, batch: &Batch<'_, T>) -> Result<(), Error> {
        let (width, height, before) = (self.width as usize, self.height as usize, self.pictures as usize - 1);
        // `address` has checked that none of this overflows.
        let behind = batch.step >= (height - 1) * batch.first.pitch + width;
        let beside = batch.step >= width && before * batch.step + width <= batch.first.pitch;
        if before == 0 || behind || beside {
            return Ok(());
        }
        let step = batch.step;
        Err(Error::Input(format!(
            "pictures of {width} x {height} overlap in a destination with {step} elements from one to the next"
        )))
    }

    fn address<'b, T: smem_launch::Element>(&self, batch: &Batch<'b, T>, what: &str) -> Result<Address<'b>, Error> {
        let view = &batch.first;
        let (width, height) = (self.width as usize, self.height as usize);
        if view.pitch < width && height > 1 {
            let pitch = view.pitch;
            return Err(Error::Input(format!("{what} has a pitch of {pitch} elements, and its rows have {width}")));
        }
        let before = batch.step.checked_mul(self.pictures as usize - 1);
        let picture =
            view.pitch.checked_mul(height - 1).and_then(|rows| rows.checked_add(width)?.checked_add(view.start));
        match before.zip(picture).and_then(|(before, picture)| before.checked_add(picture)) {
            Some(needed) if needed <= view.buffer.len() => Ok(view.buffer.address_of(view.start)),
            _ if self.pictures > 1 => {
                let pictures = self.pictures;
                Err(Error::Input(format!("{what} is too small for {pictures} pictures of {width} x {height}")))
            }
            _ => Err(Error::Input(format!("{what} is too small for a picture of {width} x {height}"))),
        }
    }
}
