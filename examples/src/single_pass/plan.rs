//! The choice of tiles for a picture, by its size.

use super::pixel::{Described, Pixel};
use super::shape::{BlockShape, FLAT_TILES};

/// Multiprocessors of an H200, whose measurements chose the plans. Each runs `BlockShape::blocks` blocks at once.
const H200_MULTIPROCESSORS: u32 = 132;

/// A block's shape, and how it loads pixels.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    /// The tiles.
    pub shape: BlockShape,
    /// Whether L2 evicts pixels first, so that sums stay there.
    pub evict_first: bool,
    /// Which tile's pixels a block brings into L2 ahead of time, if any: the tile of its own number plus this one. With 0, a block does so before
    /// it knows its tile; with more, while it waits for others.
    pub prefetch: Option<u32>,
    /// Whether a counter deals out the tiles of [`CarryScheme::LookBack`](super::CarryScheme::LookBack). Without, a block reads at once
    /// the tile of its own number, and adds up pixels of other tiles if it waits for them in vain. Tiles of [`Held::Sums`](super::Held::Sums)
    /// are always dealt out.
    pub tickets: bool,
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
            Some(shape) => Plan { evict_first: true, ..Plan::of(shape) },
            None => Plan { prefetch: Some(0), ..Plan::of(BlockShape::HUGE) },
        }
    }

    /// Returns the plan for a picture of `width` x `height` pixels of type `P`, and as many integrals, 1 or 2.
    ///
    /// ```
    /// use smem_examples::single_pass::Plan;
    ///
    /// assert_eq!(Plan::for_pixels::<u8>(1024, 1024, 2).shape.name, "64 x 128, flat");
    /// assert_eq!(Plan::for_pixels::<f32>(1024, 1024, 2).shape.name, "128 x 128 of f32");
    /// ```
    pub fn for_pixels<P: Pixel>(width: u32, height: u32, integrals: usize) -> Plan {
        let shape = match (P::PIXEL, integrals) {
            (u16::PIXEL, 1) => BlockShape::U16_CHUNKS,
            (f32::PIXEL, 1) => BlockShape::F32_CHUNKS,
            (u16::PIXEL, _) => BlockShape::U16,
            (f32::PIXEL, _) => BlockShape::F32,
            _ => return Plan::for_size(width, height),
        };
        if (P::PIXEL, integrals) == (u16::PIXEL, 1) {
            // The tile of a block that starts when this one has ended. `f32` lost by it at odd widths.
            return Plan { prefetch: Some(H200_MULTIPROCESSORS * shape.blocks), tickets: false, ..Plan::of(shape) };
        }
        Plan { prefetch: Some(0), ..Plan::of(shape) }
    }

    /// Returns the plan for a batch of `pictures` of `width` x `height` pixels of type `P`, and as many integrals, 1 or 2.
    ///
    /// ```
    /// use smem_examples::single_pass::Plan;
    ///
    /// assert_eq!(Plan::for_batch::<u8>(64, 64, 1000, 1).shape.name, "64 x 64");
    /// assert_eq!(Plan::for_batch::<u8>(512, 512, 64, 1).shape.name, "256 x 256, flat");
    /// ```
    pub fn for_batch<P: Pixel>(width: u32, height: u32, pictures: u32, integrals: usize) -> Plan {
        if pictures > 1 && width.max(height) <= 64 {
            return Plan::of(match P::PIXEL {
                u16::PIXEL => BlockShape::TINY_U16,
                f32::PIXEL => BlockShape::TINY_F32,
                _ => BlockShape::TINY,
            });
        }
        if pictures == 1 || P::PIXEL != u8::PIXEL {
            return Plan::for_pixels::<P>(width, height, integrals);
        }
        let pixels = u64::from(width) * u64::from(height) * u64::from(pictures);
        // There are enough tiles for all multiprocessors, however large they are.
        let many = pixels >= 1 << 22;
        match width.max(height) {
            ..=128 => Plan { evict_first: true, ..Plan::of(BlockShape::SQUARE) },
            ..=4096 if many => Plan { evict_first: true, ..Plan::of(BlockShape::LARGE) },
            _ => Plan::for_size(width, height),
        }
    }

    /// Returns the plan for a shape, in which L2 evicts pixels no earlier than other data, nothing is prefetched, and tiles are dealt out.
    pub const fn of(shape: BlockShape) -> Plan {
        Plan { shape, evict_first: false, prefetch: None, tickets: true }
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
