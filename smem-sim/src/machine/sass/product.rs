//! Matrix products of a warp: each lane holds a few elements of the operands, as the PTX manual draws them.
//!
//! The elements of one result are added in the order of their columns, each product exact and each sum rounded to f32. A GPU adds
//! them in another order and with other precision, so results may differ from a GPU's in their last digits.

use super::warp::Warp;
use crate::alu::half::{bf16_to_f32, f16_to_f32, to_f16};
use crate::isa::Rounding;
use crate::isa::sass::MatrixProduct;

const ROWS: usize = 16;
const COLUMNS: usize = 8;
const DEEPEST: usize = 16;

impl Warp {
    pub(super) fn product(&mut self, product: &MatrixProduct) {
        let &MatrixProduct { shape, d, a, b, c } = product;
        let read = |bits: u32| if shape.bf16 { bf16_to_f32(bits as u16) } else { f16_to_f32(bits as u16) };
        let mut left = [[0f32; DEEPEST]; ROWS];
        let mut right = [[0f32; COLUMNS]; DEEPEST];
        let mut sums = [[0f32; COLUMNS]; ROWS];
        let register = |slot: u32, i: usize, lane: usize| self.regs[slot as usize + i][lane];
        for lane in 0..32 {
            let (group, within) = (lane / 4, 2 * (lane % 4));
            for i in 0..shape.depth / 4 {
                let value = register(a, i, lane);
                let (row, column) = (group + 8 * (i & 1), within + 8 * (i >> 1));
                left[row][column] = read(value);
                left[row][column + 1] = read(value >> 16);
            }
            for i in 0..shape.depth / 8 {
                let value = register(b, i, lane);
                right[within + 8 * i][group] = read(value);
                right[within + 8 * i + 1][group] = read(value >> 16);
            }
            for i in 0..2 {
                let (row, column) = (group + 8 * i, within);
                (sums[row][column], sums[row][column + 1]) = if shape.single {
                    (f32::from_bits(register(c, 2 * i, lane)), f32::from_bits(register(c, 2 * i + 1, lane)))
                } else {
                    let value = register(c, i, lane);
                    (f16_to_f32(value as u16), f16_to_f32((value >> 16) as u16))
                };
            }
        }
        for row in 0..ROWS {
            for column in 0..COLUMNS {
                let mut sum = sums[row][column];
                for k in 0..shape.depth {
                    sum += left[row][k] * right[k][column];
                }
                sums[row][column] = sum;
            }
        }
        for lane in 0..32 {
            let (group, within) = (lane / 4, 2 * (lane % 4));
            for i in 0..2 {
                let [low, high] = [sums[group + 8 * i][within], sums[group + 8 * i][within + 1]];
                if shape.single {
                    self.regs[d as usize + 2 * i][lane] = canonical(low);
                    self.regs[d as usize + 2 * i + 1][lane] = canonical(high);
                } else {
                    let [low, high] = [low, high].map(|v| u32::from(to_f16(v.into(), Rounding::Nearest)));
                    self.regs[d as usize + i][lane] = low | high << 16;
                }
            }
        }
    }
}

/// A NaN result is the one NaN that GPUs give.
fn canonical(value: f32) -> u32 {
    if value.is_nan() { 0x7fff_ffff } else { value.to_bits() }
}
