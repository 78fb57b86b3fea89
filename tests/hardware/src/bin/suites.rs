//! Runs suites of kernels with known mistakes, and says what was found, what was missed, and what was reported without cause.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, ValueEnum};
use smem_examples::{Error, exit_code, progress_bar, say, write_file};
use smem_hardware::suites::{
    SuiteCase, SuiteData, SuiteOutcome, SuiteVerdict, barrier_cases, gpuverify_cases, indigo_cases, planted_kernels,
    run_cases,
};

/// Runs `smem-tile profile` on each code of a suite and compares what it finds with what the suite expects.
///
/// `planted` is in this project. The others are read from a checkout of the repository that RESULTS.md names.
#[derive(Parser)]
#[command(version, after_help = "Exit codes: 0 no false report and no miss, 1 a false report or a miss, 2 bad input.")]
struct Options {
    /// The suite
    suite: Suite,
    /// A checkout of the suite's repository; `planted` needs none
    #[arg(long, value_name = "DIR", required_if_eq_any([("suite", "indigo"), ("suite", "gpuverify"), ("suite", "barriers")]))]
    checkout: Option<PathBuf>,
    /// The program `smem-tile` [default: the one beside this program]
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
    /// Only codes with this in their names
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    only: String,
    /// Looks for races of global memory as well
    #[arg(long)]
    global_races: bool,
    /// Folder in which each code is left with its launch file and what the program said
    #[arg(long, value_name = "DIR", default_value = "target/suites")]
    out: PathBuf,
    /// Takes the answers that an earlier run left there, for the same sources and launches, instead of running those again
    #[arg(long)]
    keep: bool,
    /// Data file to write
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Suite {
    /// This project's kernels, correct and with one mistake each
    Planted,
    /// Indigo's codes with shared memory, of HiRace's artifact
    Indigo,
    /// GPUVerify's tests in CUDA and OpenCL
    Gpuverify,
    /// GPUVerifyBenchmarks, with each `__syncthreads()` deleted once
    Barriers,
}

fn main() -> ExitCode {
    exit_code(run(&Options::parse()))
}

fn run(options: &Options) -> Result<bool, Error> {
    let program = match &options.program {
        Some(program) => program
            .canonicalize()
            .map_err(|error| Error::Input(format!("cannot find `{}`: {error}", program.display())))?,
        None => beside_this_program()?,
    };
    let mut cases = cases(options)?;
    cases.retain(|case| case.name.contains(&options.only));
    let folder = std::path::absolute(&options.out).map_err(|error| Error::cannot_write(&options.out, &error))?;
    let bar = progress_bar(cases.len() as u64);
    let outcomes = run_cases(&program, &cases, &folder, options.keep, &|_| bar.inc(1))?;
    bar.finish_and_clear();
    let data = SuiteData { outcomes };
    for outcome in &data.outcomes {
        if matches!(outcome.verdict(), SuiteVerdict::FalseReport | SuiteVerdict::Missed) {
            say(&told(outcome))?;
        }
    }
    let count = |verdict| data.count(verdict);
    say(&format!(
        "{} codes: {} right, {} false reports, {} missed, {} outside, {} not run\n",
        data.outcomes.len(),
        count(SuiteVerdict::Right),
        count(SuiteVerdict::FalseReport),
        count(SuiteVerdict::Missed),
        count(SuiteVerdict::Outside),
        count(SuiteVerdict::NotRun)
    ))?;
    if let Some(path) = &options.data {
        write_file(path, &data.text())?;
    }
    Ok(count(SuiteVerdict::FalseReport) + count(SuiteVerdict::Missed) == 0)
}

fn cases(options: &Options) -> Result<Vec<SuiteCase>, Error> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("suites");
    let include = own.join("include");
    let checkout = options.checkout.clone().unwrap_or_default();
    match options.suite {
        Suite::Planted => Ok(planted_kernels(&own.join("planted"))?.iter().map(|kernel| kernel.case()).collect()),
        Suite::Indigo => indigo_cases(&checkout, options.global_races),
        Suite::Gpuverify => gpuverify_cases(&checkout, &include, options.global_races),
        Suite::Barriers => barrier_cases(&checkout, &include),
    }
}

fn told(outcome: &SuiteOutcome) -> String {
    let line = outcome.line().replace('\t', "  ");
    if outcome.told.is_empty() { format!("{line}\n") } else { format!("{line}\n    {}\n", outcome.told) }
}

fn beside_this_program() -> Result<PathBuf, Error> {
    let this =
        std::env::current_exe().map_err(|error| Error::Input(format!("this program cannot find itself: {error}")))?;
    let program = this.with_file_name(format!("smem-tile{}", std::env::consts::EXE_SUFFIX));
    if program.is_file() {
        return Ok(program);
    }
    Err(Error::Input(format!("there is no `{}`: build it, `cargo build -p smem-tile-cli`", program.display())))
}
