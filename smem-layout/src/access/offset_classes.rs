//! Classes of positions that cost the same, found from the offsets at which they start.
//!
//! The lanes of a block, a window or a stride are at fixed distances from the first, wherever it is. On a layout without a
//! swizzle the banks then turn as a whole, and the start only matters up to a word (or two segments of paired words). Under
//! CuTe's swizzle of the offset, what a lane falls in is decided by its offset within the span of the banks and by the
//! source bits of the swizzle; those of all lanes follow from the source bits of the start and from how many lanes carry
//! into them. Padding inside rows, or on a tile of one row, is the same: lanes carry into the next line.

use alloc::{vec, vec::Vec};

use smem_banks::{BankModel, Cute};

use crate::layout::{Layout, Swizzle};

/// With more classes than this, positions are not classified, because little would be saved.
const MOST_CLASSES: u64 = 1 << 20;

/// The classes of starts, and which of them have been seen.
pub(crate) struct OffsetClasses {
    layout: Layout,
    /// Offsets a multiple of this apart see the same banks, swizzle aside, in elements.
    period: u32,
    carries: Carries,
    /// For each of the digits and number of lanes that carry, the offsets within the period that have been seen.
    seen: Vec<Seen>,
    unseen: u32,
}

/// A set of offsets within the period.
type Seen = [u128; MOST_PERIOD as usize / 128];

/// The longest period of the banks, in elements: 256 bytes.
const MOST_PERIOD: u32 = 256;

/// A start: its class, and how far those after it are like it.
struct Start {
    group: usize,
    offset: u32,
    /// The number of starts from this one on, an element apart, that differ by no more than their offset in the period.
    run: u32,
}

/// The part of a start above the period that decides the cost: some of its digits, and which lanes carry into them.
struct Carries {
    /// Digits of the start below this, in elements, matter only through the lanes that carry out of them.
    below: u32,
    /// The number of bits above `below` that matter themselves.
    bits: u32,
    /// Distances of the lanes modulo `below`, ascending, in elements.
    distances: Vec<u32>,
}

impl OffsetClasses {
    /// Classifies the starts of lanes at `distances` elements from the first, in elements of the tile where it is in lines
    /// and else in unswizzled offsets; `None` where the start alone does not decide the cost.
    pub(crate) fn new(layout: &Layout, elem_bytes: u32, model: &BankModel, distances: &[u32]) -> Option<Self> {
        let in_lines = !layout.is_in_rows();
        let (period, carries) = match layout.swizzle() {
            Swizzle::None if in_lines => {
                (model.translation_period(elem_bytes), Carries::new(layout.line(), 0, distances))
            }
            Swizzle::None => (model.translation_period(elem_bytes), Carries::new(1, 0, &[])),
            Swizzle::Cute(cute) if !in_lines => of_cute(cute, elem_bytes, model, distances)?,
            _ => return None,
        };
        let groups = (1u64 << carries.bits) * (carries.distances.len() as u64 + 1);
        if period > MOST_PERIOD || groups * u64::from(period) > MOST_CLASSES {
            return None;
        }
        let seen = vec![[0; 2]; groups as usize];
        Some(OffsetClasses { layout: *layout, period, carries, unseen: period * groups as u32, seen })
    }

    fn start(&self, row: u32, col: u32) -> Start {
        let in_rows = self.layout.is_in_rows();
        let start = row * if in_rows { self.layout.pitch() } else { self.layout.cols() } + col;
        let Carries { below, bits, distances } = &self.carries;
        let offset = if in_rows { start } else { self.layout.index(row, col) } % self.period;
        let digits = (start / below) & ((1 << bits) - 1);
        let within = start % below;
        let without_carry = distances.partition_point(|distance| within + distance < *below);
        let group = digits as usize * (distances.len() + 1) + without_carry;
        // The next lane that carries ends the run; the first does where the digits change.
        let run = match without_carry.checked_sub(1) {
            Some(last) => below - within - distances[last],
            None => u32::MAX,
        };
        Start { group, offset, run }
    }

    /// Returns true if the start (`row`, `col`) is the first of its class. Only a `complete` start, whose lanes are all
    /// inside the tile, represents later ones.
    pub(crate) fn is_new(&mut self, row: u32, col: u32, complete: bool) -> bool {
        let Start { group, offset, .. } = self.start(row, col);
        let seen = &mut self.seen[group][offset as usize / 128];
        let is_new = *seen >> (offset % 128) & 1 == 0;
        if is_new && complete {
            *seen |= 1 << (offset % 128);
            self.unseen -= 1;
        }
        is_new
    }

    /// Returns the number of starts from (`row`, `col`) on, `step` columns apart, whose classes have all been seen, up to
    /// `most`: 1 where it is not known of more than the first.
    pub(crate) fn run_of_seen(&self, row: u32, col: u32, step: u32, most: u32) -> u32 {
        let Start { group, offset, run } = self.start(row, col);
        let starts = run.div_ceil(step).min(most);
        let seen = &self.seen[group];
        let mut at = offset;
        // After a period they repeat.
        for _ in 0..starts.min(self.period) {
            if seen[at as usize / 128] >> (at % 128) & 1 == 0 {
                return 1;
            }
            at = (at + step) % self.period;
        }
        starts
    }

    /// Returns true if every class has been seen.
    pub(crate) fn are_complete(&self) -> bool {
        self.unseen == 0
    }
}

impl Carries {
    fn new(below: u32, bits: u32, distances: &[u32]) -> Carries {
        let mut distances: Vec<u32> = distances.iter().map(|distance| distance % below).collect();
        distances.sort_unstable();
        distances.dedup();
        Carries { below, bits, distances }
    }
}

fn of_cute(cute: Cute, elem_bytes: u32, model: &BankModel, distances: &[u32]) -> Option<(u32, Carries)> {
    let period = (model.span() / elem_bytes).max(1);
    // Two lanes share a word after the swizzle where they did before, if whole words change places; or where they agree
    // above the span, if nothing changes there.
    let whole_words = elem_bytes << cute.base() >= model.bank_bytes();
    let target_end = cute.base() + cute.bits() + cute.shift().min(0).unsigned_abs();
    let within_span = target_end <= period.trailing_zeros();
    if !(whole_words || within_span) || model.words_a_pass() > 1 {
        return None;
    }
    let first_source = cute.source().trailing_zeros();
    let end = first_source + cute.bits();
    let first = first_source.max(period.trailing_zeros());
    let carries = match end.checked_sub(first) {
        // Within the span, the offset modulo the span has them all.
        _ if cute.bits() == 0 => Carries::new(1, 0, &[]),
        None | Some(0) => Carries::new(1, 0, &[]),
        Some(bits) => Carries::new(1 << first, bits, distances),
    };
    Some((period, carries))
}
