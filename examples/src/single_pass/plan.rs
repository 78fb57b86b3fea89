//! How a picture is cut into tiles, by its size.

use super::shape::{FLAT_TILES, Shape};

/// A shape of tile and what goes with it.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    /// The tiles.
    pub shape: Shape,
    /// Rows of the first row of tiles, at most the shape's: a lower one is done sooner, and what waits for it starts sooner.
    pub first: u32,
    /// Whether pixels leave L2 first, so that carries stay there.
    pub evict_first: bool,
}

impl Plan {
    /// The plan for a picture of `width` x `height`: what was fastest on an H200 among those measured.
    ///
    /// ```
    /// use smem_examples::single_pass::Plan;
    ///
    /// assert_eq!(Plan::for_size(1024, 1024).shape.name, "64 x 128, flat");
    /// assert_eq!(Plan::for_size(8192, 8192).shape.name, "128 x 256");
    /// ```
    pub fn for_size(width: u32, height: u32) -> Plan {
        let small = Shape::SMALL;
        if width.div_ceil(small.cols) <= FLAT_TILES && height.div_ceil(small.rows) <= FLAT_TILES {
            return Plan::of(small);
        }
        let shape = Shape::LARGE;
        let pixels = u64::from(width) * u64::from(height);
        let first = if pixels <= 1 << 24 { shape.rows / 2 } else { shape.rows };
        Plan { shape, first, evict_first: pixels <= 1 << 26 }
    }

    /// Equal tiles of one shape.
    pub const fn of(shape: Shape) -> Plan {
        Plan { shape, first: shape.rows, evict_first: false }
    }

    /// The edges of the rows of tiles of a picture, in pixel rows: row `t` of tiles is rows `edges[t]` to `edges[t + 1]`.
    ///
    /// ```
    /// use smem_examples::single_pass::{Plan, Shape};
    ///
    /// let plan = Plan { first: 64, ..Plan::of(Shape::LARGE) };
    /// assert_eq!(plan.edges(300), [0, 64, 192, 300]);
    /// ```
    pub fn edges(&self, height: u32) -> Vec<u32> {
        let mut edges = vec![0];
        let mut at = height.min(self.first.clamp(1, self.shape.rows));
        while at < height {
            edges.push(at);
            at = at.saturating_add(self.shape.rows).min(height);
        }
        edges.push(at);
        edges
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_cover_every_row_once_and_none_is_too_high() {
        for height in [1, 7, 64, 127, 128, 129, 1000, 4096, u32::MAX] {
            for first in [0, 1, 64, 128, 1000] {
                let plan = Plan { first, ..Plan::of(Shape::LARGE) };
                if height == u32::MAX && first != 64 {
                    continue;
                }
                let edges = plan.edges(height);
                assert_eq!((edges[0], edges[edges.len() - 1]), (0, height));
                assert!(edges.windows(2).all(|pair| pair[0] < pair[1] && pair[1] - pair[0] <= 128), "{height} {first}");
            }
        }
    }

    #[test]
    fn every_size_gets_a_plan_that_fits_it() {
        for width in [1, 100, 1024, 2048, 2049, 16384, 2_000_000] {
            for height in [1, 100, 1024, 1025, 16384, 2_000_000] {
                let plan = Plan::for_size(width, height);
                let flat = plan.shape.carries == super::super::Carries::Flat;
                assert_eq!(flat, width <= 2048 && height <= 1024, "{width} x {height}");
            }
        }
    }
}
