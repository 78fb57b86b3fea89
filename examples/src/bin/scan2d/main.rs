//! Scans a picture with one tile in three layouts, checks every pixel, and shows what each layout costs.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, ValueEnum};
use smem_examples::scan2d::{Kernels, LayoutResult, Scan, TILES, difference, table, times_table};
use smem_examples::{
    DeviceOptions, Error, MAX_PIXELS, Picture, SCAN_EXIT_CODES, Size, TimingOptions, device_lines, exit_code,
    progress_bar, say, squared_integral,
};
use smem_launch::Device;

mod finished;
#[cfg(feature = "single-pass")]
mod single;

use finished::Finished;
#[cfg(feature = "single-pass")]
use single::single;

/// The 2D scan of squares, dst(x, y) = the sum of src(j, i)^2 over j <= x and i <= y, with its shared-memory tile in three
/// layouts.
///
/// Checks every pixel against the CPU and prints a table: what a warp's row and column accesses of the tile cost by
/// prediction and by count, or with `--method single` what all of shared memory costs. On a GPU a second table has the times.
/// Without a GPU it runs in the simulator, which counts and has no time.
#[derive(Parser)]
#[command(
    version,
    after_help = SCAN_EXIT_CODES
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
    /// Scan that many random pictures in one launch, those of this seed and of the next ones; with `--method single`
    #[arg(long, value_name = "N", default_value_t = 1, requires = "size", value_parser = clap::value_parser!(u32).range(1..))]
    batch: u32,
    /// How to scan
    #[arg(long, value_enum, default_value_t = ScanMethod::Tiles)]
    method: ScanMethod,
    #[command(flatten)]
    run_on: DeviceOptions,
    #[command(flatten)]
    timing: TimingOptions<200>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ScanMethod {
    /// Five launches, a 32 x 32 tile of u64: the case to read first
    Tiles,
    /// One launch that reads each pixel once and writes each sum once: with tiles of u8, of u32 in three layouts, and for pixels
    /// of u8, u16 and f32 with both integrals
    Single,
}

fn main() -> ExitCode {
    exit_code(run(&Options::parse()))
}

/// Runs and prints. False when a scan is wrong.
fn run(options: &Options) -> Result<bool, Error> {
    let (name, pictures) = pictures(options)?;
    let device = options.run_on.open()?;

    let (tables, differences) = match (options.method, &pictures[..]) {
        (ScanMethod::Single, pictures) => single(&options.timing, &device, pictures)?,
        (ScanMethod::Tiles, [picture]) => tiles(options, &device, picture)?,
        _ => return Err(Error::Input("several pictures need the single pass: add `--method single`".to_owned())),
    };
    let (width, height) = (pictures[0].width(), pictures[0].height());
    let many = if pictures.len() == 1 { String::new() } else { format!("{} pictures of ", pictures.len()) };
    let on = device_lines(&device);
    say(&format!("2D scan of squares, {many}{width} x {height} pixels ({name})\n{on}\n{tables}"))?;
    for (variant, difference) in &differences {
        eprintln!("error: {variant}: {difference}");
    }
    Ok(differences.is_empty())
}

/// Scans by the five launches.
fn tiles(options: &Options, device: &Device, picture: &Picture) -> Result<Finished, Error> {
    let bar = progress_bar(TILES.len() as u64);
    bar.set_message("the CPU's reference");
    let expected = squared_integral(picture);
    let mut scan = Scan::new(device, picture)?;
    let mut layouts = Vec::new();
    let mut rows = Vec::new();
    let mut differences = Vec::new();
    for variant in &TILES {
        let mut step = |step: &str| bar.set_message(format!("{}: {step}", variant.name));
        step("compiling");
        let kernels = Kernels::compile(device, variant)?;
        let outcome = scan.run(&kernels, &mut step)?;
        let found = difference(&outcome.sums, &expected, picture.width() as usize);
        differences.extend(found.map(|found| (variant.name, found.to_string())));
        let wrong = found.map_or(0, |found| found.wrong);
        rows.push(LayoutResult { variant: *variant, arch: device.arch(), counts: outcome.counts, wrong });
        layouts.push(kernels);
        bar.inc(1);
    }
    bar.set_message("timing");
    // A wrong scan has no time worth knowing.
    let timed = !options.timing.once && differences.is_empty();
    let times = if timed { scan.time(&layouts, options.timing.runs.repeat)? } else { None };
    bar.finish_and_clear();

    let mut text = table(&rows);
    if let Some(times) = times {
        let named: Vec<_> = layouts.iter().map(|kernels| kernels.variant().name).zip(times).collect();
        text.push('\n');
        text.push_str(&times_table(&named));
    }
    Ok((text, differences))
}

/// The single pass is measured, and built for that alone.
#[cfg(not(feature = "single-pass"))]
fn single(_timing: &TimingOptions<200>, _device: &Device, _pictures: &[Picture]) -> Result<Finished, Error> {
    const COMMAND: &str = "cargo run --release -p smem-examples --features single-pass --bin scan2d -- --method single";
    Err(Error::Input(format!("this program was built without the single pass, `--features single-pass`: `{COMMAND}`")))
}

/// Returns the name of the pictures that the options ask for, and the pictures, which have one size.
fn pictures(options: &Options) -> Result<(String, Vec<Picture>), Error> {
    match (&options.image, options.size) {
        (Some(path), _) => Ok((path.display().to_string(), vec![Picture::open(path)?])),
        (None, Some(Size { width, height })) => {
            let (count, seed) = (u64::from(options.batch), options.seed);
            if count > 1 && width.saturating_mul(height).saturating_mul(count) > MAX_PIXELS {
                let why = format!("is too large: {MAX_PIXELS} pixels are the most");
                return Err(Error::Input(format!("a batch of {count} pictures of {width} x {height} {why}")));
            }
            let pictures = (0..count).map(|at| Picture::random(width, height, seed.wrapping_add(at)));
            Ok((format!("random, seed {seed}"), pictures.collect::<Result<_, _>>()?))
        }
        (None, None) => Ok(("photograph camera.png".to_owned(), vec![Picture::photograph()?])),
    }
}
