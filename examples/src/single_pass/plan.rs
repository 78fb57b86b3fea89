//! The choice of tiles for a picture, by its size.

use super::shape::{BlockShape, FLAT_TILES};

/// A block's shape, and how it loads pixels.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    /// The tiles.
    pub shape: BlockShape,
    /// Whether L2 evicts pixels first, so that carries stay there.
    pub evict_first: bool,
}

impl Plan {
    /// Returns the plan for a picture of `width` x `height`: the one that was fastest on an H200 among those measured.
    ///
    /// ```
    /// use smem_examples::single_pass::Plan;
    ///
    /// assert_eq!(Plan::for_size(1024, 1024).shape.name, "128 x 64, flat");
    /// assert_eq!(Plan::for_size(8192, 8192).shape.name, "128 x 256");
    /// ```
    pub fn for_size(width: u32, height: u32) -> Plan {
        let small = BlockShape::SMALL;
        if width.div_ceil(small.cols) <= FLAT_TILES && height.div_ceil(small.rows) <= FLAT_TILES {
            return Plan::of(small);
        }
        // Faster at 8192 x 8192, slower at 16384 x 16384.
        let evict_first = u64::from(width) * u64::from(height) <= 1 << 26;
        Plan { shape: BlockShape::LARGE, evict_first }
    }

    /// Returns the plan for a shape, in which L2 evicts pixels no earlier than other data.
    pub const fn of(shape: BlockShape) -> Plan {
        Plan { shape, evict_first: false }
    }
}

#[cfg(test)]
mod tests {
    use super::super::CarryScheme;
    use super::*;

    #[test]
    fn every_size_gets_a_plan_that_fits_it() {
        for width in [1, 100, 1024, 1025, 16384, 2_000_000] {
            for height in [1, 100, 1024, 2048, 2049, 16384, 2_000_000] {
                let flat = Plan::for_size(width, height).shape.carries == CarryScheme::Flat;
                assert_eq!(flat, width <= 1024 && height <= 2048, "{width} x {height}");
            }
        }
    }
}
