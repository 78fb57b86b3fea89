//! One instruction at a time, or a few, with values that follow from their definitions.

mod arithmetic;
mod lanes;
mod matrices;
mod memory;

use super::decode::{Surroundings, decode};
use super::listing;
use smem_banks::Arch;
use smem_sim::isa::sass::{LaunchHeader, SassCode};
use smem_sim::kernel_info::ModuleFacts;
use smem_sim::module::{KernelEntry, ModuleParts};
use smem_sim::program::{DecodedKernel, KernelCode, Param};
use smem_sim::{Fault, KernelArg, LaunchShape, Module, Profile, Simulator};
use std::collections::HashMap;

/// Bytes of a thread's words in memory: 8 that it starts with and 8 that it leaves.
const WORDS: usize = 16;

/// Decodes a body and runs it. Each thread starts with its words in R4 to R11, and with its number in R0, and leaves R12 to R19.
/// Lines that end in a colon are labels. 64 bytes of shared memory a thread.
fn run(body: &str, inputs: &[[u32; 8]]) -> Result<(Vec<[u32; 8]>, Profile), Fault> {
    let threads = inputs.len() as u32;
    let mut text = ".text.k:\n".to_owned();
    let prologue = "S2R R0, SR_TID.X
        LDC.64 R2, c[0x0][0x210]
        IMAD.WIDE.U32 R2, R0, 0x40, R2
        LDG.E.128 R4, [R2.64]
        LDG.E.128 R8, desc[UR4][R2.64+0x10]";
    let epilogue = "STG.E.128 [R2.64+0x20], R12
        STG.E.128 [R2.64+0x30], R16
        EXIT";
    let mut address = 0;
    for line in [prologue, body, epilogue].iter().flat_map(|part| part.lines()).map(str::trim).filter(|l| !l.is_empty())
    {
        if line.ends_with(':') {
            text += &format!("{line}\n");
            continue;
        }
        text += &format!("        /*{address:04x}*/                   {line} ;\n");
        address += 16;
    }
    let functions = listing::read(&text).unwrap();
    let header = LaunchHeader::of(90);
    let (missing, links) = (HashMap::new(), HashMap::new());
    let surroundings =
        Surroundings { bytes: &[], registers: 40, params_at: 0x210, header, missing: &missing, links: &links };
    let decoded = decode(&functions["k"], &surroundings).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
    let kernel = DecodedKernel {
        origins: Vec::new(),
        name: "k".into(),
        code: KernelCode::Sass(Box::new(SassCode {
            code: decoded.code,
            registers: decoded.registers,
            constants: decoded.constants,
            params_at: 0x210,
            local_bytes: 64,
            bank2: vec![0x10, 0x20, 0x30, 0x40, 0x50, 0x60, 0x70, 0x80],
            bank3_bytes: 0,
            bank4_bytes: 0,
            bank4: Vec::new(),
            needs: decoded.needs,
            reserved_shared: 1024,
            header,
            arch: Arch::SM_90,
        })),
        info: decoded.info,
        params: vec![Param { offset: 0, bytes: 8 }],
        param_bytes: 8,
        shared_bytes: u64::from(64 * threads),
        allotted_shared: u64::from(64 * threads),
        shared_variables: Vec::new(),
        local_bytes: 64,
        registers: Some(40),
        required_block: None,
        required_cluster: None,
        max_threads: None,
    };
    let facts = ModuleFacts { constant_bytes: 0, ptx_version: None, capability: Some(90) };
    let kernels = vec![KernelEntry::Runnable(Box::new(kernel))];
    let module = Module::of(ModuleParts { kernels, variables: Vec::new(), constants: Vec::new(), facts });
    let simulator = Simulator::new(Arch::SM_90).race_check(false).host_threads(1);
    let at = simulator.alloc(4 * WORDS * inputs.len());
    let place = |thread: usize| at + 4 * (WORDS * thread) as u64;
    for (thread, words) in inputs.iter().enumerate() {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        simulator.write(place(thread), &bytes)?;
    }
    let profile = simulator.launch(&module, "k", &LaunchShape::new(1, threads), &[KernelArg::U64(at)])?;
    let words = |thread: usize| {
        let mut bytes = [0; 32];
        simulator.read(place(thread) + 32, &mut bytes)?;
        Ok(std::array::from_fn(|i| u32::from_le_bytes(bytes[4 * i..4 * i + 4].try_into().unwrap())))
    };
    Ok(((0..inputs.len()).map(words).collect::<Result<_, Fault>>()?, profile))
}

/// R12 and R13 after a body that starts with these in R4 to R7.
fn of(body: &str, [a, b, c, d]: [u32; 4]) -> [u32; 2] {
    let (left, _) = run(body, &[[a, b, c, d, 0, 0, 0, 0]]).unwrap_or_else(|fault| panic!("{fault}\n{body}"));
    [left[0][0], left[0][1]]
}

const F: fn(f32) -> u32 = f32::to_bits;
