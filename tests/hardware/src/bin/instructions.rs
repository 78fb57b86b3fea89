//! Writes the kernels that try instructions as machine code, for a GPU without this program, and reads what it left.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use smem_examples::{Error, exit_code, say};
use smem_hardware::instructions::{instruction_files, instruction_folder, instruction_paths, measured_kernels, rows};
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
        /// Compile the `.cu` files of this folder instead of the committed ones
        #[arg(long)]
        from: Option<PathBuf>,
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
    /// Count the words of FOLDER/NAME.out that the simulator leaves otherwise
    Words {
        /// The folder of what `measure.py` wrote
        folder: PathBuf,
        /// Compile the `.cu` files of this folder instead of the committed ones
        #[arg(long)]
        from: Option<PathBuf>,
        /// Print each word that differs: row, thread, the GPU's and the simulator's
        #[arg(long)]
        each: bool,
    },
}

fn main() -> ExitCode {
    exit_code(match Options::parse().command {
        Step::Write { folder, from } => write(&folder, from),
        Step::Rows { folder } => print_rows(&folder),
        Step::Compare { data } => compare(&data),
        Step::Words { folder, from, each } => compare_words(&folder, from, each),
    })
}

fn write(folder: &Path, from: Option<PathBuf>) -> Result<bool, Error> {
    let failed = |error: std::io::Error| Error::Input(format!("cannot write to `{}`: {error}", folder.display()));
    for file in instruction_files(instruction_paths(&from.unwrap_or_else(instruction_folder))?, Install::Allowed)? {
        fs::write(folder.join(format!("{}.cubin", file.name)), &file.cubin).map_err(failed)?;
        fs::write(folder.join(format!("{}.kernels", file.name)), file.kernels().join("\n") + "\n").map_err(failed)?;
    }
    Ok(true)
}

fn read_words(path: &Path) -> std::io::Result<Vec<u32>> {
    let bytes = fs::read(path)?;
    Ok(bytes.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect())
}

fn print_rows(folder: &Path) -> Result<bool, Error> {
    let failed = |error: std::io::Error| Error::Input(format!("cannot read `{}`: {error}", folder.display()));
    let mut names: Vec<PathBuf> =
        fs::read_dir(folder).map_err(failed)?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    names.retain(|path| path.extension().is_some_and(|extension| extension == "out"));
    names.sort();
    let mut text = String::from("# smem instructions 1\n");
    for path in names {
        let words = read_words(&path).map_err(failed)?;
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
    for file in instruction_files(instruction_paths(&instruction_folder())?, Install::Allowed)? {
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

fn compare_words(folder: &Path, from: Option<PathBuf>, each: bool) -> Result<bool, Error> {
    let (mut kernels, mut equal, mut different) = (0, 0, 0);
    for file in instruction_files(instruction_paths(&from.unwrap_or_else(instruction_folder))?, Install::Allowed)? {
        let path = folder.join(format!("{}.out", file.name));
        if !path.exists() {
            continue;
        }
        let words =
            read_words(&path).map_err(|error| Error::Input(format!("cannot read `{}`: {error}", path.display())))?;
        for (kernel, measured) in file.kernels().iter().zip(words.chunks(4096)) {
            kernels += 1;
            let left = match file.simulate(kernel) {
                Ok(left) => left,
                Err(refused) => {
                    say(&format!("{kernel}: {refused}\n"))?;
                    continue;
                }
            };
            let others: Vec<usize> = (0..measured.len()).filter(|&i| measured[i] != left[i]).collect();
            equal += usize::from(others.is_empty());
            different += others.len();
            if !others.is_empty() {
                say(&format!("{kernel}: {} of {} words differ\n", others.len(), measured.len()))?;
            }
            for i in others.into_iter().filter(|_| each) {
                let (row, thread) = (i / 128, i % 128);
                say(&format!("  row {row} thread {thread}: {:08x}, simulated {:08x}\n", measured[i], left[i]))?;
            }
        }
    }
    say(&format!("{equal} of {kernels} kernels leave the same words; {different} words differ\n"))?;
    Ok(equal == kernels)
}
