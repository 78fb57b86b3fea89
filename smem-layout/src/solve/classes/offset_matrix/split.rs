//! Matrices on the offset that take words apart, for elements of less than a word.
//!
//! Lanes of one word are served together, so a matrix may bring elements into one word that a request touches together. In terms of
//! [`differences`](super::differences): those of two lanes in one bank must all be among the *words*, the subspace that the matrix
//! takes into a word, which has as many dimensions as bits choose a part of it. Matrices of whole words have the lowest bits for
//! that subspace.
//!
//! A subspace of differences with more dimensions than a bank has bits has a difference in bank 0 under every matrix, and that must
//! be of the words. So each of its differences is tried as one: what remains is the same search on the differences modulo that
//! one, with a dimension of the words less. Where no such subspace is found, there may be a kernel without a further word, and else
//! any difference may be one. A difference that was tried in vain is of no word from there on.

use alloc::vec::Vec;

use crate::{
    access::WarpLanes,
    layout::{Layout, OFFSET_BITS, OffsetMatrix, Swizzle},
    solve::{
        budget::Budget,
        checked_tile::CheckedTile,
        classes::{
            Found,
            avoiding::{KernelPart, KernelSpec, TRIED, VectorKernel, forbidden_subspace, span},
            bit_space::VectorSet,
            offset_matrix::{
                differences::Differences,
                space::{BankColumns, OffsetSpace, columns_of},
            },
            value_set::image,
        },
    },
};

/// The most bits that choose a part of a word: elements of one byte on banks of eight.
const MOST_PART_BITS: usize = 3;

/// The differences that are tried for each dimension of a subspace that rules out all words.
const FEW: usize = 4;

/// The search at one pitch.
pub(in crate::solve) struct SplitSearch<'a> {
    space: OffsetSpace<'a>,
    /// Bits that choose the part of a word.
    part_bits: u32,
    /// Bits that choose the bank.
    bank_bits: u32,
    differences: Differences,
}

/// The answer to the search for a kernel and its words.
enum KernelOfWords {
    Found {
        basis: Vec<u32>,
        words: Vec<u32>,
    },
    None,
    /// The budget was spent first.
    Unknown,
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
        let mut forbidden = VectorSet::empty(self.space.bits);
        self.differences.all.iter().for_each(|one| forbidden.insert(*one));
        // Bits of a bank that stay in their place.
        let kept = (0..self.space.bits).filter(|bit| self.kept(*bit) != 0).fold(0, |kept, bit| kept | 1 << bit);
        (1..1u32 << self.space.bits).filter(|one| one & kept != 0).for_each(|one| forbidden.insert(one));
        let of_no_word = VectorSet::empty(self.space.bits);
        match self.solved(&KernelPart::new(self.space.bits, forbidden), of_no_word, budget) {
            KernelOfWords::Found { basis, words } => {
                let columns = columns_of(&basis, self.space.bits, (self.part_bits, self.bank_bits));
                // An incomplete matrix says nothing about others.
                let layout = self.completed(&columns, &words);
                Found { layout, proven: layout.is_some() }
            }
            KernelOfWords::None => Found { layout: None, proven: true },
            KernelOfWords::Unknown => Found { layout: None, proven: false },
        }
    }

    /// Searches for a kernel whose words are the vectors of `part`, and others where they are fewer than a word has.
    fn solved(&self, part: &KernelPart, mut of_no_word: VectorSet, budget: &Budget) -> KernelOfWords {
        let words = &part.basis;
        let left = self.part_bits - words.len() as u32;
        if left == 0 {
            // No matrix of whole words serves.
            let are_whole = words.iter().all(|word| word >> self.part_bits == 0);
            return if are_whole { KernelOfWords::None } else { self.with_these_words(part, budget) };
        }
        let most = self.bank_bits + left + 1;
        if forbidden_subspace(&part.forbidden, most, FEW, budget).len() as u32 == most {
            return KernelOfWords::None;
        }
        let subspace = forbidden_subspace(&part.forbidden, self.bank_bits + 1, TRIED, budget);
        let candidates: Vec<u32> = if subspace.len() as u32 > self.bank_bits {
            span(&subspace).into_iter().skip(1).collect()
        } else {
            match self.with_these_words(part, budget) {
                KernelOfWords::None => part.forbidden.members().collect(),
                end => return end,
            }
        };
        // Bits that stay in their place are in no word.
        for word in candidates {
            if part.whole(word) >> self.space.free_bits != 0 || of_no_word.contains(word) {
                continue;
            }
            if !budget.take(1 + part.forbidden.size() / 4) {
                return KernelOfWords::Unknown;
            }
            match self.solved(&part.with(word), part.modulo(&of_no_word, word), budget) {
                KernelOfWords::None => of_no_word.insert(word),
                end => return end,
            }
        }
        if budget.is_spent() { KernelOfWords::Unknown } else { KernelOfWords::None }
    }

    /// Searches for a kernel in which all differences are of these words.
    fn with_these_words(&self, part: &KernelPart, budget: &Budget) -> KernelOfWords {
        let spec = KernelSpec {
            map_bits: self.bank_bits,
            free_bits: self.space.free_bits,
            free_map_bits: self.free_bank_bits(),
        };
        match spec.search(part, budget) {
            VectorKernel::Found(basis) => KernelOfWords::Found { basis, words: part.basis.clone() },
            VectorKernel::None => KernelOfWords::None,
            VectorKernel::Unknown => KernelOfWords::Unknown,
        }
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

    /// Returns the layout of an invertible matrix with the banks of `columns` that takes what is shared into a word.
    fn completed(&self, columns: &BankColumns, shared: &[u32]) -> Option<Layout> {
        let (bits, free) = (self.space.bits, self.space.free_bits);
        let low = (1u32 << free) - 1;
        let of_bank =
            |to: u32| (0..bits).fold(0, |row, from| row | u32::from(columns[from as usize] >> to & 1) << from);
        let banks: Vec<u32> = (0..self.free_bank_bits()).map(of_bank).collect();
        // The words: what is shared, and others in bank 0.
        let mut words = WordSharing::default();
        shared.iter().for_each(|word| words.add(*word));
        let mut in_bank_0 = (1..=low).filter(|offset| image(columns, *offset) == 0);
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
