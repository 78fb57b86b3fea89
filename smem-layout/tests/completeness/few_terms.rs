//! Matrices on the offset whose index is short, by brute force: the offset XOR at most two terms, each a shifted copy of the offset (of
//! all its bits, or of any of those that reach the banks) or one of its bits times a number below the banks.
//!
//! The answer of the solver must not cost more than the cheapest of them that is free of conflict. They permute whole words, on rows of a
//! power of two; matrices of three terms and more are not judged.

use smem_layout::{Layout, OffsetMatrix, Swizzle, index_cost};

use super::kernels::KernelSpaces;

/// One of the two terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Term {
    /// The bits that reach the banks, or some of them, moved up by so much.
    Part(i32),
    /// All bits, moved down by so much.
    Whole(i32),
    /// A bit, times any number below the banks.
    Bit(u32),
}

/// Columns tried before a search ends with what it found.
const PATIENCE: u32 = 1 << 15;

/// The search for the cheapest.
struct FewTerms<'a> {
    space: KernelSpaces,
    forbidden: &'a [bool],
    plain: &'a Layout,
    tried: u32,
    best: Option<(f32, Layout)>,
}

/// Returns the layout of the cheapest index among those in which no XOR of two granules in one bank is `forbidden`; `plain` has the pitch.
pub(crate) fn cheapest(space: KernelSpaces, forbidden: &[bool], plain: &Layout) -> Option<Layout> {
    let most = space.bits as i32;
    let copies = (1..most).flat_map(|by| [Term::Whole(-by), Term::Part(-by), Term::Part(by)]);
    let terms: Vec<Term> = copies.chain((0..space.bits).map(Term::Bit)).collect();
    let mut search = FewTerms { space, forbidden, plain, tried: 0, best: None };
    for term in &terms {
        search.extend(&[*term], &mut vec![0]);
    }
    for (number, one) in terms.iter().enumerate() {
        for other in &terms[number + 1..] {
            search.extend(&[*one, *other], &mut vec![0]);
        }
    }
    search.best.map(|(_, layout)| layout)
}

impl FewTerms<'_> {
    /// Completes a matrix, of which `images` are the images of all sums of the columns chosen so far.
    fn extend(&mut self, terms: &[Term], images: &mut Vec<u32>) {
        let (half, bit) = (images.len(), images.len().ilog2());
        if bit == self.space.bits {
            return self.cost(images);
        }
        let banks = (1u32 << self.space.banks) - 1;
        for column in self.columns(terms, bit) {
            self.tried += 1;
            if self.tried > PATIENCE {
                return;
            }
            let meet = |(sum, image): (usize, &u32)| self.forbidden[half + sum] && (image ^ column) & banks == 0;
            if images.iter().enumerate().any(meet) {
                continue;
            }
            images.extend_from_within(..);
            images[half..].iter_mut().for_each(|image| *image ^= column);
            self.extend(terms, images);
            images.truncate(half);
        }
    }

    /// Returns the values that the terms can give the column of a bit.
    fn columns(&self, terms: &[Term], bit: u32) -> Vec<u32> {
        let KernelSpaces { bits, free, banks, .. } = self.space;
        let mut columns = vec![1u32 << bit];
        for term in terms {
            let moved = |by: i32| u32::try_from(bit as i32 + by).ok();
            let added = match *term {
                Term::Part(by) => match moved(by).filter(|to| *to < banks) {
                    Some(to) => vec![0, 1 << to],
                    None => vec![0],
                },
                // Bits that would leave the storage leave no such matrix.
                Term::Whole(by) => match moved(by) {
                    Some(to) if to >= free || to >= bits => Vec::new(),
                    Some(to) => vec![1 << to],
                    None => vec![0],
                },
                Term::Bit(of) if of == bit => (0..1 << banks).collect(),
                Term::Bit(_) => vec![0],
            };
            columns = columns.iter().flat_map(|column| added.iter().map(move |added| column ^ added)).collect();
        }
        columns.sort_unstable();
        columns.dedup();
        columns
    }

    fn cost(&mut self, images: &[u32]) {
        // Invertible: nothing but 0 is taken to 0.
        if images[1..].contains(&0) {
            return;
        }
        let KernelSpaces { base, bits, .. } = self.space;
        let mut rows: Vec<u32> = (0..base + bits).map(|bit| 1 << bit).collect();
        for to in 0..bits {
            let row: u32 = (0..bits).map(|from| (images[1 << from] >> to & 1) << from).sum();
            rows[(base + to) as usize] = row << base;
        }
        let matrix = OffsetMatrix::new(&rows).expect("an invertible matrix");
        let Ok(layout) = self.plain.with_swizzle(Swizzle::Offset(matrix)) else { return };
        let cost = index_cost(&layout);
        if self.best.is_none_or(|(least, _)| cost < least) {
            self.best = Some((cost, layout));
        }
    }
}
