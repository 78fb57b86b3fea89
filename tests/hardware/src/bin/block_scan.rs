//! Scans the tiles of a picture, each on its own, for tiles of several shapes and elements in three layouts, checks every
//! pixel, and shows what each costs.

use std::process::ExitCode;

use clap::Parser;
use smem_examples::scan2d::{Difference, difference};
use smem_examples::{Error, Picture, Place, Size, exit_code, progress_bar, say};
use smem_hardware::block_scan::{Blocks, Compiled, Row, Variant, table, tile_sums, times_table};

/// The block scan alone: every tile of a picture scanned on its own, for tiles of 8 x 32 to 64 x 64 pixels, of 4 and 8 bytes an
/// element, in three layouts.
///
/// Checks every pixel against the CPU and prints a table: wavefronts of shared memory a pixel by prediction and by count,
/// and bytes of global memory. On a GPU a second table has the times. Without a GPU it runs in the simulator, which counts
/// and has no time.
#[derive(Parser)]
#[command(
    version,
    after_help = "Exit codes: 0 exact, 1 a pixel differs or a kernel faults, 2 bad input or a missing library."
)]
struct Options {
    /// Random pixels across and down. Times need enough to drown a launch: 8192x8192
    #[arg(long, value_name = "WxH", default_value = "256x256", allow_hyphen_values = true)]
    size: Size,
    /// Seed of the random pixels
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Only scans with this in their names, such as `64x64`, `block_walk` or `block_scan_32x32_u64_to_u32`, each in all layouts
    #[arg(long, value_name = "TEXT", default_value = "")]
    only: String,
    #[command(flatten)]
    place: Place,
    /// Timed runs of each kernel, on a GPU, the layouts of a tile in turn
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    repeat: u32,
    /// Time nothing: each kernel runs once, in the table's order, as a profiler wants it
    #[arg(long, conflicts_with = "repeat")]
    once: bool,
}

fn main() -> ExitCode {
    exit_code(run(&Options::parse()))
}

/// Runs and prints. False when a scan is wrong.
fn run(options: &Options) -> Result<bool, Error> {
    let cases: Vec<&[Variant; 3]> =
        Variant::CASES.iter().filter(|case| case[0].case_name().contains(&options.only)).collect();
    if cases.is_empty() {
        let names: Vec<String> = Variant::CASES.iter().map(|case| case[0].case_name()).collect();
        return Err(Error::Input(format!(
            "no scan has `{}` in its name; there are {}",
            options.only,
            names.join(", ")
        )));
    }
    let picture = Picture::random(options.size.width, options.size.height, options.seed)?;
    let device = options.place.open()?;
    let blocks = Blocks::new(&device, &picture)?;
    let bar = progress_bar(cases.len() as u64);
    let mut rows = Vec::new();
    let mut times = Vec::new();
    let mut exact = true;
    let mut expected = Vec::new();
    let mut shape = (0, 0);
    for case in &cases {
        let (height, width) = (case[0].layout.rows(), case[0].layout.cols());
        if shape != (height, width) {
            expected = tile_sums(&picture, height, width);
            shape = (height, width);
        }
        let mut sums = blocks.sums(case[0].out)?;
        let mut kernels = Vec::new();
        for variant in *case {
            bar.set_message(variant.kernel_name());
            let compiled = Compiled::new(&device, variant)?;
            let outcome = blocks.run(&compiled, &mut sums)?;
            let found = difference(&outcome.sums, &expected, picture.width() as usize);
            if let Some(Difference { wrong, first: (x, y), found, expected }) = found {
                let name = variant.kernel_name();
                let told = format!("{wrong} pixels differ, first x = {x}, y = {y}: {found} instead of {expected}");
                bar.suspend(|| eprintln!("error: {name}: {told}"));
                exact = false;
            }
            let wrong = found.map_or(0, |found| found.wrong);
            rows.push(Row { variant: *variant, arch: device.arch(), wavefronts: outcome.wavefronts(), wrong });
            kernels.push(compiled);
        }
        // A wrong scan has no time worth knowing.
        if exact && !options.once {
            times.extend(blocks.time(&kernels, &sums, options.repeat)?);
        }
        bar.inc(1);
    }
    bar.finish_and_clear();

    let (major, minor) = device.nvrtc().version();
    let (width, height) = (picture.width(), picture.height());
    let mut text = format!(
        "block scan of squares, {width} x {height} pixels (random, seed {})\non {}\nwith NVRTC {major}.{minor}, {}\n\n{}",
        options.seed,
        device.describe(),
        device.nvrtc().location(),
        table(&rows)
    );
    if exact && !times.is_empty() {
        text.push('\n');
        text.push_str(&times_table(&rows, &times, u64::from(width) * u64::from(height)));
    }
    say(&text)?;
    Ok(exact)
}
