//! Compiles the CUDA files of checkouts to cubins, for the census of what the simulator does not know.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use smem_examples::{Error, exit_code, make_folder, progress_bar, say, write_file};
use smem_hardware::census::{CensusCompiler, census_sources, cut_source};
use smem_launch::Install;

/// Compiles every `.cu` file of checkouts with NVRTC, without its host code, and leaves `OUT/ARCH/*.cubin` for `census`.
#[derive(Parser)]
#[command(version, after_help = "Exit codes: 0 every file compiles, 1 some do not, 2 bad input.")]
struct Options {
    /// Checkouts of repositories
    #[arg(required = true, value_name = "DIR")]
    checkouts: Vec<PathBuf>,
    /// Architectures
    #[arg(long, value_name = "ARCH", value_delimiter = ',', required = true)]
    arch: Vec<String>,
    /// The folder to write to
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Folders of headers, which are included as they are
    #[arg(long, short = 'I', value_name = "DIR")]
    include: Vec<PathBuf>,
    /// Only files with this in their paths
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    only: String,
    /// Only every so many files
    #[arg(long, value_name = "N", default_value_t = 1)]
    every: usize,
}

fn main() -> ExitCode {
    exit_code(run(&Options::parse()))
}

fn run(options: &Options) -> Result<bool, Error> {
    let mut compiler = CensusCompiler::new(Install::Allowed, options.include.clone())?;
    let mut compiled = vec![0; options.arch.len()];
    let mut files = 0;
    for checkout in &options.checkouts {
        let checkout = checkout
            .canonicalize()
            .map_err(|error| Error::Input(format!("cannot read `{}`: {error}", checkout.display())))?;
        let mut table = String::from("file\tarch\tinstances\tnot compiled\n");
        let name = checkout.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut paths = census_sources(&checkout)?;
        paths.retain(|path| path.contains(&options.only));
        let paths: Vec<String> = paths.into_iter().step_by(options.every.max(1)).collect();
        let bar = progress_bar(paths.len() as u64);
        for path in &paths {
            for (at, line) in compile(&mut compiler, &checkout, path, options)?.into_iter().enumerate() {
                compiled[at] += usize::from(line.is_compiled);
                table += &format!("{path}\t{}\t{}\n", options.arch[at], line.text);
            }
            bar.inc(1);
        }
        bar.finish_and_clear();
        files += paths.len();
        write_file(&options.out.join(format!("{name}.tsv")), &table)?;
    }
    for (arch, compiled) in options.arch.iter().zip(&compiled) {
        say(&format!("{arch}: {compiled} of {files} files compile\n"))?;
    }
    Ok(compiled.iter().all(|compiled| *compiled == files))
}

/// The outcome of a file for an architecture.
struct Outcome {
    is_compiled: bool,
    /// Its cells of the table: instances, and the reason where it does not compile.
    text: String,
}

fn compile(
    compiler: &mut CensusCompiler,
    checkout: &Path,
    path: &str,
    options: &Options,
) -> Result<Vec<Outcome>, Error> {
    let name = checkout.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let cut = match cut_source(checkout, path, &options.out.join("cut").join(&name)) {
        Ok(cut) => cut,
        Err(error) => {
            let refused = || Outcome { is_compiled: false, text: format!("0\t{error}") };
            return Ok(options.arch.iter().map(|_| refused()).collect());
        }
    };
    let mut outcomes = Vec::new();
    for arch in &options.arch {
        let outcome = match compiler.compile_file(&cut, arch) {
            Ok(compiled) => {
                let file = format!("{name}_{}.cubin", path.trim_end_matches(".cu").replace('/', "_"));
                let folder = options.out.join(arch);
                make_folder(&folder)?;
                let file = folder.join(file);
                std::fs::write(&file, &compiled.cubin)
                    .map_err(|error| Error::Input(format!("cannot write `{}`: {error}", file.display())))?;
                Outcome {
                    is_compiled: true,
                    text: format!("{} of {}\t", compiled.instances, compiled.instances + compiled.without),
                }
            }
            Err(reason) => Outcome { is_compiled: false, text: format!("0\t{reason}") },
        };
        outcomes.push(outcome);
    }
    Ok(outcomes)
}
