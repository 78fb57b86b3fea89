//! Profiles the files of NVIDIA's CUDA samples that have kernels with shared memory, and says which of them do not profile.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use smem_examples::{Error, exit_code, progress_bar, say, write_file};
use smem_hardware::published::{SampleOutcome, files_with_shared_memory, profile_sample, sample_files};

/// Runs `smem-tile profile` on every file of NVIDIA's CUDA samples that has a kernel with shared memory, as it is published: with the
/// folders of the samples' own build on the include path, and the launches of `published/samples.tsv`.
///
/// The samples are not part of this project: `git clone https://github.com/NVIDIA/cuda-samples`.
#[derive(Parser)]
#[command(
    version,
    after_help = "Exit codes: 0 nine in ten of the files profile, 1 fewer do, or files have shared memory that the list lacks, 2 bad input."
)]
struct Options {
    /// A checkout of the samples
    #[arg(long, value_name = "DIR")]
    samples: PathBuf,
    /// The program `smem-tile` [default: the one beside this program]
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
    /// Only files with this in their paths
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    only: String,
    /// Data file to write
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,
}

fn main() -> ExitCode {
    exit_code(run(&Options::parse()))
}

fn run(options: &Options) -> Result<bool, Error> {
    let samples = options
        .samples
        .canonicalize()
        .map_err(|error| Error::Input(format!("cannot read `{}`: {error}", options.samples.display())))?;
    let program = match &options.program {
        Some(program) => program.clone(),
        None => beside_this_program()?,
    };
    let mut files = sample_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("published"))?;
    let found = files_with_shared_memory(&samples)?;
    let missing: Vec<&String> = found.iter().filter(|path| !files.iter().any(|file| file.path == **path)).collect();
    files.retain(|file| file.path.contains(&options.only));
    let bar = progress_bar(files.len() as u64);
    let mut outcomes = Vec::new();
    for file in &files {
        bar.set_message(file.path.clone());
        outcomes.push(profile_sample(&program, &samples, file)?);
        bar.inc(1);
    }
    bar.finish_and_clear();
    let profiled = outcomes.iter().filter(|outcome| outcome.profiled.is_ok()).count();
    for path in &missing {
        say(&format!("{path} has shared memory and is not in the list\n"))?;
    }
    for SampleOutcome { path, profiled } in &outcomes {
        match profiled {
            Ok(launches) => {
                let kernels: Vec<String> = launches
                    .iter()
                    .map(|launch| {
                        format!(
                            "{} ({}, {} requests, {} excess, {} races)",
                            launch.kernel, launch.isa, launch.requests, launch.excess, launch.races
                        )
                    })
                    .collect();
                say(&format!("{path}: {}\n", kernels.join("; ")))?;
            }
            Err(reason) => say(&format!("{path}: does not profile: {reason}\n"))?,
        }
    }
    say(&format!("{profiled} of {} files profile\n", outcomes.len()))?;
    if let Some(path) = &options.data {
        let lines: Vec<String> = outcomes.iter().map(SampleOutcome::line).collect();
        write_file(path, &format!("file\toutcome\tlaunches or reason\n{}\n", lines.join("\n")))?;
    }
    Ok(missing.is_empty() && 10 * profiled >= 9 * outcomes.len())
}

fn beside_this_program() -> Result<PathBuf, Error> {
    let this =
        std::env::current_exe().map_err(|error| Error::Input(format!("this program cannot find itself: {error}")))?;
    let program = this.with_file_name(format!("smem-tile{}", std::env::consts::EXE_SUFFIX));
    if program.is_file() {
        return Ok(program);
    }
    Err(Error::Input(format!(
        "there is no `{}`: build it, `cargo build --release -p smem-tile-cli`",
        program.display()
    )))
}
