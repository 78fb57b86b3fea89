//! Matrix products of four warps (`wgmma`), whose factors are in shared memory.
//!
//! Each warp computes 16 of the 64 rows by itself, when it executes the instruction. A descriptor says where a factor is:
//!
//! ```text
//! bit  63 62     51 .. 49     45 .. 32    29 .. 16    13 .. 0
//!      swizzle   base offset   stride     leading     start       the last three in units of 16 bytes
//! ```
//!
//! The factor is made of blocks of 8 rows of 16, 32, 64 or 128 bytes by the swizzle, along the depth or, transposed, along the other
//! dimension.

use super::warp::SassWarp;
use crate::alu::half::f16_to_f32;
use crate::fault::FaultKind;
use crate::isa::sass::GroupProduct;
use crate::isa::{Factor, MatrixSum, Space};
use crate::machine::access::outside;
use crate::machine::lane_fault::{LaneFault, LaneResult};
use crate::machine::tensor::accumulate::{byte, element, float_bits, floats, integers};
use crate::machine::tensor::{left_rows, results};
use crate::memory::SharedMemory;
use std::cell::Cell;

/// Rows of one warp.
const ROWS: usize = 16;

/// Where a factor is in shared memory.
#[derive(Debug, Clone, Copy)]
struct Descriptor {
    start: u64,
    leading: u64,
    stride: u64,
    /// Bytes of a row of a block.
    width: u64,
    transposed: bool,
}

impl Descriptor {
    /// `None` with a base offset, which is for blocks that do not begin at a multiple of their size.
    fn of(bits: u64, transposed: bool) -> Option<Self> {
        let field = |at: u32| (bits >> at & 0x3fff) << 4;
        let width = [16, 128, 64, 32][(bits >> 62) as usize];
        let descriptor = Self { start: field(0), leading: field(16), stride: field(32), width, transposed };
        (bits >> 49 & 7 == 0).then_some(descriptor)
    }

    /// Byte address of the `index`-th row of the left factor, or column of the right one, at so many bits of its depth.
    fn address(&self, index: usize, depth: usize, bits: usize) -> u64 {
        let (along, across) = if self.transposed { (index, depth) } else { (depth, index) };
        let along = (along * bits / 8) as u64;
        let (chunk, within, across) = (along / 16, along % 16, across as u64);
        let Self { width, leading, stride, .. } = *self;
        let chunks = width / 16;
        let (inner, outer) = (chunk % chunks * 16, chunk / chunks);
        let (outer_stride, block_stride) = match (self.transposed, width) {
            (true, 16) => (stride, leading),
            (true, _) | (false, _) => (leading, stride),
        };
        let address =
            self.start + inner + outer * outer_stride + across % 8 * width + across / 8 * block_stride + within;
        // Bits 7 and up of the address onto bits 4 and up, as many as chunks have.
        address ^ address >> 3 & (width - 16)
    }
}

/// Reads rows of a factor, as bits of their elements.
struct FactorReader<'s> {
    shared: &'s SharedMemory,
    reserved: u64,
    bits: usize,
    depth: usize,
    /// The first address past the bytes that the block asks for, if one was read.
    past_end: Cell<Option<u64>>,
}

impl FactorReader<'_> {
    fn row(&self, descriptor: &Descriptor, index: usize) -> LaneResult<Vec<u32>> {
        (0..self.depth).map(|column| self.element(descriptor, index, column)).collect()
    }

    fn element(&self, descriptor: &Descriptor, index: usize, column: usize) -> LaneResult<u32> {
        let bytes = (self.bits / 8).max(1) as u32;
        let address = descriptor.address(index, column, self.bits).wrapping_sub(self.reserved);
        let at = self.shared.check(address, bytes).ok_or_else(|| {
            let detail = format!("a matrix descriptor leads there, and the block has {} bytes", self.shared.declared());
            outside(Space::Shared, 0, address, bytes, detail)
        })?;
        if address + u64::from(bytes) > self.shared.declared() {
            self.past_end.set(Some(self.past_end.get().map_or(address, |first| first.min(address))));
        }
        let value = self.shared.load(at, bytes) as u32;
        Ok(if self.bits == 1 { value >> (column % 8) & 1 } else { value })
    }
}

fn bits_of(factor: Factor) -> usize {
    match factor {
        Factor::F16 | Factor::Bf16 => 16,
        Factor::Tf32 => 32,
        Factor::Bits { .. } => 1,
        _ => 8,
    }
}

impl SassWarp {
    fn descriptor(&self, slot: u32, transposed: bool) -> LaneResult<Descriptor> {
        let word = |i: u32| u64::from(self.regs[(slot + i) as usize][0]);
        Descriptor::of(word(1) << 32 | word(0), transposed).ok_or_else(|| {
            let message = "a matrix descriptor with a base offset is unknown".to_owned();
            LaneFault::boxed(0, None, FaultKind::Warp(message))
        })
    }

    /// Executes a product. Returns the first address past the bytes of shared memory that the block asks for, if its factors reach there.
    pub(super) fn group_product(
        &mut self,
        p: &GroupProduct,
        shared: &SharedMemory,
        reserved: u32,
    ) -> LaneResult<Option<u64>> {
        let reader = FactorReader {
            shared,
            reserved: reserved.into(),
            bits: bits_of(p.factor),
            depth: p.depth,
            past_end: Cell::default(),
        };
        let left = match p.a {
            Some(a) => left_rows(&self.regs[a as usize..a as usize + 4], p.depth, p.factor),
            None => {
                let descriptor = self.descriptor(p.descriptors, p.transposed[0])?;
                let first = ROWS * (self.core.site.warp as usize % 4);
                let rows = (first..first + ROWS).map(|row| reader.row(&descriptor, row));
                rows.collect::<LaneResult<Vec<_>>>()?
            }
        };
        let descriptor = self.descriptor(p.descriptors + 2, p.transposed[1])?;
        let right: Vec<_> = (0..p.columns).map(|column| reader.row(&descriptor, column)).collect::<LaneResult<_>>()?;
        let past_end = reader.past_end.get();
        let adds = self.pred(p.adds) & 1 == 1;
        match p.factor {
            Factor::Bytes { left_signed, right_signed } => {
                let read = |rows: &[Vec<u32>], signed: bool| -> Vec<Vec<i32>> {
                    rows.iter().map(|row| row.iter().map(|&bits| byte(bits, signed)).collect()).collect()
                };
                self.integer_sums(p, &read(&left, left_signed), &read(&right, right_signed), adds);
            }
            Factor::Bits { .. } => {
                let read = |rows: &[Vec<u32>]| -> Vec<Vec<i32>> {
                    rows.iter().map(|row| row.iter().map(|&bits| (bits & 1) as i32).collect()).collect()
                };
                self.integer_sums(p, &read(&left), &read(&right), adds);
            }
            _ => {
                let read = |rows: &[Vec<u32>], side: usize| -> Vec<Vec<f32>> {
                    let sign = if p.negated[side] { -1.0 } else { 1.0 };
                    let value = |&bits: &u32| sign * element(bits, p.factor, side == 1);
                    rows.iter().map(|row| row.iter().map(value).collect()).collect()
                };
                self.float_sums(p, &read(&left, 0), &read(&right, 1), adds);
            }
        }
        Ok(past_end)
    }

    fn integer_sums(&mut self, p: &GroupProduct, left: &[Vec<i32>], right: &[Vec<i32>], adds: bool) {
        let saturates = p.sum == MatrixSum::S32Saturating;
        for lane in 0..32 {
            for eight in 0..p.columns / 8 {
                for (i, [row, column]) in results(lane).into_iter().enumerate() {
                    let at = 4 * eight + i;
                    let before = if adds { self.regs[p.c as usize + at][lane] as i32 } else { 0 };
                    let sum = integers(before, &left[row], &right[8 * eight + column], saturates);
                    self.regs[p.d as usize + at][lane] = sum as u32;
                }
            }
        }
    }

    fn float_sums(&mut self, p: &GroupProduct, left: &[Vec<f32>], right: &[Vec<f32>], adds: bool) {
        let halves = p.sum == MatrixSum::F16;
        for lane in 0..32 {
            for eight in 0..p.columns / 8 {
                for (i, [row, column]) in results(lane).into_iter().enumerate() {
                    let (at, shift) = if halves { (2 * eight + i / 2, 16 * (i % 2)) } else { (4 * eight + i, 0) };
                    let register = if adds { self.regs[p.c as usize + at][lane] } else { 0 };
                    let before = if halves { f16_to_f32((register >> shift) as u16) } else { f32::from_bits(register) };
                    let sum = float_bits(floats(before, &left[row], &right[8 * eight + column], p.factor), p.sum);
                    let d = &mut self.regs[p.d as usize + at][lane];
                    let keep = if halves { 0xffff_u32 << (16 - shift) } else { 0 };
                    *d = *d & keep | sum << shift;
                }
            }
        }
    }
}
