//! Scans the tiles of a picture, each on its own, for tiles of several shapes and elements in three layouts, checks every
//! pixel, and shows what each costs.

use std::process::ExitCode;

use clap::Parser;
use smem_examples::scan2d::difference;
use smem_examples::{
    DeviceOptions, Error, Picture, SCAN_EXIT_CODES, Size, TimingOptions, device_lines, exit_code, progress_bar, say,
};
use smem_hardware::block_scan::{
    BlockScanResult, BlockVariant, Blocks, CompiledVariant, table, tile_sums, times_table,
};

/// Runs the block scan alone: every tile of a picture is scanned on its own, for tiles of 8 x 32 to 64 x 64 pixels, of 4
/// and 8 bytes an element, in three layouts.
///
/// Checks every pixel against the CPU and prints a table: wavefronts of shared memory a pixel by prediction and by count,
/// and bytes of global memory. On a GPU a second table has the times. Without a GPU it runs in the simulator, which counts
/// and has no time.
#[derive(Parser)]
#[command(
    version,
    after_help = SCAN_EXIT_CODES
)]
struct Options {
    /// Random pixels across and down. Times need enough to drown a launch: 8192x8192
    #[arg(long, value_name = "WxH", default_value = "256x256", allow_hyphen_values = true)]
    size: Size,
    /// Seed of the random pixels
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Only scans with this in their names, such as `64x64`, `block_walk` or `block_scan_32x32_u64_to_u32`, each in all
    /// layouts
    #[arg(long, value_name = "TEXT", default_value = "")]
    only: String,
    #[command(flatten)]
    run_on: DeviceOptions,
    #[command(flatten)]
    timing: TimingOptions<100>,
}

fn main() -> ExitCode {
    exit_code(run(&Options::parse()))
}

/// Runs and prints. False when a scan is wrong.
fn run(options: &Options) -> Result<bool, Error> {
    let cases: Vec<&[BlockVariant; 3]> =
        BlockVariant::CASES.iter().filter(|case| case[0].case_name().contains(&options.only)).collect();
    if cases.is_empty() {
        let names: Vec<String> = BlockVariant::CASES.iter().map(|case| case[0].case_name()).collect();
        return Err(Error::Input(format!(
            "no scan has `{}` in its name; there are {}",
            options.only,
            names.join(", ")
        )));
    }
    let picture = Picture::random(options.size.width, options.size.height, options.seed)?;
    let device = options.run_on.open()?;
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
            let compiled = CompiledVariant::new(&device, variant)?;
            let outcome = blocks.run(&compiled, &mut sums)?;
            let found = difference(&outcome.sums, &expected, picture.width() as usize);
            if let Some(found) = found {
                bar.suspend(|| eprintln!("error: {}: {found}", variant.kernel_name()));
                exact = false;
            }
            let wrong = found.map_or(0, |found| found.wrong);
            rows.push(BlockScanResult {
                variant: *variant,
                arch: device.arch(),
                wavefronts: outcome.wavefronts(),
                wrong,
            });
            kernels.push(compiled);
        }
        // A wrong scan has no time worth knowing.
        if exact && !options.timing.once {
            times.extend(blocks.time(&kernels, &sums, options.timing.runs.repeat)?);
        }
        bar.inc(1);
    }
    bar.finish_and_clear();

    let (width, height, seed) = (picture.width(), picture.height(), options.seed);
    let (on, table) = (device_lines(&device), table(&rows));
    let mut text = format!("block scan of squares, {width} x {height} pixels (random, seed {seed})\n{on}\n{table}");
    if exact && !times.is_empty() {
        text.push('\n');
        text.push_str(&times_table(&rows, &times, u64::from(width) * u64::from(height)));
    }
    say(&text)?;
    Ok(exact)
}
