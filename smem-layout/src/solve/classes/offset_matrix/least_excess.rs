//! The best matrix on the offset where none is free of conflict.
//!
//! A column is the bank that a bit of the offset is mapped to, and columns are chosen lowest bit first: lanes whose offsets agree in
//! all bits not chosen yet meet or not by the columns that are chosen.
//!
//! Relabelling the banks by an invertible map changes no cost, so one value represents all that are independent of the columns
//! chosen so far.

use alloc::vec::Vec;

use crate::{
    access::{Access, WarpLanes},
    layout::Layout,
    solve::{
        budget::Budget,
        checked_tile::CheckedTile,
        classes::{
            Wanted,
            branch_and_bound::{BranchAndBound, MatrixClass, PlaceOfWord},
            offset_matrix::space::{OffsetSpace, SomeColumns},
            value_set::image,
        },
        excess::Excess,
    },
};

/// The matrices on the offset of at most so many diagonals.
struct MatricesOfOffset<'a> {
    space: OffsetSpace<'a>,
    /// One value represents all that are independent.
    symmetric: bool,
    most_diagonals: u32,
}

/// Returns the layout at `pitch` (elements) whose matrix leaves the least excess, if less than is `wanted`, with it. The search has
/// been to its end if the budget is not spent.
pub(in crate::solve) fn least_excess_at(
    tile: CheckedTile<'_>,
    pitch: u32,
    allowed: &[u32],
    wanted: Wanted,
    budget: &Budget,
) -> Option<(Excess, Layout)> {
    let space = OffsetSpace::new(tile, pitch)?;
    let most_diagonals = wanted.most_diagonals;
    let symmetric = most_diagonals == u32::MAX && space.free_bank_bits() == space.bank_bits;
    let class = MatricesOfOffset { space, symmetric, most_diagonals };
    BranchAndBound::new(class, allowed, wanted, budget).run(&SomeColumns::NONE)
}

/// The number of columns of a prefix, those of the lowest bits of the offset.
fn level(prefix: &SomeColumns) -> u32 {
    prefix.decided.trailing_ones()
}

impl MatrixClass for MatricesOfOffset<'_> {
    /// Granule and place in it of each word that is touched.
    type PhaseWords = Vec<(u32, u32)>;
    type ColumnPrefix = SomeColumns;

    fn tile(&self) -> &CheckedTile<'_> {
        &self.space.tile
    }

    fn visit(&self, access: &Access, mut visit: impl FnMut(&WarpLanes) -> bool) {
        self.space.visit(access, |lanes, _| visit(lanes));
    }

    fn phases(&self, lanes: &WarpLanes, vec: u32) -> Vec<Self::PhaseWords> {
        self.space.phases(lanes, vec).collect()
    }

    fn is_complete(&self, prefix: &SomeColumns) -> bool {
        level(prefix) == self.space.bits
    }

    fn extended<'a>(&'a self, prefix: &'a SomeColumns) -> impl Iterator<Item = (u8, SomeColumns)> + 'a {
        let independent = if self.symmetric { prefix.span.trailing_ones() } else { u32::MAX };
        let kept = self.space.kept(level(prefix));
        let values = (0..1u8 << self.space.free_bank_bits()).map(move |change| change | kept);
        let is_new =
            move |value: &u8| !self.symmetric || prefix.span >> value & 1 == 1 || u32::from(*value) == independent;
        values.filter(is_new).filter_map(|value| {
            let next = self.space.with_column(prefix, level(prefix), value, self.most_diagonals)?;
            Some((value, next))
        })
    }

    fn rank(&self, prefix: &SomeColumns) -> u32 {
        prefix.diagonals.count_ones()
    }

    fn add_places(&self, words: &Self::PhaseWords, prefix: &SomeColumns, places: &mut Vec<PlaceOfWord>) {
        places.extend(words.iter().map(|&(granule, within)| {
            let bank = image(&prefix.columns, granule & prefix.decided);
            let left = granule >> level(prefix);
            PlaceOfWord { at_zero: left >> 1 << 14 ^ within << 8 ^ bank, moves: (left & 1).wrapping_neg() }
        }));
    }

    fn layout(&self, prefix: &SomeColumns) -> Option<Layout> {
        let columns = if self.symmetric { self.space.relabelled(&prefix.columns) } else { prefix.columns };
        self.space.layout(&columns)
    }
}
