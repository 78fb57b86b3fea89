//! A request to const evaluation: the numbers of a tile, its accesses, the allowed layouts.

use smem_banks::{Arch, BankModel, Cute, WIDEST_BYTES, WarpRequest};

use crate::{
    access::{BASE_BYTES, ConstAccess, Positions, Shape},
    layout::{Layout, Prefer},
};

/// The tile that the attribute describes. Every number may be wrong: [`solve`](crate::constant::solve) says which.
#[derive(Clone, Copy, Debug)]
pub struct SimpleTileSpec<'a> {
    /// Planes, rows and columns.
    pub size: Dimensions,
    /// True if the attribute has the size in literals, and only the element is not known to it.
    pub is_shape_literal: bool,
    /// Bytes of an element: the `size_of` its type.
    pub elem_bytes: usize,
    /// The accesses that must be free of conflict.
    pub accesses: &'a [ConstAccess<'a>],
    /// The banks and limits that apply.
    pub arch: Arch,
    /// The layouts that are allowed.
    pub choice: SimpleChoice,
    /// Which of them comes first.
    pub prefer: Prefer,
    /// True for `conflicts = allow`.
    pub allows_conflicts: bool,
    /// Tiles back to back.
    pub stages: u32,
    /// True for dynamic shared memory.
    pub is_dynamic: bool,
    /// Alignment of the storage in bytes, a literal that the attribute chose.
    pub align: u32,
}

/// The values of the shape's expressions.
#[derive(Clone, Copy, Debug)]
pub enum Dimensions {
    /// A tile of one dimension.
    Line(i128),
    /// Rows and columns.
    Rows(i128, i128),
    /// Planes, rows and columns.
    Planes(i128, i128, i128),
}

/// The layouts that are allowed: those of the attribute's options that const evaluation knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SimpleChoice {
    /// `layout = plain`.
    Plain,
    /// `pad = 1`.
    Pad(u32),
    /// `pad = auto`: unused elements at the end of each row, or line of a tile of one row.
    PadAuto,
    /// `swizzle = (5, 0, 5)`.
    Cute(Cute),
    /// `swizzle = auto`: CuTe's family.
    SwizzleAuto,
    /// `layout = auto`: the cheaper of both.
    Auto,
}

/// A tile of numbers that have been checked.
#[derive(Clone, Copy, Debug)]
pub(super) struct SimpleTile<'a> {
    /// The planes that the rows are in, where the tile has three dimensions.
    pub(super) planes: Option<u32>,
    /// The rows of all planes.
    pub(super) rows: u32,
    pub(super) cols: u32,
    pub(super) elem_bytes: u32,
    pub(super) accesses: &'a [ConstAccess<'a>],
    pub(super) arch: Arch,
    pub(super) model: BankModel,
    pub(super) prefer: Prefer,
    /// The number of elements of the widest vector that a lane touches.
    pub(super) granule: u32,
    /// The positions of the first accesses: a search asks for them time and again.
    pub(super) known: [Option<Positions<'a>>; 4],
}

impl<'a> SimpleTileSpec<'a> {
    /// Returns the number of bytes of shared memory that the tile may have.
    pub(super) const fn limit(&self) -> u32 {
        if self.is_dynamic { self.arch.opt_in_limit() } else { self.arch.static_limit() }
    }
}

impl<'a> SimpleTile<'a> {
    /// Returns the tile of `rows` rows in all planes, with the accesses and preference of `spec`.
    pub(super) const fn of(spec: &SimpleTileSpec<'a>, planes: Option<u32>, rows: u32, cols: u32) -> SimpleTile<'a> {
        let SimpleTileSpec { accesses, arch, prefer, .. } = *spec;
        let elem_bytes = spec.elem_bytes as u32;
        let (mut granule, mut number) = (1, 0);
        while number < accesses.len() {
            let vec = accesses[number].granule(elem_bytes);
            if vec > granule {
                granule = vec;
            }
            number += 1;
        }
        let (model, known) = (arch.bank_model(), [None; 4]);
        SimpleTile { planes, rows, cols, elem_bytes, accesses, arch, model, prefer, granule, known }
    }

    /// Returns the tile with these accesses, which have been checked and have no wider vectors.
    pub(super) const fn with<'b>(&self, accesses: &'b [ConstAccess<'b>]) -> SimpleTile<'b>
    where
        'a: 'b,
    {
        let (mut known, mut number) = ([None; 4], 0);
        while number < accesses.len() && number < known.len() {
            known[number] = Some(Positions::of(&accesses[number], self.shape(), self.elem_bytes));
            number += 1;
        }
        let SimpleTile { planes, rows, cols, elem_bytes, arch, model, prefer, granule, .. } = *self;
        SimpleTile { planes, rows, cols, elem_bytes, accesses, arch, model, prefer, granule, known }
    }

    /// Returns the planes, rows and columns.
    pub(super) const fn shape(&self) -> Shape {
        Shape::of_all_rows(self.planes, self.rows, self.cols)
    }

    /// Returns the positions of an access.
    pub(super) const fn positions(&self, access: usize) -> Positions<'a> {
        if access < self.known.len()
            && let Some(known) = self.known[access]
        {
            return known;
        }
        Positions::of(&self.accesses[access], self.shape(), self.elem_bytes)
    }

    /// Returns the request at position `number` of an access on `layout`.
    pub(super) const fn request(&self, positions: &Positions<'_>, number: u32, layout: &Layout) -> WarpRequest {
        positions.lanes(number).request(layout, self.elem_bytes, positions.lane_elements())
    }

    /// Returns true if only a layout with a pitch will do.
    pub(super) const fn needs_pitch(&self) -> bool {
        let mut number = 0;
        while number < self.accesses.len() {
            if self.accesses[number].needs_pitch() {
                return true;
            }
            number += 1;
        }
        false
    }

    /// Returns the bytes of the widest access, or those at a multiple of which a matrix starts.
    pub(super) const fn widest_bytes(&self) -> u32 {
        if self.needs_pitch() {
            return BASE_BYTES;
        }
        let bytes = self.granule * self.elem_bytes;
        if bytes < WIDEST_BYTES { bytes } else { WIDEST_BYTES }
    }

    /// Returns the elements of storage of a layout of `elements` elements: rounded up, so that what follows is aligned.
    pub(super) const fn stored(&self, elements: usize) -> usize {
        let (widest, least) = (self.widest_bytes(), self.model.storage_alignment());
        let align = if widest > least { widest } else { least };
        elements.next_multiple_of(align.div_ceil(self.elem_bytes) as usize)
    }

    /// Returns the number of elements of a line: a row, or on a tile of one row as many as fill the banks once.
    pub(super) const fn line(&self) -> u32 {
        let (span, granule) = (self.model.span() / self.elem_bytes, self.granule);
        let line = if span > granule { span } else { granule };
        if self.rows == 1 && self.cols > line { line } else { self.cols }
    }
}
