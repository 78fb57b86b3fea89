//! Instructions in the kernels of cubins that the decoder refuses.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use smem_examples::{Error, progress_bar};
use smem_launch::Disassembler;
use smem_sim::Module;

/// The count of an architecture's kernels and instructions, and of those that the decoder refuses.
#[derive(Debug, Default)]
pub struct Census {
    /// All kernels.
    pub kernels: usize,
    /// Those of which every instruction is known.
    pub decoded: usize,
    /// Instructions of all files, known or not.
    pub instructions: usize,
    /// Unknown forms: the kernels with each, and its instructions.
    unknown: BTreeMap<String, (BTreeSet<String>, usize)>,
}

impl Census {
    /// Decodes all cubins in a folder.
    ///
    /// # Errors
    /// Where one cannot be read, or nvdisasm does not list it.
    pub fn of(folder: &Path, disassembler: &Disassembler) -> Result<Census, Error> {
        let files = cubins(folder)?;
        let mut census = Census::default();
        let bar = progress_bar(files.len() as u64);
        for file in &files {
            let cubin =
                fs::read(file).map_err(|error| Error::Input(format!("cannot read `{}`: {error}", file.display())))?;
            let listing = disassembler.listing(&cubin)?;
            census.add(&file.display().to_string(), &smem_sass::module(&cubin, &listing), &listing);
            bar.inc(1);
        }
        bar.finish_and_clear();
        Ok(census)
    }

    /// Returns what is unknown, with the kernels that have it and its instructions, the most kernels first.
    pub fn unknown(&self) -> Vec<(&str, usize, usize)> {
        let mut all: Vec<_> =
            self.unknown.iter().map(|(what, (kernels, times))| (what.as_str(), kernels.len(), *times)).collect();
        all.sort_by_key(|(_, kernels, instructions)| std::cmp::Reverse((*kernels, *instructions)));
        all
    }

    fn add(&mut self, file: &str, module: &Result<Module, smem_sim::ParseError>, listing: &str) {
        self.instructions += listing.lines().filter(|line| is_instruction(line)).count();
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

/// Whether a line of a listing is an instruction: its address in a comment, and a semicolon after it.
fn is_instruction(line: &str) -> bool {
    let Some((address, rest)) = line.trim_start().strip_prefix("/*").and_then(|rest| rest.split_once("*/")) else {
        return false;
    };
    !address.is_empty() && address.bytes().all(|byte| byte.is_ascii_hexdigit()) && rest.contains(';')
}

/// Returns the unknown form, without the operands of the one instruction.
fn kind(message: &str) -> String {
    let Some((instruction, rest)) = message.strip_prefix('`').and_then(|rest| rest.split_once("`: ")) else {
        return message.to_owned();
    };
    let opcode = instruction.split_whitespace().find(|word| !word.starts_with('@')).unwrap_or_default();
    format!("{opcode}: {}", without_numbers(rest.split(": ").next().unwrap_or(rest)))
}

/// A message without the numbers of registers and places in constant banks: `R7` becomes `Rn`.
fn without_numbers(text: &str) -> String {
    let mut result = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(|c: char| c.is_ascii_digit()) {
        result += &rest[..at];
        let digits = rest[at..].bytes().take_while(u8::is_ascii_hexdigit).count();
        let is_register = rest[..at].ends_with('R');
        let is_place = rest[at..].starts_with("0x") && result.contains("][");
        let length =
            if is_place { 2 + rest[at + 2..].bytes().take_while(u8::is_ascii_hexdigit).count() } else { digits };
        result += if is_register || is_place { "n" } else { &rest[at..at + length] };
        rest = &rest[at + length..];
    }
    result + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_are_lines_with_an_address_of_any_length() {
        assert!(is_instruction("        /*1230*/                   MOV R1, c[0x0][0x28] ;"));
        assert!(is_instruction("        /*10ab0*/              @P0 EXIT ;  /* 0x000 */"));
        assert!(!is_instruction("  /* 0x000fe200 */") && !is_instruction(".L_x_1:"));
    }

    #[test]
    fn what_is_unknown_is_counted_by_its_form() {
        assert_eq!(kind("unknown instruction `SUST.D`"), "unknown instruction `SUST.D`");
        assert_eq!(kind("`@P0 LDS.U R4, [R2]`: unknown modifier `.U`"), "LDS.U: unknown modifier `.U`");
        assert_eq!(kind("`FMUL`: the operand `UR68` is unknown"), "FMUL: the operand `URn` is unknown");
        assert_eq!(
            kind("`X R1`: what the driver keeps at c[0x0][0x2a4] is unknown"),
            "X: what the driver keeps at c[0x0][n] is unknown"
        );
    }
}
