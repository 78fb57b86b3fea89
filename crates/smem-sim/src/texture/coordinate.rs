//! Coordinates to texels, along one axis.
//!
//! The texture unit counts in fixed point. A coordinate in texels is rounded to 1/256 for a filter, and down to a whole texel without one; one
//! from 0 to 1 is first cut off after 21 binary digits, or 22 or 23 along a large extent. So it was measured on an H200.

use super::description::TextureAddressing;

/// A coordinate along an axis, of so many texels.
#[derive(Debug, Clone, Copy)]
pub(super) struct Axis {
    pub(super) extent: u64,
    pub(super) addressing: TextureAddressing,
    pub(super) normalized: bool,
    /// It is z.
    pub(super) is_deep: bool,
}

/// Beyond any texture, and a whole even number.
const FAR: f32 = (1u32 << 30) as f32;

/// A number in f32 as the unit sees it: NaN and subnormal numbers are zero.
fn seen(x: f32) -> f32 {
    if x.is_nan() || x.is_subnormal() { 0.0 } else { x.clamp(-FAR, FAR) }
}

impl Axis {
    /// Binary digits of a coordinate from 0 to 1.
    fn digits(self) -> u32 {
        // Measured up to 8191 and from 8193 on, up to 40001 and from 65537 on, and along z up to 2049 and from 3001 on.
        match self.extent {
            65_537.. => 23,
            8_193.. => 22,
            2_050.. if self.is_deep => 22,
            _ => 21,
        }
    }

    /// The coordinate in texels, in parts of `1 << parts`, rounded down.
    fn scaled(self, x: f32, parts: u32) -> i64 {
        let x = f64::from(seen(x));
        if !self.normalized {
            return (x * f64::from(1u32 << parts)).floor() as i64;
        }
        let digits = self.digits();
        let cut = (x * f64::from(1u32 << digits)).floor() as i128;
        ((cut * i128::from(self.extent)) >> (digits - parts)) as i64
    }

    /// The texel that a point is in.
    pub(super) fn nearest(self, x: f32) -> i64 {
        self.scaled(x, 0)
    }

    /// The texel to the left of a point that is moved by whole texels, or at its place, and the 256ths by which the point is beyond its centre.
    pub(super) fn between(self, x: f32, offset: i32) -> (i64, u32) {
        // 1/512 rounds to the nearest 1/256, and the centre of a texel is half a texel to the right.
        let at = ((self.scaled(x, 9) + 1) >> 1) - 128 + (i64::from(offset) << 8);
        (at >> 8, (at & 255) as u32)
    }

    /// The same for a filter: a point beyond the edge is at the edge where the addressing clamps.
    pub(super) fn filtered(self, x: f32, offset: i32) -> (i64, u32) {
        match self.between(x, offset) {
            (..0, _) if self.clamps() => (0, 0),
            (texel, _) if self.clamps() && texel >= self.extent as i64 - 1 => (self.extent as i64 - 1, 0),
            inside => inside,
        }
    }

    /// Whether points beyond the edges are those at the edges.
    fn clamps(self) -> bool {
        match self.addressing {
            TextureAddressing::Clamp => true,
            TextureAddressing::Wrap | TextureAddressing::Mirror => !self.normalized,
            TextureAddressing::Border => false,
        }
    }

    /// Where a texel is kept; `None` beyond a border.
    pub(super) fn place(self, texel: i64) -> Option<u64> {
        let extent = self.extent as i64;
        let inside = match self.addressing {
            _ if (0..extent).contains(&texel) => texel,
            TextureAddressing::Border => return None,
            _ if self.clamps() => texel.clamp(0, extent - 1),
            TextureAddressing::Wrap => texel.rem_euclid(extent),
            _ => {
                let turn = texel.rem_euclid(2 * extent);
                turn.min(2 * extent - 1 - turn)
            }
        };
        Some(inside as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(addressing: TextureAddressing, normalized: bool) -> Axis {
        Axis { extent: 4, addressing, normalized, is_deep: false }
    }

    #[test]
    fn points_are_rounded_to_256ths_and_down_to_texels() {
        let plain = axis(TextureAddressing::Border, false);
        assert_eq!(plain.between(1.5, 0), (1, 0));
        assert_eq!(plain.between(1.75, 2), (3, 64));
        assert_eq!(plain.between(0.0, 0), (-1, 128));
        // 1/512 beyond the centre is rounded up, and what is less, down.
        assert_eq!(plain.between(1.5 + 1.0 / 512.0, 0), (1, 1));
        assert_eq!(plain.between(1.5 + 1.0 / 513.0, 0), (1, 0));
        assert_eq!(
            (plain.nearest(1.99), plain.nearest(-0.01), plain.nearest(-1e-40), plain.nearest(f32::NAN)),
            (1, -1, 0, 0)
        );
        // The last digit of 0.4 is cut off, so that it is not in the texel that begins at two fifths.
        let fifths = Axis { extent: 5, ..axis(TextureAddressing::Clamp, true) };
        assert_eq!((fifths.nearest(0.4), fifths.nearest(0.5), fifths.nearest(1.0)), (1, 2, 5));
    }

    #[test]
    fn texels_beyond_the_edge_are_where_the_addressing_says() {
        let places = |axis: Axis| [-5, -1, 0, 3, 4, 9].map(|texel| axis.place(texel));
        let at = |places: [u64; 6]| places.map(Some);
        assert_eq!(places(axis(TextureAddressing::Wrap, true)), at([3, 3, 0, 3, 0, 1]));
        assert_eq!(places(axis(TextureAddressing::Mirror, true)), at([3, 0, 0, 3, 3, 1]));
        assert_eq!(places(axis(TextureAddressing::Clamp, true)), at([0, 0, 0, 3, 3, 3]));
        assert_eq!(places(axis(TextureAddressing::Border, true)), [None, None, Some(0), Some(3), None, None]);
        for addressing in [TextureAddressing::Wrap, TextureAddressing::Mirror] {
            assert_eq!(places(axis(addressing, false)), at([0, 0, 0, 3, 3, 3]), "it takes normalized coordinates");
        }
        // A filter is at the edge there, and not between a texel and itself.
        assert_eq!(axis(TextureAddressing::Clamp, false).filtered(0.0, 0), (0, 0));
        assert_eq!(axis(TextureAddressing::Clamp, false).filtered(9.0, -2), (3, 0));
        assert_eq!(axis(TextureAddressing::Wrap, true).filtered(0.0, 0), (-1, 128));
    }
}
