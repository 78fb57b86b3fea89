//! Many tiles: which requests are compared on each, and the figures that come of it.

use std::fmt;

use smem_layout::Choice;

use super::{
    accesses::{Tile, all_on},
    compare::{Comparison, Depth},
    small::Orders,
};

/// How much of the whole is looked at; `every: n` takes one in `n`, spread evenly.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample {
    /// The classes that are searched.
    pub(crate) choice: Choice,
    /// Pairs of accesses, in one of how many.
    pub(crate) pairs: u64,
    /// Larger classes searched, in one request of how many.
    pub(crate) large: u64,
    /// The best there is compared, in one request of how many.
    pub(crate) best: u64,
    /// The logarithm of the classes in which bits that the solver leaves out are tried.
    pub(crate) left_out: u32,
}

/// Where the first free layout was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Pitch,
    Xor,
    Raised,
    Large,
    None,
}

/// The figures of a sweep.
#[derive(Clone, Default, Debug)]
pub(crate) struct Tally {
    tiles: u64,
    pub(crate) requests: u64,
    /// Answers by [`Kind`].
    pub(crate) answers: [u64; 5],
    /// Requests for which XOR classes were looked into: without padding, with, and those of more matrices.
    consulted: [u64; 3],
    /// Layouts tried for one access.
    layouts: u64,
    /// Larger classes, request by request.
    pub(crate) large_searched: u64,
    pub(crate) large_too_long: u64,
    pub(crate) large_tried: u64,
    pub(crate) unsearched: u64,
    /// Where there is none, the best there is.
    pub(crate) best_compared: u64,
    pub(crate) best_tried: u64,
    /// Best layouts with the least excess, but not the least bytes with it.
    pub(crate) best_wasteful: u64,
    /// Classes with the bits that the solver leaves out, access by access.
    pub(crate) left_out: u64,
    pub(crate) disagreements: u64,
    /// Disagreements on the smallest tiles: elements, and what is wrong.
    pub(crate) smallest: Vec<(u32, String)>,
}

/// Disagreements that are kept.
const KEPT: usize = 20;

impl Tally {
    pub(crate) fn disagree(&mut self, tile: Tile, message: String) {
        self.disagreements += 1;
        self.smallest.push((tile.rows * tile.cols, message));
        self.keep_smallest();
    }

    fn keep_smallest(&mut self) {
        self.smallest.sort();
        self.smallest.truncate(KEPT);
    }

    pub(crate) fn consult(&mut self, kind: Kind, consulted: &[bool; 3]) {
        self.answers[kind as usize] += 1;
        for (count, consulted) in self.consulted.iter_mut().zip(consulted) {
            *count += u64::from(*consulted);
        }
    }

    pub(crate) fn add(&mut self, other: Tally) {
        let sum = |one: &mut u64, other: u64| *one += other;
        sum(&mut self.tiles, other.tiles);
        sum(&mut self.requests, other.requests);
        self.answers.iter_mut().zip(other.answers).for_each(|(one, other)| sum(one, other));
        self.consulted.iter_mut().zip(other.consulted).for_each(|(one, other)| sum(one, other));
        sum(&mut self.layouts, other.layouts);
        sum(&mut self.large_searched, other.large_searched);
        sum(&mut self.large_too_long, other.large_too_long);
        sum(&mut self.large_tried, other.large_tried);
        sum(&mut self.unsearched, other.unsearched);
        sum(&mut self.best_compared, other.best_compared);
        sum(&mut self.best_tried, other.best_tried);
        sum(&mut self.best_wasteful, other.best_wasteful);
        sum(&mut self.left_out, other.left_out);
        sum(&mut self.disagreements, other.disagreements);
        self.smallest.extend(other.smallest);
        self.keep_smallest();
    }
}

/// True for the tiles of one of `parts` parts of equal size.
pub(crate) fn is_in_part(tile: Tile, part: u64, parts: u64) -> bool {
    spread(tile, 0, 0) % parts == part
}

/// Compares the accesses on one tile, alone and in pairs.
pub(crate) fn sweep_tile(tile: Tile, sample: Sample, orders: &mut Orders, tally: &mut Tally) {
    let accesses = all_on(tile);
    let count = accesses.len();
    let mut comparison = Comparison::new(tile, accesses);
    tally.tiles += 1;
    for one in 0..count {
        for other in one..count {
            let chance = spread(tile, one, other);
            let numbers = if one == other { vec![one] } else { vec![one, other] };
            if one != other && !chance.is_multiple_of(sample.pairs) {
                continue;
            }
            let chance = chance / sample.pairs;
            let depth = Depth {
                choice: sample.choice,
                large: chance.is_multiple_of(sample.large),
                best: chance.is_multiple_of(sample.best),
            };
            comparison.compare(&numbers, depth, orders, tally);
        }
    }
    comparison.check_left_out(sample.left_out, tally);
    tally.layouts += comparison.tried();
}

/// A number that is the same in every run, and looks like any other.
fn spread(tile: Tile, one: usize, other: usize) -> u64 {
    let fields = [tile.rows, tile.cols, tile.elem, one as u32, other as u32];
    let mixed = fields.into_iter().fold(0xcbf2_9ce4_8422_2325u64, |hash, field| {
        let hash = (hash ^ u64::from(field)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        hash ^ hash >> 29
    });
    mixed >> 16
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [pitch, xor, raised, large, none] = self.answers;
        let [in_xor, in_raised, in_large] = self.consulted;
        writeln!(f, "{:<46} {:>12} {:>12}", "class", "looked into", "gave answer")?;
        let mut line = |name: &str, looked: u64, answers: Option<u64>| {
            let answers = answers.map_or(String::new(), |answers| answers.to_string());
            writeln!(f, "{name:<46} {looked:>12} {answers:>12}")
        };
        line("every pitch, plain included", self.requests, Some(pitch))?;
        line("every XOR, up to 2^16 matrices", in_xor, Some(xor))?;
        line("every XOR at a raised pitch, up to 2^16", in_raised, Some(raised))?;
        line("XOR, more than 2^16 matrices", in_large, Some(large))?;
        line("  of these classes searched to the end", self.large_searched, None)?;
        line("  given up", self.large_too_long, None)?;
        line("  not in the sample", self.unsearched, None)?;
        line("none is free of conflict", self.requests, Some(none))?;
        line("the best there is compared", self.best_compared, None)?;
        line("  as few excess wavefronts in fewer bytes", self.best_wasteful, None)?;
        line("classes with the bits that are left out", self.left_out, None)?;
        writeln!(f, "{} tiles, {} requests, {} disagreements", self.tiles, self.requests, self.disagreements)?;
        let tried = self.layouts + self.large_tried + self.best_tried;
        writeln!(f, "{tried} layouts tried, those of one access counted once for all its pairs")
    }
}
