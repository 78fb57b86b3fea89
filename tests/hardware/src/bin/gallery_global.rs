//! Counts the requests and sectors of global memory of the gallery's kernels, at the size at which a GPU measured them.

use std::process::ExitCode;

use clap::Parser;
use smem_examples::gallery::{EXHIBITS, ProblemSize, VariantRun, run};
use smem_examples::{Error, exit_code, say};
use smem_launch::{Device, Install, Isa};
use smem_sim::{GlobalOp, Profile};

/// Runs the gallery's kernels as machine code in the simulator, in large, and prints a line for each layout: requests and sectors of
/// loads, stores, reductions and atomics, as `gallery/global_h200.tsv` has them.
#[derive(Parser)]
#[command(
    version,
    after_help = "Exit codes: 0 all right, 1 a number differs or a kernel faults, 2 bad input or a missing library."
)]
struct Options {
    /// The kernels to run [default: all]
    #[arg(value_name = "KERNEL")]
    kernels: Vec<String>,
}

fn main() -> ExitCode {
    exit_code(run_all(&Options::parse()))
}

fn run_all(options: &Options) -> Result<bool, Error> {
    let device = Device::simulator(Isa::Sass, Install::Allowed)?;
    let mut is_right = true;
    for exhibit in EXHIBITS
        .iter()
        .filter(|exhibit| options.kernels.is_empty() || options.kernels.iter().any(|name| name == exhibit.name))
    {
        let run = run(&device, None, exhibit, &(exhibit.problem)(ProblemSize::Large), None)?;
        is_right &= run.is_right();
        for VariantRun { variant, profile, .. } in &run.variants {
            let Some(profile) = profile else { continue };
            let counts: Vec<String> = [GlobalOp::Load, GlobalOp::Store, GlobalOp::Reduction, GlobalOp::Atomic]
                .iter()
                .flat_map(|op| counts(profile, *op))
                .map(|count| count.to_string())
                .collect();
            say(&format!("{}\t{}\t{}\n", exhibit.name, variant.name, counts.join("\t")))?;
        }
    }
    Ok(is_right)
}

/// Requests and sectors.
fn counts(profile: &Profile, op: GlobalOp) -> [u64; 2] {
    let of_op = || profile.global.iter().filter(|count| count.op == op);
    [of_op().map(|count| count.requests).sum(), of_op().map(|count| count.sectors).sum()]
}
