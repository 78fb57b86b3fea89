//! Nsight Compute's source page: the wavefronts of every SASS instruction, sorted by request.
//!
//! ```text
//! "Kernel Name","requests_0000(const unsigned int *, unsigned int *)"
//! "#","Address","Source",..,"L1 Wavefronts Shared",..
//! "41","0x7f..10","      @P0 LDS R8, [R6+UR4+0x20] ",..,"1",..
//! ```
//!
//! The offset in its address says which request an instruction belongs to. Its opcode must be the request's, so that an
//! instruction which the assembler changed is an error and not a measurement.

use super::kernels::{OFFSET_STEP, PER_KERNEL, name};
use super::op::Op;
use super::request::Request;
use crate::nsight::csv::{cells, column, count};

/// The names of the column.
pub(super) const WAVEFRONTS: [&str; 2] = ["L1 Wavefronts Shared", "memory_l1_wavefronts_shared"];

/// Returns the wavefronts of each request, in order. The error is a sentence.
pub(super) fn wavefronts(page: &str, requests: &[Request]) -> Result<Vec<u32>, String> {
    let mut counts = Vec::with_capacity(requests.len());
    let kernels = kernels(page)?;
    for (number, chunk) in requests.chunks(PER_KERNEL).enumerate() {
        let name = name(number);
        let mut of_name = kernels.iter().filter(|kernel| kernel.name.contains(&name));
        let kernel = of_name.next().ok_or_else(|| format!("the source page has no kernel `{name}`"))?;
        if of_name.next().is_some() {
            return Err(format!("the source page has the kernel `{name}` twice"));
        }
        counts.extend(of_kernel(kernel, chunk).map_err(|told| format!("`{name}`: {told}"))?);
    }
    Ok(counts)
}

/// A kernel's shared-memory instructions and their wavefronts.
struct KernelPage {
    name: String,
    instructions: Vec<(SassInstruction, u64)>,
}

/// A SASS instruction as its text describes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct SassInstruction {
    op: Op,
    /// Bytes a lane; for matrices, 16.
    bytes: u32,
    /// Matrices, or 0.
    matrices: u32,
    /// The number in its address.
    offset: u32,
}

fn kernels(page: &str) -> Result<Vec<KernelPage>, String> {
    let mut kernels: Vec<KernelPage> = Vec::new();
    let mut head: Option<(usize, usize)> = None;
    for line in page.lines() {
        let row = cells(line);
        if matches!(row[0].as_str(), "Kernel Name" | "Function Name") && row.len() >= 2 {
            kernels.push(KernelPage { name: row[1].clone(), instructions: Vec::new() });
        } else if let (Some(source), Some(wavefronts)) = (column(&row, &["Source"]), column(&row, &WAVEFRONTS)) {
            head = Some((source, wavefronts));
        } else if let (Some((source, wavefronts)), Some(kernel)) = (head, kernels.last_mut()) {
            let Some(instruction) = row.get(source).and_then(|text| instruction(text)) else { continue };
            let cell = row.get(wavefronts).map(String::as_str).unwrap_or_default();
            let Some(count) = count(cell) else {
                return Err(format!("`{cell}` is not a count of wavefronts, in the line `{line}`"));
            };
            kernel.instructions.push((instruction, count));
        }
    }
    match (head, kernels.is_empty()) {
        (None, _) => Err(format!("the source page has no column `{}`", WAVEFRONTS[0])),
        (_, true) => Err("the source page names no kernel".to_owned()),
        _ => Ok(kernels),
    }
}

/// Reads `@P0 LDS.128 R12, [R9+UR4+0x40]`. `None` for anything but the instructions that requests become.
fn instruction(sass: &str) -> Option<SassInstruction> {
    let text = sass.trim();
    let text = if text.starts_with('@') { text.split_once(char::is_whitespace)?.1.trim_start() } else { text };
    let (opcode, operands) = text.split_once(char::is_whitespace)?;
    let mut parts = opcode.split('.');
    let op = match parts.next()? {
        "LDS" => Op::Load,
        "STS" => Op::Store,
        "LDSM" => Op::LdMatrix,
        "STSM" => Op::StMatrix,
        "ATOMS" => match parts.next()? {
            "ADD" => Op::AtomicAdd,
            "EXCH" => Op::Exchange,
            "CAS" => Op::CompareAndSwap,
            _ => return None,
        },
        // Volatile, as requests are. Others are of what the assembler puts after an atomic, for local memory.
        "LD" if opcode.contains(".STRONG") => Op::GenericLoad,
        "ST" if opcode.contains(".STRONG") => Op::GenericStore,
        "ATOM" | "RED" => parts.clone().find_map(|part| match part {
            "ADD" => Some(Op::GenericAdd),
            "MAX" => Some(Op::GenericMax),
            "EXCH" => Some(Op::GenericExchange),
            "CAS" => Some(Op::GenericCompareAndSwap),
            _ => None,
        })?,
        _ => return None,
    };
    let (mut bytes, mut matrices) = (4, 0);
    if op.is_matrix() {
        bytes = 16;
        matrices = match parts.next_back()? {
            "2" => 2,
            "4" => 4,
            _ => 1,
        };
    } else {
        for part in parts {
            match part {
                "U8" | "S8" => bytes = 1,
                "U16" | "S16" => bytes = 2,
                "64" => bytes = 8,
                "128" => bytes = 16,
                _ => {}
            }
        }
    }
    // After the descriptor, where there is one: `desc[UR4][R2.64+0x10]`.
    let address = operands.rsplit_once('[')?.1.split_once(']')?.0;
    let offset = address.rsplit('+').next().and_then(|last| u32::from_str_radix(last.strip_prefix("0x")?, 16).ok());
    Some(SassInstruction { op, bytes, matrices, offset: offset.unwrap_or(0) })
}

fn of_kernel(kernel: &KernelPage, chunk: &[Request]) -> Result<Vec<u32>, String> {
    // After an addition of 64 bits on a generic address there is a loop of shared ones, in case it is refused.
    let generic = chunk.iter().any(|request| request.op.is_generic());
    let instructions: Vec<&(SassInstruction, u64)> =
        kernel.instructions.iter().filter(|(instruction, _)| instruction.op.is_generic() == generic).collect();
    let found = instructions.len();
    if found != chunk.len() {
        return Err(format!("{found} instructions of shared memory for {} requests", chunk.len()));
    }
    // Where the array starts may be part of every offset.
    let lowest = instructions.iter().map(|(instruction, _)| instruction.offset).min().unwrap_or(0);
    let mut counts: Vec<Option<u32>> = vec![None; chunk.len()];
    for (instruction, wavefronts) in instructions {
        let from_first = instruction.offset - lowest;
        let at = (from_first / OFFSET_STEP) as usize;
        let Some(request) = chunk.get(at).filter(|_| from_first % OFFSET_STEP == 0) else {
            return Err(format!("{instruction:?} belongs to no request"));
        };
        let matrices = if request.op.is_matrix() { request.warp.active().count_ones() / 8 } else { 0 };
        let op = match request.op {
            // One instruction, whichever registers it is for, and whatever is added.
            Op::GenericLoadPair => Op::GenericLoad,
            Op::GenericStorePair => Op::GenericStore,
            Op::GenericIncrement => Op::GenericAdd,
            op => op,
        };
        if (instruction.op, instruction.bytes, instruction.matrices) != (op, request.warp.bytes(), matrices) {
            return Err(format!("request {at} became {instruction:?}: {request}"));
        }
        let wavefronts = u32::try_from(*wavefronts).map_err(|_| format!("{wavefronts} wavefronts of request {at}"))?;
        if counts[at].replace(wavefronts).is_some() {
            return Err(format!("request {at} is there twice"));
        }
    }
    counts
        .into_iter()
        .enumerate()
        .map(|(at, count)| count.ok_or_else(|| format!("request {at} is not there")))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calibrate::{RequestSet, requests, requests_of};

    /// The page that Nsight Compute would print, as far as it is read.
    fn page(requests: &[Request], counts: &[u32]) -> String {
        let mut text = "==PROF== Disconnected from process 1\n".to_owned();
        for (number, chunk) in requests.chunks(PER_KERNEL).enumerate() {
            text += &format!("\"Kernel Name\",\"{}(const unsigned int *, unsigned int *)\"\n", name(number));
            text += "\"#\",\"Address\",\"Source\",\"Instructions Executed\",\"L1 Wavefronts Shared\"\n";
            text += "\"0\",\"0x7f00\",\"      LDC R1, c[0x0][0x28] \",\"1\",\"0\"\n";
            for (at, request) in chunk.iter().enumerate() {
                let opcode = match (request.op, request.warp.bytes()) {
                    (Op::LdMatrix, _) => match request.warp.active() {
                        0xff => "LDSM.16.M88",
                        0xffff => "LDSM.16.M88.2",
                        _ => "LDSM.16.M88.4",
                    },
                    (Op::Load, 1) => "LDS.U8",
                    (Op::Load, 2) => "LDS.U16",
                    (Op::Load, 4) => "LDS",
                    (Op::Load, 8) => "LDS.64",
                    (Op::Load, _) => "LDS.128",
                    (Op::Store, 1) => "STS.U8",
                    (Op::Store, 2) => "STS.U16",
                    (Op::Store, 4) => "STS",
                    (Op::Store, 8) => "STS.64",
                    (Op::Store, _) => "STS.128",
                    (Op::StMatrix, _) => match request.warp.active() {
                        0xff => "STSM.16.M88",
                        0xffff => "STSM.16.M88.2",
                        _ => "STSM.16.M88.4",
                    },
                    (Op::AtomicAdd, _) => "ATOMS.ADD",
                    (Op::Exchange, _) => "ATOMS.EXCH.64",
                    (Op::CompareAndSwap, 4) => "ATOMS.CAS",
                    (Op::CompareAndSwap, _) => "ATOMS.CAS.64",
                    (Op::GenericLoad, 1) => "LD.E.U8.STRONG.SYS",
                    (Op::GenericLoad, 2) => "LD.E.U16.STRONG.SYS",
                    (Op::GenericLoad, 4) => "LD.E.STRONG.SYS",
                    (Op::GenericLoad, 16) => "LD.E.128.STRONG.SYS",
                    (Op::GenericLoad | Op::GenericLoadPair, _) => "LD.E.64.STRONG.SYS",
                    (Op::GenericStore, 1) => "ST.E.U8.STRONG.SYS",
                    (Op::GenericStore, 2) => "ST.E.U16.STRONG.SYS",
                    (Op::GenericStore, 4) => "ST.E.STRONG.SYS",
                    (Op::GenericStore, 16) => "ST.E.128.STRONG.SYS",
                    (Op::GenericStore | Op::GenericStorePair, _) => "ST.E.64.STRONG.SYS",
                    (Op::GenericIncrement, _) => "ATOM.E.ADD.STRONG.GPU",
                    (Op::GenericMax, _) => "ATOM.E.MAX.STRONG.GPU",
                    (Op::GenericAdd, 4) => "ATOM.E.ADD.STRONG.GPU",
                    (Op::GenericAdd, _) => "ATOM.E.ADD.64.STRONG.GPU",
                    (Op::GenericExchange, 4) => "ATOM.E.EXCH.STRONG.GPU",
                    (Op::GenericExchange, _) => "ATOM.E.EXCH.64.STRONG.GPU",
                    (Op::GenericCompareAndSwap, 4) => "ATOM.E.CAS.STRONG.GPU",
                    (Op::GenericCompareAndSwap, _) => "ATOM.E.CAS.64.STRONG.GPU",
                };
                let (offset, count) = (0x400 + 16 * (at + 1), counts[number * PER_KERNEL + at]);
                text += &format!("\"{at}\",\"0x1\",\"  @!P0 {opcode} R4, [R2+UR4+{offset:#x}] \",\"1\",\"{count}\"\n");
            }
        }
        text
    }

    #[test]
    fn every_instruction_finds_its_request() {
        let all = requests(PER_KERNEL as u32 + 40, 2);
        let counts: Vec<u32> = (0..all.len() as u32).map(|at| 1 + at % 32).collect();
        let text = page(&all, &counts);
        assert_eq!(wavefronts(&text, &all).unwrap(), counts);

        let mut lines: Vec<&str> = text.lines().collect();
        lines.swap(10, 20);
        assert_eq!(wavefronts(&lines.join("\n"), &all).unwrap(), counts, "the order of lines is nothing to rely on");

        for set in [RequestSet::Further, RequestSet::Generic] {
            let others = requests_of(set, 40, 2);
            assert_eq!(wavefronts(&page(&others, &counts), &others).unwrap(), counts[..40]);
        }
    }

    #[test]
    fn a_page_that_does_not_fit_is_refused() {
        let all = requests(40, 2);
        let text = page(&all, &[1; 40]);
        let told = |text: &str| wavefronts(text, &all).unwrap_err();
        // An assembler that has found out that an address is in shared memory.
        let generic = requests_of(RequestSet::Generic, 40, 2);
        let wrong = page(&generic, &[1; 40]).replace("LD.E.STRONG.SYS", "LDS");
        assert!(wavefronts(&wrong, &generic).unwrap_err().contains("instructions of shared memory"));
        assert!(told("").contains("no column"));
        assert!(told(&text.replace("L1 Wavefronts Shared", "Samples")).contains("no column"));
        assert!(told(&text.replace("requests_0000", "others")).contains("no kernel `requests_0000`"));
        assert!(told(&text.repeat(2)).contains("twice"));
        assert!(told(&text.replace("LDS.64", "LDS")).contains("became"));
        assert!(told(&text.replace("STS.128", "ST.E.128.STRONG.SYS")).contains("instructions of shared memory"));
        assert!(told(&text.replace("STS.128", "STL.128")).contains("instructions of shared memory"));
    }

    #[test]
    fn sass_is_read_as_the_disassembler_writes_it() {
        let read = |text: &str| instruction(text).map(|i| (i.op, i.bytes, i.matrices, i.offset));
        assert_eq!(read("      @P4 LDS.U8 R5, [R0+UR4+0x10] "), Some((Op::Load, 1, 0, 0x10)));
        assert_eq!(read("LDS.U.64 R2, [R4.X8+0x20]"), Some((Op::Load, 8, 0, 0x20)));
        assert_eq!(read("@!P2 STS.128 [R10+0x50], R24"), Some((Op::Store, 16, 0, 0x50)));
        assert_eq!(read("LDSM.16.M88.4 R16, [R16+UR4]"), Some((Op::LdMatrix, 16, 4, 0)));
        assert_eq!(read("LDSM.16.M88 R16, [R16+UR4+0x70]"), Some((Op::LdMatrix, 16, 1, 0x70)));
        assert_eq!(read("ATOMS.CAS.64 R2, [R9+0x30], R6, R4"), Some((Op::CompareAndSwap, 8, 0, 0x30)));
        assert_eq!(read("ATOMS.ADD R2, [R3+UR4+0x20], R0"), Some((Op::AtomicAdd, 4, 0, 0x20)));
        assert_eq!(read("ATOMS.POPC.INC.32 RZ, [R2+UR4]"), None);
        assert_eq!(read("@!P0 LD.E.128.STRONG.SYS R4, desc[UR4][R2.64+0x30]"), Some((Op::GenericLoad, 16, 0, 0x30)));
        assert_eq!(read("@P1 ST.E.U8.STRONG.SYS desc[UR4][R2.64+0x20], R5"), Some((Op::GenericStore, 1, 0, 0x20)));
        assert_eq!(read("ST.E.64 [R2+0x20], R4"), None);
        assert_eq!(read("ATOM.E.ADD.STRONG.GPU PT, RZ, desc[UR8][R2.64+0x40], R5"), Some((Op::GenericAdd, 4, 0, 0x40)));
        assert_eq!(
            read("ATOM.E.CAS.STRONG.GPU PT, R6, [R2+0x50], R4, R5"),
            Some((Op::GenericCompareAndSwap, 4, 0, 0x50))
        );
        assert_eq!(read("ATOMS.CAST.SPIN.64 R6, [R5], R12, R14"), None);
        assert_eq!(read("QSPC.E.S P0, RZ, [R10]"), None);
        assert_eq!(
            read("@P1 ATOM.E.CAS.64.STRONG.GPU PT, R4, desc[UR4][R2.64+0x10], R6, R8"),
            Some((Op::GenericCompareAndSwap, 8, 0, 0x10))
        );
        assert_eq!(read("LDG.E R2, [R4.64]"), None);
        assert_eq!(read("LDGSTS.E [R1], [R2.64]"), None);
        assert_eq!(read("EXIT"), None);
    }
}
