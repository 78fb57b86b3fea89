//! A tile whose shape and accesses passed their checks, with the banks that it is solved for.

use alloc::boxed::Box;

use smem_banks::BankModel;

use crate::{
    access::{Access, Positions, WarpLanes, representatives},
    codegen::as_written,
    layout::{Layout, Prefer, Rank, Swizzle},
    solve::{
        budget::Budget,
        excess::{Excess, OfAccess},
    },
    tile_numbers::TileNumbers,
};

/// A tile, its accesses, which passed their checks, and the banks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CheckedTile<'a> {
    /// The planes that the rows are in, where the tile has three dimensions.
    pub(crate) planes: Option<u32>,
    /// The rows of all planes.
    pub(crate) rows: u32,
    pub(crate) cols: u32,
    pub(crate) elem_bytes: u32,
    pub(crate) accesses: &'a [Access],
    /// The most elements of storage that a stage may have.
    pub(crate) most_stored: usize,
    /// Which of the layouts without conflicts comes first.
    pub(crate) prefer: Prefer,
    pub(crate) model: BankModel,
}

impl<'a> CheckedTile<'a> {
    /// Returns the numbers of the tile.
    pub(crate) fn numbers(&self) -> TileNumbers {
        TileNumbers::of((self.planes, self.rows, self.cols), self.elem_bytes, self.accesses, self.model)
    }

    /// Returns the positions of an access.
    pub(crate) fn positions<'b>(&self, access: &'b Access) -> Positions<'b> {
        Positions::of(&access.borrowed(), self.numbers().shape(), self.elem_bytes)
    }

    /// Returns the granule of [`numbers`](Self::numbers).
    pub(crate) fn granule(&self) -> u32 {
        self.numbers().granule
    }

    /// Returns true if only a layout with a pitch will do.
    pub(crate) fn needs_pitch(&self) -> bool {
        self.numbers().needs_pitch
    }

    /// Returns the alignment of the storage, in bytes.
    pub(crate) fn align(&self) -> u32 {
        self.numbers().align()
    }

    /// Returns the elements of storage of a layout of `elements` elements.
    pub(crate) fn stored(&self, elements: usize) -> usize {
        self.numbers().stored(elements)
    }

    /// Returns the rank of a layout of `elements` elements whose index costs so many halves of an instruction: after all others if
    /// they are more than fit.
    pub(crate) fn rank_of(&self, elements: usize, halves: u32) -> Rank {
        let stored = self.stored(elements);
        if stored > self.most_stored { Rank::too_large(stored as u64) } else { self.prefer.rank(stored as u64, halves) }
    }

    /// Returns the rank of a layout.
    pub(crate) fn rank(&self, layout: &Layout) -> Rank {
        self.rank_of(layout.len(), as_written(layout))
    }

    /// Returns the number of elements of a line.
    pub(crate) fn line(&self) -> u32 {
        self.numbers().line()
    }

    /// Returns the number of lines of the tile.
    pub(crate) fn lines(&self) -> u32 {
        if self.rows == 1 { self.cols.div_ceil(self.line()) } else { self.rows }
    }

    /// Returns the layout of this `pitch`, in elements, without a swizzle.
    pub(crate) fn pitched(&self, pitch: u32) -> Layout {
        self.numbers().pitched(pitch)
    }

    /// Returns the layout of this `pitch` whose lines are permuted by `swizzle`.
    pub(crate) fn swizzled(&self, pitch: u32, swizzle: Swizzle) -> Layout {
        Layout::of(self.rows, self.cols, self.line(), pitch).swizzled_by(swizzle)
    }

    /// Returns true if every request of every access has at most the ways that it is allowed, by the exact bank model.
    pub(crate) fn fits(&self, layout: &Layout, allowed_ways: &[u32]) -> bool {
        self.accesses.iter().zip(allowed_ways).all(|(access, &ways)| self.access_fits(access, layout, ways))
    }

    /// Returns the excess of all accesses.
    ///
    /// # Errors
    ///
    /// The access and the request with which the sum reached `limit`, or at which the budget was spent.
    pub(crate) fn unaccepted_excess(
        &self,
        layout: &Layout,
        allowed_ways: &[u32],
        limit: Excess,
        budget: &Budget,
    ) -> Result<Excess, Box<(usize, WarpLanes)>> {
        let mut total = 0;
        for (number, (access, &ways)) in self.accesses.iter().zip(allowed_ways).enumerate() {
            let vec = access.lane_elements(self.elem_bytes);
            let mut of_access = OfAccess::new(ways);
            let mut last = None;
            representatives(access, self.planes, layout, self.elem_bytes, &self.model, |lanes| {
                of_access.add(self.model.ways_and_excess(&lanes.request(layout, self.elem_bytes, vec)));
                if total + of_access.weighted() >= limit || !budget.take(4) {
                    last = Some(lanes);
                }
                last.is_none()
            });
            if let Some(lanes) = last {
                return Err(Box::new((number, lanes)));
            }
            total += of_access.weighted();
        }
        Ok(total)
    }

    fn access_fits(&self, access: &Access, layout: &Layout, ways: u32) -> bool {
        let vec = access.lane_elements(self.elem_bytes);
        representatives(access, self.planes, layout, self.elem_bytes, &self.model, |lanes| {
            self.model.ways_and_excess(&lanes.request(layout, self.elem_bytes, vec)).0 <= ways
        })
    }
}
