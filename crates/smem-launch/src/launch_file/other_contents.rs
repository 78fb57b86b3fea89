//! Contents in place of those that nothing gives, for runs that ask whether a launch depends on them.

use std::collections::BTreeSet;

use super::file::LaunchFile;
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

impl LaunchFile {
    /// Returns the buffers whose contents nothing gives. With `is_invented` those that are described by a name, as `random`, were made up as well.
    ///
    /// ```
    /// # use smem_launch::{Launch, LaunchFile};
    /// let launch = Launch::new([1, 1, 1], [64, 1, 1]);
    /// let file = LaunchFile::of_arguments("k", launch, &["in:i32[64]", "table:i32[3]=1,2,3", "by:i32[64]=random"])?;
    /// assert_eq!(file.synthetic_buffers(false).collect::<Vec<_>>(), ["in"]);
    /// assert_eq!(file.synthetic_buffers(true).collect::<Vec<_>>(), ["by", "in"]);
    /// # Ok::<(), smem_launch::Error>(())
    /// ```
    pub fn synthetic_buffers(&self, is_invented: bool) -> impl Iterator<Item = &str> {
        let synthetic = self.buffers.iter().filter(move |(_, buffer)| buffer.is_synthetic(is_invented));
        synthetic.map(|(name, _)| &name[..])
    }

    /// Returns the same launches with other contents in these buffers.
    ///
    /// ```
    /// # use smem_launch::{Launch, LaunchFile, OtherContents};
    /// let file = LaunchFile::of_arguments("k", Launch::new([1, 1, 1], [64, 1, 1]), &["in:i32[64]"])?;
    /// let other = file.with_contents(&["in".to_owned()].into(), OtherContents::Few);
    /// assert_eq!((file.contents_name("in").unwrap(), other.contents_name("in").unwrap()), ("zeros".into(), "random(0, 3)".into()));
    /// # Ok::<(), smem_launch::Error>(())
    /// ```
    #[must_use]
    pub fn with_contents(&self, buffers: &BTreeSet<String>, contents: OtherContents) -> LaunchFile {
        let mut other = self.clone();
        for (name, buffer) in other.buffers.iter_mut().filter(|(name, _)| buffers.contains(*name)) {
            *buffer = buffer.with_contents(name, contents);
        }
        other
    }

    /// Returns the type and the length of a buffer, as an argument declares them: `i32[64]`. `None` where there is no such buffer.
    pub fn buffer_declaration(&self, buffer: &str) -> Option<String> {
        self.buffers.get(buffer).map(|buffer| buffer.declaration())
    }

    /// Returns the contents of a buffer as an argument names them: `zeros`. `None` where there is no such buffer.
    pub fn contents_name(&self, buffer: &str) -> Option<String> {
        self.buffers.get(buffer).map(|buffer| buffer.contents_name())
    }
}
