//! Counts the instructions of machine code that the simulator does not know, over many cubins.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use smem_examples::{Error, exit_code, progress_bar, say, write_file};
use smem_launch::{Disassembler, Install};
use smem_sim::Module;

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

/// What was counted of an architecture.
#[derive(Default)]
struct Census {
    kernels: usize,
    decoded: usize,
    instructions: usize,
    /// What is unknown: kernels with it, and instructions.
    unknown: BTreeMap<String, (BTreeSet<String>, usize)>,
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
        table += &format!("{arch}\t(decoded)\t{}\t{}\n", census.decoded, census.instructions);
        table += &format!("{arch}\t(refused)\t{}\t\n", census.kernels - census.decoded);
        let mut unknown: Vec<_> = census.unknown.iter().collect();
        unknown.sort_by_key(|(_, (kernels, instructions))| std::cmp::Reverse((kernels.len(), *instructions)));
        for (what, (kernels, instructions)) in unknown {
            table += &format!("{arch}\t{what}\t{}\t{instructions}\n", kernels.len());
        }
        all_decode &= census.decoded == census.kernels;
    }
    match &options.data {
        Some(path) => write_file(path, &table)?,
        None => say(&table)?,
    }
    Ok(all_decode)
}

impl Census {
    fn of(folder: &Path, disassembler: &Disassembler) -> Result<Census, Error> {
        let files = cubins(folder)?;
        let mut census = Census::default();
        let bar = progress_bar(files.len() as u64);
        for file in &files {
            let cubin =
                fs::read(file).map_err(|error| Error::Input(format!("cannot read `{}`: {error}", file.display())))?;
            let listing = disassembler.listing(&cubin)?;
            census.add(&file.display().to_string(), &Module::from_cubin(&cubin, &listing), &listing);
            bar.inc(1);
        }
        bar.finish_and_clear();
        Ok(census)
    }

    fn add(&mut self, file: &str, module: &Result<Module, smem_sim::ParseError>, listing: &str) {
        self.instructions +=
            listing.lines().filter(|line| line.trim_start().starts_with("/*0") && line.ends_with(';')).count();
        let module = match module {
            Ok(module) => module,
            Err(error) => {
                let (files, times) = self.unknown.entry(kind(error.message())).or_default();
                files.insert(file.to_owned());
                *times += 1;
                return;
            }
        };
        for kernel in module.kernels() {
            self.kernels += 1;
            let refusals = module.refusals(kernel);
            self.decoded += usize::from(refusals.is_empty());
            for error in refusals {
                let (kernels, instructions) = self.unknown.entry(kind(error.message())).or_default();
                kernels.insert(format!("{file} {kernel}"));
                *instructions += 1;
            }
        }
    }
}

/// The cubins in a folder, by name.
fn cubins(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let entries =
        fs::read_dir(folder).map_err(|error| Error::Input(format!("cannot read `{}`: {error}", folder.display())))?;
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "cubin"));
    files.sort();
    Ok(files)
}

/// What is unknown, without the operands of the one instruction.
fn kind(message: &str) -> String {
    let Some((instruction, rest)) = message.strip_prefix('`').and_then(|rest| rest.split_once("`: ")) else {
        return message.to_owned();
    };
    let opcode = instruction.split_whitespace().find(|word| !word.starts_with('@')).unwrap_or_default();
    format!("{opcode}: {}", rest.split(": ").next().unwrap_or(rest))
}
