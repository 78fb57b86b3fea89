//! Scans a picture with one tile in three layouts, checks every pixel, and shows what each layout costs.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::str::FromStr;
use std::time::Duration;

use clap::{Parser, builder::PossibleValuesParser, builder::TypedValueParser};
use indicatif::{ProgressBar, ProgressFinish, ProgressStyle};
use smem_examples::scan2d::{Difference, Row, Scan, Variant, difference, table};
use smem_examples::{Choice, Device, Error, Install, Picture, squared_integral};

/// The 2D scan of squares, dst(x, y) = the sum of src(j, i)^2 over j <= x and i <= y, with its 32 x 32 shared-memory
/// tile in three layouts.
///
/// Checks every pixel against the CPU and prints a table: what a warp's row and column accesses cost by prediction and
/// by count, and on a GPU the time. Without a GPU it runs in the simulator, which counts and has no time.
#[derive(Parser)]
#[command(
    version,
    after_help = "Exit codes: 0 exact, 1 a pixel differs or a kernel faults, 2 bad input or a missing library."
)]
struct Options {
    /// PNG or JPEG file to scan, converted to grey [default: a photograph of 512 x 512]
    #[arg(long, value_name = "FILE", conflicts_with = "size")]
    image: Option<PathBuf>,
    /// Scan random pixels instead, that many across and down
    #[arg(long, value_name = "WxH", allow_hyphen_values = true)]
    size: Option<Size>,
    /// Seed of the random pixels
    #[arg(long, value_name = "N", default_value_t = 1, requires = "size")]
    seed: u64,
    /// Where to run: `auto` takes the GPU where there is one, else the simulator
    #[arg(long, default_value = "auto", value_parser = choices())]
    device: Choice,
    /// Do not install NVRTC where it is missing
    #[arg(long)]
    offline: bool,
    /// Timed runs of each layout, on a GPU
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    repeat: u32,
}

fn choices() -> impl TypedValueParser<Value = Choice> {
    PossibleValuesParser::new(["auto", "gpu", "sim"]).try_map(|text| Choice::from_str(&text))
}

/// Pixels across and down.
#[derive(Debug, Clone, Copy)]
struct Size(u64, u64);

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (width, height) = text.split_once(['x', 'X']).ok_or("expected WxH, as in 1024x768")?;
        let number = |text: &str| -> Result<u64, String> {
            if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
                return Err(format!("`{text}` is no whole number; expected WxH, as in 1024x768"));
            }
            text.parse().map_err(|_| format!("`{text}` is too large"))
        };
        Ok(Size(number(width)?, number(height)?))
    }
}

fn main() -> ExitCode {
    let options = Options::parse();
    match run(&options) {
        Ok(differences) if differences.is_empty() => ExitCode::SUCCESS,
        Ok(differences) => {
            for (variant, difference) in differences {
                let Difference { wrong, first: (x, y), found, expected } = difference;
                eprintln!(
                    "error: {variant}: {wrong} pixels differ, first x = {x}, y = {y}: {found} instead of {expected}"
                );
            }
            ExitCode::from(1)
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(error.exit_code())
        }
    }
}

/// Runs, prints, and returns which layouts gave a wrong scan.
fn run(options: &Options) -> Result<Vec<(&'static str, Difference)>, Error> {
    let (name, picture) = picture(options)?;
    let install = if options.offline { Install::Refused } else { Install::Allowed };
    let device = Device::open(options.device, install)?;

    let bar = bar();
    bar.set_message("the CPU's reference");
    let expected = squared_integral(&picture);
    let scan = Scan::new(&device, &picture)?;
    let mut rows = Vec::new();
    let mut differences = Vec::new();
    for variant in &Variant::ALL {
        let mut step = |step: &str| bar.set_message(format!("{}: {step}", variant.name));
        let outcome = scan.run(variant, options.repeat, &mut step)?;
        let found = difference(&outcome.sums, &expected, picture.width() as usize);
        differences.extend(found.map(|found| (variant.name, found)));
        let wrong = found.map_or(0, |found| found.wrong);
        rows.push(Row {
            variant: *variant,
            arch: device.arch(),
            counts: outcome.counts,
            wrong,
            timing: outcome.timing,
        });
        bar.inc(1);
    }
    bar.finish_and_clear();

    let (major, minor) = device.nvrtc().version();
    let (width, height) = (picture.width(), picture.height());
    let text = format!(
        "2D scan of squares, {width} x {height} pixels ({name})\non {}\nwith NVRTC {major}.{minor}, {}\n\n{}",
        device.describe(),
        device.nvrtc().location(),
        table(&rows)
    );
    // A reader that closes early (`| head`) is no error.
    match io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Error::Input(format!("cannot write the table: {error}")))
        }
        _ => Ok(differences),
    }
}

/// The picture that the options ask for, and what to call it.
fn picture(options: &Options) -> Result<(String, Picture), Error> {
    match (&options.image, options.size) {
        (Some(path), _) => Ok((path.display().to_string(), Picture::open(path)?)),
        (None, Some(Size(width, height))) => {
            Ok((format!("random, seed {}", options.seed), Picture::random(width, height, options.seed)?))
        }
        (None, None) => Ok(("photograph camera.png".to_owned(), Picture::photograph()?)),
    }
}

/// On standard error, and only where that is a terminal.
fn bar() -> ProgressBar {
    let bar = ProgressBar::new(Variant::ALL.len() as u64).with_finish(ProgressFinish::AndClear);
    if let Ok(style) = ProgressStyle::with_template("{spinner} {bar:12} {pos}/{len} {msg} {elapsed}") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(100));
    bar
}
