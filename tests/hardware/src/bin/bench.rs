//! Times the 2D scan against what bounds it and against the libraries.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use smem_examples::{
    DeviceOptions, Error, RepeatOption, SCAN_EXIT_CODES, exit_code, make_folder, progress_bar, say, write_file,
};
use smem_hardware::Machine;
use smem_hardware::bench::{KindTiming, batches, kinds, kinds_table, own, peers, plot, table};
use smem_launch::Device;

/// Times the 2D scan of squares against kernels that move the same bytes and compute nothing, and against CUB, NPP, torch
/// and CuPy where they are installed.
///
/// Compares every scan with the CPU's at every pixel, then prints a table of medians: roofs and own scans a run of each in
/// turn, peers in processes of their own. With `--out` it writes the table and a plot. With `--kinds` it does so for other pixels,
/// integrals, widths and pitches, with `--batches` for many small pictures at once. Without a GPU it compares and times nothing.
#[derive(Parser)]
#[command(
    version,
    after_help = SCAN_EXIT_CODES
)]
struct Options {
    /// Sides of the pictures, in pixels
    #[arg(long, value_name = "N,..", value_delimiter = ',', default_value = "1024,4096,8192,16384",
        value_parser = clap::value_parser!(u32).range(1..=16384))]
    sides: Vec<u32>,
    #[command(flatten)]
    runs: RepeatOption<100>,
    /// Leave the libraries out
    #[arg(long)]
    no_peers: bool,
    /// Time other pixels, integrals, widths and pitches instead, each beside a kernel that moves the same bytes
    #[arg(long, conflicts_with = "no_peers")]
    kinds: bool,
    /// Time batches of 64 pictures of 512 x 512 and of 1000 of 64 x 64 pixels instead, each in one launch
    #[arg(long, conflicts_with_all = ["no_peers", "kinds", "sides"])]
    batches: bool,
    /// Write `bench.md` and `bench.svg` there, or `kinds.md`, or `batches.md`
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    #[command(flatten)]
    run_on: DeviceOptions,
}

fn main() -> ExitCode {
    exit_code(run(&Options::parse()).map(|()| true))
}

fn run(options: &Options) -> Result<(), Error> {
    let device = options.run_on.open()?;
    if options.kinds {
        return run_kinds(&device, options);
    }
    if options.batches {
        return report(&device, options, &batches(&device, options.runs.repeat)?, "batches.md");
    }
    let bar = progress_bar(options.sides.len() as u64 + 1);
    let mut entries = Vec::new();
    for side in &options.sides {
        bar.set_message(format!("{side} x {side}"));
        entries.extend(own(&device, *side, options.runs.repeat)?);
        bar.inc(1);
    }
    let mut absent = Vec::new();
    if device.is_gpu() && !options.no_peers {
        bar.set_message("peers");
        let folder = std::env::temp_dir().join(format!("smem-bench-{}", std::process::id()));
        make_folder(&folder)?;
        let measured = peers(&folder, &device.arch().to_string(), &options.sides, options.runs.repeat);
        // A temporary folder: the measurement counts whether or not it goes.
        let _ = fs::remove_dir_all(&folder);
        let measured = measured?;
        entries.extend(measured.entries);
        absent = measured.absent;
    }
    bar.finish_and_clear();

    let mut text = heading(&device, options);
    if entries.is_empty() {
        text.push_str(UNTIMED);
    } else {
        text.push_str(&table(&entries));
        text.push_str("\nmedian (10 to 90 %); of the roof: the time of the faster `expand` by this\n");
    }
    for reason in absent {
        text.push_str(&format!("absent: {reason}\n"));
    }
    say(&text)?;
    if let Some(folder) = &options.out {
        make_folder(folder)?;
        write_file(&folder.join("bench.md"), &text)?;
        if !entries.is_empty() {
            write_file(&folder.join("bench.svg"), &plot(&entries))?;
        }
    }
    Ok(())
}

/// The line of a run without a GPU in place of times.
const UNTIMED: &str = "every scan equals the CPU's at every pixel; there are no times without a GPU\n";

/// The device and the command.
fn heading(device: &Device, options: &Options) -> String {
    let Machine { device: name, driver, nvrtc, date, .. } = Machine::this(device, None);
    let (sides, rounds) = (&options.sides, options.runs.repeat);
    let sides = sides.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
    let what = match (options.kinds, options.batches) {
        (true, _) => format!("--kinds --sides {sides}"),
        (_, true) => "--batches".to_owned(),
        _ => format!("--sides {sides}"),
    };
    format!("{name}, driver {driver}, NVRTC {nvrtc}, {date}: `bench {what} --repeat {rounds}`\n\n")
}

fn run_kinds(device: &Device, options: &Options) -> Result<(), Error> {
    let bar = progress_bar(options.sides.len() as u64);
    let mut times = Vec::new();
    for side in &options.sides {
        bar.set_message(format!("{side} x {side}"));
        times.extend(kinds(device, *side, options.runs.repeat)?);
        bar.inc(1);
    }
    bar.finish_and_clear();
    report(device, options, &times, "kinds.md")
}

/// Prints the table of kinds, and writes it to the file of this name.
fn report(device: &Device, options: &Options, times: &[KindTiming], file: &str) -> Result<(), Error> {
    let mut text = heading(device, options);
    if times.is_empty() {
        text.push_str(UNTIMED);
    } else {
        text.push_str(&kinds_table(times));
        text.push_str("\nmedian (10 to 90 %); of the roof: the time of the faster kernel that moves as many bytes by the scan's\n");
    }
    say(&text)?;
    if let Some(folder) = &options.out {
        make_folder(folder)?;
        write_file(&folder.join(file), &text)?;
    }
    Ok(())
}
