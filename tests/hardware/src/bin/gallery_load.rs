//! Counts the load that the gallery's kernels put on a multiprocessor, at the sizes at which a GPU measured them.

use std::process::ExitCode;

use clap::Parser;
use smem_examples::gallery::{EXHIBITS, ProblemSize, VariantRun, run};
use smem_examples::{Error, exit_code, say};
use smem_hardware::load::{COLUMNS, simulated};
use smem_launch::{Device, Install, Isa};

/// Runs the gallery's kernels as machine code in the simulator, in large, and prints a line for each layout: instructions by pipe,
/// wavefronts, sectors, bytes, resources and the chain of dependent instructions, as the simulated columns of `gallery/load_h200.tsv` have
/// them.
#[derive(Parser)]
#[command(
    version,
    after_help = "Exit codes: 0 all right, 1 a number differs or a kernel faults, 2 bad input or a missing library."
)]
struct Options {
    /// The kernels to run [default: all]
    #[arg(value_name = "KERNEL")]
    kernels: Vec<String>,
    /// How large the problems are
    #[arg(long, value_enum, default_value = "large")]
    size: ProblemSize,
}

fn main() -> ExitCode {
    exit_code(run_all(&Options::parse()))
}

fn run_all(options: &Options) -> Result<bool, Error> {
    let device = Device::simulator(Isa::Sass, Install::Allowed)?;
    let mut is_right = true;
    say(&format!("kernel\tlayout\t{}\n", COLUMNS.join("\t")))?;
    for exhibit in EXHIBITS
        .iter()
        .filter(|exhibit| options.kernels.is_empty() || options.kernels.iter().any(|name| name == exhibit.name))
    {
        let run = run(&device, None, exhibit, &(exhibit.problem)(options.size), None)?;
        is_right &= run.is_right();
        for VariantRun { variant, profile, .. } in &run.variants {
            let Some(profile) = profile else { continue };
            let values: Vec<String> = simulated(profile).iter().map(u64::to_string).collect();
            say(&format!("{}\t{}\t{}\n", exhibit.name, variant.name, values.join("\t")))?;
        }
    }
    Ok(is_right)
}
