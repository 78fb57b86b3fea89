//! The best XOR swizzle where none is free of conflict.
//!
//! Columns are chosen lowest line bit first, as in [`search`](super::search): what is chosen fixes which lanes of equal higher line
//! bits meet. No matrix takes less than the requests that touch more words than there are banks for.

use alloc::vec::Vec;

use smem_banks::LANES;

use crate::{
    access::{Access, WarpLanes},
    layout::{Layout, Matrix, ROW_BITS, Swizzle},
    solve::{
        budget::Budget,
        checked_tile::CheckedTile,
        classes::{
            Wanted,
            branch_and_bound::{BranchAndBound, MatrixClass, PlaceOfWord},
            matrix::{
                lane_pairs::LanePairs,
                space::{Columns, MatrixSpace},
            },
            value_set::image,
        },
        excess::Excess,
    },
};

/// The XOR swizzles of at most so many diagonals.
struct MatricesOfColumns<'a> {
    space: MatrixSpace<'a>,
    most_diagonals: u32,
}

/// Columns `0..level` of a matrix, lowest line bit first.
struct LineBitColumns {
    level: u32,
    columns: Columns,
    /// The diagonals in use, a bit each.
    diagonals: u32,
}

/// Returns the layout at `pitch` (elements) whose swizzle leaves the least excess, if less than is `wanted`, with it. The
/// search has been to its end if the budget is not spent.
pub(crate) fn least_excess_at(
    tile: CheckedTile<'_>,
    pitch: u32,
    allowed: &[u32],
    wanted: Wanted,
    budget: &Budget,
) -> Option<(Excess, Layout)> {
    let space = MatrixSpace::new(tile, pitch)?;
    // Lanes that the banks distinguish by more than the swizzled bits share only their own part of the banks.
    let granules = tile.model.words_a_pass() << space.granule_bits;
    let class = MatricesOfColumns { space, most_diagonals: wanted.most_diagonals };
    let mut search = BranchAndBound::new(class, allowed, wanted, budget);
    search.raise_floor(|words| {
        let most = words.iter().map(|word| words.iter().filter(|other| other.2 == word.2).count() as u32).max();
        most.unwrap_or(0).div_ceil(granules)
    });
    search.run(&LineBitColumns { level: 0, columns: [0; ROW_BITS], diagonals: 0 })
}

impl MatrixClass for MatricesOfColumns<'_> {
    /// Line, granule and fixed part of the bank, for one lane a distinct word.
    type PhaseWords = Vec<(u32, u32, u32)>;
    type ColumnPrefix = LineBitColumns;

    fn tile(&self) -> &CheckedTile<'_> {
        &self.space.tile
    }

    fn visit(&self, access: &Access, mut visit: impl FnMut(&WarpLanes) -> bool) {
        self.space.visit(access, |lanes, _| visit(lanes));
    }

    fn phases(&self, lanes: &WarpLanes, vec: u32) -> Vec<Self::PhaseWords> {
        let CheckedTile { elem_bytes, model, .. } = self.space.tile;
        let pairs = LanePairs::new(&self.space, lanes, vec);
        let phase = model.lanes_per_phase(elem_bytes * vec) as usize;
        (0..LANES).step_by(phase).map(|first| pairs.words(first..first + phase)).collect()
    }

    fn is_complete(&self, prefix: &LineBitColumns) -> bool {
        prefix.level == self.space.line_bits
    }

    fn extended<'a>(&'a self, prefix: &'a LineBitColumns) -> impl Iterator<Item = (u8, LineBitColumns)> + 'a {
        let &LineBitColumns { level, columns, diagonals } = prefix;
        (0..1u32 << self.space.granule_bits).filter_map(move |value| {
            let diagonals = diagonals | value << (self.space.base + ROW_BITS as u32 - 1 - level);
            let mut next = LineBitColumns { level: level + 1, columns, diagonals };
            next.columns[level as usize] = value as u8;
            (diagonals.count_ones() <= self.most_diagonals).then_some((value as u8, next))
        })
    }

    fn rank(&self, _: &LineBitColumns) -> u32 {
        0
    }

    fn add_places(&self, words: &Self::PhaseWords, prefix: &LineBitColumns, places: &mut Vec<PlaceOfWord>) {
        let decided = (1 << prefix.level) - 1;
        places.extend(words.iter().map(|&(line, granule, fixed)| {
            let granule = granule ^ image(&prefix.columns, line & decided);
            let left = line >> prefix.level;
            PlaceOfWord { at_zero: left >> 1 << 14 ^ fixed << 5 ^ granule, moves: (left & 1).wrapping_neg() }
        }));
    }

    fn layout(&self, prefix: &LineBitColumns) -> Option<Layout> {
        let matrix = Matrix::of(prefix.columns, self.space.base);
        Some(self.space.tile.swizzled(self.space.pitch, Swizzle::Matrix(matrix)))
    }
}
