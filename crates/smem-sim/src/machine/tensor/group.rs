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

use super::accumulate::{byte, element, float_bits, floats, integers};
use super::{left_rows, results};
use crate::alu::half::f16_to_f32;
use crate::fault::FaultKind;
use crate::isa::sass::Words;
use crate::isa::{Factor, GroupShape, MatrixSum, Space};
use crate::machine::lane_fault::{LaneFault, LaneResult};
use crate::memory::SharedMemory;
use std::cell::Cell;

/// Bytes of a word.
const WORD: u32 = 4;
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
    /// A fault with a base offset, which is for blocks that do not begin at a multiple of their size.
    fn of(bits: u64, transposed: bool) -> LaneResult<Self> {
        let field = |at: u32| (bits >> at & 0x3fff) << 4;
        let width = [16, 128, 64, 32][(bits >> 62) as usize];
        if bits >> 49 & 7 != 0 {
            let message = "a matrix descriptor with a base offset is unknown".to_owned();
            return Err(LaneFault::boxed(0, None, FaultKind::Warp(message)));
        }
        Ok(Self { start: field(0), leading: field(16), stride: field(32), width, transposed })
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

/// Where the left factor is.
pub(in crate::machine) enum GroupLeft<'r> {
    /// In four registers.
    Registers(&'r [Words]),
    /// Where this descriptor says.
    Described(u64),
}

/// The result of a warp's part of a product.
pub(in crate::machine) struct GroupSums {
    /// The registers of the result.
    pub(in crate::machine) registers: Vec<Words>,
    /// The first address past the bytes of shared memory that the block asks for, if the factors reach there.
    pub(in crate::machine) past_end: Option<u64>,
}

/// A warp's part of a product.
pub(in crate::machine) struct GroupPart<'s> {
    pub(in crate::machine) shape: &'s GroupShape,
    pub(in crate::machine) shared: &'s SharedMemory,
    /// Bytes at the start of shared memory that are the system's.
    pub(in crate::machine) reserved: u64,
    /// The number of the warp in its block.
    pub(in crate::machine) warp: u32,
}

impl GroupPart<'_> {
    /// Computes it. `before` is what the registers of the sum hold, if it is added.
    pub(in crate::machine) fn sums(
        &self,
        left: &GroupLeft<'_>,
        right: u64,
        before: Option<&[Words]>,
    ) -> LaneResult<GroupSums> {
        let GroupShape { columns, depth, factor, transposed, .. } = *self.shape;
        let reader = FactorReader {
            shared: self.shared,
            reserved: self.reserved,
            bits: factor.bits(),
            depth,
            past_end: Cell::default(),
        };
        let left = match left {
            GroupLeft::Registers(registers) => left_rows(registers, depth, factor),
            GroupLeft::Described(bits) => {
                let descriptor = Descriptor::of(*bits, transposed[0])?;
                let first = ROWS * (self.warp as usize % 4);
                (first..first + ROWS).map(|row| reader.row(&descriptor, row)).collect::<LaneResult<Vec<_>>>()?
            }
        };
        let descriptor = Descriptor::of(right, transposed[1])?;
        let right: Vec<_> = (0..columns).map(|column| reader.row(&descriptor, column)).collect::<LaneResult<_>>()?;
        let registers = match factor {
            Factor::Bytes { left_signed, right_signed } => {
                let read = |rows: &[Vec<u32>], signed: bool| all(rows, |bits| byte(bits, signed));
                self.integer_sums(&read(&left, left_signed), &read(&right, right_signed), before)
            }
            Factor::Bits { .. } => {
                let read = |rows: &[Vec<u32>]| all(rows, |bits| (bits & 1) as i32);
                self.integer_sums(&read(&left), &read(&right), before)
            }
            _ => {
                let sign = |side: usize| if self.shape.negated[side] { -1.0 } else { 1.0 };
                let read =
                    |rows: &[Vec<u32>], side: usize| all(rows, |bits| sign(side) * element(bits, factor, side == 1));
                self.float_sums(&read(&left, 0), &read(&right, 1), before)
            }
        };
        Ok(GroupSums { registers, past_end: reader.past_end.get() })
    }

    /// Returns the bytes of shared memory that the factors occupy: first bytes and lengths, ascending and apart.
    pub(in crate::machine) fn places(&self, left: &GroupLeft<'_>, right: u64) -> LaneResult<Vec<[u32; 2]>> {
        let GroupShape { columns, depth, factor, transposed, .. } = *self.shape;
        let mut words: Vec<u32> = Vec::new();
        let mut add = |bits: u64, transposed: bool, indices: std::ops::Range<usize>| -> LaneResult<()> {
            let descriptor = Descriptor::of(bits, transposed)?;
            for (index, column) in indices.flat_map(|index| (0..depth).map(move |column| (index, column))) {
                let address = descriptor.address(index, column, factor.bits()).wrapping_sub(self.reserved);
                words.push(address as u32 / WORD);
            }
            Ok(())
        };
        if let GroupLeft::Described(bits) = left {
            let first = ROWS * (self.warp as usize % 4);
            add(*bits, transposed[0], first..first + ROWS)?;
        }
        add(right, transposed[1], 0..columns)?;
        words.sort_unstable();
        words.dedup();
        let runs = words.chunk_by(|one, next| one + 1 == *next);
        Ok(runs.map(|run| [WORD * run[0], WORD * run.len() as u32]).collect())
    }

    fn integer_sums(&self, left: &[Vec<i32>], right: &[Vec<i32>], before: Option<&[Words]>) -> Vec<Words> {
        let saturates = self.shape.sum == MatrixSum::S32Saturating;
        let mut sums = vec![[0; 32]; self.shape.results()];
        each_result(self.shape.columns, |lane, eight, i, [row, column]| {
            let at = 4 * eight + i;
            let before = before.map_or(0, |registers| registers[at][lane] as i32);
            sums[at][lane] = integers(before, &left[row], &right[column], saturates) as u32;
        });
        sums
    }

    fn float_sums(&self, left: &[Vec<f32>], right: &[Vec<f32>], before: Option<&[Words]>) -> Vec<Words> {
        let GroupShape { columns, factor, sum, .. } = *self.shape;
        let halves = sum == MatrixSum::F16;
        let mut sums = vec![[0; 32]; self.shape.results()];
        each_result(columns, |lane, eight, i, [row, column]| {
            let (at, shift) = if halves { (2 * eight + i / 2, 16 * (i % 2)) } else { (4 * eight + i, 0) };
            let register = before.map_or(0, |registers| registers[at][lane]);
            let before = if halves { f16_to_f32((register >> shift) as u16) } else { f32::from_bits(register) };
            sums[at][lane] |= float_bits(floats(before, &left[row], &right[column], factor), sum) << shift;
        });
        sums
    }
}

fn all<T>(rows: &[Vec<u32>], read: impl Fn(u32) -> T) -> Vec<Vec<T>> {
    rows.iter().map(|row| row.iter().map(|&bits| read(bits)).collect()).collect()
}

/// Calls `f` with the lane, the number of the eight columns, the place among the lane's four results there, and row and column.
fn each_result(columns: usize, mut f: impl FnMut(usize, usize, usize, [usize; 2])) {
    for lane in 0..32 {
        for eight in 0..columns / 8 {
            for (i, [row, column]) in results(lane).into_iter().enumerate() {
                f(lane, eight, i, [row, 8 * eight + column]);
            }
        }
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
            let kind = FaultKind::OutOfBounds { space: Space::Shared.name(), bytes, detail };
            LaneFault::boxed(0, address, kind)
        })?;
        if address + u64::from(bytes) > self.shared.declared() {
            self.past_end.set(Some(self.past_end.get().map_or(address, |first| first.min(address))));
        }
        let value = self.shared.load(at, bytes) as u32;
        Ok(if self.bits == 1 { value >> (column % 8) & 1 } else { value })
    }
}
