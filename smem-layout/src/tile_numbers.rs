//! The numbers of a tile by which both solvers search: its lines, the storage of a layout, and the pitches that are tried.

use smem_banks::{BankModel, WIDEST_BYTES};

use crate::{
    access::{Access, BASE_BYTES, Shape},
    layout::Layout,
};

/// Rows of more elements than this are raised no further than they are padded: there are too many pitches to the next power of two.
const MOST_RAISED: u32 = 256;

/// The size of a tile, the widest vectors of its accesses, and the banks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TileNumbers {
    /// The planes that the rows are in, where the tile has three dimensions.
    pub(crate) planes: Option<u32>,
    /// The rows of all planes.
    pub(crate) rows: u32,
    pub(crate) cols: u32,
    pub(crate) elem_bytes: u32,
    /// The number of elements of the widest vector that a lane touches. They must stay neighbours, and aligned.
    pub(crate) granule: u32,
    /// True if only a layout with a pitch will do.
    pub(crate) needs_pitch: bool,
    pub(crate) model: BankModel,
}

impl TileNumbers {
    /// Returns the numbers of a tile of these planes, rows of all planes and columns.
    pub(crate) const fn of<T>(
        (planes, rows, cols): (Option<u32>, u32, u32),
        elem_bytes: u32,
        accesses: &[Access<T>],
        model: BankModel,
    ) -> TileNumbers {
        let (mut granule, mut needs_pitch, mut number) = (1, false, 0);
        while number < accesses.len() {
            let vec = accesses[number].granule(elem_bytes);
            granule = if vec > granule { vec } else { granule };
            needs_pitch |= accesses[number].needs_pitch();
            number += 1;
        }
        TileNumbers { planes, rows, cols, elem_bytes, granule, needs_pitch, model }
    }

    /// Returns the planes, rows and columns.
    pub(crate) const fn shape(&self) -> Shape {
        Shape::of_all_rows(self.planes, self.rows, self.cols)
    }

    /// Returns the bytes of the widest access, or those at a multiple of which a matrix starts.
    pub(crate) const fn widest_bytes(&self) -> u32 {
        let bytes = self.granule * self.elem_bytes;
        match (self.needs_pitch, bytes < WIDEST_BYTES) {
            (true, _) => BASE_BYTES,
            (false, true) => bytes,
            (false, false) => WIDEST_BYTES,
        }
    }

    /// Returns the alignment of the storage, in bytes: that of the widest access, at least a word.
    pub(crate) const fn align(&self) -> u32 {
        let (widest, least) = (self.widest_bytes(), self.model.storage_alignment());
        if widest > least { widest } else { least }
    }

    /// Returns the elements of storage of a layout of `elements` elements: rounded up, so that what follows is aligned.
    pub(crate) const fn stored(&self, elements: usize) -> usize {
        elements.next_multiple_of(self.align().div_ceil(self.elem_bytes) as usize)
    }

    /// Returns the number of elements of a line: a row, or on a tile of one row as many as fill the banks once.
    pub(crate) const fn line(&self) -> u32 {
        let (span, granule) = (self.model.span() / self.elem_bytes, self.granule);
        let line = if span > granule { span } else { granule };
        if self.rows == 1 && self.cols > line { line } else { self.cols }
    }

    /// Returns the layout of this `pitch`, in elements, without a swizzle. Without padding it is the plain one.
    pub(crate) const fn pitched(&self, pitch: u32) -> Layout {
        let line = self.line();
        let line = if pitch == line { self.cols } else { line };
        Layout::of(self.rows, self.cols, line, if pitch > line { pitch } else { line })
    }

    /// Returns the smallest pitch of a search. Others are a multiple of the granule more.
    pub(crate) const fn first_pitch(&self) -> u32 {
        self.line().next_multiple_of(self.granule)
    }

    /// Returns the largest pitch at which padding is tried: rows up to this far apart meet the banks in every way they can.
    pub(crate) const fn last_padded(&self) -> u32 {
        // A word more than the period, since rows of less than a word share it.
        let spread = (self.model.pitch_period() + self.model.bank_bytes()).div_ceil(self.elem_bytes);
        self.first_pitch() + spread / self.granule * self.granule
    }

    /// Returns the largest pitch at which an XOR is tried: without padding, or raised towards a power of two. A matrix sees the
    /// banks alone, but CuTe's swizzle the whole offset.
    pub(crate) const fn last_raised(&self) -> u32 {
        let (line, last_padded) = (self.line(), self.last_padded());
        let power = line.next_power_of_two();
        match self.rows {
            1 => line,
            _ if line <= MOST_RAISED || power < last_padded => power,
            _ => last_padded,
        }
    }

    /// Returns the largest pitch of a search.
    pub(crate) const fn last_pitch(&self) -> u32 {
        let (padded, raised) = (self.last_padded(), self.last_raised());
        if padded > raised { padded } else { raised }
    }
}
