//! Matrix products of a warp: each lane holds a few elements of the operands, as the PTX manual draws them.
//!
//! Products of integers are exact, and of f64 each product is added in one rounding, in the order of columns. Of other floating-point
//! numbers all products of a result are added at once, see [`floats`].

use super::accumulate::{byte, element, float_bits, floats, integers, nibble};
use super::sparse::columns_of;
use crate::alu::float::out64;
use crate::alu::half::f16_to_f32;
use crate::isa::sass::Words;
use crate::isa::{Factor, MatrixSum, ProductShape};
use std::borrow::Cow;

/// Columns of the right factor, and of the result.
const COLUMNS: usize = 8;

/// The factors of a product: rows of the left one, columns of the right one.
struct Factors<T> {
    left: Vec<Vec<T>>,
    right: Vec<Vec<T>>,
    /// Of a sparse left factor, the column of each element.
    columns: Option<Vec<Vec<usize>>>,
}

impl<T: Copy> Factors<T> {
    /// The elements of a column of the right factor that those of a row of the left one are multiplied with.
    fn right_of(&self, row: usize, column: usize) -> Cow<'_, [T]> {
        let all = &self.right[column];
        match &self.columns {
            None => Cow::Borrowed(all),
            Some(columns) => columns[row].iter().map(|&at| all[at]).collect(),
        }
    }
}

/// Row and column of the results of a lane, in the order of its registers: four, of which the first two are in the upper 8 rows.
pub(in crate::machine) fn results(lane: usize) -> [[usize; 2]; 4] {
    let (group, within) = (lane / 4, 2 * (lane % 4));
    [[group, within], [group, within + 1], [group + 8, within], [group + 8, within + 1]]
}

/// Computes `a * b + c` from the registers of each, as many as [`ProductShape::registers`] says, and for a sparse `a` from the register
/// that says where its elements are. Returns those of the result.
pub(in crate::machine) fn product(
    shape: &ProductShape,
    a: &[Words],
    b: &[Words],
    c: &[Words],
    metadata: Option<&Words>,
) -> Vec<Words> {
    let registers = ProductRegisters { shape, a, b, c, metadata };
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
    let shape = ProductShape { rows: 16, depth, factor, sum: MatrixSum::F32, selector: None };
    let registers = ProductRegisters { shape: &shape, a, b: a, c: a, metadata: None };
    registers.factors(1, |[bits, _], _| bits).left
}

/// The operands of a product.
struct ProductRegisters<'r> {
    shape: &'r ProductShape,
    a: &'r [Words],
    b: &'r [Words],
    c: &'r [Words],
    metadata: Option<&'r Words>,
}

impl ProductRegisters<'_> {
    /// Reads both factors. A register of each holds some elements of a row of the left one, or of a column of the right one; `words` is
    /// the registers of an element that takes more than one.
    fn factors<T: Copy + Default>(&self, words: usize, read: impl Fn([u32; 2], bool) -> T) -> Factors<T> {
        let &ProductShape { rows, depth, factor, .. } = self.shape;
        let each = factor.elements_of_a_register();
        let bits = 32 / each;
        let halves = rows / 8;
        let columns = self.metadata.map(|metadata| columns_of(metadata, self.shape));
        let kept = if columns.is_some() { depth / 2 } else { depth };
        let left = vec![vec![T::default(); kept]; rows];
        let mut factors = Factors { left, right: vec![vec![T::default(); depth]; COLUMNS], columns };
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
                    for half in (0..halves).filter(|_| column < kept) {
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
            float_bits(floats(before, &factors.left[row], &factors.right_of(row, column), factor), sum)
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
            integers(before as i32, &factors.left[row], &factors.right_of(row, column), saturates) as u32
        })
    }

    /// Each element is in a pair of registers. Every product is added in one rounding, in the order of columns. A NaN of the left factor is
    /// kept, as on an H200; which of several is, is taken from the other fused operations.
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
                let step = |sum: f64, (a, b): (&f64, &f64)| {
                    f64::from_bits(out64(a.mul_add(*b, sum), [b.to_bits(), sum.to_bits(), a.to_bits()]))
                };
                let bits = pairs.fold(before, step).to_bits();
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
    Factors { left: both(&factors.left, false), right: both(&factors.right, true), columns: None }
}
