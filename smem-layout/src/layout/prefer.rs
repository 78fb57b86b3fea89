//! The preference of a search: fewer bytes or a cheaper index.

use core::fmt;

/// The order of layouts without conflicts; displayed as the attribute spells it, `prefer = bytes`.
///
/// Bytes are those of the storage, rounded up to its alignment. The cost of an index is what `index_cost` estimates.
///
#[cfg_attr(feature = "alloc", doc = "```")]
#[cfg_attr(not(feature = "alloc"), doc = "```ignore")]
/// use smem_layout::{Access, Prefer, TileSpec, solve};
///
/// let accesses = [Access::unwrapped_row(), Access::unwrapped_col()];
/// let spec = TileSpec::builder(64, 64, 4, &accesses);
/// // Swizzled: 256 bytes less, for an XOR.
/// assert_eq!(solve(&spec.build()?)?.bytes(), 16384);
/// assert_eq!(solve(&spec.prefer(Prefer::Index).build()?)?.bytes(), 16384 + 63 * 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Prefer {
    /// Each instruction of the index must save 0.5 % of the bytes.
    #[default]
    Balance,
    /// Fewest bytes, then the cheapest index.
    Bytes,
    /// The cheapest index, then fewest bytes.
    Index,
}

/// The place of a layout in the order: the lowest is the best.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Rank(u64, u64);

/// The halves of an instruction that are worth as much as all bytes.
const HALVES_FOR_ALL_BYTES: u64 = 400;

impl Rank {
    /// Returns the rank of a layout that takes too much storage: after all that do not.
    #[cfg(feature = "alloc")]
    pub(crate) const fn too_large(stored: u64) -> Rank {
        Rank(u64::MAX, stored)
    }

    /// Returns true if this comes before the other.
    pub(crate) const fn is_before(&self, other: &Rank) -> bool {
        self.0 < other.0 || self.0 == other.0 && self.1 < other.1
    }
}

impl Prefer {
    /// Returns the rank of a layout of `stored` elements of storage whose index costs so many halves of an instruction.
    pub(crate) const fn rank(self, stored: u64, halves: u32) -> Rank {
        let halves = halves as u64;
        match self {
            Prefer::Balance => Rank(stored * (HALVES_FOR_ALL_BYTES + halves), halves),
            Prefer::Bytes => Rank(stored, halves),
            Prefer::Index => Rank(halves, stored),
        }
    }
}

impl fmt::Display for Prefer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Prefer::Balance => "prefer = balance",
            Prefer::Bytes => "prefer = bytes",
            Prefer::Index => "prefer = index",
        })
    }
}
