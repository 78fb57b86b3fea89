//! A linear map over F2 as a sum of cheap terms: shifted copies of a number, and multiples of its bits.

use alloc::{format, string::String, vec::Vec};

use crate::{codegen::dialect::Spelling, layout::OFFSET_BITS};

/// The image of each bit of a number under a linear map.
pub(super) type Images = [u32; OFFSET_BITS];

/// A linear map as the sum of shifted copies of a number, one a diagonal of its matrix, and of multiples of single bits:
/// `(row << 1) ^ (row >> 4) * 37` multiplies by x in GF(32).
pub(super) struct Terms {
    /// The bits that the number has.
    bits: u32,
    /// Distance, and the mask of the number; `None` where no other bit is set.
    copies: Vec<(i32, Option<u32>)>,
    /// Bit of the number, and what to XOR where it is set.
    multiples: Vec<(u32, u32)>,
}

impl Terms {
    /// Returns the cheapest terms of the map with these `images` that are found by taking apart one of the lowest `bits` bits
    /// after the other. The number has no bit beyond them.
    pub(super) fn cheapest(images: &Images, bits: u32) -> Terms {
        let (mut apart, mut best) = (0, Terms::of(images, bits, 0));
        while best.copies.len() > 1 {
            let others = (0..bits).filter(|bit| apart >> bit & 1 == 0).map(|bit| apart | 1 << bit);
            let next = others.map(|apart| (apart, Terms::of(images, bits, apart)));
            match next.min_by_key(|(_, terms)| terms.cost()) {
                Some((bits, terms)) if terms.cost() < best.cost() => (apart, best) = (bits, terms),
                _ => break,
            }
        }
        best
    }

    /// Returns the terms with the images of the bits in `apart` as multiples and the others as copies.
    fn of(images: &Images, bits: u32, apart: u32) -> Terms {
        let mut whole = [0; OFFSET_BITS];
        let mut copies = Vec::new();
        // The bits that each distance moves: those of one diagonal.
        let mut diagonals = [0u32; 2 * OFFSET_BITS - 1];
        for (from, &image) in images.iter().enumerate().take(bits as usize) {
            if apart >> from & 1 == 1 {
                whole[from] = image;
                continue;
            }
            let mut left = image;
            while left != 0 {
                diagonals[left.trailing_zeros() as usize + OFFSET_BITS - 1 - from] |= 1 << from;
                left &= left - 1;
            }
        }
        for (slot, &counting) in diagonals.iter().enumerate().filter(|(_, counting)| **counting != 0) {
            let distance = slot as i32 - (OFFSET_BITS as i32 - 1);
            let lowest = distance.min(0).unsigned_abs();
            let others = (lowest..bits).filter(|bit| counting >> bit & 1 == 0);
            if others.clone().all(|bit| apart >> bit & 1 == 1) {
                // Nothing to mask: what the copy brings too much, the multiples take away.
                others.for_each(|bit| whole[bit as usize] ^= 1 << (bit as i32 + distance));
                copies.push((distance, None));
            } else {
                copies.push((distance, Some(counting)));
            }
        }
        let multiples = (0..).zip(whole).filter(|(_, image)| *image != 0).collect();
        Terms { bits, copies, multiples }
    }

    /// Returns the cost in halves of a machine instruction: one XORs two values, or one with its mask.
    pub(super) fn cost(&self) -> u32 {
        let copies = self.copies.iter().map(|(distance, counting)| match (distance, counting) {
            (0, None) => 1,
            (0, Some(_)) => 2,
            (_, None) => 3,
            (_, Some(_)) => 4,
        });
        let multiples = self.multiples.iter().map(|(bit, _)| {
            let (shift, mask) = (*bit > 0, bit + 1 < self.bits);
            2 * u32::from(shift) + 2 * u32::from(mask) + 3
        });
        copies.sum::<u32>() + multiples.sum::<u32>()
    }

    /// Writes ` ^ ` and a term, for each; `number` is an atom or parenthesised.
    pub(super) fn text(&self, spelling: Spelling, number: &str) -> String {
        let copies = self.copies.iter().map(|(distance, counting)| spelling.copy(number, *distance, *counting));
        let multiples = self.multiples.iter().map(|(bit, image)| {
            let is_highest = bit + 1 == self.bits;
            spelling.multiple(number, *bit, is_highest, *image)
        });
        copies.chain(multiples).map(|term| format!(" ^ {term}")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Evaluates the terms for a number.
    fn sum(terms: &Terms, number: u32) -> u32 {
        let copies = terms.copies.iter().map(|(distance, counting)| {
            let number = number & counting.unwrap_or(u32::MAX);
            if *distance < 0 { number >> -distance } else { number << distance }
        });
        let multiples = terms.multiples.iter().map(|(bit, image)| (number >> bit & 1) * image);
        copies.chain(multiples).fold(0, |sum, term| sum ^ term)
    }

    #[test]
    fn terms_sum_to_the_map() {
        // Enough for maps of every kind: a few images, all of them, some repeated.
        let mut state = 1u32;
        let mut random = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state >> 14
        };
        for case in 0..2000u32 {
            let (bits, width) = (1 + case % 9, 1 + case / 7 % 9);
            let mut images = [0; OFFSET_BITS];
            for image in images.iter_mut().take(bits as usize) {
                let mask = if case.is_multiple_of(2) { random() & random() } else { u32::MAX };
                *image = random() & mask & ((1 << width) - 1);
            }
            let terms = Terms::cheapest(&images, bits);
            for number in 0..1u32 << bits {
                let image =
                    (0..bits).filter(|bit| number >> bit & 1 == 1).fold(0, |sum, bit| sum ^ images[bit as usize]);
                assert_eq!(sum(&terms, number), image, "{images:?} of {bits} bits at {number}");
            }
        }
    }
}
