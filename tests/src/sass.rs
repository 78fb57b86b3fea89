//! How long a kernel's machine code is: the instructions of each kernel in a CUBIN, as NVIDIA's disassembler shows them.
//!
//! Where the disassembler cannot be had the bytes of the code stand in for them. They come in steps, since each kernel is
//! padded to a multiple of 128 bytes, so a difference of a few instructions may not show.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use smem_launch::{Install, Wheel};

/// The oldest compute capability, as 75 for 7.5, that the disassembler reads.
pub const OLDEST: u32 = 75;

/// Bytes of an instruction since compute capability 7.0.
pub const INSTRUCTION_BYTES: u32 = 16;

/// A measure of code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ruler {
    /// Instructions, by the disassembler at this path.
    Instructions(PathBuf),
    /// Bytes, since there is no disassembler, for the reason given.
    Bytes(String),
}

impl Ruler {
    /// The disassembler from its wheel, installed where it is missing, or that of a CUDA toolkit; without either, bytes.
    pub fn find() -> Ruler {
        match Wheel::NVDISASM.file("nvdisasm", Install::Allowed) {
            Ok(path) => Ruler::Instructions(path),
            Err(error) => match toolkit() {
                Some(path) => Ruler::Instructions(path),
                None => Ruler::Bytes(error.to_string()),
            },
        }
    }

    /// The length of each kernel in the CUBIN at `path`, without what the compiler adds after its end: the jump that
    /// catches a runaway program counter, and padding. Bytes are counted with both.
    ///
    /// # Errors
    /// In a sentence, where the CUBIN cannot be read.
    pub fn measure(&self, path: &Path) -> Result<BTreeMap<String, u32>, String> {
        match self {
            Ruler::Instructions(program) => {
                let output = Command::new(program)
                    .arg("--print-code")
                    .arg(path)
                    .output()
                    .map_err(|error| format!("`{}` does not start: {error}", program.display()))?;
                if !output.status.success() {
                    let told = String::from_utf8_lossy(&output.stderr);
                    return Err(format!("`{}` fails: {}", program.display(), told.trim()));
                }
                instructions(&String::from_utf8_lossy(&output.stdout))
            }
            Ruler::Bytes(_) => {
                let cubin = std::fs::read(path).map_err(|error| format!("`{}`: {error}", path.display()))?;
                code_bytes(&cubin).ok_or_else(|| format!("`{}` is no CUBIN", path.display()))
            }
        }
    }
}

/// The disassembler of a CUDA toolkit.
fn toolkit() -> Option<PathBuf> {
    let folder = std::env::var_os("CUDA_PATH").map(|path| PathBuf::from(path).join("bin/nvdisasm"));
    let candidates = folder.into_iter().chain(["/usr/local/cuda/bin/nvdisasm".into(), "nvdisasm".into()]);
    candidates.into_iter().find(|path| Command::new(path).arg("--version").output().is_ok())
}

/// The instructions of each kernel in a listing.
fn instructions(listing: &str) -> Result<BTreeMap<String, u32>, String> {
    let mut kernels: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    let mut kernel = None;
    for line in listing.lines() {
        if let Some(name) = line.strip_prefix(".text.").and_then(|line| line.strip_suffix(':')) {
            kernel = Some(kernels.entry(name.to_string()).or_default());
        } else if let (Some(code), Some(instruction)) = (&mut kernel, instruction(line)) {
            code.push(instruction);
        }
    }
    let lengths = kernels.into_iter().map(|(name, mut code)| {
        while code.last().is_some_and(|last| last.starts_with("NOP")) {
            code.pop();
        }
        match code.pop() {
            Some(last) if last.starts_with("BRA") => Ok((name, code.len() as u32)),
            last => Err(format!("`{name}` ends in {last:?}, not in a jump to itself")),
        }
    });
    lengths.collect()
}

/// The text of `        /*0010*/       S2R R9, SR_TID.X ;`.
fn instruction(line: &str) -> Option<&str> {
    let (address, rest) = line.trim_start().strip_prefix("/*")?.split_once("*/")?;
    let is_address = address.len() >= 4 && address.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_address.then_some(rest.trim())
}

/// The bytes of code of each kernel in a CUBIN, which is an ELF file with a section a kernel.
pub fn code_bytes(cubin: &[u8]) -> Option<BTreeMap<String, u32>> {
    let number = |at: usize, bytes: usize| {
        let field = cubin.get(at..at + bytes)?;
        usize::try_from(field.iter().rev().fold(0u64, |number, byte| number << 8 | u64::from(*byte))).ok()
    };
    if !cubin.starts_with(b"\x7fELF\x02\x01") {
        return None;
    }
    let (table, size, count) = (number(0x28, 8)?, number(0x3a, 2)?, number(0x3c, 2)?);
    let header = |section: usize| table + section * size;
    let names = number(header(number(0x3e, 2)?) + 0x18, 8)?;
    let mut kernels = BTreeMap::new();
    for section in 0..count {
        let name = cubin.get(names + number(header(section), 4)?..)?;
        let name = name.split(|byte| *byte == 0).next()?;
        if let Some(kernel) = std::str::from_utf8(name).ok()?.strip_prefix(".text.") {
            kernels.insert(kernel.to_string(), u32::try_from(number(header(section) + 0x20, 8)?).ok()?);
        }
    }
    Some(kernels)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LISTING: &str = "
//--------------------- .text.k                   --------------------------
        .section        .text.k,\"ax\",@progbits
k:
.text.k:
        /*0000*/                   S2R R9, SR_TID.X ;
        /*0010*/              @!P0 BRA `(.L_x_1) ;
        /*0020*/                   NOP;
.L_x_1:
        /*0030*/                   EXIT ;
.L_x_0:
        /*0040*/                   BRA `(.L_x_0);
        /*0050*/                   NOP;
        /*0060*/                   NOP;
";

    #[test]
    fn what_follows_the_end_of_a_kernel_does_not_count() {
        assert_eq!(instructions(LISTING).unwrap(), BTreeMap::from([("k".to_string(), 4)]));
    }

    #[test]
    fn a_kernel_that_ends_otherwise_is_not_measured() {
        let cut = LISTING.split("/*0040*/").next().unwrap();
        assert!(instructions(cut).unwrap_err().contains("`k` ends in"));
    }
}
