//! Compiles the CUDA files of checkouts to cubins, for the census of what the simulator does not know.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use smem_examples::{Error, exit_code, make_folder, progress_bar, say, this_program, write_file};
use smem_hardware::census::{CensusCompiler, census_sources, cut_source};
use smem_launch::Install;

/// Compiles every `.cu` file of checkouts with NVRTC, without its host code, and leaves `OUT/ARCH/*.cubin` for `census`, and in
/// `OUT/CHECKOUT.tsv` what compiled and what did not.
///
/// Each file has a process of its own: some names of instances end NVRTC.
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
    /// Compile this one file in this process, and print its rows of the table
    #[arg(long, hide = true, value_name = "FILE")]
    file: Option<String>,
    /// Without instances of templates
    #[arg(long, hide = true, requires = "file")]
    no_instances: bool,
}

fn main() -> ExitCode {
    exit_code(run(&Options::parse()))
}

fn run(options: &Options) -> Result<bool, Error> {
    make_folder(&options.out)?;
    if let (Some(file), [checkout]) = (&options.file, &options.checkouts[..]) {
        return compile_here(options, &canonical(checkout)?, file);
    }
    let mut compiled = vec![0; options.arch.len()];
    let mut files = 0;
    for checkout in &options.checkouts {
        let checkout = canonical(checkout)?;
        let mut table = String::from("file\tarch\tinstances\tnot compiled\n");
        let mut paths = census_sources(&checkout)?;
        paths.retain(|path| path.contains(&options.only));
        let paths: Vec<String> = paths.into_iter().step_by(options.every.max(1)).collect();
        let bar = progress_bar(paths.len() as u64);
        for path in &paths {
            let rows = rows(options, &checkout, path)?;
            for (compiled, row) in compiled.iter_mut().zip(rows.lines()) {
                *compiled += usize::from(row.ends_with('\t'));
            }
            table += &rows;
            bar.inc(1);
        }
        bar.finish_and_clear();
        files += paths.len();
        write_file(&options.out.join(format!("{}.tsv", name(&checkout))), &table)?;
    }
    for (arch, compiled) in options.arch.iter().zip(&compiled) {
        say(&format!("{arch}: {compiled} of {files} files compile\n"))?;
    }
    Ok(compiled.iter().all(|compiled| *compiled == files))
}

fn canonical(checkout: &Path) -> Result<PathBuf, Error> {
    checkout.canonicalize().map_err(|error| Error::Input(format!("cannot read `{}`: {error}", checkout.display())))
}

fn name(checkout: &Path) -> String {
    checkout.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// The rows of a file, which another process compiles: with the instances that it launches, or without where NVRTC does not survive these.
fn rows(options: &Options, checkout: &Path, path: &str) -> Result<String, Error> {
    for no_instances in [false, true] {
        let mut command = this_program()?;
        command.arg(checkout).arg("--file").arg(path).arg("--arch").arg(options.arch.join(","));
        command.arg("--out").arg(&options.out);
        for include in &options.include {
            command.arg("--include").arg(include);
        }
        if no_instances {
            command.arg("--no-instances");
        }
        let output =
            command.output().map_err(|error| Error::Input(format!("cannot start this program again: {error}")))?;
        if matches!(output.status.code(), Some(0 | 1)) {
            return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
        }
    }
    Ok(options.arch.iter().map(|arch| format!("{path}\t{arch}\t0\tthe compiler ends\n")).collect())
}

/// Compiles one file for all architectures and prints its rows: path, architecture, instances, and the reason where it does not compile.
fn compile_here(options: &Options, checkout: &Path, path: &str) -> Result<bool, Error> {
    let name = name(checkout);
    let mut compiler = CensusCompiler::new(Install::Allowed, options.include.clone())?;
    let mut cut = cut_source(checkout, path, &options.out.join("cut").join(&name));
    if let Ok(cut) = &mut cut
        && options.no_instances
    {
        cut.instances.clear();
    }
    let mut all = true;
    for arch in &options.arch {
        let compiled = match &cut {
            Ok(cut) => compiler.compile_file(cut, arch),
            Err(error) => Err(error.to_string()),
        };
        let cells = match compiled {
            Ok(compiled) => {
                let folder = options.out.join(arch);
                make_folder(&folder)?;
                let file = folder.join(format!("{name}_{}.cubin", path.trim_end_matches(".cu").replace('/', "_")));
                std::fs::write(&file, &compiled.cubin)
                    .map_err(|error| Error::Input(format!("cannot write `{}`: {error}", file.display())))?;
                format!("{} of {}\t", compiled.instances, compiled.instances + compiled.without)
            }
            Err(reason) => {
                all = false;
                format!("0\t{reason}")
            }
        };
        say(&format!("{path}\t{arch}\t{cells}\n"))?;
    }
    Ok(all)
}
