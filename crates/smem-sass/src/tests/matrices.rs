//! Products of matrices, which all lanes of a warp compute together.

use super::{F, run};
use smem_sim::alu::half::to_f16;
use smem_sim::isa::Rounding;

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

/// Small numbers that differ from element to element, some of them negative.
fn left_element(row: usize, column: usize) -> i32 {
    (3 * row as i32 + 5 * column as i32) % 11 - 5
}

fn right_element(row: usize, column: usize) -> i32 {
    (7 * row as i32 + 2 * column as i32) % 9 - 4
}

fn product_element(depth: usize, row: usize, column: usize) -> i32 {
    (0..depth).map(|k| left_element(row, k) * right_element(k, column)).sum()
}

/// Four registers of the left factor and two of the right one for each lane, with `each` elements to a register.
fn factors(each: usize, bits: impl Fn(i32) -> u32) -> Vec<[u32; 8]> {
    let pack = |at: &dyn Fn(usize) -> i32| (0..each).fold(0, |word, i| word | bits(at(i)) << (32 / each * i));
    (0..32)
        .map(|lane| {
            let (group, within) = (lane / 4, each * (lane % 4));
            let left =
                |i: usize| pack(&|element| left_element(group + 8 * (i % 2), within + 4 * each * (i / 2) + element));
            let right = |i: usize| pack(&|element| right_element(within + 4 * each * i + element, group));
            [left(0), left(1), left(2), left(3), right(0), right(1), 0, 0]
        })
        .collect()
}

#[test]
fn products_of_every_type_are_those_of_the_matrices() {
    type ElementBits = fn(i32) -> u32;
    type ProductCase = (&'static str, usize, usize, ElementBits, ElementBits);
    let as_byte = |value: i32| value as u32 & 0xff;
    let as_tf32 = |value: i32| F(value as f32);
    let as_bf16 = |value: i32| F(value as f32) >> 16;
    let integer = |value: i32| value as u32;
    // Numbers of 4 bits are -5 to 5; those of 8 bits with a fraction of 3 bits are exact.
    let as_nibble = |value: i32| value as u32 & 0xf;
    let as_e4m3 = |value: i32| {
        let exponent = value.unsigned_abs().max(1).ilog2();
        let fraction = (value.unsigned_abs() << 3 >> exponent) & 7;
        if value == 0 { 0 } else { (value as u32 >> 31) << 7 | (exponent + 7) << 3 | fraction }
    };
    let rows: [ProductCase; 10] = [
        ("IMMA.16864.S4.S4 R12, R4.ROW, R8.COL, RZ", 64, 8, as_nibble, integer),
        ("IMMA.16832.S4.S4.SAT R12, R4.ROW, R8.COL, RZ", 32, 8, as_nibble, integer),
        ("IMMA.16864.S4.S4.SAT R12, R4.ROW, R8.COL, RZ", 64, 8, as_nibble, integer),
        ("QMMA.16832.F32.E4M3.E4M3 R12, R4.ROW, R8.COL, RZ", 32, 4, as_e4m3, as_tf32),
        ("QMMA.16816.F32.E4M3.E4M3 R12, R4.ROW, R8.COL, RZ", 16, 4, as_e4m3, as_tf32),
        ("IMMA.16832.S8.S8 R12, R4.ROW, R8.COL, RZ", 32, 4, as_byte, integer),
        ("IMMA.16816.S8.S8 R12, R4.ROW, R8.COL, RZ", 16, 4, as_byte, integer),
        ("HMMA.1688.F32.TF32 R12, R4, R8, RZ", 8, 1, as_tf32, as_tf32),
        ("HMMA.1684.F32.TF32 R12, R4, R8, RZ", 4, 1, as_tf32, as_tf32),
        ("HMMA.16816.F32.BF16 R12, R4, R8, RZ", 16, 2, as_bf16, as_tf32),
    ];
    for (instruction, depth, each, bits, result) in rows {
        let (left, _) = run(instruction, &factors(each, bits)).unwrap();
        for (lane, words) in left.iter().enumerate() {
            let (row, column) = (lane / 4, 2 * (lane % 4));
            let expected = [(0, 0), (0, 1), (8, 0), (8, 1)]
                .map(|(down, right)| result(product_element(depth, row + down, column + right)));
            assert_eq!(words[..4], expected, "`{instruction}`, lane {lane}");
        }
    }
    // An f64 of each factor in every lane.
    let doubles: Vec<[u32; 8]> = (0..32)
        .map(|lane| {
            let (a, b) = (left_element(lane / 4, lane % 4), right_element(lane % 4, lane / 4));
            let [a, b] = [a, b].map(|value| f64::from(value).to_bits());
            [a as u32, (a >> 32) as u32, b as u32, (b >> 32) as u32, 0, 0, 0, 0]
        })
        .collect();
    for name in ["8x8x4", "884"] {
        let (left, _) = run(&format!("DMMA.{name} R12, R4, R6, RZ"), &doubles).unwrap();
        for (lane, words) in left.iter().enumerate() {
            let double = |i: usize| f64::from_bits(u64::from(words[2 * i + 1]) << 32 | u64::from(words[2 * i]));
            let expected = [0, 1].map(|i| f64::from(product_element(4, lane / 4, 2 * (lane % 4) + i)));
            assert_eq!([double(0), double(1)], expected, "lane {lane}");
        }
    }
}

#[test]
fn products_of_numbers_of_4_bits_without_sign_and_of_8_rows_are_those_of_the_matrices() {
    // Left: 15 everywhere, 8 rows; right: -8 as a number with a sign, 8 as one without.
    let inputs = vec![[0xffff_ffff, 0, 0, 0, 0x8888_8888, 0, 0, 0]; 32];
    for (types, each) in [("U4.S4", 15 * -8), ("U4.U4", 15 * 8), ("S4.U4", -8), ("S4.S4", 8)] {
        let (left, _) = run(&format!("IMMA.8832.{types} R12, R4.ROW, R8.COL, RZ"), &inputs).unwrap();
        assert_eq!(left[7][..2], [(32 * each) as u32; 2], "{types}");
    }
}
