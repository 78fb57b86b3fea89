//! Sets of the paddings inside rows that are tried.

use crate::solve::checked_tile::CheckedTile;

/// Returns the largest padding inside rows that is tried: more meets the banks as less does.
pub(in crate::solve) fn last_pad(tile: &CheckedTile<'_>) -> u32 {
    let granule = tile.granule();
    (tile.model.pitch_period() / tile.elem_bytes / granule).saturating_sub(1) * granule
}

/// A set of paddings: bit `i` for `i` granules.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Paddings([u128; 2]);

impl Paddings {
    /// Returns the smallest member, in granules.
    pub(super) fn first(&self) -> Option<u32> {
        let [low, high] = self.0;
        match (low, high) {
            (0, 0) => None,
            (0, _) => Some(128 + high.trailing_zeros()),
            _ => Some(low.trailing_zeros()),
        }
    }

    pub(super) fn contains(&self, granules: u32) -> bool {
        self.0[granules as usize / 128] >> (granules % 128) & 1 == 1
    }

    pub(super) fn insert(&mut self, granules: u32) {
        self.0[granules as usize / 128] |= 1 << (granules % 128);
    }

    pub(super) fn remove(&mut self, granules: u32) {
        self.0[granules as usize / 128] &= !(1 << (granules % 128));
    }

    /// Adds the members of `other`.
    pub(super) fn add(&mut self, other: Paddings) {
        self.0 = [self.0[0] | other.0[0], self.0[1] | other.0[1]];
    }

    /// Returns the members of both.
    pub(super) fn and(self, other: Paddings) -> Paddings {
        Paddings([self.0[0] & other.0[0], self.0[1] & other.0[1]])
    }

    /// Returns the members that `other` lacks.
    pub(super) fn without(self, other: Paddings) -> Paddings {
        Paddings([self.0[0] & !other.0[0], self.0[1] & !other.0[1]])
    }
}
