//! Finds the mean, the deviation and a threshold of the pixels around each pixel, and writes one of them as a picture.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, ValueEnum};
use smem_examples::local_statistics::{MAX_WINDOW, Window, local_statistics};
use smem_examples::{DeviceOptions, Error, Picture, device_lines, exit_code, say};

/// Filters a picture by the mean and the deviation of the window around each pixel, and writes the result.
///
/// Both come from the integrals of the pixels and of their squares, which one launch of the single-pass scan makes. So the time does
/// not depend on the window.
#[derive(Parser)]
#[command(version, after_help = "Exit codes: 0 written, 1 a kernel faults, 2 bad input or a missing library.")]
struct Options {
    /// PNG or JPEG file, converted to grey [default: a photograph of 512 x 512]
    #[arg(long, value_name = "FILE")]
    image: Option<PathBuf>,
    /// The result to write
    #[arg(long, value_enum, default_value_t = Show::Threshold)]
    show: Show,
    /// Pixels along a side of the window, an odd number
    #[arg(long, value_name = "N", default_value_t = 31, value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_WINDOW)))]
    window: u32,
    /// The k of Sauvola's threshold, mean * (1 + k * (deviation / 128 - 1))
    #[arg(long, value_name = "K", default_value_t = 0.2)]
    weight: f64,
    /// PNG file to write
    #[arg(long, value_name = "FILE", default_value = "local_statistics.png")]
    out: PathBuf,
    #[command(flatten)]
    run_on: DeviceOptions,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Show {
    /// White where a pixel is above its window's threshold (Sauvola)
    Threshold,
    /// The mean of its window
    Mean,
    /// The standard deviation of its window
    Deviation,
}

fn main() -> ExitCode {
    exit_code(run(&Options::parse()).map(|()| true))
}

fn run(options: &Options) -> Result<(), Error> {
    let picture = match &options.image {
        Some(path) => Picture::open(path)?,
        None => Picture::photograph()?,
    };
    let device = options.run_on.open()?;
    let window = Window { side: options.window, weight: options.weight };
    let found = local_statistics(&device, &picture, window)?;
    let pixels = match options.show {
        Show::Threshold => found.threshold,
        Show::Mean => found.mean,
        Show::Deviation => found.deviation,
    };
    Picture::from_pixels(picture.width(), picture.height(), pixels)?.save(&options.out)?;
    let (width, height, side) = (picture.width(), picture.height(), options.window);
    say(&format!(
        "{width} x {height} pixels, windows of {side} x {side}: `{}`\n{}",
        options.out.display(),
        device_lines(&device)
    ))
}
