//! The matrices on the offset that a pitch has room for, and the positions of an access that can differ under them.

use alloc::vec::Vec;

use smem_banks::LANES;

use crate::{
    access::{Access, WarpLanes},
    layout::{Layout, OFFSET_BITS, OffsetMatrix, Swizzle},
    solve::{
        checked_tile::CheckedTile,
        classes::{
            avoiding::{KernelSpec, reduced},
            bit_space::VectorSet,
            value_set::{image, with_value},
        },
    },
};

/// The bank that each bit of the granule index is mapped to: what decides conflicts. The columns of the matrix, cut off
/// above the banks.
pub(super) type BankColumns = [u8; OFFSET_BITS];

/// Some columns of a matrix.
#[derive(Clone, Copy)]
pub(super) struct SomeColumns {
    /// The bits whose columns are chosen, as a mask.
    pub(super) decided: u32,
    pub(super) columns: BankColumns,
    /// The span of the columns, as a set of values.
    pub(super) span: u32,
    /// The span of the columns of free bits, which must reach every bank that can change.
    pub(super) free_span: u32,
    /// Bit `OFFSET_BITS - 1 + d` is set when the diagonal of distance `d` is in use, beside the identity.
    pub(super) diagonals: u64,
}

impl SomeColumns {
    pub(super) const NONE: SomeColumns =
        SomeColumns { decided: 0, columns: [0; OFFSET_BITS], span: 1, free_span: 1, diagonals: 0 };
}

/// The matrices that a pitch has room for. They permute granules: words, or the widest vectors.
pub(super) struct OffsetSpace<'a> {
    pub(super) tile: CheckedTile<'a>,
    /// The layout without a swizzle.
    pub(super) plain: Layout,
    /// The binary logarithm of the granule, in elements.
    pub(super) base: u32,
    /// The number of bits of a granule's index.
    pub(super) bits: u32,
    /// The number of lowest bits that can change: blocks of so many granules fill the storage.
    pub(super) free_bits: u32,
    /// The number of lowest bits that choose the banks.
    pub(super) bank_bits: u32,
}

impl<'a> OffsetSpace<'a> {
    /// Returns the space at `pitch` (elements), or `None` where the offset is not made of the bits of row and column, no
    /// matrix moves anything between banks, or where words are shared otherwise than by lanes on one of them.
    pub(super) fn new(tile: CheckedTile<'a>, pitch: u32) -> Option<Self> {
        // Moving bytes within a word moves nothing between banks: a granule is a word or more.
        OffsetSpace::of_granules(tile, pitch, tile.granule().max(tile.model.bank_bytes() / tile.elem_bytes))
    }

    /// Returns the space of the matrices that take words apart, if elements and vectors are less than a word.
    pub(super) fn of_parts(tile: CheckedTile<'a>, pitch: u32) -> Option<Self> {
        let is_narrow = tile.granule() * tile.elem_bytes < tile.model.bank_bytes();
        if is_narrow { OffsetSpace::of_granules(tile, pitch, tile.granule()) } else { None }
    }

    fn of_granules(tile: CheckedTile<'a>, pitch: u32, granule: u32) -> Option<Self> {
        let plain = match tile.rows {
            1 if pitch == tile.line() => tile.pitched(pitch),
            1 => return None,
            _ => tile.pitched(pitch),
        };
        if !tile.model.is_xor_invariant() || tile.rows > 1 && !pitch.is_power_of_two() {
            return None;
        }
        let base = granule.trailing_zeros();
        let len = plain.len_of_whole_lines() as u32;
        let bits = len.next_power_of_two().trailing_zeros().checked_sub(base)?;
        let span_bits = (tile.model.span() / tile.elem_bytes).max(1).trailing_zeros();
        let bank_bits = span_bits.checked_sub(base)?.min(bits);
        let free_bits = len.trailing_zeros().saturating_sub(base);
        let is_open = bank_bits > 0 && free_bits > 0 && bits > bank_bits && bits + base <= OFFSET_BITS as u32;
        is_open.then_some(OffsetSpace { tile, plain, base, bits, free_bits, bank_bits })
    }

    /// Returns the number of lowest bits whose columns can be told apart by the banks.
    pub(super) fn free_bank_bits(&self) -> u32 {
        self.bank_bits.min(self.free_bits)
    }

    /// Returns the part of the column of bit `from` that no matrix changes: above the free bits each keeps its place.
    pub(super) fn kept(&self, from: u32) -> u8 {
        if from >= self.free_bits && from < self.bank_bits { 1 << from } else { 0 }
    }

    /// Returns the columns with `value` for that of `bit`, unless they take more diagonals than `most`, or no invertible matrix has them.
    pub(super) fn with_column(&self, some: &SomeColumns, bit: u32, value: u8, most: u32) -> Option<SomeColumns> {
        let mut next = SomeColumns {
            decided: some.decided | 1 << bit,
            span: with_value(some.span, value.into()),
            diagonals: some.diagonals | self.diagonals_of(bit, value),
            ..*some
        };
        next.columns[bit as usize] = value;
        if bit < self.free_bits {
            next.free_span = with_value(some.free_span, value.into());
        }
        // Enough columns must be left to reach every bank.
        let undecided = (!next.decided & ((1 << self.free_bits) - 1)).count_ones();
        let is_open = next.free_span.count_ones().trailing_zeros() + undecided >= self.free_bank_bits();
        (is_open && next.diagonals.count_ones() <= most).then_some(next)
    }

    /// Returns the diagonals in use by the column of bit `from`, the identity's aside.
    pub(super) fn diagonals_of(&self, from: u32, value: u8) -> u64 {
        let identity = if from < self.bank_bits { 1u8 << from } else { 0 };
        u64::from(value ^ identity) << (OFFSET_BITS as u32 - 1) >> from
    }

    /// Calls `visit` with the positions of `access` that can differ under some matrix, and with whether their lanes are an
    /// affine set, all of them active. Stops at the first `false`, and then returns false.
    pub(super) fn visit(&self, access: &Access, mut visit: impl FnMut(&WarpLanes, bool) -> bool) -> bool {
        let CheckedTile { rows, cols, .. } = self.tile;
        let positions = self.tile.positions(access);
        if positions.are_aligned_blocks() {
            let lanes = positions.lanes(0);
            return visit(&lanes, lanes.active == u32::MAX);
        }
        let across = u64::from(cols.next_power_of_two());
        positions
            .visit((u64::from(rows.next_power_of_two()), across), true, |number| visit(&positions.lanes(number), false))
    }

    /// Returns the granule of each lane, and the word or vector in it, which no matrix moves.
    pub(super) fn places(&self, lanes: &WarpLanes, vec: u32) -> [(u32, u32); LANES] {
        let unit = (self.tile.model.bank_bytes() / self.tile.elem_bytes).max(vec);
        lanes.at.map(|(row, col)| {
            let offset = self.plain.index(row, col);
            (offset >> self.base, (offset & ((1 << self.base) - 1)) / unit)
        })
    }

    /// Returns the places of the active lanes of each phase, each once.
    pub(super) fn phases(&self, lanes: &WarpLanes, vec: u32) -> impl Iterator<Item = Vec<(u32, u32)>> {
        let phase = self.tile.model.lanes_per_phase(self.tile.elem_bytes * vec) as usize;
        let (active, places) = (lanes.active, self.places(lanes, vec));
        (0..LANES).step_by(phase).map(move |first| {
            let active = (first..first + phase).filter(|lane| active >> lane & 1 == 1);
            let mut words: Vec<(u32, u32)> = active.map(|lane| places[lane]).collect();
            words.sort_unstable();
            words.dedup();
            words
        })
    }

    /// Returns the kernels of the banks of these matrices.
    pub(super) fn kernel_spec(&self) -> KernelSpec {
        KernelSpec { map_bits: self.bank_bits, free_bits: self.free_bits, free_map_bits: self.free_bank_bits() }
    }

    /// Adds the offsets that no matrix takes to bank 0: a bit of the banks that stays in its place is set.
    pub(super) fn forbid_kept(&self, forbidden: &mut VectorSet) {
        let kept = (self.free_bits..self.bank_bits).fold(0, |kept, bit| kept | 1 << bit);
        (0..1u32 << self.bits).filter(|offset| offset & kept != 0).for_each(|offset| forbidden.insert(offset));
    }

    /// Returns the same kernel with the banks relabelled so that the lowest bits stay, as far as their columns are independent.
    pub(super) fn relabelled(&self, columns: &BankColumns) -> BankColumns {
        let banks = self.bank_bits;
        if self.free_bank_bits() < banks {
            return *columns;
        }
        // Rows of the matrix, reduced so that each has a bit that no other row has: its own, where that is possible.
        let mut rows: [u32; 8] = core::array::from_fn(|to| {
            (0..self.bits).fold(0, |row, from| row | u32::from(columns[from as usize] >> to & 1) << from)
        });
        let mut done = 0u32;
        for from in 0..self.bits {
            let undone = (0..banks).find(|row| done >> row & 1 == 0 && rows[*row as usize] >> from & 1 == 1);
            let Some(row) = undone else { continue };
            // The row of the bit's own number, where that is still free.
            let to = if from < banks && done >> from & 1 == 0 { from } else { row };
            rows.swap(row as usize, to as usize);
            for other in (0..banks).filter(|other| *other != to) {
                if rows[other as usize] >> from & 1 == 1 {
                    rows[other as usize] ^= rows[to as usize];
                }
            }
            done |= 1 << to;
        }
        core::array::from_fn(|from| {
            (0..banks).fold(0, |column, to| column | ((rows[to as usize] >> from & 1) << to) as u8)
        })
    }

    /// Returns the layout of a matrix whose banks are `columns`, completed by as few other bits as possible; `None` where no
    /// invertible matrix has them.
    pub(super) fn layout(&self, columns: &BankColumns) -> Option<Layout> {
        let (base, bits) = (self.base as usize, self.bits as usize);
        // The bits whose columns are independent in the banks, lowest first.
        let mut basis = [0u8; 8];
        let mut pivots = 0u32;
        for from in 0..self.free_bits {
            let mut column = columns[from as usize] & ((1 << self.free_bank_bits()) - 1);
            while column != 0 && basis[column.ilog2() as usize] != 0 {
                column ^= basis[column.ilog2() as usize];
            }
            if column != 0 {
                basis[column.ilog2() as usize] = column;
                pivots |= 1 << from;
            }
        }
        if pivots.count_ones() != self.free_bank_bits() {
            return None;
        }
        let mut images: [u32; OFFSET_BITS] = core::array::from_fn(|from| 1 << from);
        for from in 0..bits {
            // Bits of the banks come from the search, those above stay.
            let above = if from as u32 >= self.bank_bits { 1 << from } else { 0 };
            images[base + from] = (u32::from(columns[from]) | above) << base;
        }
        // A bit above the banks that a pivot has taken holds a bit below that none has.
        let mut taken = pivots >> self.bank_bits << self.bank_bits;
        let mut left = !pivots & ((1 << self.free_bank_bits()) - 1);
        while taken != 0 && left != 0 {
            let (to, from) = (taken.trailing_zeros(), left.trailing_zeros());
            images[base + to as usize] &= !(1 << (base as u32 + to));
            images[base + from as usize] |= 1 << (base as u32 + to);
            (taken, left) = (taken & (taken - 1), left & (left - 1));
        }
        Some(self.plain.swizzled_by(Swizzle::Offset(OffsetMatrix::of(images))))
    }
}

/// Returns columns of which `basis` spans the kernel, of `bits` bits of which those from `first` on choose the banks of `bank_bits`
/// bits. These keep their banks, unless their own bit is in the kernel.
pub(super) fn columns_of(basis: &[u32], bits: u32, (first, bank_bits): (u32, u32)) -> BankColumns {
    let reduced = reduced(basis);
    let led = reduced.iter().fold(0u32, |led, one| led | 1 << one.ilog2());
    let own = |bit: u32| bit.checked_sub(first).filter(|bank| *bank < bank_bits);
    // The banks whose own bits lead a vector go to other bits.
    let mut left = led >> first & ((1 << bank_bits) - 1);
    let mut columns = [0; OFFSET_BITS];
    for bit in (0..bits).filter(|bit| led >> bit & 1 == 0) {
        let bank = own(bit).unwrap_or(left.trailing_zeros());
        left &= !(1 << bank);
        columns[bit as usize] = 1 << bank;
    }
    for vector in reduced {
        let highest = vector.ilog2();
        columns[highest as usize] = image(&columns, vector ^ 1 << highest) as u8;
    }
    columns
}
