//! The search for a matrix on the offset under which no two lanes meet.
//!
//! The matrix is built a column at a time: the bank that a bit of the offset is mapped to. A difference whose bits are all decided
//! but one forbids that column one value, so each column has a mask of taken values, and a branch ends as soon as one of them
//! is full. The column with the fewest values left is chosen next.
//!
//! An access that accepts conflicts forbids no difference; its requests are counted on the lanes whose undecided bits agree,
//! which bounds the ways from below, and exactly once all columns are chosen.
//!
//! Relabelling the banks by an invertible map changes nothing. So whether there is a matrix at all is decided with one value
//! standing for all that are independent of the columns chosen so far. Of the matrices that serve, the one of fewest diagonals is
//! looked for with a growing limit, as its index is a sum of one shifted and masked copy of the offset a diagonal.

use alloc::vec::Vec;

use crate::{
    access::WarpLanes,
    codegen::operations,
    layout::{Layout, OFFSET_BITS},
    solve::{
        budget::Budget,
        checked_tile::CheckedTile,
        classes::{
            avoiding::{KernelPart, VectorKernel},
            bit_space::VectorSet,
            offset_matrix::{
                differences::Differences,
                space::{BankColumns, OffsetSpace, SomeColumns, columns_of},
            },
            value_set::image,
        },
    },
};

/// The most requests of an access that accepts conflicts that are looked at before the search.
const MOST_BOUNDED: usize = 8;

/// The most steps of a search for a matrix of few diagonals.
const FEW_DIAGONALS: u32 = 1 << 11;

/// The search at one pitch, with all that the accesses forbid.
pub(in crate::solve) struct OffsetSearch<'a> {
    pub(super) space: OffsetSpace<'a>,
    pub(super) differences: Differences,
    /// For each bit, the differences that have it.
    with_bit: Vec<Vec<u32>>,
    /// Requests of the accesses that accept conflicts.
    bounded: Vec<BoundedPhases>,
    pub(super) budget: &'a Budget,
}

/// A request of an access that accepts conflicts of so many ways.
struct BoundedPhases {
    access: usize,
    lanes: WarpLanes,
    ways: u32,
    /// For each phase, the granule and the word in it of each lane that takes part.
    phases: Vec<Vec<(u32, u32)>>,
}

/// A node of the search: some columns of a matrix, and their consequences.
#[derive(Clone, Copy)]
struct OffsetMatrixNode {
    some: SomeColumns,
    /// The values that each column cannot have, as a set.
    taken: [u32; OFFSET_BITS],
}

impl<'a> OffsetSearch<'a> {
    /// Collects what the accesses forbid at `pitch` (elements), or `None` where no matrix can help.
    pub(in crate::solve) fn new(
        tile: CheckedTile<'a>,
        pitch: u32,
        allowed_ways: &[u32],
        budget: &'a Budget,
    ) -> Option<Self> {
        let space = OffsetSpace::new(tile, pitch)?;
        let differences = Differences::new(space.bits);
        let mut search = OffsetSearch { space, differences, with_bit: Vec::new(), bounded: Vec::new(), budget };
        for (number, (access, &ways)) in tile.accesses.iter().zip(allowed_ways).enumerate() {
            if ways == 1 {
                search.differences.add_access(&search.space, access, budget);
                continue;
            }
            let mut first = Vec::new();
            search.space.visit(access, |lanes, _| {
                first.push(*lanes);
                first.len() < MOST_BOUNDED
            });
            first.iter().for_each(|lanes| search.bound(number, lanes, ways));
        }
        search.file_differences();
        Some(search)
    }

    /// Adds a request that conflicts under the matrix last found; returns false if that rules nothing out.
    pub(in crate::solve) fn learn(&mut self, access: usize, lanes: &WarpLanes, ways: u32) -> bool {
        if ways > 1 {
            let known = self.bounded.iter().any(|bounded| bounded.access == access && bounded.lanes == *lanes);
            self.bound(access, lanes, ways);
            return !known;
        }
        let known = self.differences.all.len();
        self.differences.add_request(&self.space, &self.space.tile.accesses[access], lanes, false);
        self.file_differences();
        self.differences.all.len() > known
    }

    /// Returns true if no access accepts conflicts.
    pub(super) fn is_strict(&self) -> bool {
        self.bounded.is_empty()
    }

    fn bound(&mut self, access: usize, lanes: &WarpLanes, ways: u32) {
        let CheckedTile { accesses, elem_bytes, .. } = self.space.tile;
        let phases = self.space.phases(lanes, accesses[access].lane_elements(elem_bytes));
        let phases = phases.filter(|places| places.len() > ways as usize).collect();
        self.bounded.push(BoundedPhases { access, lanes: *lanes, ways, phases });
    }

    fn file_differences(&mut self) {
        let with = |bit: u32| self.differences.all.iter().copied().filter(|one| one >> bit & 1 == 1).collect();
        self.with_bit = (0..self.space.bits).map(with).collect();
    }

    /// Returns the layout of a matrix of one diagonal beside the identity that frees every access: a shift, a mask and an XOR.
    pub(in crate::solve) fn single_diagonal(&self) -> Option<Layout> {
        let banks = (1u32 << self.space.bank_bits) - 1;
        let changed = (1u32 << self.space.free_bank_bits()) - 1;
        let bits = self.space.bits as i32;
        for distance in (1..bits).flat_map(|distance| [-distance, distance]) {
            let moved = |offset: u32| if distance < 0 { offset >> -distance } else { offset << distance };
            // The masks under which no difference is in bank 0, as a set.
            let mut free = u32::MAX >> (31 - changed);
            for difference in &self.differences.all {
                let (low, high) = (difference & banks, moved(*difference) & changed);
                if low & !high == 0 {
                    free &= !masks_with(high, low);
                }
                if free & !1 == 0 {
                    break;
                }
            }
            // Mask 0 is the identity, and bits of a mask beyond the offset move nothing.
            let reached = moved((1 << self.space.bits) - 1) & changed;
            // The copy of the offset is the cheapest without a mask.
            let masks = core::iter::once(reached).chain(1..=changed);
            for mask in masks.filter(|mask| *mask > 0 && free >> mask & 1 == 1 && mask & !reached == 0) {
                let identity = |from: u32| if from < self.space.bank_bits { 1 << from } else { 0 };
                let column = |from: u32| (identity(from) | moved(1 << from) & mask) as u8;
                let columns: BankColumns =
                    core::array::from_fn(|from| if from < bits as usize { column(from as u32) } else { 0 });
                let all = SomeColumns { decided: (1 << self.space.bits) - 1, columns, ..SomeColumns::NONE };
                if !self.budget.take(1) {
                    return None;
                }
                if self.within_bounds(&all, self.budget)
                    && let Some(layout) = self.space.layout(&columns)
                {
                    return Some(layout);
                }
            }
        }
        None
    }

    /// Returns the layout of a matrix that frees every access, of those found the one with the cheapest index.
    pub(in crate::solve) fn several_diagonals(&self) -> Option<Layout> {
        let any = match self.space.kernel_spec().search(&self.forbidden(), self.budget) {
            VectorKernel::None => return None,
            // Pairs say nothing about accesses that accept conflicts.
            VectorKernel::Found(basis) if self.bounded.is_empty() => {
                columns_of(&basis, self.space.bits, (0, self.space.bank_bits))
            }
            _ => self.extend(&self.start(), u32::MAX, self.budget)?,
        };
        let any = self.space.relabelled(&any);
        let best = self.space.layout(&any)?;
        let fewer = (2..self.diagonals(&any).count_ones()).find_map(|limit| self.of_diagonals(limit));
        Some(fewer.filter(|fewer| operations(fewer) < operations(&best)).unwrap_or(best))
    }

    /// Returns the layout of a matrix of at most `limit` diagonals beside the identity, if one is found in a part of the steps
    /// that are left: a cheaper index is not worth the answer.
    fn of_diagonals(&self, limit: u32) -> Option<Layout> {
        let share = self.budget.share(FEW_DIAGONALS);
        let found = self.extend(&self.start(), limit, &share).and_then(|columns| self.space.layout(&columns));
        self.budget.take_back(&share);
        found
    }

    /// Returns the differences that no matrix may take to bank 0, with those that none does.
    fn forbidden(&self) -> KernelPart {
        let mut forbidden = VectorSet::empty(self.space.bits);
        self.differences.all.iter().for_each(|one| forbidden.insert(*one));
        self.space.forbid_kept(&mut forbidden);
        KernelPart::new(self.space.bits, forbidden)
    }

    fn start(&self) -> OffsetMatrixNode {
        let mut taken = [0; OFFSET_BITS];
        for difference in self.differences.all.iter().filter(|difference| difference.is_power_of_two()) {
            taken[difference.ilog2() as usize] = 1;
        }
        OffsetMatrixNode { some: SomeColumns::NONE, taken }
    }

    /// Completes `node` with at most `limit` diagonals beside the identity.
    fn extend(&self, node: &OffsetMatrixNode, limit: u32, budget: &Budget) -> Option<BankColumns> {
        let undecided = (0..self.space.bits).filter(|bit| node.some.decided >> bit & 1 == 0);
        // Any number of diagonals will do: then one independent value represents all.
        let symmetric = limit == u32::MAX && self.space.free_bank_bits() == self.space.bank_bits;
        let independent = 1u32.checked_shl(node.some.span.trailing_ones()).unwrap_or(0);
        let distinct = if symmetric { node.some.span | independent } else { u32::MAX };
        let values = |bit: u32| self.every_value(bit) & !node.taken[bit as usize] & distinct;
        let Some(bit) = undecided.min_by_key(|bit| values(*bit).count_ones()) else { return Some(node.some.columns) };
        let left = values(bit);
        // A bit that stays costs nothing, so values are tried by their distance from the identity.
        let identity = if bit < self.space.bank_bits { 1u32 << bit } else { 0 };
        for change in 0..1u32 << self.space.bank_bits {
            let value = identity ^ change;
            if left >> value & 1 == 0 {
                continue;
            }
            if !budget.take(1 + self.with_bit[bit as usize].len() / 16) {
                return None;
            }
            let next = self.choose(node, bit, value as u8, limit, budget);
            if let Some(columns) = next.and_then(|next| self.extend(&next, limit, budget)) {
                return Some(columns);
            }
        }
        None
    }

    /// Returns `node` with `value` for the column of `bit`, unless that takes too many diagonals or leaves a column nothing.
    fn choose(
        &self,
        node: &OffsetMatrixNode,
        bit: u32,
        value: u8,
        limit: u32,
        budget: &Budget,
    ) -> Option<OffsetMatrixNode> {
        let some = self.space.with_column(&node.some, bit, value, limit)?;
        let mut next = OffsetMatrixNode { some, ..*node };
        for &difference in &self.with_bit[bit as usize] {
            let left = difference & !some.decided;
            if left.is_power_of_two() {
                let column = left.trailing_zeros();
                let taken = &mut next.taken[column as usize];
                *taken |= 1 << image(&some.columns, difference ^ left);
                if !*taken & self.every_value(column) == 0 {
                    return None;
                }
            }
        }
        self.within_bounds(&some, budget).then_some(next)
    }

    /// Returns the set of values that a column can have.
    fn every_value(&self, column: u32) -> u32 {
        let count = 1 << self.space.free_bank_bits();
        (u32::MAX >> (32 - count)) << self.space.kept(column)
    }

    fn diagonals(&self, columns: &BankColumns) -> u64 {
        (0..self.space.bits).fold(0, |all, from| all | self.space.diagonals_of(from, columns[from as usize]))
    }

    /// Returns false if the columns chosen already give a bounded request more ways than it accepts.
    fn within_bounds(&self, some: &SomeColumns, budget: &Budget) -> bool {
        self.bounded
            .iter()
            .rev()
            .all(|bounded| budget.take(4) && bounded.phases.iter().all(|phase| is_within(phase, some, bounded.ways)))
    }
}

/// Returns the masks of 5 bits that have of the bits `of` exactly those in `set`, as a set.
pub(super) fn masks_with(of: u32, set: u32) -> u32 {
    const WITH_BIT: [u32; 5] = [0xaaaa_aaaa, 0xcccc_cccc, 0xf0f0_f0f0, 0xff00_ff00, 0xffff_0000];
    let mut masks = u32::MAX;
    for (bit, with) in WITH_BIT.iter().enumerate() {
        if of >> bit & 1 == 1 {
            masks &= if set >> bit & 1 == 1 { *with } else { !with };
        }
    }
    masks
}

/// Returns true if no bank has more than `ways` granules among the lanes whose undecided bits agree.
fn is_within(phase: &[(u32, u32)], some: &SomeColumns, ways: u32) -> bool {
    let decided = some.decided;
    let mut places: Vec<(u32, u32, u32)> = phase
        .iter()
        .map(|&(granule, word)| (granule & !decided, word, image(&some.columns, granule & decided)))
        .collect();
    places.sort_unstable();
    places.chunk_by(|one, other| one == other).all(|together| together.len() <= ways as usize)
}
