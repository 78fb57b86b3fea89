//! Compares the wavefronts of random tiles with the bank model's: layouts of every class, each access at every position.

use std::process::{Command, ExitCode};

use clap::Parser;
use smem_examples::{DeviceOptions, Error, exit_code, progress_bar, say, this_program};
use smem_hardware::random_tiles::{LoadsStores, RandomTile, TileWalks, counted_by_gpu, draw, predicted, table};
use smem_hardware::{Machine, NO_NSIGHT, Nsight, ReportFolder};
use smem_launch::Device;

/// Draws tiles, solves each with `layout = auto`, and compares the shared-memory wavefronts of every declared access, at every
/// position, with what the bank model predicts: none above the ideal.
///
/// In the simulator its counts are compared. On a GPU with Nsight Compute the hardware's counters are.
#[derive(Parser)]
#[command(
    version,
    after_help = "Exit codes: 0 as predicted, 1 a count differs or a fault, 2 bad input or a missing library."
)]
struct Options {
    #[command(flatten)]
    run_on: DeviceOptions,
    /// Tiles to draw
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    tiles: u32,
    /// The seed of the draw
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    report: ReportFolder,
    /// Only launch kernels: what the profiler runs
    #[arg(long, hide = true)]
    launch: bool,
}

fn main() -> ExitCode {
    exit_code(run(&Options::parse()))
}

/// Runs and prints. False where a count differs.
fn run(options: &Options) -> Result<bool, Error> {
    let device = if options.launch { options.run_on.open_for_profiler()? } else { options.run_on.open()? };
    let tiles = draw(options.seed, options.tiles as usize);
    let counts = walked(&device, &tiles)?;
    if options.launch {
        return Ok(true);
    }
    let model = device.arch().bank_model();
    let accesses = tiles.iter().flat_map(|tile| (0..tile.accesses.len()).map(move |access| (tile, access)));
    let accesses: Vec<(&RandomTile, usize)> = accesses.collect();
    let (counts, by) = if device.is_gpu() {
        let nsight = Nsight::find().ok_or_else(|| smem_launch::Error::Gpu(NO_NSIGHT.to_owned()))?;
        let folder = options.report.folder(env!("CARGO_BIN_NAME"));
        let counts = counted_by_gpu(&nsight, &launches(options)?, accesses.len(), &folder)?;
        (counts.into_iter().map(Some).collect(), Machine::this(&device, Some(&nsight)).to_string())
    } else {
        (counts, format!("counted on {}", device.describe()))
    };
    let walks: Vec<_> = accesses
        .iter()
        .zip(&counts)
        .map(|((tile, access), counted)| {
            let (predicted, ideal) = predicted(tile, *access, &model);
            (tile.class, predicted, ideal, *counted)
        })
        .collect();
    for ((tile, access), (_, predicted, _, counted)) in accesses.iter().zip(&walks) {
        if counted.is_some_and(|counted| counted != *predicted) {
            let access = &tile.accesses[*access];
            say(&format!("{tile}: `{access}` takes {counted:?}, predicted {predicted:?}\n"))?;
        }
    }
    let (text, agree) = table(&walks);
    let excess: u64 = walks.iter().map(|(_, walk, ideal, _)| walk.store_wavefronts - ideal.store_wavefronts).sum();
    say(&format!(
        "{} random tiles, seed {}, {} excess wavefronts predicted\n{}\n\n{text}",
        tiles.len(),
        options.seed,
        excess,
        by.trim_end()
    ))?;
    Ok(agree && excess == 0)
}

/// Walks along every access of every tile, in order.
fn walked(device: &Device, tiles: &[RandomTile]) -> Result<Vec<Option<LoadsStores>>, Error> {
    let bar = progress_bar(tiles.len() as u64);
    let mut counts = Vec::new();
    for tile in tiles {
        let walk = TileWalks::new(device, tile)?;
        for access in 0..tile.accesses.len() {
            counts.push(walk.run(access)?);
        }
        bar.inc(1);
    }
    Ok(counts)
}

/// Returns the command that runs this program, to launch each kernel once.
fn launches(options: &Options) -> Result<Command, Error> {
    let mut command = this_program()?;
    // Its needs are installed by now.
    command.args(["--launch", "--offline", "--tiles", &options.tiles.to_string(), "--seed", &options.seed.to_string()]);
    Ok(command)
}
