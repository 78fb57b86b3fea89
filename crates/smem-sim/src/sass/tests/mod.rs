//! One instruction at a time, or a few, with values that follow from their definitions.

mod arithmetic;
mod lanes;
mod matrices;
mod memory;

use super::decode::{Surroundings, decode};
use super::listing;
use crate::isa::sass::{LaunchHeader, SassCode};
use crate::launch_control::LaunchControl;
use crate::machine::{ChildLaunches, CooperativeMemory, HostSettings, LaunchContext, Printed, run as run_kernel};
use crate::memory::{GlobalMemory, MemoryBudget};
use crate::program::{DecodedKernel, KernelCode, Param};
use crate::texture::TextureTable;
use crate::{Fault, Profile};
use smem_banks::Arch;
use std::collections::HashMap;
use std::time::Duration;

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
    let mut global = GlobalMemory::default();
    let at = global.alloc(4 * WORDS as u64 * u64::from(threads), &MemoryBudget::default()).unwrap();
    for (thread, words) in inputs.iter().enumerate() {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        assert!(global.write(at + 4 * (WORDS * thread) as u64, &bytes));
    }
    let context = LaunchContext {
        in_step: false,
        race_check: false,
        trial: None,
        global_races: false,
        kernel: &kernel,
        global: &global,
        textures: &TextureTable::default(),
        params: &at.to_le_bytes(),
        variables: &[],
        constants: None,
        grid: [1, 1, 1],
        block: [threads, 1, 1],
        cluster: [1, 1, 1],
        clustered: false,
        threads,
        dynamic_shared: 0,
        shared_bytes: 64 * threads,
        allocated_shared: 64 * threads,
        cooperative: CooperativeMemory::default(),
        banks: Arch::SM_90.bank_model(),
        multiprocessors: 132,
        followed: 0,
        schedule: None,
        printed: &Printed::default(),
        children: &ChildLaunches::new(Arch::SM_90, Vec::new(), 0),
        map: None,
    };
    let control = LaunchControl::new();
    let host = HostSettings {
        host_threads: 1,
        resident: 1,
        limit: 1 << 22,
        sample: 0,
        only: Vec::new(),
        schedule: None,
        control,
        patience: std::sync::Arc::new(Duration::ZERO),
    };
    let (profile, _) = run_kernel(&context, &host, None)?;
    let words = |thread: u64| {
        let mut bytes = [0; 32];
        assert!(global.read(at + 4 * WORDS as u64 * thread + 32, &mut bytes));
        std::array::from_fn(|i| u32::from_le_bytes(bytes[4 * i..4 * i + 4].try_into().unwrap()))
    };
    Ok(((0..u64::from(threads)).map(words).collect(), profile))
}

/// R12 and R13 after a body that starts with these in R4 to R7.
fn of(body: &str, [a, b, c, d]: [u32; 4]) -> [u32; 2] {
    let (left, _) = run(body, &[[a, b, c, d, 0, 0, 0, 0]]).unwrap_or_else(|fault| panic!("{fault}\n{body}"));
    [left[0][0], left[0][1]]
}

const F: fn(f32) -> u32 = f32::to_bits;
