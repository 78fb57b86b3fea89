//! Operations on matrices in registers.

use super::warp::SassWarp;
use crate::isa::Slot;
use crate::isa::sass::{MatrixProduct, Source, Words};
use crate::machine::tensor::product;

impl SassWarp {
    pub(super) fn product(&mut self, p: &MatrixProduct) {
        let [left, right, sums] = p.shape.registers();
        let registers = |slot: Slot, count: usize| &self.regs[slot as usize..slot as usize + count];
        let metadata = p.metadata.map(|slot| &self.regs[slot as usize]);
        let results = product(&p.shape, registers(p.a, left), registers(p.b, right), registers(p.c, sums), metadata);
        self.regs[p.d as usize..p.d as usize + sums].copy_from_slice(&results);
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
