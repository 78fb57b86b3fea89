//! Matrices on the bits of the offset that take words apart, by the kernels of their banks and the words in them.
//!
//! Of the kernel of the banks, a subspace, the matrix takes a subspace into one word, whose elements are served together. So a kernel
//! serves when the forbidden XORs in it are all in some subspace of as many dimensions as bits choose the part of a word.

use super::{
    banks::{Banks, Demand},
    kernels::KernelOutcome,
    layouts::Offsets,
    tile::Tile,
};

/// Vectors tried before a search ends without a result.
const PATIENCE: u64 = 1 << 13;

/// The subspaces that a tile has at one pitch, a power of two, or in one dimension.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Parts {
    pitch: u32,
    /// The logarithm of the widest vector.
    base: u32,
    /// Bits of a vector's number, and of its part of a word.
    bits: u32,
    part: u32,
}

impl Parts {
    /// `None` where no vector is a part of a word, or where storage is not a power of two: then the search tries fewer than it could.
    pub(crate) fn of(tile: Tile, banks: Banks, pitch: u32, granule: u32) -> Option<Parts> {
        let storage = if tile.rows == 1 { tile.cols } else { tile.rows * pitch };
        let part = (banks.word() / tile.elem).checked_div(granule)?;
        let banks_of_words = matches!(banks, Banks::Words | Banks::DoubleWords) && banks.span() / banks.word() == 32;
        let bits = storage.ilog2() - granule.ilog2();
        let is_open = banks_of_words && storage.is_power_of_two() && part > 1 && bits > 5 + part.max(1).ilog2();
        is_open.then(|| Parts { pitch, base: granule.ilog2(), bits, part: part.ilog2() })
    }

    fn vector(self, tile: Tile, id: u32) -> u32 {
        let (row, col) = tile.place(id);
        (row * self.pitch + col) >> self.base
    }

    /// The XORs of two vectors that must not be in one bank, unless they are in one word.
    pub(crate) fn forbidden(self, demand: &Demand, tile: Tile) -> Vec<bool> {
        let mut forbidden = vec![false; 1 << self.bits];
        for phase in &demand.phases {
            for (number, &one) in phase.iter().enumerate() {
                for &other in &phase[number + 1..] {
                    forbidden[(self.vector(tile, one) ^ self.vector(tile, other)) as usize] = true;
                }
            }
        }
        forbidden[0] = false;
        forbidden
    }

    /// A kernel that passes `is_free`, with the words in it first.
    pub(crate) fn search(
        self,
        forbidden: &[bool],
        is_free: &mut dyn FnMut(&Offsets) -> bool,
        tile: Tile,
    ) -> KernelOutcome {
        let mut tried = 0;
        self.extend(&mut Vec::new(), 0, forbidden, is_free, tile, &mut tried)
    }

    fn extend(
        self,
        basis: &mut Vec<u32>,
        from: u32,
        forbidden: &[bool],
        is_free: &mut dyn FnMut(&Offsets) -> bool,
        tile: Tile,
        tried: &mut u64,
    ) -> KernelOutcome {
        let wanted = (self.bits - 5) as usize;
        let words = self.words(basis, forbidden);
        if words.len() > self.part as usize {
            return KernelOutcome::None;
        }
        if basis.len() == wanted {
            let free = is_free(&self.offsets(tile, basis, words));
            return if free { KernelOutcome::Found(basis.clone()) } else { KernelOutcome::None };
        }
        let pivots = basis.iter().fold(0u32, |all, vector| all | 1 << vector.ilog2());
        for highest in from..=self.bits - (wanted - basis.len()) as u32 {
            for rest in (0..1u32 << highest).filter(|rest| rest & pivots == 0) {
                *tried += 1;
                if *tried > PATIENCE {
                    return KernelOutcome::TooLong;
                }
                basis.push(1 << highest | rest);
                let outcome = self.extend(basis, highest + 1, forbidden, is_free, tile, tried);
                basis.pop();
                if outcome != KernelOutcome::None {
                    return outcome;
                }
            }
        }
        KernelOutcome::None
    }

    /// A basis of the forbidden sums of the vectors.
    fn words(self, basis: &[u32], forbidden: &[bool]) -> Vec<u32> {
        let mut sums = vec![0u32];
        for vector in basis {
            sums.extend(sums.clone().iter().map(|sum| sum ^ vector));
        }
        let mut words: Vec<u32> = Vec::new();
        for sum in sums.into_iter().filter(|sum| forbidden[*sum as usize]) {
            let left = reduced(&words, sum);
            if left != 0 && words.len() <= self.part as usize {
                words.push(left);
                words.sort_unstable_by(|one, other| other.cmp(one));
            }
        }
        words
    }

    /// Where elements are: a word for each coset of the words, which others of the kernel join until they are enough.
    fn offsets(self, tile: Tile, basis: &[u32], mut words: Vec<u32>) -> Offsets {
        for &vector in basis {
            let left = reduced(&words, vector);
            if left != 0 && words.len() < self.part as usize {
                words.push(left);
                words.sort_unstable_by(|one, other| other.cmp(one));
            }
        }
        let mut kernel = basis.to_vec();
        kernel.sort_unstable_by(|one, other| other.cmp(one));
        let name = |names: &mut Vec<u32>, least: u32| match names.iter().position(|known| *known == least) {
            Some(place) => place as u32,
            None => {
                names.push(least);
                names.len() as u32 - 1
            }
        };
        let (mut banks, mut in_bank, mut in_word) = (Vec::new(), vec![Vec::new(); 32], vec![0; 1 << self.bits]);
        let mut places = Vec::new();
        for vector in 0..1u32 << self.bits {
            let bank = name(&mut banks, reduced(&kernel, vector));
            let word = name(&mut in_bank[bank as usize], reduced(&words, vector)) << 5 | bank;
            places.push(word << self.part | in_word[word as usize]);
            in_word[word as usize] += 1;
        }
        let low = (1 << self.base) - 1;
        let offset = |id| {
            let (row, col) = tile.place(id);
            places[self.vector(tile, id) as usize] << self.base | (row * self.pitch + col) & low
        };
        (0..tile.elements()).map(offset).collect()
    }
}

/// The sum of `vector` and some of the `words`, which are in descending order of different highest bits, that has none of them.
fn reduced(words: &[u32], vector: u32) -> u32 {
    words.iter().fold(vector, |left, word| left.min(left ^ word))
}
