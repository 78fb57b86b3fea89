//! Writes the kernels that try instructions as machine code, for a GPU without this program, and reads what it left.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use smem_examples::{Error, exit_code, say};
use smem_hardware::instructions::{instruction_files, measured_kernels, rows};
use smem_launch::Install;

/// Compiles the kernels of `instructions`, and reads what a GPU left of them.
#[derive(Parser)]
#[command(
    version,
    after_help = "Exit codes: 0 done, 1 a kernel leaves other words in the simulator, 2 bad input or a missing library."
)]
struct Options {
    #[command(subcommand)]
    command: Step,
}

#[derive(Subcommand)]
enum Step {
    /// Write each file as FOLDER/NAME.cubin, and its kernels' names as FOLDER/NAME.kernels
    Write {
        /// The folder, which must exist
        folder: PathBuf,
    },
    /// Print the rows of FOLDER/NAME.out, which `measure.py` wrote
    Rows {
        /// The folder of both
        folder: PathBuf,
    },
    /// Compare the simulator with a data file
    Compare {
        /// The data file
        data: PathBuf,
    },
}

fn main() -> ExitCode {
    exit_code(match Options::parse().command {
        Step::Write { folder } => write(&folder),
        Step::Rows { folder } => print_rows(&folder),
        Step::Compare { data } => compare(&data),
    })
}

fn write(folder: &Path) -> Result<bool, Error> {
    let failed = |error: std::io::Error| Error::Input(format!("cannot write to `{}`: {error}", folder.display()));
    for file in instruction_files(Install::Allowed)? {
        fs::write(folder.join(format!("{}.cubin", file.name)), &file.cubin).map_err(failed)?;
        fs::write(folder.join(format!("{}.kernels", file.name)), file.kernels().join("\n") + "\n").map_err(failed)?;
    }
    Ok(true)
}

fn print_rows(folder: &Path) -> Result<bool, Error> {
    let failed = |error: std::io::Error| Error::Input(format!("cannot read `{}`: {error}", folder.display()));
    let mut names: Vec<PathBuf> =
        fs::read_dir(folder).map_err(failed)?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    names.retain(|path| path.extension().is_some_and(|extension| extension == "out"));
    names.sort();
    let mut text = String::from("# smem instructions 1\n");
    for path in names {
        let bytes = fs::read(&path).map_err(failed)?;
        let words: Vec<u32> =
            bytes.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect();
        let kernels = fs::read_to_string(path.with_extension("kernels")).map_err(failed)?;
        for (kernel, left) in kernels.lines().zip(words.chunks(4096)) {
            let hashes: Vec<String> = rows(left).iter().map(|hash| format!("{hash:016x}")).collect();
            let file = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            text += &format!("{file} {kernel} {}\n", hashes.join(" "));
        }
    }
    say(&text)?;
    Ok(true)
}

fn compare(data: &Path) -> Result<bool, Error> {
    let failed = |error: std::io::Error| Error::Input(format!("cannot read `{}`: {error}", data.display()));
    let measured = measured_kernels(&fs::read_to_string(data).map_err(failed)?)?;
    let mut equal = 0;
    for file in instruction_files(Install::Allowed)? {
        for kernel in measured.iter().filter(|kernel| kernel.file == file.name) {
            let left = file.simulate(&kernel.kernel)?;
            if rows(&left) == kernel.rows {
                equal += 1;
            } else {
                say(&format!("{} leaves other words\n", kernel.kernel))?;
            }
        }
    }
    say(&format!("{equal} of {} kernels leave the same words\n", measured.len()))?;
    Ok(equal == measured.len())
}
