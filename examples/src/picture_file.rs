//! PNG and JPEG files, read as grey pixels.

use std::fmt::Display;
use std::io::Cursor;

use png::{ColorType, Transformations};
use zune_jpeg::JpegDecoder;
use zune_jpeg::errors::DecodeErrors;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use crate::Error;

/// The most bytes that an image may take decoded.
const MOST_BYTES: usize = 512 << 20;

/// Grey pixels, row by row, with their number along x and y.
pub(crate) struct GreyImage {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) pixels: Vec<u8>,
}

/// Decodes a file that its first bytes say to be PNG or JPEG.
///
/// # Errors
/// [`Error::Input`] that starts with `name`, where the file is broken, of another format, or too large.
pub(crate) fn decode(name: &str, file: &[u8]) -> Result<GreyImage, Error> {
    if file.starts_with(b"\x89PNG\r\n\x1a\n") {
        decode_png(name, file)
    } else if file.starts_with(b"\xff\xd8\xff") {
        decode_jpeg(name, file)
    } else {
        Err(Error::Input(format!("{name} is neither PNG nor JPEG")))
    }
}

fn decode_png(name: &str, file: &[u8]) -> Result<GreyImage, Error> {
    let broken = |error: png::DecodingError| match error {
        png::DecodingError::LimitsExceeded => too_large(name),
        error => not_whole(name, &error),
    };
    let mut decoder = png::Decoder::new_with_limits(Cursor::new(file), png::Limits { bytes: MOST_BYTES });
    // Palettes become colours, and pixels of less than a byte bytes.
    decoder.set_transformations(Transformations::EXPAND);
    let mut reader = decoder.read_info().map_err(broken)?;
    let size = reader.output_buffer_size().filter(|size| *size <= MOST_BYTES).ok_or_else(|| too_large(name))?;
    let mut bytes = vec![0; size];
    let info = reader.next_frame(&mut bytes).map_err(broken)?;
    let channels = match info.color_type {
        ColorType::Grayscale | ColorType::Indexed => 1,
        ColorType::GrayscaleAlpha => 2,
        ColorType::Rgb => 3,
        ColorType::Rgba => 4,
    };
    let pixels = match info.bit_depth {
        png::BitDepth::Sixteen => {
            bytes.chunks_exact(2 * channels).map(|pixel| grey_of_words(pixel, channels)).collect()
        }
        _ => bytes.chunks_exact(channels).map(grey).collect(),
    };
    Ok(GreyImage { width: info.width, height: info.height, pixels })
}

fn decode_jpeg(name: &str, file: &[u8]) -> Result<GreyImage, Error> {
    let broken = |error: DecodeErrors| match error {
        DecodeErrors::LargeDimensions(_) => too_large(name),
        error => not_whole(name, &error),
    };
    let options = DecoderOptions::default().set_strict_mode(false).set_max_width(usize::MAX).set_max_height(usize::MAX);
    let mut decoder = JpegDecoder::new_with_options(Cursor::new(file), options);
    decoder.decode_headers().map_err(broken)?;
    let is_grey = decoder.input_colorspace() == Some(ColorSpace::Luma);
    let (space, channels) = if is_grey { (ColorSpace::Luma, 1) } else { (ColorSpace::RGB, 3) };
    let (width, height) = decoder.dimensions().unwrap_or_default();
    if width.saturating_mul(height).saturating_mul(channels) > MOST_BYTES {
        return Err(too_large(name));
    }
    decoder.set_options(options.jpeg_set_out_colorspace(space));
    let bytes = decoder.decode().map_err(broken)?;
    let pixels = bytes.chunks_exact(channels).map(grey).collect();
    // JPEG has 16 bits for each.
    Ok(GreyImage { width: width as u32, height: height as u32, pixels })
}

/// Returns the luminance of a pixel of one or two channels, grey and opacity, or of three or four, colours and opacity: that of
/// sRGB's primaries, rounded.
fn luminance(channels: &[u32]) -> u32 {
    match channels {
        [red, green, blue, ..] => (2126 * red + 7152 * green + 722 * blue + 5000) / 10_000,
        grey => grey[0],
    }
}

fn grey(pixel: &[u8]) -> u8 {
    let channels: [u32; 4] = std::array::from_fn(|at| pixel.get(at).copied().unwrap_or_default().into());
    luminance(&channels[..pixel.len()]) as u8
}

/// Returns the grey of a pixel with two bytes a channel, the high one first.
fn grey_of_words(pixel: &[u8], count: usize) -> u8 {
    let word = |at: usize| u32::from(u16::from_be_bytes([pixel[2 * at], pixel[2 * at + 1]]));
    let channels: [u32; 4] = std::array::from_fn(|at| if at < count { word(at) } else { 0 });
    ((luminance(&channels[..count]) + 128) / 257) as u8
}

fn too_large(name: &str) -> Error {
    Error::Input(format!("{name} is too large to decode"))
}

fn not_whole(name: &str, error: &dyn Display) -> Error {
    Error::Input(format!("{name} is not a whole image: {}", lowercase(&error.to_string())))
}

/// Returns an error of another library as the end of a sentence.
pub(crate) fn lowercase(text: &str) -> String {
    // The operating system's number says nothing that its words do not.
    let text = text.split(" (os error").next().unwrap_or_default();
    let text = text.trim().trim_end_matches('.').replace('\n', ": ");
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_lowercase().chain(chars).collect(),
        None => text,
    }
}
