//! The scan's input: 8-bit grey pixels from a photograph, a file, or a seed.

use std::fmt::Display;
use std::fs::{self, File};
use std::io::BufWriter;
use std::path::Path;

use crate::Error;
use crate::picture_file::{GreyImage, decode, lowercase};

/// The photograph that the programs run on by default: see `images/CREDITS.md`.
const CAMERA: &[u8] = include_bytes!("../images/camera.png");

/// The largest side, in pixels: 65,535 tiles of 32, since a grid has 65,535 blocks along y.
pub const MAX_SIDE: u32 = 65_535 * 32;

/// The largest number of pixels, that of 16384 x 16384: their sums take 2 GB.
pub const MAX_PIXELS: u64 = 1 << 28;

/// Grey pixels, row by row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    width: u32,
    height: u32,
    pixels: Vec<u8>,
}

impl Picture {
    /// Returns the photograph in this repository, 512 x 512.
    ///
    /// # Errors
    /// None, unless the repository's file was changed.
    pub fn photograph() -> Result<Picture, Error> {
        Picture::decoded("the photograph of this crate", CAMERA)
    }

    /// Reads a PNG or JPEG file, converted to grey.
    ///
    /// # Errors
    /// [`Error::Input`] where the file is missing, broken, of another format, or too large.
    pub fn open(path: &Path) -> Result<Picture, Error> {
        let name = format!("`{}`", path.display());
        let file = fs::read(path)
            .map_err(|error| Error::Input(format!("cannot read {name}: {}", lowercase(&error.to_string()))))?;
        Picture::decoded(&name, &file)
    }

    fn decoded(name: &str, file: &[u8]) -> Result<Picture, Error> {
        let GreyImage { width, height, pixels } = decode(name, file)?;
        check_size(width.into(), height.into())?;
        Ok(Picture { width, height, pixels })
    }

    /// Returns random pixels, the same for the same seed.
    ///
    /// # Errors
    /// [`Error::Input`] for no pixels at all, a side above [`MAX_SIDE`], or more than [`MAX_PIXELS`].
    ///
    /// ```
    /// use smem_examples::Picture;
    ///
    /// let picture = Picture::random(100, 70, 7)?;
    /// assert_eq!(picture.pixels().len(), 7_000);
    /// assert_eq!(picture, Picture::random(100, 70, 7)?);
    /// # Ok::<(), smem_examples::Error>(())
    /// ```
    pub fn random(width: u64, height: u64, seed: u64) -> Result<Picture, Error> {
        let (width, height) = check_size(width, height)?;
        let mut state = seed;
        let mut pixels = Vec::with_capacity(width as usize * height as usize);
        while pixels.len() < pixels.capacity() {
            let left = pixels.capacity() - pixels.len();
            pixels.extend_from_slice(&split_mix(&mut state).to_le_bytes()[..left.min(8)]);
        }
        Ok(Picture { width, height, pixels })
    }

    /// Returns a picture of these pixels, row by row.
    ///
    /// # Errors
    /// [`Error::Input`] where there are not `width * height` of them, and for a size as in [`random`](Self::random).
    pub fn from_pixels(width: u32, height: u32, pixels: Vec<u8>) -> Result<Picture, Error> {
        check_size(u64::from(width), u64::from(height))?;
        if pixels.len() as u64 != u64::from(width) * u64::from(height) {
            let given = pixels.len();
            return Err(Error::Input(format!("{given} pixels are not a picture of {width} x {height}")));
        }
        Ok(Picture { width, height, pixels })
    }

    /// Writes it as a PNG file, whatever the file's name ends in.
    ///
    /// ```
    /// use smem_examples::Picture;
    ///
    /// let path = std::env::temp_dir().join(format!("smem-examples-{}.png", std::process::id()));
    /// let picture = Picture::random(30, 20, 1)?;
    /// picture.save(&path)?;
    /// assert_eq!(Picture::open(&path)?, picture);
    /// # std::fs::remove_file(&path).unwrap();
    /// # Ok::<(), smem_examples::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Input`] where the file cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), Error> {
        let failed = |error: &dyn Display| {
            Error::Input(format!("cannot write `{}`: {}", path.display(), lowercase(&error.to_string())))
        };
        let file = File::create(path).map_err(|error| failed(&error))?;
        let mut encoder = png::Encoder::new(BufWriter::new(file), self.width, self.height);
        encoder.set_color(png::ColorType::Grayscale);
        encoder.set_depth(png::BitDepth::Eight);
        let mut writer = encoder.write_header().map_err(|error| failed(&error))?;
        writer.write_image_data(&self.pixels).map_err(|error| failed(&error))?;
        writer.finish().map_err(|error| failed(&error))
    }

    /// Returns the pixels along x.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Returns the pixels along y.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// Returns all pixels, row by row.
    pub fn pixels(&self) -> &[u8] {
        &self.pixels
    }
}

/// Returns the size, in pixels, if a picture of it can be scanned.
fn check_size(width: u64, height: u64) -> Result<(u32, u32), Error> {
    let problem = if width == 0 || height == 0 {
        "has no pixels".to_owned()
    } else if width.max(height) > u64::from(MAX_SIDE) {
        format!("is too large: {MAX_SIDE} pixels along a side are the most")
    } else if width * height > MAX_PIXELS {
        format!("is too large: {MAX_PIXELS} pixels, as in 16384 x 16384, are the most")
    } else {
        // Both are at most `MAX_SIDE`.
        return Ok((width as u32, height as u32));
    };
    Err(Error::Input(format!("a picture of {width} x {height} {problem}")))
}

/// Returns the next of a sequence of random numbers (SplitMix64).
fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
