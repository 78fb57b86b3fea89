//! The best matrix on the offset where none is free of conflict.
//!
//! A column is the bank that a bit of the offset is mapped to, and columns are chosen lowest bit first: lanes whose offsets agree in
//! all bits not chosen yet meet or not by the columns that are chosen.
//!
//! Relabelling the banks by an invertible map changes no cost, so one value represents all that are independent of the columns
//! chosen so far.

use alloc::vec::Vec;

use smem_banks::LANES;

use crate::{
    access::{Access, WarpLanes},
    layout::{Layout, OFFSET_BITS},
    solve::{
        budget::Budget,
        checked_tile::CheckedTile,
        classes::{
            Wanted,
            branch_and_bound::{BranchAndBound, MatrixClass, PlaceOfWord},
            offset_matrix::space::{BankColumns, OffsetSpace, bank},
            value_set::with_value,
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

/// Columns `0..level` of a matrix, lowest bit of the offset first.
#[derive(Clone, Copy)]
struct OffsetBitColumns {
    level: u32,
    columns: BankColumns,
    /// The span of the columns, as a set of values.
    span: u32,
    /// The span of the columns of free bits, which must reach every bank that can change.
    free_span: u32,
    /// The diagonals in use beside the identity, a bit each.
    diagonals: u64,
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
    let start = OffsetBitColumns { level: 0, columns: [0; OFFSET_BITS], span: 1, free_span: 1, diagonals: 0 };
    BranchAndBound::new(class, allowed, wanted, budget).run(&start)
}

impl MatricesOfOffset<'_> {
    /// Returns `prefix` with `value` for its next column, unless no invertible matrix has these columns or they take too many
    /// diagonals.
    fn with_column(&self, prefix: &OffsetBitColumns, value: u8) -> Option<OffsetBitColumns> {
        let level = prefix.level;
        let mut next =
            OffsetBitColumns { level: level + 1, span: with_value(prefix.span, u32::from(value)), ..*prefix };
        next.columns[level as usize] = value;
        let identity = if level < self.space.bank_bits { 1u8 << level } else { 0 };
        next.diagonals |= u64::from(value ^ identity) << (OFFSET_BITS as u32 - 1) >> level;
        if level < self.space.free_bits {
            next.free_span = with_value(prefix.free_span, u32::from(value));
        }
        let rank = next.free_span.count_ones().trailing_zeros();
        let left = self.space.free_bits.saturating_sub(next.level);
        let is_open = rank + left >= self.space.free_bank_bits();
        (is_open && next.diagonals.count_ones() <= self.most_diagonals).then_some(next)
    }
}

impl MatrixClass for MatricesOfOffset<'_> {
    /// Granule and place in it of each word that is touched.
    type PhaseWords = Vec<(u32, u32)>;
    type ColumnPrefix = OffsetBitColumns;

    fn tile(&self) -> &CheckedTile<'_> {
        &self.space.tile
    }

    fn visit(&self, access: &Access, mut visit: impl FnMut(&WarpLanes) -> bool) {
        self.space.visit(access, |lanes, _| visit(lanes));
    }

    fn phases(&self, lanes: &WarpLanes, vec: u32) -> Vec<Self::PhaseWords> {
        let CheckedTile { elem_bytes, model, .. } = self.space.tile;
        let phase = model.lanes_per_phase(elem_bytes * vec) as usize;
        let places = self.space.places(lanes, vec);
        let words = |first: usize| {
            let active = (first..first + phase).filter(|lane| lanes.active >> lane & 1 == 1);
            let mut words: Vec<(u32, u32)> = active.map(|lane| places[lane]).collect();
            words.sort_unstable();
            words.dedup();
            words
        };
        (0..LANES).step_by(phase).map(words).collect()
    }

    fn is_complete(&self, prefix: &OffsetBitColumns) -> bool {
        prefix.level == self.space.bits
    }

    fn extended<'a>(&'a self, prefix: &'a OffsetBitColumns) -> impl Iterator<Item = (u8, OffsetBitColumns)> + 'a {
        let independent = if self.symmetric { prefix.span.trailing_ones() } else { u32::MAX };
        let kept = self.space.kept(prefix.level);
        let values = (0..1u8 << self.space.free_bank_bits()).map(move |change| change | kept);
        let is_new =
            move |value: &u8| !self.symmetric || prefix.span >> value & 1 == 1 || u32::from(*value) == independent;
        values.filter(is_new).filter_map(|value| Some((value, self.with_column(prefix, value)?)))
    }

    fn rank(&self, prefix: &OffsetBitColumns) -> u32 {
        prefix.diagonals.count_ones()
    }

    fn add_places(&self, words: &Self::PhaseWords, prefix: &OffsetBitColumns, places: &mut Vec<PlaceOfWord>) {
        let decided = (1 << prefix.level) - 1;
        places.extend(words.iter().map(|&(granule, within)| {
            let bank = u32::from(bank(&prefix.columns, granule & decided));
            let left = granule >> prefix.level;
            PlaceOfWord { at_zero: left >> 1 << 14 ^ within << 8 ^ bank, moves: (left & 1).wrapping_neg() }
        }));
    }

    fn layout(&self, prefix: &OffsetBitColumns) -> Option<Layout> {
        let columns = if self.symmetric { self.space.relabelled(&prefix.columns) } else { prefix.columns };
        self.space.layout(&columns)
    }
}
