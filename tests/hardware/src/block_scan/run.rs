//! Running the block scans on a device, and timing the layouts of a case against one another.

use smem_sim::Profile;

use super::{BlockVariant, NumberType};
use smem_examples::{Error, Picture};
use smem_launch::{Arg, Buffer, Call, Device, Kernel, Timing};

/// A picture on a device, whose tiles can be scanned.
#[derive(Debug)]
pub struct Blocks<'a> {
    device: &'a Device,
    width: u32,
    height: u32,
    source: Buffer<u8>,
}

/// The memory for the sums of all pixels. The layouts of a case share it, so that their times differ by the layout alone.
#[derive(Debug)]
pub struct Sums(SumsBuffer);

#[derive(Debug)]
enum SumsBuffer {
    U32(Buffer<u32>),
    U64(Buffer<u64>),
}

/// The kernel of a variant, loaded.
#[derive(Debug)]
pub struct CompiledVariant {
    variant: BlockVariant,
    kernel: Kernel,
}

/// The result of one run.
#[derive(Debug, Clone)]
pub struct BlockScanOutcome {
    /// The sums, row by row.
    pub sums: Vec<u64>,
    /// Pixels of all tiles, including those outside the picture.
    pub pixels: u64,
    /// The simulator's counts; a GPU gives none.
    pub profile: Option<Profile>,
}

impl BlockScanOutcome {
    /// Returns the wavefronts of shared memory that the simulator counted, a pixel of the tiles.
    pub fn wavefronts(&self) -> Option<f64> {
        self.profile.as_ref().map(|profile| profile.wavefronts() as f64 / self.pixels as f64)
    }
}

impl CompiledVariant {
    /// Compiles a variant for a device.
    ///
    /// # Errors
    /// Where it does not compile, or its tile is not as large as Rust's.
    pub fn new(device: &Device, variant: &BlockVariant) -> Result<CompiledVariant, Error> {
        let name = variant.kernel_name();
        let kernel = device.load(&variant.text(), "BlockTile.cuh")?.kernel(&name)?;
        let bytes = kernel.static_shared_bytes();
        match bytes as usize == variant.bytes {
            true => Ok(CompiledVariant { variant: *variant, kernel }),
            false => Err(Error::Input(format!(
                "`{name}` has {bytes} bytes of shared memory, and its tile has {}",
                variant.bytes
            ))),
        }
    }

    /// Returns the variant that it was compiled from.
    pub fn variant(&self) -> &BlockVariant {
        &self.variant
    }
}

impl<'a> Blocks<'a> {
    /// Copies the picture to the device.
    ///
    /// ```no_run
    /// use smem_hardware::block_scan::{BlockVariant, Blocks, CompiledVariant, tile_sums};
    /// use smem_launch::{Device, DeviceChoice, Install};
    /// use smem_examples::Picture;
    ///
    /// # fn main() -> Result<(), smem_examples::Error> {
    /// let device = Device::open(DeviceChoice::Auto, Install::Allowed)?;
    /// let picture = Picture::random(300, 200, 1)?;
    /// let blocks = Blocks::new(&device, &picture)?;
    /// for variant in BlockVariant::all() {
    ///     let mut sums = blocks.sums(variant.out)?;
    ///     let outcome = blocks.run(&CompiledVariant::new(&device, &variant)?, &mut sums)?;
    ///     assert_eq!(outcome.sums, tile_sums(&picture, variant.layout.rows(), variant.layout.cols()));
    /// }
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// Where the device does not have that much memory.
    pub fn new(device: &'a Device, picture: &Picture) -> Result<Blocks<'a>, Error> {
        Ok(Blocks {
            device,
            width: picture.width(),
            height: picture.height(),
            source: device.upload(picture.pixels())?,
        })
    }

    /// Returns room for the sums of the picture.
    ///
    /// # Errors
    /// Where the device does not have that much memory.
    pub fn sums(&self, number: NumberType) -> Result<Sums, Error> {
        let pixels = self.width as usize * self.height as usize;
        Ok(Sums(match number {
            NumberType::U32 => SumsBuffer::U32(self.device.zeros(pixels)?),
            NumberType::U64 => SumsBuffer::U64(self.device.zeros(pixels)?),
        }))
    }

    /// Launches a kernel once. `sums` must be for the variant's `out`.
    ///
    /// # Errors
    /// Where the kernel does not fit, or faults.
    pub fn run(&self, compiled: &CompiledVariant, sums: &mut Sums) -> Result<BlockScanOutcome, Error> {
        // Results of another layout must not pass for this one's.
        match &mut sums.0 {
            SumsBuffer::U32(buffer) => self.device.clear(buffer)?,
            SumsBuffer::U64(buffer) => self.device.clear(buffer)?,
        }
        let call = self.call(compiled, sums)?;
        let blocks: u64 = call.launch.grid.iter().map(|blocks| u64::from(*blocks)).product();
        let pixels = blocks * u64::from(compiled.variant.pixels());
        // SAFETY: the kernel compares its places with the size of the picture, which both buffers have.
        let profile = unsafe { self.device.run(&call)? };
        Ok(BlockScanOutcome {
            sums: match &sums.0 {
                SumsBuffer::U32(buffer) => self.device.download(buffer)?.into_iter().map(u64::from).collect(),
                SumsBuffer::U64(buffer) => self.device.download(buffer)?,
            },
            pixels,
            profile,
        })
    }

    /// Times kernels against one another, a run of each in turn for `rounds` rounds. `None` in the simulator, which has no
    /// time.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn time(&self, kernels: &[CompiledVariant], sums: &Sums, rounds: u32) -> Result<Option<Vec<Timing>>, Error> {
        let calls = kernels.iter().map(|compiled| Ok(vec![self.call(compiled, sums)?]));
        let calls = calls.collect::<Result<Vec<_>, Error>>()?;
        // SAFETY: as in `run`.
        Ok(unsafe { self.device.time_in_turn(&calls, rounds)? })
    }

    fn call<'s>(&'s self, compiled: &'s CompiledVariant, sums: &'s Sums) -> Result<Call<'s>, Error> {
        let variant = &compiled.variant;
        let sums: Arg<'_> = match (&sums.0, variant.out) {
            (SumsBuffer::U32(buffer), NumberType::U32) => buffer.arg(),
            (SumsBuffer::U64(buffer), NumberType::U64) => buffer.arg(),
            _ => {
                let (name, out) = (variant.kernel_name(), variant.out.name());
                return Err(Error::Input(format!("`{name}` writes {out}, and the sums are of another type")));
            }
        };
        let args = vec![self.source.arg(), sums, self.width.into(), self.height.into()];
        Ok(Call::new(&compiled.kernel, variant.launch(self.width, self.height), args))
    }
}
