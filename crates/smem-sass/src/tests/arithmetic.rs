//! Integers, bits, floating point and conversions.

use super::{F, of};

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
        // Three at once: 3, 1.5, 2 in the low halves, 1.5, a NaN, 0.5 in the high ones.
        ("VHMNMX R12, R4, R5, R6, PT", [0x3e00_4200, 0x7e00_3e00, 0x3800_4000, 0], 0x3800_3e00),
        ("VHMNMX R12, R4, R5, R6, !PT", [0x3e00_4200, 0x7e00_3e00, 0x3800_4000, 0], 0x3e00_4200),
        ("VHMNMX.NAN R12, R4, R5, -R6, !PT", [0x3e00_4200, 0x7e00_3e00, 0x3800_4000, 0], 0x7fff_4200),
        ("VHMNMX.FTZ R12, R4, R5, R6, !PT", [0x8001_8001, 0x8000_8001, 0xbc00_0001, 0], 0x8000_0000),
        ("VHMNMX.BF16_V2 R12, R4, R5, R6, PT", [0x3fc0_4000, 0x7fc0_3f80, 0xff80_3f00, 0], 0xff80_3f00),
        ("HADD2 R12, -RZ, R4.H0_NH1", [0x4000_3e00, 0, 0, 0], 0x3e00_c000),
        // Before sm_90, a half of a constant has a space between its brackets.
        ("HADD2 R12, -RZ, c[0x2] [0x0].H1_H1", [0, 0, 0, 0], 0x4030_4030),
        ("HFMA2 R12, R4, -c[0x2] [0x4].H0_H0, RZ", [0x3c00_3c00, 0, 0, 0], 0xe050_e050),
        ("HSETP2.GEU.AND P0, PT, R4.H0_H0, R4.H1_H1, PT\nSEL R12, RZ, 0x1, !P0", [0x4000_3e00, 0, 0, 0], 0),
        ("F2FP.F16.F32.PACK_AB R12, R4, R5", [F(2.0), F(1.5), 0, 0], 0x4000_3e00),
        ("F2FP.PACK_AB R12, R4, R5", [F(2.0), F(1.5), 0, 0], 0x4000_3e00),
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
fn pairs_of_registers_are_numbers_of_64_bits() {
    let words = |value: u64| [value as u32, (value >> 32) as u32];
    let (a, b) = (0x8000_0000_ffff_ffff_u64, 5_u64);
    let cases: [(&str, u64); 13] = [
        ("IADD.64 R12, R4, R6", a + b),
        ("IADD.64 R12, R4, -R6", a - b),
        ("IADD.64 R12, -R4, R6", b.wrapping_sub(a)),
        ("IADD.64 R12, R4, 0x1", a + 1),
        ("MOV.64 R12, 0xfff8000000000000", 0xfff8 << 48),
        ("MOV.64 R12, R6", b),
        ("ISETP.GT.S64.AND P0, PT, R4, R6, PT\nSEL.64 R12, R4, R6, P0", b),
        ("ISETP.GT.U64.AND P0, PT, R4, R6, PT\nSEL.64 R12, R4, R6, P0", a),
        ("ISETP.NE.U64.AND P0, PT, R4, R4, PT\nSEL.64 R12, RZ, 0x1, !P0", 0),
        ("IMNMX.S64 PT, PT, R12, R4, R6, !PT, !PT", b),
        ("IMNMX.U64 PT, PT, R12, R4, R6, PT, !PT", b),
        ("UMOV.64 UR4, 0x100000000\nUIADD3.64 UR6, UPT, UPT, UR4, 0x400, URZ\nMOV.64 R12, UR6", 0x1_0000_0400),
        ("LDC.64 R12, c[0x2][RZ]", 0x8070_6050_4030_2010),
    ];
    for (body, expected) in cases {
        let ([low, high], [c, d]) = (words(a), words(b));
        assert_eq!(of(body, [low, high, c, d]), words(expected), "{body}");
    }
}

#[test]
fn pairs_of_registers_are_two_floats() {
    let inputs = [F(1.5), F(-2.0), F(4.0), F(0.25)];
    assert_eq!(of("FADD2 R12, R4.F32x2.HI_LO, -R6.F32x2.HI_LO", inputs), [F(-2.5), F(-2.25)]);
    assert_eq!(of("FMUL2 R12, R4.reuse.F32x2.HI_LO, R6.F32x2.HI_LO", inputs), [F(6.0), F(-0.5)]);
    let body = "FFMA2 R12, R4.F32x2.HI_LO, R6.F32x2.HI_LO, R4.F32x2.HI_LO";
    assert_eq!(of(body, inputs), [F(7.5), F(-2.5)]);
}

#[test]
fn products_are_scaled_by_powers_of_two() {
    check(&[
        ("FMUL.D2 R12, R4, R5", [F(3.0), F(-5.0), 0, 0], F(-7.5)),
        ("FMUL.D8 R12, R4, -R5", [F(3.0), F(-5.0), 0, 0], F(1.875)),
        ("FMUL.FTZ.M4 R12, R4, R5", [F(0.1), F(0.3), 0, 0], F(0.1 * 0.3 * 4.0)),
        ("FMUL.RZ.M2 R12, R4, R5", [0x3f80_0001, 0x3f80_0001, 0, 0], 0x4000_0002),
        ("FMUL.SAT.M8 R12, R4, R5", [F(0.5), F(0.5), 0, 0], F(1.0)),
        ("FMUL.M2 R12, R4, R5", [F(f32::NAN), F(1.0), 0, 0], 0x7fff_ffff),
    ]);
}

#[test]
fn three_floats_have_a_smallest_and_a_largest() {
    let inputs = [F(1.5), F(-2.0), F(f32::NAN), 0];
    assert_eq!(of("FMNMX3 R12, R4, R5, R6, !PT\nFMNMX3 R13, |R4|, |R5|, R6, PT", inputs), [F(1.5), F(1.5)]);
    assert!(f32::from_bits(of("FMNMX3.NAN R12, R4, R5, R6, PT", inputs)[0]).is_nan());
}

#[test]
fn uniform_registers_are_floats_too() {
    let body = "R2UR UR4, R4
        UI2FP.F32.U32 UR5, UR4
        UFMUL UR6, UR5, 0.5
        UFFMA UR7, UR6, -UR5, 1
        MOV R12, UR6
        MOV R13, UR7";
    assert_eq!(of(body, [6, 0, 0, 0]), [F(3.0), F(-17.0)]);
    let body = "CREDUX.MIN.S32 UR4, R4
        S2UR UR5, SR_CgaSize
        MOV R12, UR4
        MOV R13, UR5";
    assert_eq!(of(body, [0xffff_fffe, 0, 0, 0]), [0xffff_fffe, 0]);
}

#[test]
fn two_numbers_of_8_bits_are_packed_beside_two_others() {
    // 1.5 and -2 as E4M3 are 0x3c and 0xc0; the lower half of the last operand goes up.
    let body = "F2FP.SATFINITE.E4M3.F32.PACK_AB_MERGE_C R12, R4, R5, RZ
        F2FP.SATFINITE.E4M3.F32.PACK_AB_MERGE_C R13, R6, R7, R12";
    assert_eq!(of(body, [F(1.5), F(-2.0), F(1e9), F(0.0)]), [0x3cc0, 0x3cc0_7e00]);
    let wide = "F2FP.SATFINITE.E5M2.F32.PACK_AB_MERGE_C R12, R4, R5, RZ
        F2FP.SATFINITE.RELU.E5M2.F32.PACK_AB_MERGE_C R13, R4, -R5, RZ";
    assert_eq!(of(wide, [F(-1e9), F(-1.0), 0, 0]), [0xfbbc, 0x003c]);
    // Halves: 1.0 and -448, and back.
    let halves = "F2FP.SATFINITE.E4M3.F16.UNPACK_B_MERGE_C R12, R4, R5
        F2FP.F16.E4M3.UNPACK_B R13, R12";
    assert_eq!(of(halves, [0x3c00_df00, 0x1234, 0, 0]), [0x1234_38fe, 0x3c00_df00]);
    // A pair of halves in the instruction, 0 and 1.0, is printed as the f32 of its bits; 0xc0003c00 are -2.0 and 1.0.
    let printed = "F2FP.SATFINITE.E4M3.F16.UNPACK_B_MERGE_C R12, 2.1523944412029190209e-41, R5
        F2FP.SATFINITE.E5M2.F16.UNPACK_B_MERGE_C R13, -2.003662109375, RZ";
    assert_eq!(of(printed, [0, 0x1234, 0, 0]), [0x1234_0038, 0xc03c]);
    // 0x0038 as the f32 of its bits: 1.0 above which is nothing.
    assert_eq!(of("F2FP.F16.E4M3.UNPACK_B R12, 7.8472714002189755972e-44", [0; 4])[0], 0x3c00);
    let upper = "F2FP.F16.E5M2.UNPACK_B R12, R4.H1
        F2FP.RELU.F16.E5M2.UNPACK_B R13, R4";
    assert_eq!(of(upper, [0x3cbc_7ebc, 0, 0, 0]), [0x3c00_bc00, 0x7fff_0000]);
}

#[test]
fn two_integers_are_packed_as_bytes_beside_two_others() {
    let body = "I2IP.S8.S32.SAT R12, R4, R5, R6
        I2IP.U8.S32.SAT R13, R4, R5, RZ";
    assert_eq!(of(body, [(-3i32) as u32, 300, 0xabcd_1234, 0]), [0x1234_fd7f, 0x00ff]);
}

#[test]
fn pairs_of_uniform_registers_are_added_and_subtracted_and_single_ones_chosen() {
    let begin = "R2UR UR4, R4
        R2UR UR5, R5
        R2UR UR6, R6
        R2UR UR7, R7";
    let wide = |sum: &str| of(&format!("{begin}\n{sum}\nMOV R12, UR8\nMOV R13, UR9"), [1, 2, 3, 1]);
    assert_eq!(wide("UIADD3.64 UR8, UPT, UPT, -UR6, UR4, URZ"), [0xffff_fffe, 0]);
    assert_eq!(wide("UIADD3.64 UR8, UPT, UPT, UR4, -0x2, URZ"), [0xffff_ffff, 1]);
    assert_eq!(wide("UIADD3.64 UR8, UPT, UPT, -UR6, UR4, -UR6"), [0xffff_fffb, u32::MAX]);
    assert_eq!(wide("UVIMNMX.U32 UR8, UR4, UR6, UPT\nUVIMNMX.S32 UR9, UR4, -0x1, !UPT"), [1, 1]);
}

#[test]
fn numbers_of_16_bits_are_printed_as_their_values() {
    for (body, expected) in [
        ("FRND.BF16 R12, 5.5", 0x40c0),
        ("FRND.F16.TRUNC R12, -5.5", 0xc500),
        ("F2I.BF16.NTZ R12, 5.5", 6),
        ("F2I.F16.TRUNC.NTZ R12, 5.5", 5),
        ("MUFU.TANH.BF16 R12, 5.5", 0x3f80),
        ("MUFU.EX2.F16 R12, -1", 0x3800),
        ("MUFU.EX2.F16 R12, R4.H1", 0x4400),
    ] {
        assert_eq!(of(body, [0x4000_0000, 0, 0, 0])[0] & 0xffff, expected, "{body}");
    }
}
