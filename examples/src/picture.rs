//! The scan's input: 8-bit grey pixels from a photograph, a file, or a seed.

use std::path::Path;

use image::{ImageError, ImageReader};

use crate::Error;

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
        decode("the photograph of this crate", ImageReader::new(std::io::Cursor::new(CAMERA)))
    }

    /// Reads a PNG or JPEG file, converted to grey.
    ///
    /// # Errors
    /// [`Error::Input`] where the file is missing, broken, of another format, or too large.
    pub fn open(path: &Path) -> Result<Picture, Error> {
        let name = format!("`{}`", path.display());
        let reader = ImageReader::open(path)
            .map_err(|error| Error::Input(format!("cannot read {name}: {}", lowercase(&error.to_string()))))?;
        decode(&name, reader)
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
        let colour = image::ExtendedColorType::L8;
        image::save_buffer_with_format(path, &self.pixels, self.width, self.height, colour, image::ImageFormat::Png)
            .map_err(|error| {
                Error::Input(format!("cannot write `{}`: {}", path.display(), lowercase(&error.to_string())))
            })
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

fn decode<R: std::io::BufRead + std::io::Seek>(name: &str, reader: ImageReader<R>) -> Result<Picture, Error> {
    let broken = |error: ImageError| match error {
        ImageError::Unsupported(_) => Error::Input(format!("{name} is neither PNG nor JPEG")),
        ImageError::IoError(error) => Error::Input(format!("cannot read {name}: {}", lowercase(&error.to_string()))),
        ImageError::Limits(_) => Error::Input(format!("{name} is too large to decode")),
        other => Error::Input(format!("{name} is not a whole image: {}", lowercase(&other.to_string()))),
    };
    let reader = reader.with_guessed_format().map_err(|error| broken(ImageError::IoError(error)))?;
    let grey = reader.decode().map_err(broken)?.into_luma8();
    let (width, height) = grey.dimensions();
    check_size(u64::from(width), u64::from(height))?;
    Ok(Picture { width, height, pixels: grey.into_raw() })
}

/// Returns an error of another library as the end of a sentence.
fn lowercase(text: &str) -> String {
    // The operating system's number says nothing that its words do not.
    let text = text.split(" (os error").next().unwrap_or_default();
    let text = text.trim().trim_end_matches('.').replace('\n', ": ");
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_lowercase().chain(chars).collect(),
        None => text,
    }
}

/// Returns the next of a sequence of random numbers (SplitMix64).
fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
