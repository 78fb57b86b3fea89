//! Counts the instructions of machine code that the simulator does not know, over many cubins.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use smem_examples::{Error, exit_code, say, write_file};
use smem_hardware::census::Census;
use smem_launch::{Disassembler, Install};

/// Decodes all kernels of the cubins in folders, one folder an architecture, and counts what is unknown.
#[derive(Parser)]
#[command(version, after_help = "Exit codes: 0 every kernel decodes, 1 some do not, 2 bad input.")]
struct Options {
    /// Folders of cubins, named for their architectures
    #[arg(required = true, value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// Data file to write
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,
}

fn main() -> ExitCode {
    exit_code(run(&Options::parse()))
}

fn run(options: &Options) -> Result<bool, Error> {
    let disassembler = Disassembler::find(Install::Allowed)?;
    let mut table = String::from("arch\tunknown\tkernels\tinstructions\n");
    let mut all_decode = true;
    for folder in &options.folders {
        let census = Census::of(folder, &disassembler)?;
        let arch = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let (decoded, kernels, instructions) = (census.decoded, census.kernels, census.instructions);
        say(&format!("{arch}: {decoded} of {kernels} kernels decode, {instructions} instructions\n"))?;
        table += &format!("{arch}\t(decoded)\t{decoded}\t{instructions}\n{arch}\t(refused)\t{}\t\n", kernels - decoded);
        for (what, kernels, instructions) in census.unknown() {
            table += &format!("{arch}\t{what}\t{kernels}\t{instructions}\n");
        }
        all_decode &= decoded == kernels;
    }
    match &options.data {
        Some(path) => write_file(path, &table)?,
        None => say(&table)?,
    }
    Ok(all_decode)
}
