//! The layouts that a search in const evaluation goes through: paddings, and CuTe's family at each pitch.

use crate::{
    constant::spec::{SimpleChoice, SimpleTile},
    layout::{Cute, Layout, Swizzle},
};

/// Rows of more elements than this are raised no further than they are padded.
const MOST_RAISED: u32 = 256;

/// The pitches of a search, in elements, `granule` apart.
#[derive(Clone, Copy)]
pub(super) struct Pitches {
    pub(super) first: u32,
    pub(super) last: u32,
    pub(super) granule: u32,
    line: u32,
    last_padded: u32,
    last_raised: u32,
}

impl Pitches {
    pub(super) const fn of(tile: &SimpleTile<'_>) -> Pitches {
        let (line, granule, model) = (tile.line(), tile.granule(), &tile.model);
        let first = line.next_multiple_of(granule);
        // A word more than the period, since rows of less than a word share it: rows up to this far apart meet the banks in
        // every way they can.
        let spread = (model.words_a_pass() * model.span() + model.bank_bytes()).div_ceil(tile.elem_bytes);
        let last_padded = first + spread / granule * granule;
        let power = line.next_power_of_two();
        let last_raised = match (tile.rows, line <= MOST_RAISED || power < last_padded) {
            (1, _) => line,
            (_, true) => power,
            _ => last_padded,
        };
        let last = if last_padded > last_raised { last_padded } else { last_raised };
        Pitches { first, last, granule, line, last_padded, last_raised }
    }

    /// Returns true if `choice` allows rows of this pitch without a swizzle.
    pub(super) const fn are_padded(&self, choice: SimpleChoice, pitch: u32) -> bool {
        pitch == self.line
            || pitch <= self.last_padded
                && (matches!(choice, SimpleChoice::Auto | SimpleChoice::PadAuto) || self.are_swizzled(choice, pitch))
    }

    /// Returns true if `choice` allows a swizzle at this pitch.
    pub(super) const fn are_swizzled(&self, choice: SimpleChoice, pitch: u32) -> bool {
        pitch <= self.last_raised && matches!(choice, SimpleChoice::Auto | SimpleChoice::SwizzleAuto)
    }
}

/// Returns the layout of this `pitch`, in elements, without a swizzle; `None` beyond 32 bits.
pub(super) const fn pitched(tile: &SimpleTile<'_>, pitch: u32) -> Option<Layout> {
    let line = tile.line();
    let layout = match (tile.rows, pitch == line) {
        (1, true) => Layout::plain(1, tile.cols),
        (1, false) if line < tile.cols => Layout::lines(tile.cols, line, pitch - line),
        (rows, _) => Layout::padded(rows, tile.cols, pitch - tile.cols),
    };
    match layout {
        Ok(layout) => Some(layout),
        Err(_) => None,
    }
}

/// The swizzles of CuTe's family that can change a bank, those of fewest bits first.
pub(super) struct CuteCandidates {
    bits: u32,
    least_base: u32,
    word: u32,
    span: u32,
    served: u32,
    // The next one.
    count: u32,
    base: u32,
    distance: u32,
    is_negative: bool,
}

impl CuteCandidates {
    /// Returns those of tiles whose storage has `len` elements.
    pub(super) const fn of(tile: &SimpleTile<'_>, len: u32) -> CuteCandidates {
        let least_base = tile.granule().trailing_zeros();
        let served = tile.model.translation_period(tile.elem_bytes).trailing_zeros();
        let word = log(tile.model.bank_bytes() / tile.elem_bytes);
        let span = log(tile.model.span() / tile.elem_bytes);
        let bits = len.next_power_of_two().trailing_zeros();
        CuteCandidates {
            bits,
            least_base,
            word,
            span,
            served,
            count: 1,
            base: least_base,
            distance: 1,
            is_negative: false,
        }
    }

    /// Returns the next swizzle.
    pub(super) const fn next(&mut self) -> Option<Cute> {
        while self.count <= self.bits / 2 {
            let CuteCandidates { count, base, distance, is_negative, .. } = *self;
            self.step();
            if base >= self.bits || distance > self.bits.saturating_sub(base + count) {
                continue;
            }
            let (source, target) = if is_negative { (base, base + distance) } else { (base + distance, base) };
            // Targets below the word move nothing between banks; above the span they only matter where they take apart what a
            // bank serves at once.
            let moves_banks = target < self.span && target + count > self.word;
            let splits_words = target + count > self.span && source < self.served;
            if moves_banks || splits_words {
                let shift = if is_negative { -(distance as i32) } else { distance as i32 };
                if let Some(cute) = Cute::new(count, base, shift) {
                    return Some(cute);
                }
            }
        }
        None
    }

    const fn step(&mut self) {
        if !self.is_negative {
            self.is_negative = true;
            return;
        }
        self.is_negative = false;
        self.distance += 1;
        if self.base + self.count + self.distance > self.bits {
            self.base += 1;
            if self.base >= self.bits {
                self.count += 1;
                self.base = self.least_base;
            }
            self.distance = self.count;
        }
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
