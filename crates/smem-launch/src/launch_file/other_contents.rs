//! Contents in place of those that nothing gives, for runs that ask whether a launch depends on them.

use super::fill::Fill;
use super::number::{ElementType, WrittenNumber};
use super::random::{full_range, seed_of};

/// The lanes of a warp, and the banks of shared memory.
const LANES: usize = 32;
/// Numbers of [`OtherContents::Strided`].
const STRIDES: usize = 8;
/// The largest of a few numbers.
const FEW: i128 = 3;
/// The largest of [`OtherContents::Wide`].
const WIDE: i128 = 255;

/// Other contents of a buffer. Floating-point elements have [`Few`](Self::Few) and [`Ascending`](Self::Ascending) alone; others leave them as they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum OtherContents {
    /// A few different numbers at random, 0 to 3; of floating-point elements random numbers in place of zeros, and zeros in place of others.
    Few,
    /// Numbers of 0 to 255 at random.
    Wide,
    /// Each element its own number, in ascending order.
    Ascending,
    /// Numbers of 0 to 31 again and again: each lane of a warp its own.
    Periodic,
    /// Multiples of 32, up to 224, again and again: as indices of words they are all in one bank.
    Strided,
}

impl OtherContents {
    /// Returns the name of the contents of integers: `random(0, 3)`.
    pub fn name(self) -> &'static str {
        match self {
            OtherContents::Few => "random(0, 3)",
            OtherContents::Wide => "random(0, 255)",
            OtherContents::Ascending => "iota",
            OtherContents::Periodic => "iota modulo 32",
            OtherContents::Strided => "multiples of 32",
        }
    }

    pub(super) fn fill(self, element: ElementType, len: usize, own: &Fill, name: &str) -> Fill {
        let seed = seed_of(name) ^ 1;
        let upto = |max: i128| Fill::Random { seed, min: WrittenNumber::Integer(0), max: WrittenNumber::Integer(max) };
        let values =
            |number: &dyn Fn(usize) -> usize| Fill::Values((0..len).flat_map(|at| element.iota(number(at))).collect());
        match (self, element.is_integer()) {
            (OtherContents::Few, true) => upto(FEW),
            (OtherContents::Few, false) if *own == Fill::Zeros => {
                let (min, max) = full_range(element);
                Fill::Random { seed, min, max }
            }
            (OtherContents::Few, false) => Fill::Zeros,
            (OtherContents::Ascending, _) => Fill::Iota,
            (_, false) => own.clone(),
            (OtherContents::Wide, true) => upto(WIDE.min(element.range().1)),
            (OtherContents::Periodic, true) => values(&|at| at % LANES),
            (OtherContents::Strided, true) => values(&|at| at % STRIDES * LANES),
        }
    }
}
