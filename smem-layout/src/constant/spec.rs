//! A request to const evaluation: the numbers of a tile, its accesses, the allowed layouts.

use smem_banks::{Arch, Cute, WarpRequest};

use crate::{
    access::{ConstAccess, Positions},
    layout::{Layout, Prefer},
    tile_numbers::TileNumbers,
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
    pub(super) numbers: TileNumbers,
    pub(super) accesses: &'a [ConstAccess<'a>],
    pub(super) arch: Arch,
    pub(super) prefer: Prefer,
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
        let numbers = TileNumbers::of((planes, rows, cols), spec.elem_bytes as u32, accesses, arch.bank_model());
        SimpleTile { numbers, accesses, arch, prefer, known: [None; 4] }
    }

    /// Returns the tile with these accesses, which have been checked and have no wider vectors.
    pub(super) const fn with<'b>(&self, accesses: &'b [ConstAccess<'b>]) -> SimpleTile<'b>
    where
        'a: 'b,
    {
        let (mut known, mut number) = ([None; 4], 0);
        while number < accesses.len() && number < known.len() {
            known[number] = Some(Positions::of(&accesses[number], self.numbers.shape(), self.numbers.elem_bytes));
            number += 1;
        }
        let SimpleTile { numbers, arch, prefer, .. } = *self;
        let TileNumbers { planes, rows, cols, elem_bytes, model, .. } = numbers;
        let needs_pitch = TileNumbers::of((planes, rows, cols), elem_bytes, accesses, model).needs_pitch;
        SimpleTile { numbers: TileNumbers { needs_pitch, ..numbers }, accesses, arch, prefer, known }
    }

    /// Returns the positions of an access.
    pub(super) const fn positions(&self, access: usize) -> Positions<'a> {
        if access < self.known.len()
            && let Some(known) = self.known[access]
        {
            return known;
        }
        Positions::of(&self.accesses[access], self.numbers.shape(), self.numbers.elem_bytes)
    }

    /// Returns the request at position `number` of an access on `layout`.
    pub(super) const fn request(&self, positions: &Positions<'_>, number: u32, layout: &Layout) -> WarpRequest {
        positions.lanes(number).request(layout, self.numbers.elem_bytes, positions.lane_elements())
    }
}
