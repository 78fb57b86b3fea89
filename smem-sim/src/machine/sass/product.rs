//! Matrix products of a warp: each lane holds a few elements of the operands, as the PTX manual draws them.
//!
//! Products of integers are exact. Of floating-point numbers, the elements of one result are added in the order of their columns,
//! each product exact and each sum rounded to the type of the result, or to f32 for halves. A GPU adds them in another order and with
//! other precision, so results may differ from a GPU's in their last digits.

use super::warp::SassWarp;
use crate::alu::half::{bf16_to_f32, f16_to_f32, to_f16};
use crate::isa::Rounding;
use crate::isa::sass::{Factor, MatrixProduct, MatrixSum};

const ROWS: usize = 16;
const COLUMNS: usize = 8;
const DEEPEST: usize = 32;

/// The factors of a product.
struct Factors<T> {
    left: [[T; DEEPEST]; ROWS],
    right: [[T; COLUMNS]; DEEPEST],
}

/// Row and column of the four results of a lane, in the order of its registers.
fn results(lane: usize) -> [[usize; 2]; 4] {
    let (group, within) = (lane / 4, 2 * (lane % 4));
    [[group, within], [group, within + 1], [group + 8, within], [group + 8, within + 1]]
}

impl SassWarp {
    fn register(&self, slot: u32, i: usize, lane: usize) -> u32 {
        self.regs[slot as usize + i][lane]
    }

    /// Reads both factors. A register of each holds `each` elements of a row of the left one, or of a column of the right one.
    fn factors<T: Copy + Default>(
        &self,
        product: &MatrixProduct,
        each: usize,
        left: impl Fn(u32) -> T,
        right: impl Fn(u32) -> T,
    ) -> Factors<T> {
        let &MatrixProduct { depth, a, b, .. } = product;
        let mut factors = Factors { left: [[T::default(); DEEPEST]; ROWS], right: [[T::default(); COLUMNS]; DEEPEST] };
        let bits = 32 / each;
        for lane in 0..32 {
            let (group, within) = (lane / 4, each * (lane % 4));
            for i in 0..depth / (4 * each) {
                for element in 0..each {
                    let column = within + 4 * each * i + element;
                    let part = |value: u32| value >> (bits * element);
                    factors.left[group][column] = left(part(self.register(a, 2 * i, lane)));
                    factors.left[group + 8][column] = left(part(self.register(a, 2 * i + 1, lane)));
                    factors.right[column][group] = right(part(self.register(b, i, lane)));
                }
            }
        }
        factors
    }

    pub(super) fn product(&mut self, product: &MatrixProduct) {
        match product.factor {
            Factor::F16 => self.float_product(product, 2, |bits| f16_to_f32(bits as u16)),
            Factor::Bf16 => self.float_product(product, 2, |bits| bf16_to_f32(bits as u16)),
            // The lowest bits are not looked at.
            Factor::Tf32 => self.float_product(product, 1, |bits| f32::from_bits(bits & !0x1fff)),
            Factor::Bytes { left_signed, right_signed } => self.byte_product(product, left_signed, right_signed),
            Factor::F64 => self.double_product(product),
        }
    }

    fn float_product(&mut self, product: &MatrixProduct, each: usize, read: impl Fn(u32) -> f32) {
        let factors = self.factors(product, each, &read, &read);
        let &MatrixProduct { depth, d, c, sum, .. } = product;
        let mut values = [[0f32; 4]; 32];
        for (lane, values) in values.iter_mut().enumerate() {
            for (i, [row, column]) in results(lane).into_iter().enumerate() {
                let mut value = match sum {
                    MatrixSum::F16 => f16_to_f32((self.register(c, i / 2, lane) >> (16 * (i % 2))) as u16),
                    _ => f32::from_bits(self.register(c, i, lane)),
                };
                for k in 0..depth {
                    value += factors.left[row][k] * factors.right[k][column];
                }
                values[i] = value;
            }
        }
        for (lane, values) in values.iter().enumerate() {
            if sum == MatrixSum::F16 {
                let halves = values.map(|value| u32::from(to_f16(value.into(), Rounding::Nearest)));
                self.regs[d as usize][lane] = halves[0] | halves[1] << 16;
                self.regs[d as usize + 1][lane] = halves[2] | halves[3] << 16;
            } else {
                for (i, &value) in values.iter().enumerate() {
                    // A NaN result is the one NaN that GPUs give.
                    self.regs[d as usize + i][lane] = if value.is_nan() { 0x7fff_ffff } else { value.to_bits() };
                }
            }
        }
    }

    fn byte_product(&mut self, product: &MatrixProduct, left_signed: bool, right_signed: bool) {
        let read =
            |signed: bool| move |bits: u32| if signed { i32::from(bits as u8 as i8) } else { i32::from(bits as u8) };
        let factors = self.factors(product, 4, read(left_signed), read(right_signed));
        let &MatrixProduct { depth, d, c, .. } = product;
        let mut values = [[0u32; 4]; 32];
        for (lane, values) in values.iter_mut().enumerate() {
            for (i, [row, column]) in results(lane).into_iter().enumerate() {
                let sum: i32 = (0..depth).map(|k| factors.left[row][k] * factors.right[k][column]).sum();
                values[i] = self.register(c, i, lane).wrapping_add(sum as u32);
            }
        }
        for (lane, values) in values.iter().enumerate() {
            for (i, &value) in values.iter().enumerate() {
                self.regs[d as usize + i][lane] = value;
            }
        }
    }

    /// Of 8 x 4 and 4 x 8 elements, one of each in a pair of registers of a lane; each lane has two results side by side.
    fn double_product(&mut self, product: &MatrixProduct) {
        let &MatrixProduct { d, a, b, c, .. } = product;
        let read = |slot: u32, lane: usize| {
            f64::from_bits(u64::from(self.register(slot, 1, lane)) << 32 | u64::from(self.register(slot, 0, lane)))
        };
        let mut values = [[0f64; 2]; 32];
        for (lane, values) in values.iter_mut().enumerate() {
            let (row, column) = (lane / 4, 2 * (lane % 4));
            for (i, value) in values.iter_mut().enumerate() {
                *value = read(c + 2 * i as u32, lane);
                for k in 0..4 {
                    *value = read(a, 4 * row + k).mul_add(read(b, 4 * (column + i) + k), *value);
                }
            }
        }
        for (lane, values) in values.iter().enumerate() {
            for (i, value) in values.iter().enumerate() {
                let bits = if value.is_nan() { 0x7ff8_0000_0000_0000 } else { value.to_bits() };
                self.regs[d as usize + 2 * i][lane] = bits as u32;
                self.regs[d as usize + 2 * i + 1][lane] = (bits >> 32) as u32;
            }
        }
    }
}
