//! One instruction at a time, or a few, with values that follow from its definition.

use super::decode::{Surroundings, decode};
use super::listing;
use crate::alu::half::to_f16;
use crate::isa::Rounding;
use crate::isa::sass::{LaunchHeader, SassCode};
use crate::machine::{HostSettings, LaunchContext, run as run_kernel};
use crate::memory::GlobalMemory;
use crate::program::{Code, DecodedKernel, Param};
use crate::{Fault, Profile};
use smem_layout::Arch;
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
    let missing = HashMap::new();
    let surroundings = Surroundings { bytes: &[], registers: 40, params_at: 0x210, header, missing: &missing };
    let decoded = decode(&functions["k"], &surroundings).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let kernel = DecodedKernel {
        name: "k".into(),
        code: Code::Sass(SassCode {
            code: decoded.code,
            registers: decoded.registers,
            constants: decoded.constants,
            params_at: 0x210,
            local_bytes: 64,
            bank2: vec![0x10, 0x20, 0x30, 0x40, 0x50, 0x60, 0x70, 0x80],
            bank3_image: Vec::new(),
            bank3: Vec::new(),
            bank4_bytes: 0,
            bank4: Vec::new(),
            reserved_shared: 1024,
            header,
            arch: Arch::SM_90,
        }),
        info: decoded.info,
        params: vec![Param { offset: 0, bytes: 8 }],
        param_bytes: 8,
        shared_bytes: u64::from(64 * threads),
        local_bytes: 64,
        required_block: None,
        max_threads: None,
    };
    let mut global = GlobalMemory::default();
    let at = global.alloc(4 * WORDS as u64 * u64::from(threads)).unwrap();
    for (thread, words) in inputs.iter().enumerate() {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        assert!(global.write(at + 4 * (WORDS * thread) as u64, &bytes));
    }
    let context = LaunchContext {
        kernel: &kernel,
        global: &global,
        params: &at.to_le_bytes(),
        variables: &[],
        grid: [1, 1, 1],
        block: [threads, 1, 1],
        threads,
        dynamic_shared: 0,
        shared_bytes: 64 * threads,
        banks: Arch::SM_90.bank_model(),
    };
    let host = HostSettings { host_threads: 1, resident: 1, limit: 1 << 22 };
    let (profile, _) = run_kernel(&context, host, None)?;
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

fn check(rows: &[(&str, [u32; 4], u32)]) {
    for &(body, inputs, expected) in rows {
        let found = of(body, inputs)[0];
        assert_eq!(found, expected, "`{body}` of {inputs:x?} is {found:#x}, not {expected:#x}");
    }
}

fn check_pairs(rows: &[(&str, [u32; 4], [u32; 2])]) {
    for &(body, inputs, expected) in rows {
        let found = of(body, inputs);
        assert_eq!(found, expected, "`{body}` of {inputs:x?} is {found:x?}, not {expected:x?}");
    }
}

const F: fn(f32) -> u32 = f32::to_bits;

fn pair(value: f64) -> [u32; 2] {
    [value.to_bits() as u32, (value.to_bits() >> 32) as u32]
}

#[test]
fn integer_sums_have_carries() {
    check(&[
        ("IADD3 R12, R4, R5, R6", [1, 2, 3, 0], 6),
        ("IADD3 R12, R4, -R5, RZ", [1, 2, 0, 0], u32::MAX),
        ("IADD3 R12, R4.reuse, -0x8, R6", [10, 0, 5, 0], 7),
        ("VIADD R12, R4, 0xffffffff", [7, 0, 0, 0], 6),
        ("VIADD R12, R4, -R5", [7, 9, 0, 0], u32::MAX - 1),
    ]);
    let add64 = "IADD3 R12, P0, R4, R6, RZ\nIADD3.X R13, R5, R7, RZ, P0, !PT";
    let subtract64 = "IADD3 R12, P0, R4, -R6, RZ\nIADD3.X R13, R5, ~R7, RZ, P0, !PT";
    check_pairs(&[
        (add64, [u32::MAX, 1, 1, 2], [0, 4]),
        (add64, [1, 1, 1, 2], [2, 3]),
        (subtract64, [0, 5, 1, 2], [u32::MAX, 2]),
        (subtract64, [3, 5, 3, 5], [0, 0]),
        // Three terms can carry twice.
        (
            "IADD3 R12, P0, P1, R4, R5, R6\nIADD3.X R13, RZ, RZ, RZ, P0, P1",
            [u32::MAX, u32::MAX, u32::MAX, 0],
            [u32::MAX - 2, 2],
        ),
    ]);
}

#[test]
fn products_have_32_or_64_bits() {
    check(&[
        ("IMAD R12, R4, R5, R6", [7, 6, 5, 0], 47),
        ("IMAD R12, R4, R5, -R6", [7, 6, 5, 0], 37),
        ("IMAD R12, -R4, R5, R6", [7, 6, 5, 0], 5u32.wrapping_sub(42)),
        ("IMAD R12, R4, -0x3, RZ", [7, 0, 0, 0], 21u32.wrapping_neg()),
        ("IMAD.MOV.U32 R12, RZ, RZ, R6", [0, 0, 5, 0], 5),
        ("IMAD.MOV R12, RZ, RZ, -R6", [0, 0, 5, 0], 5u32.wrapping_neg()),
        ("IMAD.SHL.U32 R12, R4, 0x10, RZ", [3, 0, 0, 0], 48),
        ("IMAD.IADD R12, R4, 0x1, R5", [3, 4, 0, 0], 7),
        ("IMAD.HI.U32 R12, R4, R5, RZ", [0x8000_0000, 6, 0, 0], 3),
        ("IMAD.HI R12, R4, R5, RZ", [u32::MAX, 6, 0, 0], u32::MAX),
        ("ISETP.EQ.AND P0, PT, RZ, RZ, PT\nIMAD.X R12, R4, 0x1, ~R5, P0", [7, 2, 0, 0], 5),
    ]);
    check_pairs(&[
        ("IMAD.WIDE.U32 R12, R4, R5, R6", [u32::MAX, 2, 3, 4], [1, 6]),
        ("IMAD.WIDE R12, R4, R5, RZ", [u32::MAX, 2, 0, 0], [u32::MAX - 1, u32::MAX]),
        ("IMAD.WIDE.U32 R12, P0, R4, R5, R6\nSEL R13, RZ, 0x1, !P0", [u32::MAX, 2, 2, u32::MAX], [0, 1]),
    ]);
}

#[test]
fn shifts_go_through_64_bits() {
    check(&[
        ("LEA R12, R4, R5, 0x3", [5, 100, 0, 0], 140),
        ("LEA R12, -R4, R5, 0x3", [5, 100, 0, 0], 60),
        ("LEA.HI R12, R4, R5, R6, 0x4", [0xf000_0000, 1, 2, 0], 0x30),
        ("LEA.HI.SX32 R12, R4, R5, 0x4", [0x8000_0000, 1, 0, 0], 0xffff_fff9),
        ("SHF.L.U32 R12, R4, R5, RZ", [1, 31, 0, 0], 0x8000_0000),
        ("SHF.L.U32 R12, R4, R5, RZ", [1, 32, 0, 0], 0),
        ("SHF.R.U32.HI R12, RZ, R5, R6", [0, 4, 0x80, 0], 8),
        ("SHF.R.S32.HI R12, RZ, 0x1f, R4", [0x8000_0001, 0, 0, 0], u32::MAX),
        ("SHF.R.S32.HI R12, RZ, R5, R4", [0x8000_0001, 40, 0, 0], u32::MAX),
        ("SHF.L.W.U32.HI R12, R4, R5, R6", [0xf000_0000, 36, 0x1, 0], 0x1f),
        ("SHF.R.U64 R12, R4, 0x8, R6", [0x1200, 0, 0x34, 0], 0x3400_0012),
        ("SHF.L.U64.HI R12, R4, 0x8, R6", [0xab00_0000, 0, 0x12, 0], 0x12ab),
        ("SHF.R.S64 R12, R4, R5, R6", [0, 60, 0x8000_0000, 0], 0xffff_fff8),
        ("LEA R12, P0, R4, R5, 0x4\nLEA.HI.X R12, R4, R6, R7, 0x4, P0", [0xf000_0001, 0xffff_fff0, 1, 2], 0x31),
    ]);
}

#[test]
fn bits_are_selected_counted_and_moved() {
    check(&[
        ("LOP3.LUT R12, R4, R5, R6, 0xe8, !PT", [0b1100, 0b1010, 0b1001, 0], 0b1000),
        ("LOP3.LUT R12, R4, R5, RZ, 0xc0, !PT", [0b1100, 0b1010, 0, 0], 0b1000),
        ("LOP3.LUT P0, RZ, R4, R5, RZ, 0xc0, !PT\nSEL R12, R6, R7, P0", [4, 3, 10, 11], 11),
        ("PRMT R12, R4, 0x5410, R5", [0xaabb_ccdd, 0x1122_3344, 0, 0], 0x3344_ccdd),
        ("PRMT R12, R4, 0x8880, RZ", [0x80, 0, 0, 0], 0xffff_ff80),
        ("SGXT R12, R4, 0x8", [0x180, 0, 0, 0], 0xffff_ff80),
        ("SGXT.U32 R12, R4, 0x9", [0x780, 0, 0, 0], 0x180),
        ("BMSK R12, R4, R5", [4, 8, 0, 0], 0xff0),
        ("POPC R12, R4", [0xf0f0, 0, 0, 0], 8),
        ("BREV R12, R4", [1, 0, 0, 0], 0x8000_0000),
        ("FLO.U32 R12, R4", [0x100, 0, 0, 0], 8),
        ("FLO.U32.SH R12, R4", [0x100, 0, 0, 0], 23),
        ("FLO.U32 R12, R4", [0, 0, 0, 0], u32::MAX),
        ("IABS R12, R4", [5u32.wrapping_neg(), 0, 0, 0], 5),
        ("VIMNMX R12, R4, R5, PT", [u32::MAX, 3, 0, 0], u32::MAX),
        ("VIMNMX.U32 R12, R4, R5, !PT", [u32::MAX, 3, 0, 0], u32::MAX),
        ("VIADDMNMX R12, R4, -R5, 0x4, !PT", [3, 9, 0, 0], 4),
        ("VABSDIFF R12, R4, R5, R6", [3, 5u32.wrapping_neg(), 100, 0], 108),
        ("IDP.4A.S8.S8 R12, R4, R5, R6", [0x01ff_0203, 0x0101_0101, 10, 0], 15),
        ("IDP.2A.LO.U16.U8 R12, R4, R5, R6", [0x0003_0002, 0x0706_0504, 1, 0], 2 * 4 + 3 * 5 + 1),
    ]);
}

#[test]
fn comparisons_combine_with_predicates() {
    let select = "SEL R12, R6, R7, P0";
    for (compare, inputs, holds) in [
        ("ISETP.GT.AND P0, PT, R4, R5, PT", [1, u32::MAX], true),
        ("ISETP.GT.U32.AND P0, PT, R4, R5, PT", [1, u32::MAX], false),
        ("ISETP.NE.OR P0, PT, R4, R5, PT", [1, 1], true),
        ("ISETP.EQ.XOR P0, PT, R4, R5, PT", [1, 1], false),
        // The lower halves decide where the upper ones are equal.
        ("ISETP.GE.U32.AND P1, PT, R4, R5, PT\nISETP.GE.AND.EX P0, PT, RZ, RZ, PT, P1", [1, 2], false),
        ("ISETP.GE.U32.AND P1, PT, R4, R5, PT\nISETP.GE.AND.EX P0, PT, R5, R4, PT, P1", [1, 2], true),
        ("FSETP.GEU.AND P0, PT, R4, R5, PT", [F(f32::NAN), F(1.0)], true),
        ("FSETP.GE.AND P0, PT, R4, R5, PT", [F(f32::NAN), F(1.0)], false),
        ("FSETP.NEU.AND P0, PT, |R4|, +INF , PT", [F(f32::NEG_INFINITY), 0], false),
        ("ISETP.EQ.AND P1, P0, R4, R5, PT", [1, 1], false),
        ("ISETP.NE.AND P1, PT, R4, RZ, PT\nPLOP3.LUT P0, PT, P1, PT, PT, 0x2a, 0x0", [1, 1], false),
    ] {
        let found = of(&format!("{compare}\n{select}"), [inputs[0], inputs[1], 1, 0])[0] == 1;
        assert_eq!(found, holds, "`{compare}` of {inputs:x?}");
    }
    check(&[
        ("ISETP.NE.AND P2, PT, R4, RZ, PT\nP2R R12, PR, R5, 0x4", [1, 0xf0, 0, 0], 0xf4),
        ("R2P PR, R4.B1, 0x2\nSEL R12, R6, R7, P1", [0x200, 0, 8, 9], 8),
        // A predicate that is false keeps what was there.
        ("MOV R12, 0x7\nISETP.NE.AND P2, PT, R4, RZ, PT\n@!P2 MOV R12, R5", [1, 5, 0, 0], 7),
    ]);
}

#[test]
fn f32_rounds_in_every_direction() {
    let (tiny, one) = (f32::from_bits(1), 1.0f32);
    check(&[
        ("FADD R12, R4, -R5", [F(3.0), F(1.5), 0, 0], F(1.5)),
        ("FADD.FTZ R12, R4, R5", [F(tiny), F(-0.0), 0, 0], F(0.0)),
        ("FADD.RZ R12, R4, R5", [F(one), F(-1e-20), 0, 0], F(one.next_down())),
        ("FMUL R12, |R4|, 0.5", [F(-3.0), 0, 0, 0], F(1.5)),
        (
            "FMUL.RP R12, R4, R5",
            [F(one.next_up()), F(one.next_up()), 0, 0],
            F((one.next_up() * one.next_up()).next_up()),
        ),
        ("FFMA R12, R4, R5, R6", [F(2.0), F(3.0), F(1.0), 0], F(7.0)),
        ("FFMA.RM R12, R4, R5, R6", [F(one), F(one), F(-1e-20), 0], F(one.next_down())),
        ("FFMA.SAT R12, R4, R5, R6", [F(2.0), F(3.0), F(1.0), 0], F(1.0)),
        ("FADD R12, R4, R5", [F(f32::INFINITY), F(f32::NEG_INFINITY), 0, 0], 0x7fff_ffff),
        ("FMNMX R12, R4, R5, PT", [F(f32::NAN), F(2.0), 0, 0], F(2.0)),
        ("FMNMX R12, R4, R5, !PT", [F(-0.0), F(0.0), 0, 0], F(0.0)),
        ("ISETP.EQ.AND P0, PT, RZ, RZ, PT\nFSEL R12, -R4, R5, !P0", [F(1.0), F(2.0), 0, 0], F(2.0)),
        ("MUFU.RCP R12, R4", [F(4.0), 0, 0, 0], F(0.25)),
        ("MUFU.RCP R12, R4", [F(tiny), 0, 0, 0], F(f32::INFINITY)),
        ("MUFU.RSQ R12, R4", [F(16.0), 0, 0, 0], F(0.25)),
        ("MUFU.EX2 R12, R4", [F(-3.0), 0, 0, 0], F(0.125)),
        ("MUFU.LG2 R12, R4", [F(8.0), 0, 0, 0], F(3.0)),
        // A quarter of a turn.
        ("MUFU.SIN R12, R4", [F(0.25), 0, 0, 0], F(1.0)),
        ("MUFU.COS R12, R4", [F(3.0), 0, 0, 0], F(1.0)),
        ("FCHK P0, R4, R5\nSEL R12, R6, R7, P0", [F(1.0), F(3.0), 1, 0], 0),
        ("FCHK P0, R4, R5\nSEL R12, R6, R7, P0", [F(1.0), F(1e38), 1, 0], 1),
        ("FRND.FLOOR R12, R4", [F(-1.5), 0, 0, 0], F(-2.0)),
        ("FRND R12, R4", [F(2.5), 0, 0, 0], F(2.0)),
    ]);
}

#[test]
fn f64_is_in_pairs_of_registers() {
    let with = |a: f64, b: f64| [pair(a)[0], pair(a)[1], pair(b)[0], pair(b)[1]];
    let one = 1.0f64;
    check_pairs(&[
        ("DADD R12, R4, -R6", with(3.0, 0.5), pair(2.5)),
        ("DADD R12, |R4|, 2", with(-3.0, 0.0), pair(5.0)),
        ("DMUL R12, R4, R6", with(3.0, 0.5), pair(1.5)),
        ("DFMA R12, R4, R6, 1", with(3.0, 0.5), pair(2.5)),
        ("DFMA.RM R12, R4, R6, -R4", with(one.next_up(), one), pair(-0.0)),
        ("DMUL.RP R12, R4, R6", with(one.next_up(), one.next_up()), pair(one.next_up().next_up().next_up())),
        ("MUFU.RCP64H R13, R5\nMOV R12, RZ", with(4.0, 0.0), pair(0.25)),
        ("F2F.F32.F64 R12, R4\nMOV R13, RZ", with(0.1, 0.0), [F(0.1), 0]),
        ("F2F.F64.F32 R12, R4", [F(0.1), 0, 0, 0], pair(f64::from(0.1f32))),
        ("F2I.F64.TRUNC R12, R4\nMOV R13, RZ", with(-2.9, 0.0), [2u32.wrapping_neg(), 0]),
        ("I2F.F64 R12, R4", [7u32.wrapping_neg(), 0, 0, 0], pair(-7.0)),
        ("I2F.F64.S64 R12, R4", [0, 1, 0, 0], pair(4_294_967_296.0)),
        ("DSETP.GT.AND P0, PT, R4, R6, PT\nSEL R12, R4, R6, P0\nSEL R13, R5, R7, P0", with(2.0, 3.0), pair(3.0)),
    ]);
    // The larger of two, a number before a NaN; the second result says that both are NaNs.
    let larger = "DSETP.MAX.AND P0, P1, R4, R6, PT\nSEL R12, RZ, 0x1, !P0\nSEL R13, RZ, 0x1, !P1";
    let nan = f64::NAN;
    for ((a, b), expected) in
        [((2.0, 1.0), [1, 0]), ((1.0, 2.0), [0, 0]), ((nan, 1.0), [0, 0]), ((1.0, nan), [1, 0]), ((nan, nan), [0, 1])]
    {
        assert_eq!(of(larger, with(a, b)), expected, "{a} and {b}");
    }
}

#[test]
fn halves_are_two_to_a_register() {
    // 1.5 is 0x3e00, 2 is 0x4000, 3 is 0x4200, 0.5 is 0x3800.
    check(&[
        ("HADD2 R12, R4, R5", [0x4000_3e00, 0x3e00_3e00, 0, 0], 0x4300_4200),
        ("HMUL2 R12, R4.H0_H0, R5", [0x4000_3e00, 0x4000_4000, 0, 0], 0x4200_4200),
        ("HFMA2 R12, R4, R5, -R6", [0x4000_4000, 0x3e00_3e00, 0x4000_4200, 0], 0x3c00_0000),
        // The high half is printed first.
        ("HFMA2 R12, R4, 3, 1.5, R5", [0x3c00_3c00, 0, 0, 0], 0x4200_3e00),
        ("HFMA2.MMA R12, -RZ, RZ, 0, 1.78813934326171875e-07", [0, 0, 0, 0], 3),
        ("HADD2.F32 R12, -RZ, R4.H1_H1", [0x4000_3e00, 0, 0, 0], F(2.0)),
        ("HFMA2.BF16_V2 R12, R4, R5, R6", [0x3fc0_3fc0, 0x4000_4000, 0x3f80_0000, 0], 0x4080_4040),
        ("HMNMX2 R12, R4, R5, PT", [0x4000_3e00, 0x3e00_4000, 0, 0], 0x3e00_3e00),
        ("HSETP2.GEU.AND P0, PT, R4.H0_H0, R4.H1_H1, PT\nSEL R12, RZ, 0x1, !P0", [0x4000_3e00, 0, 0, 0], 0),
        ("F2FP.F16.F32.PACK_AB R12, R4, R5", [F(2.0), F(1.5), 0, 0], 0x4000_3e00),
        ("F2FP.BF16.F32.PACK_AB R12, R4, 1.5", [F(2.0), 0, 0, 0], 0x4000_3fc0),
    ]);
}

#[test]
fn conversions_clamp_and_round() {
    check(&[
        ("I2FP.F32.S32 R12, R4", [3u32.wrapping_neg(), 0, 0, 0], F(-3.0)),
        ("I2F.U32.RP R12, R4", [0x0100_0001, 0, 0, 0], F(16_777_218.0)),
        ("I2F.U16 R12, R4", [0x1_0005, 0, 0, 0], F(5.0)),
        ("I2F.S8 R12, R4.B1", [0xff00, 0, 0, 0], F(-1.0)),
        ("F2I.TRUNC.NTZ R12, R4", [F(-2.9), 0, 0, 0], 2u32.wrapping_neg()),
        ("F2I.FTZ.U32.TRUNC.NTZ R12, R4", [F(-2.9), 0, 0, 0], 0),
        ("F2I.NTZ R12, R4", [F(2.5), 0, 0, 0], 2),
        ("F2I.TRUNC.NTZ R12, R4", [F(1e20), 0, 0, 0], i32::MAX as u32),
        ("F2I.TRUNC.NTZ R12, R4", [F(f32::NAN), 0, 0, 0], 0),
        ("F2I.TRUNC R12, R4", [F(f32::NAN), 0, 0, 0], 0x8000_0000),
    ]);
}

#[test]
fn uniform_registers_are_the_same_for_every_lane() {
    let inputs: Vec<[u32; 8]> = (0..32).map(|lane| [lane + 5, 0, 0, 0, 0, 0, 0, 0]).collect();
    let body = "R2UR UR4, R4
        UIADD3 UR4, UP0, UR4, -0x6, URZ
        ULEA UR5, UR4, 0x10, 0x2
        UISETP.NE.U32.AND UP1, UPT, UR5, URZ, UPT
        USEL UR6, UR5, 0x63, !UP1
        IADD3 R12, R4, UR4, RZ
        MOV R13, UR6
        REDUX.SUM UR7, R4
        MOV R14, UR7
        VOTEU.ANY UR8, UPT, PT
        POPC R15, UR8
        ULDC.U8 UR9, c[0x2][0x3]
        MOV R16, UR9
        LDC R17, c[0x2][RZ]";
    let (left, _) = run(body, &inputs).unwrap();
    for (lane, words) in (0..).zip(&left) {
        // 5 - 6 of the first lane; no bank 2 word is computed with a lane's own index here.
        assert_eq!(words[..2], [lane + 4, 0x63], "lane {lane}");
        assert_eq!(words[2..6], [(0..32).map(|lane| lane + 5).sum(), 32, 0x40, 0x4030_2010]);
    }
}

#[test]
fn lanes_exchange_and_vote() {
    let inputs: Vec<[u32; 8]> = (0..32).map(|lane| [lane * 10, lane / 8, 0, 0, 0, 0, 0, 0]).collect();
    let body = "SHFL.UP P0, R12, R4, 0x1, RZ
        SEL R13, RZ, 0x1, !P0
        SHFL.BFLY PT, R14, R4, 0x10, 0x1f
        ISETP.GE.U32.AND P1, PT, R5, 0x3, PT
        VOTE.ANY R15, P2, P1
        MATCH.ANY R16, R5
        MATCH.ALL P3, R17, R5
        S2R R18, SR_LTMASK
        SHFL.DOWN PT, R19, R4, 0x1, 0x1807";
    let (left, _) = run(body, &inputs).unwrap();
    for (lane, words) in (0u32..).zip(&left) {
        let up = if lane == 0 { [0, 0] } else { [10 * (lane - 1), 1] };
        assert_eq!(words[..2], up, "lane {lane}");
        assert_eq!(words[2..4], [10 * (lane ^ 16), 0xff00_0000]);
        assert_eq!(words[4..7], [0xff << (lane / 8 * 8), 0, (1u32 << lane) - 1]);
        assert_eq!(words[7], 10 * if lane % 8 == 7 { lane } else { lane + 1 });
    }
}

#[test]
fn parted_lanes_meet_where_the_code_says() {
    let inputs: Vec<[u32; 8]> = (0..32).map(|lane| [lane, 0, 0, 0, 0, 0, 0, 0]).collect();
    // A loop of as many rounds as the lane's number; then all lanes vote together.
    let body = "MOV R12, RZ
        BSSY B0, `(.L_after)
        .L_loop:
        ISETP.GE.U32.AND P0, PT, R12, R4, PT
        @P0 BREAK B0
        @P0 BRA `(.L_out)
        VIADD R12, R12, 0x1
        BRA `(.L_loop)
        .L_out:
        BSSY B0, `(.L_after)
        BSYNC B0
        .L_after:
        WARPSYNC.ALL
        VOTE.ANY R13, PT, PT
        BSSY B1, `(.L_end)
        ISETP.NE.AND P1, PT, R4, 0x3, PT
        @P1 BRA `(.L_other)
        EXIT
        .L_other:
        BSYNC B1
        .L_end:
        VOTE.ANY R14, PT, PT";
    let (left, _) = run(body, &inputs).unwrap();
    for (lane, words) in (0u32..).zip(&left) {
        if lane == 3 {
            assert_eq!(words, &[0; 8], "it has ended");
        } else {
            assert_eq!(words[..3], [lane, u32::MAX, !8], "lane {lane}");
        }
    }
}

#[test]
fn a_collective_gathers_lanes_from_different_places() {
    let inputs: Vec<[u32; 8]> = (0..32).map(|lane| [lane, 0, 0, 0, 0, 0, 0, 0]).collect();
    // Even and odd lanes shuffle at places of their own, with the same registers.
    let body = "MOV R20, 0xffffffff
        MOV R21, 0x1
        MOV R22, 0x1f
        LOP3.LUT P0, RZ, R4, 0x1, RZ, 0xc0, !PT
        BSSY B0, `(.L_end)
        @P0 BRA `(.L_odd)
        MOV R13, 0x64
        WARPSYNC.COLLECTIVE R20, `(.L_even_after)
        SHFL.BFLY P1, R12, R4, R21, R22
        ENDCOLLECTIVE
        .L_even_after:
        VIADD R13, R13, 0x1
        BRA `(.L_meet)
        .L_odd:
        MOV R13, 0xc8
        WARPSYNC.COLLECTIVE R20, `(.L_odd_after)
        SHFL.BFLY P1, R12, R4, R21, R22
        ENDCOLLECTIVE
        .L_odd_after:
        VIADD R13, R13, 0x2
        .L_meet:
        BSYNC B0
        .L_end:
        UMOV UR4, 0xffffffff
        BRA.DIV UR4, `(.L_lost)
        MOV R14, 0x1
        .L_lost:
        VOTE.ANY R15, PT, PT";
    let (left, _) = run(body, &inputs).unwrap();
    for (lane, words) in (0u32..).zip(&left) {
        let own = if lane % 2 == 0 { 0x65 } else { 0xca };
        assert_eq!(words[..4], [lane ^ 1, own, 1, u32::MAX], "lane {lane}");
    }
}

#[test]
fn calls_return_to_the_address_in_registers() {
    let body = "MOV R20, 0x80
        MOV R21, RZ
        CALL.REL.NOINC `(.L_twice)
        IADD3 R13, R12, R12, RZ
        BRA `(.L_end)
        .L_twice:
        IADD3 R12, R4, R4, RZ
        RET.REL.NODEC R20 `(k)
        .L_end:
        NOP";
    assert_eq!(of(body, [21, 0, 0, 0]), [42, 84]);
    let fault = run("MOV R20, 0x84\nMOV R21, RZ\nRET.REL.NODEC R20 `(k)", &[[0; 8]]).unwrap_err().to_string();
    assert!(fault.contains("a jump to 0x84, outside the kernel's code"), "{fault}");
}

/// Requests, executions and wavefronts of each shared instruction.
fn counts(profile: &Profile) -> Vec<(u64, u64, u64)> {
    profile.shared.iter().map(|count| (count.requests, count.executed, count.wavefronts)).collect()
}

#[test]
fn shared_memory_is_counted_by_the_bank_model() {
    let inputs: Vec<[u32; 8]> = (0..32).map(|lane| [lane, 7, 0, 0, 0, 0, 0, 0]).collect();
    let body = "LEA R20, R4, 0x400, 0x6
        STS [R20], R5
        LDS R12, [R20]
        LEA R21, R4, 0x400, 0x4
        STS.128 [R21], R4
        LDS.128 R12, [R21]
        @!PT LDS RZ, [RZ]
        ISETP.GT.U32.AND P0, PT, R4, 0xf, PT
        @P0 LDS R13, [R20]";
    let (_, profile) = run(body, &inputs).unwrap();
    // 64 bytes from lane to lane: 16 lanes on a bank. Dense words of 16 bytes: four phases. Nobody: no wavefront.
    let expected = [(1, 1, 16), (1, 1, 16), (1, 1, 4), (1, 1, 4), (0, 1, 0), (1, 1, 8)];
    assert_eq!(counts(&profile), expected);
    // Addresses are counted from the block's own first byte.
    let fault = run("LDS R12, [RZ+0x3fc]", &inputs).unwrap_err().to_string();
    assert!(fault.contains("outside shared memory: the block has 2048 bytes"), "{fault}");
    assert!(run("LDS R12, [RZ+0x402]", &inputs).unwrap_err().to_string().contains("not aligned"));
}

#[test]
fn atomics_work_and_cost_what_was_measured() {
    let inputs: Vec<[u32; 8]> = (0..32).map(|lane| [lane, 1, F(1.0), 0, 0, 0, 0, 0]).collect();
    let body = "MOV R20, 0x400
        STS.64 [R20], RZ
        ATOMS.ADD R12, [R20], R5
        ATOMS.POPC.INC.32 RZ, [R20]
        LDS R13, [R20]
        STS [R20+0x8], RZ
        BSSY B0, `(.L_done)
        .L_again:
        LDS R21, [R20+0x8]
        FADD R22, R21, R6
        ATOMS.CAST.SPIN R22, [R20+0x8], R21, R22
        ISETP.EQ.U32.AND P0, PT, R22, 0x1, PT
        @!P0 BRA `(.L_again)
        BSYNC B0
        .L_done:
        LDS R14, [R20+0x8]
        ATOMS.MAX.S32 R15, [R20+0x4], R4
        ATOMS.CAS R16, [R20+0x4], R0, R5
        LDS R17, [R20+0x4]";
    let (left, profile) = run(body, &inputs).unwrap();
    // The lowest lane goes first.
    assert_eq!(left.iter().map(|words| words[0]).collect::<Vec<_>>(), (0..32).collect::<Vec<_>>());
    assert_eq!((left[31][1], left[31][3], left[31][5]), (64, 30, 1));
    assert!(left.iter().all(|words| words[2] == F(32.0)));
    let atomics: Vec<_> = profile.shared.iter().filter(|count| count.op == crate::SharedOp::Atomic).collect();
    let wavefronts: Vec<_> = atomics.iter().map(|count| (count.requests, count.wavefronts)).collect();
    // One for each lane on the word, one for all, two for each lane over all 32 rounds, one and two for each lane.
    assert_eq!(wavefronts, [(1, 32), (1, 1), (32, 64), (1, 32), (1, 64)]);
}

#[test]
fn the_identity_times_a_matrix_is_the_matrix() {
    let half = |value: u32| u32::from(to_f16(value.into(), Rounding::Nearest));
    let element = |row: u32, column: u32| 8 * row + column;
    let inputs: Vec<[u32; 8]> = (0..32)
        .map(|lane| {
            let (group, within) = (lane / 4, 2 * (lane % 4));
            let one = |column: u32| if group == column { half(1) } else { 0 };
            let b = |row: u32| half(element(row, group)) | half(element(row + 1, group)) << 16;
            [one(within) | one(within + 1) << 16, b(within), b(within + 8), 0, 0, 0, 0, 0]
        })
        .collect();
    let operands = "MOV R20, R4
        MOV R21, RZ
        MOV R22, RZ
        MOV R23, R4
        MOV R24, R5
        MOV R25, R6";
    let (left, _) = run(&format!("{operands}\nHMMA.16816.F32 R12, R20, R24, RZ"), &inputs).unwrap();
    let (halves, _) = run(&format!("{operands}\nHMMA.16816.F16 R12, R20, R24, RZ"), &inputs).unwrap();
    for (lane, (words, halves)) in (0..).zip(left.iter().zip(&halves)) {
        let (row, column) = (lane / 4, 2 * (lane % 4));
        let expected = [(0, 0), (0, 1), (8, 0), (8, 1)].map(|(down, right)| element(row + down, column + right));
        assert_eq!(words[..4], expected.map(|value| F(value as f32)), "lane {lane}");
        let [a, b, c, d] = expected.map(half);
        assert_eq!(halves[..2], [a | b << 16, c | d << 16], "lane {lane}");
    }
}

#[test]
fn copies_to_shared_memory_may_be_zeros() {
    let inputs: Vec<[u32; 8]> = (0..32).map(|lane| [lane, 11, 12, 13, 14, 0, 0, 0]).collect();
    let body = "LEA R20, R4, 0x400, 0x4
        ISETP.GE.U32.AND P0, PT, R4, 0x10, PT
        LDGSTS.E.128 [R20], desc[UR4][R2.64], P0
        LDGDEPBAR
        DEPBAR.LE SB0, 0x0
        LDS.64 R12, [R20]
        IADD3 R22, P1, R2, 0xc, RZ
        IADD3.X R23, R3, RZ, RZ, P1, !PT
        LDGSTS.E.BYPASS.128.ZFILL [R20], desc[UR4][R22.64]
        LDS.128 R16, [R20]";
    let (left, profile) = run(body, &inputs).unwrap();
    for (lane, words) in (0..).zip(&left) {
        assert_eq!(words[..2], if lane < 16 { [0, 0] } else { [lane, 11] }, "lane {lane}");
        // The address is 12 bytes into its 16: so many are missing at the end.
        assert_eq!(words[4..], [lane, 0, 0, 0]);
    }
    let copies = profile.shared.iter().filter(|count| count.op == crate::SharedOp::AsyncCopy);
    assert_eq!(copies.map(|count| count.wavefronts).collect::<Vec<_>>(), [4, 0]);
}

#[test]
fn threads_count_at_a_barrier() {
    let inputs: Vec<[u32; 8]> = (0..64).map(|thread| [thread, 0, 0, 0, 0, 0, 0, 0]).collect();
    let body = "ISETP.LT.U32.AND P0, PT, R4, 0x28, PT
        BAR.RED.POPC.DEFER_BLOCKING 0x0, P0
        B2R.RESULT R12
        BAR.RED.AND.DEFER_BLOCKING 0x0, P0
        B2R.RESULT RZ, P1
        SEL R13, RZ, 0x1, !P1
        BAR.RED.OR.DEFER_BLOCKING 0x0, P0
        B2R.RESULT RZ, P1
        SEL R14, RZ, 0x1, !P1
        LEA R20, R4, 0x400, 0x2
        STS [R20], R4
        BAR.SYNC.DEFER_BLOCKING 0x0
        LOP3.LUT R21, R4, 0x3f, RZ, 0x3c, !PT
        LEA R21, R21, 0x400, 0x2
        LDS R15, [R21]";
    let (left, profile) = run(body, &inputs).unwrap();
    for (thread, words) in (0..).zip(&left) {
        assert_eq!(words[..4], [40, 0, 1, 63 - thread]);
    }
    assert_eq!(profile.barriers, 8);
    let stuck = run("ISETP.GE.U32.AND P0, PT, R4, 0x20, PT\n@P0 EXIT\nBAR.SYNC.DEFER_BLOCKING 0x0", &inputs).unwrap_err();
    assert!(stuck.to_string().contains("32 threads wait at line"), "{stuck}");
}
