//! CuTe's swizzles: a shift and a mask on the row-major offset.

use core::fmt;

/// CuTe's `Swizzle<B, M, S>`, counted in elements:
///
/// ```text
/// offset   ..YYY...ZZZ....    B bits YYY, S above the B bits ZZZ, which are above M untouched ones
/// result   ..YYY...AAA....    AAA = ZZZ ^ YYY
/// ```
///
/// ```
/// use smem_banks::Cute;
///
/// let swizzle = Cute::new(3, 4, 3).unwrap(); // the 128-byte mode of the bulk tensor copy, in bytes
/// assert_eq!(swizzle.apply(0b010_000_0000), 0b010_010_0000);
/// assert_eq!(Cute::new(5, 0, 3), None); // bits would feed on themselves
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cute {
    bits: u8,
    base: u8,
    shift: i8,
    /// The mask of YYY: computed once, because const evaluation applies a swizzle often.
    source: u32,
}

impl Cute {
    /// Returns `Swizzle<bits, base, shift>`. `None` unless `|shift| >= bits`, which makes it a bijection, and every bit
    /// that it names is below 31.
    pub const fn new(bits: u32, base: u32, shift: i32) -> Option<Cute> {
        let distance = shift.unsigned_abs();
        if bits > 31 || base > 31 || distance > 31 || distance < bits || bits + base + distance > 31 {
            return None;
        }
        let above = if shift > 0 { base + distance } else { base };
        Some(Cute { bits: bits as u8, base: base as u8, shift: shift as i8, source: ((1 << bits) - 1) << above })
    }

    /// Returns B, the number of bits that change.
    pub const fn bits(&self) -> u32 {
        self.bits as u32
    }

    /// Returns M, the number of lowest bits that stay, so that 2^M neighbouring elements stay neighbours.
    pub const fn base(&self) -> u32 {
        self.base as u32
    }

    /// Returns S, the distance from the changed bits up to the source bits; negative if the source bits are below.
    pub const fn shift(&self) -> i32 {
        self.shift as i32
    }

    /// Returns the mask of the source bits YYY in the offset.
    pub const fn source(&self) -> u32 {
        self.source
    }

    /// Returns the swizzled offset, in elements.
    pub const fn apply(&self, offset: u32) -> u32 {
        // As `moved`, without the call: const evaluation takes longer for that than for all the rest.
        let source = offset & self.source;
        offset ^ if self.shift < 0 { source << self.shift.unsigned_abs() } else { source >> self.shift }
    }

    /// Returns the source bits, moved to the bits that they change.
    #[doc(hidden)]
    #[inline]
    pub const fn moved(&self, bits: u32) -> u32 {
        if self.shift < 0 { bits << self.shift.unsigned_abs() } else { bits >> self.shift }
    }

    /// Returns true if the swizzle maps the offsets below `len` onto themselves, so that no element leaves a tile of
    /// `len`.
    ///
    /// It is a bijection of all numbers, so this holds exactly when the largest image is below `len`.
    #[doc(hidden)]
    #[inline]
    pub const fn permutes(&self, len: u32) -> bool {
        // The numbers below `len` are those that agree with it above a set bit, have that bit clear, and any bits below.
        let mut left = len;
        while left != 0 {
            let bit = left.trailing_zeros();
            left &= left - 1;
            let low = (1 << bit) - 1;
            let prefix = left;
            // Sources among the free bits whose targets are fixed: they set the target, at the price of their own bit.
            let raised = self.moved(self.source() & low) & !low;
            let spent = raised & prefix;
            let spent = if self.shift < 0 { spent >> self.shift.unsigned_abs() } else { spent << self.shift };
            let most = self.apply(prefix) & !low | raised | low & !spent;
            if most >= len {
                return false;
            }
        }
        true
    }
}

/// Writes `Swizzle<5, 0, 5>`.
impl fmt::Display for Cute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Swizzle<{}, {}, {}>", self.bits, self.base, self.shift)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cute_swizzles_match_their_published_byte_forms() {
        // 128 bytes a row: the 16-byte chunk index is XORed with the row modulo 8.
        let swizzle = Cute::new(3, 4, 3).unwrap();
        for row in 0..8 {
            for chunk in 0..8 {
                assert_eq!(swizzle.apply(row * 128 + chunk * 16), row * 128 + (chunk ^ row) * 16);
            }
        }
    }

    #[test]
    fn a_negative_shift_reads_below_and_changes_above() {
        let swizzle = Cute::new(2, 1, -3).unwrap();
        assert_eq!(swizzle.source(), 0b110);
        assert_eq!(swizzle.apply(0b000_110), 0b110_110);
    }

    #[test]
    fn every_cute_swizzle_is_a_bijection_of_its_power_of_two() {
        for bits in 0..=4 {
            for base in 0..=3 {
                for shift in -5..=5 {
                    let Some(swizzle) = Cute::new(bits, base, shift) else { continue };
                    let size = 1u32 << (bits + base + shift.unsigned_abs());
                    let mut seen = [false; 1 << 12];
                    for offset in 0..size {
                        let slot = &mut seen[swizzle.apply(offset) as usize];
                        assert!(!*slot, "{swizzle} maps two offsets to one");
                        *slot = true;
                    }
                }
            }
        }
    }

    #[test]
    fn a_swizzle_permutes_a_tile_exactly_when_no_offset_leaves_it() {
        for len in 1..=300 {
            for bits in 0..=4 {
                for base in 0..=4 {
                    for shift in -6..=6 {
                        let Some(swizzle) = Cute::new(bits, base, shift) else { continue };
                        let stays = (0..len).all(|offset| swizzle.apply(offset) < len);
                        assert_eq!(swizzle.permutes(len), stays, "{swizzle} on {len} elements");
                    }
                }
            }
        }
    }
}
