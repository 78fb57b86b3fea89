//! Matrices on the offset that take words apart, for elements of less than a word.
//!
//! Lanes of one word are served together, so a matrix may bring elements into one word that a request touches together. In terms of
//! [`differences`](super::differences): those of two lanes in one bank must all be among the *words*, the subspace that the matrix
//! takes into a word, which has as many dimensions as bits choose a part of it. Matrices of whole words have the lowest bits for
//! that subspace.
//!
//! A subspace of differences with more dimensions than a bank has bits has a difference in bank 0 under every matrix, and that must
//! be of the words. So each of its differences is tried as one: what remains is the same search on the differences modulo that
//! one, with a dimension of the words less. Where no such subspace is found, the first differences in bank 0 span the words.

use alloc::vec::Vec;

use crate::{
    access::WarpLanes,
    layout::{Layout, OFFSET_BITS, OffsetMatrix, Swizzle},
    solve::{
        budget::Budget,
        checked_tile::CheckedTile,
        classes::{
            Found,
            offset_matrix::{
                differences::Differences,
                space::{BankColumns, OffsetSpace, bank},
            },
            subspace::{FEW, MANY, subspace},
            value_set::with_value,
        },
    },
};

/// The most steps of the search at one pitch: it comes after all that a kernel would rather use.
const STEPS: u32 = 1 << 15;

/// The most bits that choose a part of a word: elements of one byte on banks of eight.
const MOST_PART_BITS: usize = 3;

/// The search at one pitch.
pub(in crate::solve) struct SplitSearch<'a> {
    space: OffsetSpace<'a>,
    /// Bits that choose the part of a word.
    part_bits: u32,
    /// Bits that choose the bank.
    bank_bits: u32,
    differences: Differences,
}

/// The differences modulo some of the words.
struct Rest<'a> {
    of: &'a SplitSearch<'a>,
    /// The words so far; no difference has the highest bit of one.
    words: Vec<u32>,
    differences: Vec<u32>,
    /// For each bit, the differences that have it.
    with_bit: Vec<Vec<u32>>,
    budget: &'a Budget,
}

/// Differences of lanes that share a word, reduced by one another.
#[derive(Clone, Copy, Default)]
struct WordSharing {
    basis: [u32; MOST_PART_BITS],
    rank: u32,
}

impl WordSharing {
    fn reduced(&self, difference: u32) -> u32 {
        self.basis[..self.rank as usize].iter().fold(difference, |left, vector| left.min(left ^ vector))
    }

    /// Adds a difference that is independent of the others.
    fn add(&mut self, difference: u32) {
        let reduced = self.reduced(difference);
        self.basis[..self.rank as usize].iter_mut().for_each(|vector| *vector = (*vector).min(*vector ^ reduced));
        self.basis[self.rank as usize] = reduced;
        self.rank += 1;
    }
}

/// Some columns of a matrix, and their consequences.
#[derive(Clone, Copy)]
struct Partial {
    /// The bits whose columns are chosen, as a mask.
    decided: u32,
    columns: BankColumns,
    /// The values that each column cannot have, as a set.
    taken: [u32; OFFSET_BITS],
    /// The span of the columns, and of those of free bits, as sets of values.
    span: u32,
    free_span: u32,
    shared: WordSharing,
}

impl<'a> SplitSearch<'a> {
    /// Collects what accesses without conflicts forbid at `pitch` (elements), or `None` where words cannot be taken apart.
    pub(in crate::solve) fn new(tile: CheckedTile<'a>, pitch: u32, budget: &Budget) -> Option<Self> {
        let space = OffsetSpace::of_parts(tile, pitch)?;
        let part_bits = (tile.model.bank_bytes() / tile.elem_bytes).trailing_zeros() - space.base;
        let bank_bits = space.bank_bits.checked_sub(part_bits).filter(|bits| *bits > 0)?;
        if space.free_bits <= part_bits {
            return None;
        }
        let mut differences = Differences::new(space.bits);
        for access in tile.accesses {
            differences.add_access(&space, access, budget);
        }
        Some(SplitSearch { space, part_bits, bank_bits, differences })
    }

    /// Adds a request that conflicts under the matrix last found; returns false if that rules nothing out.
    pub(in crate::solve) fn learn(&mut self, access: usize, lanes: &WarpLanes) -> bool {
        let known = self.differences.all.len();
        self.differences.add_request(&self.space, &self.space.tile.accesses[access], lanes, false);
        self.differences.all.len() > known
    }

    /// Returns the layout of a matrix under which no two lanes meet; none of whole words does.
    pub(in crate::solve) fn cheapest(&self, budget: &Budget) -> Found {
        let share = budget.share(STEPS);
        let rest = Rest::of(self, Vec::new(), self.differences.all.clone(), &share);
        let layout = rest.solved();
        drop(rest);
        let proven = !share.is_spent();
        budget.take_back(&share);
        Found { layout, proven }
    }

    /// Returns the number of bits of a bank that can change.
    fn free_bank_bits(&self) -> u32 {
        self.bank_bits.min(self.space.free_bits - self.part_bits)
    }

    /// Returns the part of the column of bit `from` that no matrix changes.
    fn kept(&self, from: u32) -> u32 {
        let is_bank = from >= self.part_bits && from - self.part_bits < self.bank_bits;
        if from >= self.space.free_bits && is_bank { 1 << (from - self.part_bits) } else { 0 }
    }

    /// Returns the set of values that a column can have.
    fn every_value(&self, column: u32) -> u32 {
        (u32::MAX >> (32 - (1u32 << self.free_bank_bits()))) << self.kept(column)
    }

    /// Returns the layout of an invertible matrix with the banks of `found` that takes what is shared into a word.
    fn completed(&self, found: &Partial) -> Option<Layout> {
        let (bits, free) = (self.space.bits, self.space.free_bits);
        let low = (1u32 << free) - 1;
        let of_bank =
            |to: u32| (0..bits).fold(0, |row, from| row | u32::from(found.columns[from as usize] >> to & 1) << from);
        let banks: Vec<u32> = (0..self.free_bank_bits()).map(of_bank).collect();
        // The words: what is shared, and others in bank 0.
        let mut words = found.shared;
        let mut in_bank_0 = (1..=low).filter(|offset| bank(&found.columns, *offset) == 0);
        while words.rank < self.part_bits {
            let next = in_bank_0.find(|offset| words.reduced(*offset) != 0)?;
            words.add(next);
        }
        let words = &words.basis[..self.part_bits as usize];
        let mut rows: Vec<u32> = (0..bits).map(|bit| 1 << bit).collect();
        let first_bank = self.part_bits as usize;
        rows[first_bank..first_bank + banks.len()].copy_from_slice(&banks);
        // Rows above the banks are 0 on words; those of the part of a word are not. All are independent within the free bits.
        let mut echelon = [0u32; OFFSET_BITS];
        banks.iter().for_each(|row| _ = insert(&mut echelon, row & low));
        let is_of_words = |row: u32| words.iter().any(|word| (word & row).count_ones() % 2 == 1);
        let above = first_bank + banks.len()..free as usize;
        let own = above.clone().map(|bit| 1u32 << bit);
        let mut kept: Vec<u32> = own.filter(|row| !is_of_words(*row) && insert(&mut echelon, *row)).collect();
        let mut others = (1..=low).filter(|row| !is_of_words(*row) && insert(&mut echelon, *row));
        // A row that is another bit's goes where that is missing.
        for to in above {
            rows[to] = match kept.iter().position(|row| *row == 1 << to) {
                Some(place) => kept.remove(place),
                None => others.next()?,
            };
        }
        drop(others);
        let mut parts = (0..free).map(|bit| 1u32 << bit).filter(|row| insert(&mut echelon, *row));
        for row in &mut rows[..first_bank] {
            *row = parts.next()?;
        }
        let base = self.space.base;
        let mut images: [u32; OFFSET_BITS] = core::array::from_fn(|from| 1 << from);
        for from in 0..bits {
            let image = (0..bits).fold(0, |image, to| image | (rows[to as usize] >> from & 1) << to);
            images[(from + base) as usize] = image << base;
        }
        Some(self.space.plain.swizzled_by(Swizzle::Offset(OffsetMatrix::of(images))))
    }
}

impl<'a> Rest<'a> {
    fn of(of: &'a SplitSearch<'a>, words: Vec<u32>, differences: Vec<u32>, budget: &'a Budget) -> Rest<'a> {
        let with = |bit: u32| differences.iter().copied().filter(|one| one >> bit & 1 == 1).collect();
        let with_bit = (0..of.space.bits).map(with).collect();
        Rest { of, words, differences, with_bit, budget }
    }

    /// Returns the layout of a matrix that has these words, and others where they are fewer than a word has.
    fn solved(&self) -> Option<Layout> {
        let SplitSearch { space, bank_bits, .. } = self.of;
        if self.part_bits() == 0 && self.are_whole(&[]) {
            return None;
        }
        let subspace = |dimensions, tried| subspace(&self.differences, (space.bits, dimensions), tried, self.budget);
        let too_large = bank_bits + self.part_bits() + 1;
        if subspace(too_large, FEW).is_some() || self.part_bits() == 0 && subspace(too_large, MANY).is_some() {
            return None;
        }
        if self.part_bits() > 0
            && let Some(basis) = subspace(bank_bits + 1, FEW)
        {
            // One of its differences is of the words.
            return (1u32..1 << basis.len()).find_map(|of| {
                let in_basis = (0u32..).zip(&basis).filter(|(place, _)| of >> place & 1 == 1);
                let word = in_basis.fold(0, |word, (_, vector)| word ^ vector);
                // Bits that stay in their place are in no word.
                if word >> space.free_bits != 0 || !self.budget.take(1 + self.differences.len() / 16) {
                    return None;
                }
                self.with_word(word).solved()
            });
        }
        let start = self.start();
        self.extend(&start?).and_then(|found| self.completed(found))
    }

    /// Returns the same modulo one more word.
    fn with_word(&self, word: u32) -> Rest<'a> {
        let highest = word.ilog2();
        let modulo = |one: u32| if one >> highest & 1 == 1 { one ^ word } else { one };
        let mut differences = Differences::new(self.of.space.bits);
        self.differences.iter().map(|one| modulo(*one)).filter(|one| *one != 0).for_each(|one| differences.add(one));
        let words = self.words.iter().map(|one| modulo(*one)).chain([word]).collect();
        Rest::of(self.of, words, differences.all, self.budget)
    }

    /// Returns the bits that choose the part of a word beyond the words so far.
    fn part_bits(&self) -> u32 {
        self.of.part_bits - self.words.len() as u32
    }

    /// Returns true if the words with `others` are those of the lowest bits: no matrix of whole words serves.
    fn are_whole(&self, others: &[u32]) -> bool {
        self.words.iter().chain(others).all(|word| word >> self.of.part_bits == 0)
    }

    /// Returns the matrix of which no column is chosen, but for the highest bits of words, which follow from the others; `None` if
    /// a column has no value left.
    fn start(&self) -> Option<Partial> {
        let mut start = Partial {
            decided: self.words.iter().fold(0, |decided, word| decided | 1 << word.ilog2()),
            columns: [0; OFFSET_BITS],
            taken: [0; OFFSET_BITS],
            span: 1,
            free_span: 1,
            shared: WordSharing::default(),
        };
        if self.part_bits() == 0 {
            for difference in self.differences.iter().filter(|difference| difference.is_power_of_two()) {
                start.taken[difference.ilog2() as usize] = 1;
            }
        }
        let taken = (0..self.of.space.bits).all(|bit| self.of.every_value(bit) & !start.taken[bit as usize] != 0);
        taken.then_some(start)
    }

    /// Returns the layout of `found`, with the columns of the words' highest bits.
    fn completed(&self, mut found: Partial) -> Option<Layout> {
        for &word in &self.words {
            let highest = 1 << word.ilog2();
            found.columns[word.ilog2() as usize] = bank(&found.columns, word ^ highest);
        }
        for &word in &self.words {
            found.shared.add(word);
        }
        self.of.completed(&found)
    }

    fn extend(&self, partial: &Partial) -> Option<Partial> {
        let symmetric = self.of.free_bank_bits() == self.of.bank_bits;
        let independent = 1u32.checked_shl(partial.span.trailing_ones()).unwrap_or(0);
        let distinct = if symmetric { partial.span | independent } else { u32::MAX };
        let values = |bit: u32| self.of.every_value(bit) & !partial.taken[bit as usize] & distinct;
        let undecided = (0..self.of.space.bits).filter(|bit| partial.decided >> bit & 1 == 0);
        let Some(bit) = undecided.min_by_key(|bit| values(*bit).count_ones()) else { return Some(*partial) };
        let left = values(bit);
        for value in (0..1u32 << self.of.bank_bits).filter(|value| left >> value & 1 == 1) {
            if !self.budget.take(1 + self.with_bit[bit as usize].len() / 16) {
                return None;
            }
            let next = self.choose(partial, bit, value as u8);
            if let Some(found) = next.and_then(|next| self.extend(&next)) {
                return Some(found);
            }
        }
        None
    }

    /// Returns `partial` with `value` for the column of `bit`, unless more lanes meet than one word serves.
    fn choose(&self, partial: &Partial, bit: u32, value: u8) -> Option<Partial> {
        let mut next = Partial { decided: partial.decided | 1 << bit, ..*partial };
        next.columns[bit as usize] = value;
        next.span = with_value(partial.span, u32::from(value));
        if bit < self.of.space.free_bits {
            next.free_span = with_value(partial.free_span, u32::from(value));
        }
        // Enough columns must be left to reach every bank.
        let undecided = (!next.decided & ((1 << self.of.space.free_bits) - 1)).count_ones();
        if next.free_span.count_ones().trailing_zeros() + undecided < self.of.free_bank_bits() {
            return None;
        }
        let of_bit = &self.with_bit[bit as usize];
        for &difference in of_bit.iter().filter(|difference| **difference & !next.decided == 0) {
            if bank(&next.columns, difference) != 0 || next.shared.reduced(difference) == 0 {
                continue;
            }
            // Bits that stay in their place are in no word.
            if next.shared.rank == self.part_bits() || difference >> self.of.space.free_bits != 0 {
                return None;
            }
            next.shared.add(difference);
        }
        if next.shared.rank < self.part_bits() {
            return Some(next);
        }
        let is_full_now = partial.shared.rank < self.part_bits();
        if is_full_now && self.are_whole(&next.shared.basis[..next.shared.rank as usize]) {
            return None;
        }
        let differences = if is_full_now { &self.differences } else { of_bit };
        if is_full_now && !self.budget.take(differences.len() / 16) {
            return None;
        }
        for &difference in differences {
            let left = difference & !next.decided;
            if left.is_power_of_two() {
                let column = left.trailing_zeros();
                let taken = &mut next.taken[column as usize];
                *taken |= 1 << bank(&next.columns, difference ^ left);
                if !*taken & self.of.every_value(column) == 0 {
                    return None;
                }
            }
        }
        Some(next)
    }
}

/// Adds a row to those by their highest bit, reduced by one another; returns false if it depends on them.
fn insert(echelon: &mut [u32; OFFSET_BITS], row: u32) -> bool {
    let mut left = row;
    while left != 0 {
        let other = &mut echelon[left.ilog2() as usize];
        if *other == 0 {
            *other = left;
            return true;
        }
        left ^= *other;
    }
    false
}
