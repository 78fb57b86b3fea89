//! Matrices over F2 on the bits of the offset, by the kernels of their banks.
//!
//! An invertible matrix keeps different granules apart, and the banks are a part of its rows. Two granules are in one bank exactly
//! when their XOR is in the kernel of that part, a subspace, and any subspace of the right dimension is the kernel of some
//! invertible matrix. So every matrix is tried when every subspace is: basis vector by basis vector, each with a highest bit of its
//! own that the others lack, which lists each subspace once.

use super::{
    banks::{Banks, Demand},
    layouts::Offsets,
    tile::Tile,
};

/// The subspaces that a tile has at one pitch, a power of two, or in one dimension.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct KernelSpaces {
    pitch: u32,
    /// The logarithm of a granule: a word, or the widest vector.
    pub(super) base: u32,
    /// Bits of a granule's number.
    pub(super) bits: u32,
    /// Lowest bits that may change, so that no element leaves the storage.
    pub(super) free: u32,
    /// Lowest bits that choose the bank.
    pub(super) banks: u32,
}

/// The answer of a search that may end early.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum KernelOutcome {
    /// A basis of the kernel.
    Found(Vec<u32>),
    None,
    TooLong,
}

/// Vectors tried before a search ends without a result.
const PATIENCE: u64 = 1 << 15;

impl KernelSpaces {
    /// `None` where the offset is not made of bits, where nothing can change banks, or where words are shared otherwise than by
    /// lanes on one of them.
    pub(crate) fn of(tile: Tile, banks: Banks, pitch: u32, granule: u32) -> Option<KernelSpaces> {
        let storage = if tile.rows == 1 { tile.cols } else { tile.rows * pitch };
        let bits_of = tile.rows == 1 || pitch.is_power_of_two();
        if !matches!(banks, Banks::Words | Banks::DoubleWords) || !bits_of {
            return None;
        }
        let base = granule.max(banks.word() / tile.elem).ilog2();
        let bits = storage.next_power_of_two().ilog2().checked_sub(base)?;
        let bank_bits = (banks.span() / tile.elem).ilog2().checked_sub(base)?;
        let free = storage.trailing_zeros().saturating_sub(base);
        // With fewer free bits than banks the lowest banks alone could change.
        (free >= bank_bits && bank_bits > 0 && bits > bank_bits).then_some(KernelSpaces {
            pitch,
            base,
            bits,
            free,
            banks: bank_bits,
        })
    }

    /// The granule of an element, and its place there.
    fn split(self, tile: Tile, id: u32) -> (u32, u32) {
        let (row, col) = tile.place(id);
        let offset = row * self.pitch + col;
        (offset >> self.base, offset & ((1 << self.base) - 1))
    }

    /// The XORs of two granules that must not be in a kernel, as a set.
    pub(crate) fn forbidden(self, demand: &Demand, tile: Tile) -> Vec<bool> {
        let mut forbidden = vec![false; 1 << self.bits];
        for phase in &demand.phases {
            for (number, &one) in phase.iter().enumerate() {
                for &other in &phase[number + 1..] {
                    let ((one, first), (other, second)) = (self.split(tile, one), self.split(tile, other));
                    // Both in the first bank, and in different granules of it.
                    let offsets = [first, second + (1 << (self.base + self.banks))];
                    if one != other && !demand.accepts(&[0, 1], &offsets) {
                        forbidden[(one ^ other) as usize] = true;
                    }
                }
            }
        }
        forbidden
    }

    /// No forbidden XOR.
    pub(crate) fn nothing_forbidden(self) -> Vec<bool> {
        vec![false; 1 << self.bits]
    }

    /// A kernel that holds no forbidden XOR and passes `is_free`, if there is one.
    pub(crate) fn search(self, forbidden: &[bool], is_free: &mut dyn FnMut(&[u32]) -> bool) -> KernelOutcome {
        let mut search = KernelSearch { kernels: self, forbidden, is_free, tried: 0, basis: Vec::new(), sums: vec![0] };
        search.extend(0)
    }

    /// The number of the bank of each granule: cosets of the kernel, counted as they come.
    pub(crate) fn offsets(self, tile: Tile, basis: &[u32]) -> Offsets {
        // The granule's least equal in the kernel's cosets is its bank.
        let least = |granule: u32| basis.iter().fold(granule, |least, vector| least.min(least ^ vector));
        let mut cosets: Vec<u32> = (0..1u32 << self.bits).map(least).collect();
        let (banks, mut filled) = (1usize << self.banks, vec![0u32; 1 << self.banks]);
        let mut names = cosets.clone();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), banks, "a kernel of {} vectors", basis.len());
        for coset in &mut cosets {
            let bank = names.binary_search(coset).unwrap();
            *coset = filled[bank] << self.banks | bank as u32;
            filled[bank] += 1;
        }
        let at = |id| self.split(tile, id);
        (0..tile.elements()).map(at).map(|(granule, within)| cosets[granule as usize] << self.base | within).collect()
    }
}

struct KernelSearch<'a> {
    kernels: KernelSpaces,
    forbidden: &'a [bool],
    is_free: &'a mut dyn FnMut(&[u32]) -> bool,
    tried: u64,
    /// Highest bits ascending; none has the highest bit of another.
    basis: Vec<u32>,
    /// All sums of the basis.
    sums: Vec<u32>,
}

impl KernelSearch<'_> {
    /// Completes the basis with vectors whose highest bit is at least `from`.
    fn extend(&mut self, from: u32) -> KernelOutcome {
        let KernelSpaces { bits, free, banks, .. } = self.kernels;
        let wanted = (bits - banks) as usize;
        if self.basis.len() == wanted {
            return if (self.is_free)(&self.basis) {
                KernelOutcome::Found(self.basis.clone())
            } else {
                KernelOutcome::None
            };
        }
        // The lowest bits must still reach every bank, and enough bits be left.
        let pivots = self.basis.iter().fold(0u32, |all, vector| all | 1 << vector.ilog2());
        for highest in from..=bits - (wanted - self.basis.len()) as u32 {
            let low = (pivots & ((1 << free) - 1)).count_ones();
            if highest < free && low == free - banks {
                continue;
            }
            if highest >= free && low < free - banks {
                break;
            }
            for rest in (0..1u32 << highest).filter(|rest| rest & pivots == 0) {
                let vector = 1 << highest | rest;
                self.tried += 1;
                if self.tried > PATIENCE {
                    return KernelOutcome::TooLong;
                }
                if self.sums.iter().any(|sum| self.forbidden[(sum ^ vector) as usize]) {
                    continue;
                }
                let known = self.sums.len();
                self.basis.push(vector);
                self.sums.extend_from_within(..);
                self.sums[known..].iter_mut().for_each(|sum| *sum ^= vector);
                let outcome = self.extend(highest + 1);
                if outcome != KernelOutcome::None {
                    return outcome;
                }
                self.basis.pop();
                self.sums.truncate(known);
            }
        }
        KernelOutcome::None
    }
}
