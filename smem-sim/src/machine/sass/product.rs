//! Matrix products of a warp: each lane holds a few elements of the operands, as the PTX manual draws them.
//!
//! Products of integers are exact, and of f64 each product is added in one rounding, in the order of columns. Of other floating-point
//! numbers all products of a result are added at once, see [`floats`].

use super::accumulate::{byte, element, elements_of_a_register, float_bits, floats, integers};
use super::warp::SassWarp;
use crate::alu::half::f16_to_f32;
use crate::isa::Slot;
use crate::isa::sass::{Factor, MatrixProduct, MatrixSum, Source, Words};

/// Columns of the right factor, and of the result.
const COLUMNS: usize = 8;

/// The factors of a product: rows of the left one, columns of the right one.
struct Factors<T> {
    left: Vec<Vec<T>>,
    right: Vec<Vec<T>>,
}

/// Row and column of the results of a lane, in the order of its registers: four, of which the first two are in the upper 8 rows.
pub(super) fn results(lane: usize) -> [[usize; 2]; 4] {
    let (group, within) = (lane / 4, 2 * (lane % 4));
    [[group, within], [group, within + 1], [group + 8, within], [group + 8, within + 1]]
}

impl SassWarp {
    fn register(&self, slot: u32, i: usize, lane: usize) -> u32 {
        self.regs[slot as usize + i][lane]
    }

    /// Reads both factors. A register of each holds some elements of a row of the left one, or of a column of the right one; `words` is
    /// the registers of an element that takes more than one.
    fn factors<T: Copy + Default>(
        &self,
        product: &MatrixProduct,
        words: usize,
        read: impl Fn([u32; 2], bool) -> T,
    ) -> Factors<T> {
        let &MatrixProduct { rows, depth, a, b, factor, .. } = product;
        let each = elements_of_a_register(factor);
        let bits = 32 / each;
        let halves = rows / 8;
        let mut factors =
            Factors { left: vec![vec![T::default(); depth]; rows], right: vec![vec![T::default(); depth]; COLUMNS] };
        let value = |slot: Slot, i: usize, lane: usize, right: bool, element: usize| {
            let low = self.register(slot, words * i, lane) >> (bits * element);
            let high = if words == 2 { self.register(slot, 2 * i + 1, lane) } else { 0 };
            read([low, high], right)
        };
        for lane in 0..32 {
            let (group, within) = (lane / 4, each * (lane % 4));
            for i in 0..depth / (4 * each) {
                for element in 0..each {
                    let column = within + 4 * each * i + element;
                    for half in 0..halves {
                        factors.left[group + 8 * half][column] = value(a, halves * i + half, lane, false, element);
                    }
                    factors.right[group][column] = value(b, i, lane, true, element);
                }
            }
        }
        factors
    }

    /// The left factor's 16 rows in registers, as bits of its elements.
    pub(super) fn left_rows(&self, a: Slot, depth: usize, factor: Factor) -> Vec<Vec<u32>> {
        let product = MatrixProduct { rows: 16, depth, factor, sum: MatrixSum::F32, d: a, a, b: a, c: a };
        self.factors(&product, 1, |[bits, _], _| bits).left
    }

    pub(super) fn product(&mut self, product: &MatrixProduct) {
        match product.factor {
            Factor::F16 | Factor::Bf16 | Factor::Tf32 | Factor::F8 { .. } => self.float_product(product),
            Factor::Bytes { left_signed, right_signed } => {
                let factors = self
                    .factors(product, 1, |[bits, _], right| byte(bits, if right { right_signed } else { left_signed }));
                self.integer_product(product, &factors);
            }
            Factor::Bits { differ } => {
                let factors = self.factors(product, 1, |[bits, _], _| (bits & 1) as i32);
                let both = Factors { left: factors.left, right: factors.right };
                self.integer_product(product, &if differ { different(&both) } else { both });
            }
            Factor::F64 => self.double_product(product),
        }
    }

    /// Calls `result` with row, column and the sum so far of each result, and writes what it returns.
    fn each_result(&mut self, product: &MatrixProduct, result: impl Fn(usize, usize, u32) -> u32) {
        let &MatrixProduct { rows, d, c, .. } = product;
        let mut values = [[0; 4]; 32];
        for (lane, values) in values.iter_mut().enumerate() {
            for (i, [row, column]) in results(lane).into_iter().enumerate().filter(|(_, [row, _])| *row < rows) {
                values[i] = result(row, column, self.register(c, i, lane));
            }
        }
        for (lane, values) in values.iter().enumerate() {
            for (i, &value) in values.iter().enumerate().take(rows / 4) {
                self.regs[d as usize + i][lane] = value;
            }
        }
    }

    fn float_product(&mut self, product: &MatrixProduct) {
        let factors = self.factors(product, 1, |[bits, _], right| element(bits, product.factor, right));
        let sum = |row: usize, column: usize, before: f32| floats(before, &factors.left[row], &factors.right[column]);
        if product.sum != MatrixSum::F16 {
            return self.each_result(product, |row, column, before| {
                float_bits(sum(row, column, f32::from_bits(before)), product.sum)
            });
        }
        let &MatrixProduct { d, c, .. } = product;
        for lane in 0..32 {
            let mut halves = [0; 4];
            for (i, [row, column]) in results(lane).into_iter().enumerate() {
                let before = f16_to_f32((self.register(c, i / 2, lane) >> (16 * (i % 2))) as u16);
                halves[i] = float_bits(sum(row, column, before), MatrixSum::F16);
            }
            self.regs[d as usize][lane] = halves[0] | halves[1] << 16;
            self.regs[d as usize + 1][lane] = halves[2] | halves[3] << 16;
        }
    }

    fn integer_product(&mut self, product: &MatrixProduct, factors: &Factors<i32>) {
        let saturates = product.sum == MatrixSum::S32Saturating;
        self.each_result(product, |row, column, before| {
            integers(before as i32, &factors.left[row], &factors.right[column], saturates) as u32
        });
    }

    /// Each element is in a pair of registers. Every product is added in one rounding, in the order of columns.
    fn double_product(&mut self, product: &MatrixProduct) {
        let &MatrixProduct { rows, d, c, .. } = product;
        let read = |[low, high]: [u32; 2]| f64::from_bits(u64::from(high) << 32 | u64::from(low));
        let factors = self.factors(product, 2, |bits, _| read(bits));
        let mut values = [[0f64; 4]; 32];
        for (lane, values) in values.iter_mut().enumerate() {
            for (i, [row, column]) in results(lane).into_iter().enumerate().filter(|(_, [row, _])| *row < rows) {
                let before = read([self.register(c, 2 * i, lane), self.register(c, 2 * i + 1, lane)]);
                let pairs = factors.left[row].iter().zip(&factors.right[column]);
                values[i] = pairs.fold(before, |sum, (a, b)| a.mul_add(*b, sum));
            }
        }
        for (lane, values) in values.iter().enumerate() {
            for (i, value) in values.iter().enumerate().take(rows / 4) {
                let bits = if value.is_nan() { 0x7ff8_0000_0000_0000 } else { value.to_bits() };
                self.regs[d as usize + 2 * i][lane] = bits as u32;
                self.regs[d as usize + 2 * i + 1][lane] = (bits >> 32) as u32;
            }
        }
    }

    /// Transposes the 8 x 8 matrix of 16-bit elements in a register.
    pub(super) fn transpose(&mut self, d: Slot, a: Source) {
        let from = self.get(a);
        let element = |row: usize, column: usize| from[4 * row + column / 2] >> (16 * (column % 2)) & 0xffff;
        let transposed: Words = std::array::from_fn(|lane| {
            let (row, column) = (lane / 4, 2 * (lane % 4));
            element(column, row) | element(column + 1, row) << 16
        });
        self.regs[d as usize] = transposed;
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
