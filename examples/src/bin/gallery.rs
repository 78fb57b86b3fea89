//! Runs the gallery's kernels, each with a dense, a padded and a swizzled tile.

use std::process::ExitCode;

use clap::Parser;
use clap::builder::PossibleValuesParser;

use smem_examples::gallery::{EXHIBITS, Exhibit, ProblemSize, markdown, run, table};
use smem_examples::{DeviceOptions, Error, TimingOptions, device_lines, exit_code, progress_bar, say};
use smem_launch::{Device, Isa};

/// Kernels that people write, each with its tile in three layouts: a dense one with bank conflicts, a padded and a swizzled one
/// without.
///
/// Checks every number against the CPU and prints a table for each kernel: the wavefronts of its accesses by prediction and by
/// count, and on a GPU the times. Without a GPU it runs in the simulator, which counts and has no time.
#[derive(Parser)]
#[command(
    version,
    after_help = "Exit codes: 0 all right, 1 a number differs or a kernel faults, 2 bad input or a missing library."
)]
struct Options {
    /// The kernels to run [default: all]
    #[arg(value_name = "KERNEL", value_parser = PossibleValuesParser::new(EXHIBITS.iter().map(|exhibit| exhibit.name)))]
    kernels: Vec<String>,
    /// How large the problems are [default: large on a GPU, small in the simulator]
    #[arg(long, value_enum)]
    size: Option<ProblemSize>,
    /// Run the machine code that NVRTC makes in the simulator as well, and count that; installs NVIDIA's disassembler if it is
    /// missing
    #[arg(long)]
    machine_code: bool,
    /// Print the tables in Markdown
    #[arg(long)]
    markdown: bool,
    #[command(flatten)]
    run_on: DeviceOptions,
    #[command(flatten)]
    timing: TimingOptions<200>,
}

fn main() -> ExitCode {
    exit_code(run_all(&Options::parse()))
}

/// Runs and prints. False when a kernel is wrong.
fn run_all(options: &Options) -> Result<bool, Error> {
    let device = options.run_on.open()?;
    let machine_code =
        options.machine_code.then(|| Device::simulator(Isa::Sass, options.run_on.install())).transpose()?;
    let usual = if device.is_gpu() { ProblemSize::Large } else { ProblemSize::Small };
    let size = options.size.unwrap_or(usual);
    let wanted: Vec<&'static Exhibit> = EXHIBITS
        .iter()
        .filter(|exhibit| options.kernels.is_empty() || options.kernels.iter().any(|name| name == exhibit.name))
        .collect();
    say(&device_lines(&device))?;
    let bar = progress_bar(wanted.len() as u64);
    let mut right = true;
    for exhibit in wanted {
        bar.set_message(exhibit.name);
        let repeat = (!options.timing.once).then_some(options.timing.runs.repeat);
        let run = run(&device, machine_code.as_ref(), exhibit, &(exhibit.problem)(size), repeat)?;
        right &= run.is_right();
        let text = if options.markdown {
            format!("{} ({})\n\n{}", exhibit.name, run.size, markdown(&run))
        } else {
            table(&run)
        };
        bar.suspend(|| say(&format!("\n{text}")))?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    let counted = "counted: wavefronts per request of shared memory in the simulator";
    let timed = "time: by events on the GPU, median (10 to 90 %), a run of each layout in turn";
    say(&format!("\n{}\n", if device.is_gpu() { timed } else { counted }))?;
    Ok(right)
}
