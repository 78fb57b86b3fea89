//! The choice of tiles for a picture, by its size.

use super::pixel::{Described, Pixel};
use super::shape::{BlockShape, FLAT_TILES};

/// A block's shape, and how it loads pixels.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    /// The tiles.
    pub shape: BlockShape,
    /// Whether L2 evicts pixels first, so that sums stay there.
    pub evict_first: bool,
    /// Whether a block has pixels brought into L2 before it knows its tile.
    pub prefetch: bool,
}

impl Plan {
    /// Returns the plan for a picture of `width` x `height` bytes: the one that was fastest on an H200 among
    /// those measured.
    ///
    /// ```
    /// use smem_examples::single_pass::Plan;
    ///
    /// assert_eq!(Plan::for_size(1024, 1024).shape.name, "64 x 128, flat");
    /// assert_eq!(Plan::for_size(8192, 8192).shape.name, "256 x 256");
    /// ```
    pub fn for_size(width: u32, height: u32) -> Plan {
        let fits =
            |shape: &BlockShape| width.div_ceil(shape.cols) <= FLAT_TILES && height.div_ceil(shape.rows) <= FLAT_TILES;
        let flat = [BlockShape::SMALL, BlockShape::MEDIUM, BlockShape::LARGE].into_iter().find(fits);
        match flat {
            Some(shape) => Plan { shape, evict_first: true, prefetch: false },
            None => Plan { shape: BlockShape::HUGE, evict_first: false, prefetch: true },
        }
    }

    /// Returns the plan for a picture of `width` x `height` pixels of type `P`, and one integral or two.
    ///
    /// ```
    /// use smem_examples::single_pass::Plan;
    ///
    /// assert_eq!(Plan::for_pixels::<u8>(1024, 1024).shape.name, "64 x 128, flat");
    /// assert_eq!(Plan::for_pixels::<f32>(1024, 1024).shape.name, "128 x 128 of f32");
    /// ```
    pub fn for_pixels<P: Pixel>(width: u32, height: u32) -> Plan {
        if P::PIXEL == u16::PIXEL {
            Plan { prefetch: true, ..Plan::of(BlockShape::U16) }
        } else if P::PIXEL == f32::PIXEL {
            Plan { prefetch: true, ..Plan::of(BlockShape::F32) }
        } else {
            Plan::for_size(width, height)
        }
    }

    /// Returns the plan for a shape, in which L2 evicts pixels no earlier than other data, and nothing is prefetched.
    pub const fn of(shape: BlockShape) -> Plan {
        Plan { shape, evict_first: false, prefetch: false }
    }
}

#[cfg(test)]
mod tests {
    use super::super::CarryScheme;
    use super::*;

    #[test]
    fn every_size_gets_a_plan_that_fits_it() {
        for width in [1, 100, 1024, 1025, 4096, 4097, 16384, 2_000_000] {
            for height in [1, 100, 1024, 2048, 2049, 4096, 4097, 16384, 2_000_000] {
                let flat = Plan::for_size(width, height).shape.carries == CarryScheme::Flat;
                assert_eq!(flat, width <= 4096 && height <= 4096, "{width} x {height}");
            }
        }
    }
}
