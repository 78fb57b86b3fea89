//! The layouts that a search in const evaluation goes through: pitches, and CuTe's family at each of them.

use smem_banks::Cute;

use crate::{
    constant::{
        row_bits::{OF_OFFSET, RowBits, SHIFTED, WHOLE_ROW},
        spec::SimpleChoice,
    },
    layout::{Layout, Swizzle},
    tile_numbers::TileNumbers,
};

/// Returns the largest pitch that `choice` allows without a swizzle.
pub(super) const fn last_unswizzled(tile: &TileNumbers, choice: SimpleChoice) -> u32 {
    let (padded, swizzled) = (tile.last_padded(), last_swizzled(tile, choice));
    match choice {
        SimpleChoice::Auto | SimpleChoice::PadAuto => padded,
        _ if swizzled == 0 => tile.line(),
        _ if swizzled < padded => swizzled,
        _ => padded,
    }
}

/// Returns the largest pitch at which `choice` allows a swizzle; 0 if it allows none.
pub(super) const fn last_swizzled(tile: &TileNumbers, choice: SimpleChoice) -> u32 {
    if matches!(choice, SimpleChoice::Auto | SimpleChoice::SwizzleAuto) { tile.last_raised() } else { 0 }
}

/// The swizzles of CuTe's family that can change a bank, those of fewest bits first.
pub(super) struct CuteCandidates {
    bits: u32,
    least_base: u32,
    word: u32,
    span: u32,
    served: u32,
    row_bits: RowBits,
    /// The cost of the index, in halves of an instruction.
    pub(super) cost: u32,
    /// The logarithm of the pitch, if only columns are to be moved by bits of the row.
    pitch_bits: Option<u32>,
    /// True if the bits of the row are to move to the same place of the column.
    is_unshifted: bool,
    // The next one, and the last distance of its base.
    count: u32,
    base: u32,
    distance: u32,
    last_distance: u32,
    is_negative: bool,
}

impl CuteCandidates {
    /// Returns those of `least_bits` and more for `layout`, which has no swizzle, whose index costs so many halves of an instruction.
    pub(super) const fn of(tile: &TileNumbers, layout: &Layout, cost: u32, least_bits: u32) -> CuteCandidates {
        let least_base = tile.granule.trailing_zeros();
        let of_columns = cost < OF_OFFSET;
        let line_bits = layout.line_count().next_power_of_two().trailing_zeros();
        let mut candidates = CuteCandidates {
            bits: (layout.len_of_whole_lines() as u32).next_power_of_two().trailing_zeros(),
            least_base,
            word: log(tile.model.bank_bytes() / tile.elem_bytes),
            span: log(tile.model.span() / tile.elem_bytes),
            served: tile.model.translation_period(tile.elem_bytes).trailing_zeros(),
            row_bits: RowBits::of(layout),
            cost,
            pitch_bits: if of_columns { Some(layout.pitch().trailing_zeros()) } else { None },
            is_unshifted: cost < SHIFTED,
            // The cheapest copies the whole row.
            count: if cost == WHOLE_ROW && line_bits > least_bits { line_bits } else { least_bits },
            base: least_base,
            distance: 0,
            last_distance: 0,
            is_negative: false,
        };
        candidates.start_base();
        candidates
    }

    /// Returns the next swizzle.
    pub(super) const fn next(&mut self) -> Option<Cute> {
        while self.count <= self.bits / 2 {
            let CuteCandidates { count, base, distance, last_distance, is_negative, .. } = *self;
            if !is_negative && self.pitch_bits.is_none() {
                self.is_negative = true;
            } else {
                self.is_negative = false;
                self.distance += 1;
                if self.distance > last_distance {
                    self.next_base();
                }
            }
            if base >= self.bits || distance > last_distance {
                continue;
            }
            let (source, target) = if is_negative { (base, base + distance) } else { (base + distance, base) };
            // Targets below the word move nothing between banks; above the span they only matter where they take apart what a
            // bank serves at once.
            let moves_banks = target < self.span && target + count > self.word;
            let splits_words = target + count > self.span && source < self.served;
            let shift = if is_negative { -(distance as i32) } else { distance as i32 };
            if (moves_banks || splits_words)
                && self.row_bits.halves(count, base, shift) == self.cost
                && let Some(cute) = Cute::new(count, base, shift)
            {
                return Some(cute);
            }
        }
        None
    }

    /// Goes on with the next base, or with the first for a bit more.
    const fn next_base(&mut self) {
        self.base += 1;
        let end = match self.pitch_bits {
            Some(bits) => (bits + 1).saturating_sub(self.count),
            None => self.bits,
        };
        if self.base >= end {
            self.count += 1;
            self.base = self.least_base;
        }
        self.start_base();
    }

    /// Starts with the least distance that can do: the bits do not overlap, and those of the row are above those of the column.
    const fn start_base(&mut self) {
        let least = match self.pitch_bits {
            Some(bits) if self.is_unshifted => bits,
            Some(bits) => bits.saturating_sub(self.base),
            None => 0,
        };
        self.distance = if least > self.count { least } else { self.count };
        let last = self.bits.saturating_sub(self.base + self.count);
        self.last_distance = match self.pitch_bits {
            Some(bits) if self.is_unshifted && bits < last => bits,
            _ => last,
        };
    }
}

const fn log(number: u32) -> u32 {
    if number == 0 { 0 } else { number.trailing_zeros() }
}

/// Returns `layout` with the swizzle, or `None` if an element leaves the storage.
pub(super) const fn swizzled(layout: Layout, cute: Cute) -> Option<Layout> {
    match layout.with_swizzle(Swizzle::Cute(cute)) {
        Ok(layout) => Some(layout),
        Err(_) => None,
    }
}
