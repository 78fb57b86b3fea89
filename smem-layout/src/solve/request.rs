//! The request to the solver: a tile, its accesses, and the layouts that are allowed.

use alloc::vec::Vec;
use core::fmt;

use crate::{
    access::Access,
    banks::Arch,
    layout::{Cute, TmaSwizzle},
    solve::checked_tile::CheckedTile,
};

/// A tile, its accesses, and the layouts that are allowed.
///
/// ```
/// use smem_layout::{Access, Choice, Pick, Request, solve};
///
/// let accesses = [Access::row(), Access::col()];
/// let request = Request { choice: Choice::Pad(Pick::Auto), ..Request::new(32, 32, 8, &accesses) };
/// let layout = solve(&request)?;
/// assert_eq!(layout.pitch(), 33);
/// # Ok::<(), smem_layout::SolveError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// Rows of the tile; one for a one-dimensional tile.
    pub rows: u32,
    /// Columns of the tile, in elements.
    pub cols: u32,
    /// Bytes of an element: 1, 2, 4, 8, 16 or 32.
    pub elem_bytes: u32,
    /// The accesses that must be free of conflict (up to their `max_ways`).
    pub accesses: &'a [Access],
    /// The architecture whose banks and limits apply.
    pub arch: Arch,
    /// The layouts that are allowed.
    pub choice: Choice,
    /// Keep a conflicting layout, to measure it.
    pub allow_conflicts: bool,
    /// Tiles back to back in the storage.
    pub stages: u32,
    /// Dynamic shared memory, whose limit is the one that a block can opt in to.
    pub dynamic: bool,
}

/// The layouts that are allowed; displayed as the attribute spells it, `pad = auto`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Any layout: the one of fewest bytes, then of fewest index operations.
    Auto,
    /// Only the dense one.
    Plain,
    /// Unused elements at the end of each row.
    Pad(Pick<u32>),
    /// An XOR on the column.
    Swizzle(Pick<Cute>),
    /// One of the modes in which the bulk tensor copy writes shared memory.
    Tma(TmaSwizzle),
}

/// A value to search for, or one to check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pick<T> {
    /// The smallest or cheapest that is free of conflict.
    Auto,
    /// Exactly this one; verified.
    Exactly(T),
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Choice::Auto => f.write_str("layout = auto"),
            Choice::Plain => f.write_str("layout = plain"),
            Choice::Pad(Pick::Auto) => f.write_str("pad = auto"),
            Choice::Pad(Pick::Exactly(pad)) => write!(f, "pad = {pad}"),
            Choice::Swizzle(Pick::Auto) => f.write_str("swizzle = auto"),
            Choice::Swizzle(Pick::Exactly(cute)) => {
                write!(f, "swizzle = ({}, {}, {})", cute.bits(), cute.base(), cute.shift())
            }
            Choice::Tma(mode) => write!(f, "swizzle = tma{}", mode.row_bytes()),
        }
    }
}

impl<'a> Request<'a> {
    /// Returns a request for any layout, free of conflict for `accesses`, in static shared memory.
    pub const fn new(rows: u32, cols: u32, elem_bytes: u32, accesses: &'a [Access]) -> Self {
        Request {
            rows,
            cols,
            elem_bytes,
            accesses,
            arch: Arch::DEFAULT,
            choice: Choice::Auto,
            allow_conflicts: false,
            stages: 1,
            dynamic: false,
        }
    }

    pub(crate) fn checked_tile(&self) -> CheckedTile<'a> {
        CheckedTile {
            rows: self.rows,
            cols: self.cols,
            elem_bytes: self.elem_bytes,
            accesses: self.accesses,
            model: self.arch.bank_model(),
        }
    }

    /// Returns the number of bytes of shared memory that the tile may have.
    pub(crate) fn limit(&self) -> u32 {
        if self.dynamic { self.arch.opt_in_limit() } else { self.arch.static_limit() }
    }

    /// Returns the ways that each access accepts.
    pub(crate) fn allowed_ways(&self) -> Vec<u32> {
        self.accesses.iter().map(|access| access.max_ways).collect()
    }
}
