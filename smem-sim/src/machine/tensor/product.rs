//! Matrix products of a warp: each lane holds a few elements of the operands, as the PTX manual draws them.
//!
//! Products of integers are exact, and of f64 each product is added in one rounding, in the order of columns. Of other floating-point
//! numbers all products of a result are added at once, see [`floats`].

use super::accumulate::{byte, element, float_bits, floats, integers, nibble};
use crate::alu::half::f16_to_f32;
use crate::isa::sass::Words;
use crate::isa::{Factor, MatrixSum, ProductShape};

/// Columns of the right factor, and of the result.
const COLUMNS: usize = 8;

/// The factors of a product: rows of the left one, columns of the right one.
struct Factors<T> {
    left: Vec<Vec<T>>,
    right: Vec<Vec<T>>,
}

/// Row and column of the results of a lane, in the order of its registers: four, of which the first two are in the upper 8 rows.
pub(in crate::machine) fn results(lane: usize) -> [[usize; 2]; 4] {
    let (group, within) = (lane / 4, 2 * (lane % 4));
    [[group, within], [group, within + 1], [group + 8, within], [group + 8, within + 1]]
}

/// Computes `a * b + c` from the registers of each, as many as [`ProductShape::registers`] says. Returns those of the result.
pub(in crate::machine) fn product(shape: &ProductShape, a: &[Words], b: &[Words], c: &[Words]) -> Vec<Words> {
    let registers = ProductRegisters { shape, a, b, c };
    match shape.factor {
        Factor::F16 | Factor::Bf16 | Factor::Tf32 | Factor::F8 { .. } => registers.float_product(),
        Factor::Bytes { left_signed, right_signed } => {
            let sign = |right| if right { right_signed } else { left_signed };
            registers.integer_product(&registers.factors(1, |[bits, _], right| byte(bits, sign(right))))
        }
        Factor::Nibbles { left_signed, right_signed } => {
            let sign = |right| if right { right_signed } else { left_signed };
            registers.integer_product(&registers.factors(1, |[bits, _], right| nibble(bits, sign(right))))
        }
        Factor::Bits { differ } => {
            let both = registers.factors(1, |[bits, _], _| (bits & 1) as i32);
            registers.integer_product(&if differ { different(&both) } else { both })
        }
        Factor::F64 => registers.double_product(),
    }
}

/// The left factor's 16 rows in registers, as bits of its elements.
pub(in crate::machine) fn left_rows(a: &[Words], depth: usize, factor: Factor) -> Vec<Vec<u32>> {
    let shape = ProductShape { rows: 16, depth, factor, sum: MatrixSum::F32 };
    let registers = ProductRegisters { shape: &shape, a, b: a, c: a };
    registers.factors(1, |[bits, _], _| bits).left
}

/// The operands of a product.
struct ProductRegisters<'r> {
    shape: &'r ProductShape,
    a: &'r [Words],
    b: &'r [Words],
    c: &'r [Words],
}

impl ProductRegisters<'_> {
    /// Reads both factors. A register of each holds some elements of a row of the left one, or of a column of the right one; `words` is
    /// the registers of an element that takes more than one.
    fn factors<T: Copy + Default>(&self, words: usize, read: impl Fn([u32; 2], bool) -> T) -> Factors<T> {
        let &ProductShape { rows, depth, factor, .. } = self.shape;
        let each = factor.elements_of_a_register();
        let bits = 32 / each;
        let halves = rows / 8;
        let mut factors =
            Factors { left: vec![vec![T::default(); depth]; rows], right: vec![vec![T::default(); depth]; COLUMNS] };
        let value = |from: &[Words], i: usize, lane: usize, right: bool, element: usize| {
            let low = from[words * i][lane] >> (bits * element);
            let high = if words == 2 { from[2 * i + 1][lane] } else { 0 };
            read([low, high], right)
        };
        for lane in 0..32 {
            let (group, within) = (lane / 4, each * (lane % 4));
            for i in 0..depth / (4 * each) {
                for element in 0..each {
                    let column = within + 4 * each * i + element;
                    for half in 0..halves {
                        factors.left[group + 8 * half][column] = value(self.a, halves * i + half, lane, false, element);
                    }
                    factors.right[group][column] = value(self.b, i, lane, true, element);
                }
            }
        }
        factors
    }

    /// Calls `result` with row, column and the sum so far of each result, and returns what it returns, in registers.
    fn each_result(&self, result: impl Fn(usize, usize, u32) -> u32) -> Vec<Words> {
        let rows = self.shape.rows;
        let mut out = vec![[0; 32]; rows / 4];
        #[allow(clippy::needless_range_loop, reason = "a lane is a place in the matrix, too")]
        for lane in 0..32 {
            for (i, [row, column]) in results(lane).into_iter().enumerate().filter(|(_, [row, _])| *row < rows) {
                out[i][lane] = result(row, column, self.c[i][lane]);
            }
        }
        out
    }

    fn float_product(&self) -> Vec<Words> {
        let &ProductShape { factor, sum, .. } = self.shape;
        let factors = self.factors(1, |[bits, _], right| element(bits, factor, right));
        let result = |row: usize, column: usize, before: f32| {
            float_bits(floats(before, &factors.left[row], &factors.right[column]), sum)
        };
        if sum != MatrixSum::F16 {
            return self.each_result(|row, column, before| result(row, column, f32::from_bits(before)));
        }
        let mut out = vec![[0; 32]; 2];
        #[allow(clippy::needless_range_loop, reason = "a lane is a place in the matrix, too")]
        for lane in 0..32 {
            for (i, [row, column]) in results(lane).into_iter().enumerate() {
                let before = f16_to_f32((self.c[i / 2][lane] >> (16 * (i % 2))) as u16);
                out[i / 2][lane] |= result(row, column, before) << (16 * (i % 2));
            }
        }
        out
    }

    fn integer_product(&self, factors: &Factors<i32>) -> Vec<Words> {
        let saturates = self.shape.sum == MatrixSum::S32Saturating;
        self.each_result(|row, column, before| {
            integers(before as i32, &factors.left[row], &factors.right[column], saturates) as u32
        })
    }

    /// Each element is in a pair of registers. Every product is added in one rounding, in the order of columns.
    fn double_product(&self) -> Vec<Words> {
        let rows = self.shape.rows;
        let read = |[low, high]: [u32; 2]| f64::from_bits(u64::from(high) << 32 | u64::from(low));
        let factors = self.factors(2, |bits, _| read(bits));
        let mut out = vec![[0; 32]; rows / 2];
        #[allow(clippy::needless_range_loop, reason = "a lane is a place in the matrix, too")]
        for lane in 0..32 {
            for (i, [row, column]) in results(lane).into_iter().enumerate().filter(|(_, [row, _])| *row < rows) {
                let before = read([self.c[2 * i][lane], self.c[2 * i + 1][lane]]);
                let pairs = factors.left[row].iter().zip(&factors.right[column]);
                let value = pairs.fold(before, |sum, (a, b)| a.mul_add(*b, sum));
                let bits = if value.is_nan() { 0x7ff8_0000_0000_0000 } else { value.to_bits() };
                out[2 * i][lane] = bits as u32;
                out[2 * i + 1][lane] = (bits >> 32) as u32;
            }
        }
        out
    }
}

/// Bits that differ are counted by two products: `a` with the inversion of `b`, and the other way round.
fn different(factors: &Factors<i32>) -> Factors<i32> {
    let both = |matrix: &[Vec<i32>], inverted_first: bool| {
        let row = |bits: &Vec<i32>| {
            let inverted = bits.iter().map(|bit| 1 - bit);
            if inverted_first {
                inverted.chain(bits.iter().copied()).collect()
            } else {
                bits.iter().copied().chain(inverted).collect()
            }
        };
        matrix.iter().map(row).collect()
    };
    Factors { left: both(&factors.left, false), right: both(&factors.right, true) }
}
