//! Matrices on the offset whose index is the shortest: the offset XOR one or two terms, each a shifted copy of it, whole or cut to the
//! banks, or one of its bits times a number.
//!
//! The first term is fixed, and one look at each difference decides about all masks or numbers of the second.

use alloc::vec::Vec;

use crate::{
    codegen::operations,
    layout::{Layout, OFFSET_BITS, OffsetMatrix, Swizzle},
    solve::classes::offset_matrix::search::{OffsetSearch, masks_with},
};

/// The most steps of one search.
const STEPS: u32 = 1 << 14;

/// Halves of an instruction that a copy of the offset takes at least, cut to the banks; one less where it is whole.
const COPY: u32 = 4;

/// Halves of an instruction that a bit times a number takes at least.
const BIT: u32 = 5;

/// A number that is added (XOR) to the offset.
#[derive(Clone, Copy)]
enum XorTerm {
    Nothing,
    /// All bits, moved down by so much.
    Whole(u32),
    /// The bits that reach these banks, moved up by so much.
    Part(i32, u32),
    /// A bit, times this number.
    Bit(u32, u32),
}

impl XorTerm {
    fn of(self, offset: u32) -> u32 {
        match self {
            XorTerm::Nothing => 0,
            XorTerm::Whole(by) => offset >> by,
            XorTerm::Part(by, banks) => moved(offset, by) & banks,
            XorTerm::Bit(bit, number) => (offset >> bit & 1) * number,
        }
    }
}

fn moved(offset: u32, by: i32) -> u32 {
    if by < 0 { offset >> -by } else { offset << by }
}

impl OffsetSearch<'_> {
    /// Returns the layout of the cheapest index that frees every access, if one of two terms costs less than `most` halves of an
    /// instruction. Pairs of lanes say nothing about accesses that accept conflicts.
    pub(in crate::solve) fn of_two_terms(&self, most: u32) -> Option<Layout> {
        if !self.is_strict() {
            return None;
        }
        let share = self.budget.share(STEPS);
        let mut best: Option<Layout> = None;
        let mut least = most;
        for (cost, first) in self.first_terms() {
            if cost >= least {
                break;
            }
            for (more, second) in self.second_terms(first) {
                if cost + more >= least {
                    continue;
                }
                let mut seen = 0;
                let found = self.with_second(first, second, &mut seen);
                let layouts = found.into_iter().filter_map(|second| self.with_terms(first, second));
                if let Some((cost, layout)) = layouts.map(|layout| (operations(&layout), layout)).next()
                    && cost < least
                {
                    (least, best) = (cost, Some(layout));
                }
                if !share.take(1 + seen / 16) {
                    self.budget.take_back(&share);
                    return best;
                }
            }
        }
        self.budget.take_back(&share);
        best
    }

    /// Returns the banks that can change.
    fn changed(&self) -> u32 {
        (1 << self.space.free_bank_bits()) - 1
    }

    /// Returns the terms to start with, each with the least that it costs, the cheapest first.
    fn first_terms(&self) -> Vec<(u32, XorTerm)> {
        let mut terms = Vec::new();
        terms.push((0, XorTerm::Nothing));
        terms.extend(self.whole().map(|by| (self.cost_of_copy(-(by as i32)) - 1, XorTerm::Whole(by))));
        for by in self.distances() {
            let reached = self.reached(by);
            let masks = (1..=reached).rev().filter(|mask| mask & !reached == 0);
            terms.extend(masks.map(|mask| (self.cost_of_copy(by), XorTerm::Part(by, mask))));
        }
        terms.sort_by_key(|(cost, _)| *cost);
        let numbers = |bit| (1..=self.changed()).map(move |number| (BIT, XorTerm::Bit(bit, number)));
        terms.extend((0..self.space.bits).flat_map(numbers));
        terms
    }

    /// Returns the terms to go on with, each with the least that it costs: of parts with all banks and of bits with no number, which
    /// [`with_second`](Self::with_second) chooses. Of two copies each pair comes once.
    fn second_terms(&self, first: XorTerm) -> Vec<(u32, XorTerm)> {
        let (mut terms, is_bit) = (Vec::new(), matches!(first, XorTerm::Bit(..)));
        let wholes = self
            .whole()
            .filter(|by| matches!(first, XorTerm::Nothing) || matches!(first, XorTerm::Whole(one) if one < *by));
        terms.extend(wholes.map(|by| (self.cost_of_copy(-(by as i32)) - 1, XorTerm::Whole(by))));
        let distances = self.distances().filter(|by| !is_bit && !matches!(first, XorTerm::Part(one, _) if one >= *by));
        terms.extend(distances.map(|by| (self.cost_of_copy(by), XorTerm::Part(by, self.reached(by)))));
        let bits = (0..self.space.bits).filter(|bit| !matches!(first, XorTerm::Bit(one, _) if one >= *bit));
        terms.extend(bits.map(|bit| (BIT, XorTerm::Bit(bit, 0))));
        terms
    }

    /// Returns the distances by which bits of the offset can reach the banks.
    fn distances(&self) -> impl Iterator<Item = i32> + use<> {
        let bits = self.space.bits as i32;
        let all = (1..bits).flat_map(|by| [-by, by]);
        let banks = self.space.free_bank_bits() as i32;
        all.filter(move |by| *by < banks)
    }

    /// Returns the distances down by which the whole offset can be moved without a mask: none of its bits may leave the storage, or move
    /// below a granule.
    fn whole(&self) -> impl Iterator<Item = u32> + use<> {
        let (bits, free, base) = (self.space.bits, self.space.free_bits, self.space.base);
        (1..bits).filter(move |by| base == 0 && bits - by <= free)
    }

    /// Returns the banks that bits of the offset reach, moved up by so much.
    fn reached(&self, by: i32) -> u32 {
        moved((1 << self.space.bits) - 1, by) & self.changed()
    }

    /// Returns the least that a copy cut to the banks costs, in halves of an instruction: the row itself takes no shift.
    fn cost_of_copy(&self, by: i32) -> u32 {
        let to_row = (self.space.plain.pitch().trailing_zeros()) as i32;
        if self.space.tile.rows > 1 && -by == to_row { COPY - 2 } else { COPY }
    }

    /// Returns the second terms of this kind under which no difference is in bank 0; counts the differences that it looks at.
    fn with_second(&self, first: XorTerm, second: XorTerm, seen: &mut usize) -> Vec<XorTerm> {
        let banks = (1u32 << self.space.bank_bits) - 1;
        let changed = self.changed();
        // The masks or numbers that are left, as a set.
        let mut left = u32::MAX >> (31 - changed);
        for &difference in &self.differences.all {
            *seen += 1;
            let low = (difference ^ first.of(difference)) & banks;
            match second {
                XorTerm::Nothing | XorTerm::Whole(_) if low == second.of(difference) & banks => left = 0,
                XorTerm::Nothing | XorTerm::Whole(_) => {}
                XorTerm::Part(by, _) => {
                    let high = moved(difference, by) & changed;
                    if low & !high == 0 {
                        left &= !masks_with(high, low);
                    }
                }
                XorTerm::Bit(bit, _) if difference >> bit & 1 == 1 => {
                    left &= !(u32::from(low & !changed == 0) << (low & changed))
                }
                XorTerm::Bit(..) if low == 0 => left = 0,
                XorTerm::Bit(..) => {}
            }
            if left & !1 == 0 && (left == 0 || !matches!(second, XorTerm::Nothing | XorTerm::Whole(_))) {
                return Vec::new();
            }
        }
        match second {
            XorTerm::Nothing | XorTerm::Whole(_) => [second].into(),
            // All that can be reached is cheaper than a part of it.
            XorTerm::Part(by, reached) => {
                let masks = core::iter::once(reached).chain((1..reached).filter(|mask| mask & !reached == 0));
                masks.filter(|mask| *mask > 0 && left >> mask & 1 == 1).map(|mask| XorTerm::Part(by, mask)).collect()
            }
            XorTerm::Bit(bit, _) => {
                (1..=changed).filter(|number| left >> number & 1 == 1).map(|number| XorTerm::Bit(bit, number)).collect()
            }
        }
    }

    /// Returns the layout of the offset with these terms added, if that permutes the storage.
    fn with_terms(&self, first: XorTerm, second: XorTerm) -> Option<Layout> {
        let (base, bits) = (self.space.base, self.space.bits);
        let mut images: [u32; OFFSET_BITS] = core::array::from_fn(|from| 1 << from);
        let mut reduced = [0u32; OFFSET_BITS];
        for from in 0..bits {
            let image = 1 << from ^ first.of(1 << from) ^ second.of(1 << from);
            images[(from + base) as usize] = image << base;
            let mut left = image;
            while left != 0 && reduced[left.ilog2() as usize] != 0 {
                left ^= reduced[left.ilog2() as usize];
            }
            *reduced.get_mut(left.checked_ilog2()? as usize)? = left;
        }
        Some(self.space.plain.swizzled_by(Swizzle::Offset(OffsetMatrix::of(images))))
    }
}
