//! Many tiles: which requests are compared on each, and the figures that come of it.

use std::{fmt, time::Duration};

use smem_layout::{AutoOr, Cute, Layout, LayoutChoice, Swizzle, find};

use super::{
    banks::{Target, targets},
    compared::all_on,
    cutes::Cutes,
    judge::{Judge, SolverAnswer},
    least_excess::Fewest,
    tile::{Tile, spread},
};

pub(crate) const CHOICES: [LayoutChoice; 3] =
    [LayoutChoice::Auto, LayoutChoice::Pad(AutoOr::Auto), LayoutChoice::Swizzle(AutoOr::Auto)];

/// How much of the whole is looked at; each one in so many, spread evenly.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample {
    /// Pairs of accesses; single accesses are all compared.
    pub(crate) pairs: u64,
    /// Requests whose accesses accept conflicts of up to two or three ways.
    pub(crate) ways: u64,
    /// Reports, layouts written by hand, and index operations.
    pub(crate) checks: u64,
    /// Failing requests whose message is checked.
    pub(crate) messages: u64,
    /// Failing requests that are asked again with `conflicts = least`.
    pub(crate) least: u64,
}

/// The figures of a sweep.
#[derive(Clone, Default, Debug)]
pub(crate) struct SweepTally {
    pub(crate) tiles: u64,
    pub(crate) requests: u64,
    pub(crate) least: u64,
    pub(crate) beyond: u64,
    pub(crate) none: u64,
    pub(crate) unknown: u64,
    pub(crate) by_hand: u64,
    pub(crate) reports: u64,
    pub(crate) messages: u64,
    pub(crate) proved: u64,
    pub(crate) found: u64,
    pub(crate) fewer: u64,
    pub(crate) layouts: u64,
    pub(crate) disagreements: u64,
    /// The request that took the solver longest, and how long.
    pub(crate) slowest: (Duration, String),
    /// Disagreements on the smallest tiles: elements, and what is wrong.
    pub(crate) smallest: Vec<(u32, String)>,
}

/// Disagreements that are kept.
const KEPT: usize = 40;

impl SweepTally {
    fn disagree(&mut self, tile: Tile, message: String) {
        self.disagreements += 1;
        self.smallest.push((tile.elements(), message));
        self.keep_smallest();
    }

    fn keep_smallest(&mut self) {
        self.smallest.sort();
        self.smallest.truncate(KEPT);
    }

    fn keep_slowest(&mut self, slowest: (Duration, String)) {
        if slowest.0 > self.slowest.0 {
            self.slowest = slowest;
        }
    }

    pub(crate) fn add(&mut self, other: SweepTally) {
        let sum = |one: &mut u64, other: u64| *one += other;
        sum(&mut self.tiles, other.tiles);
        sum(&mut self.requests, other.requests);
        sum(&mut self.least, other.least);
        sum(&mut self.beyond, other.beyond);
        sum(&mut self.none, other.none);
        sum(&mut self.unknown, other.unknown);
        sum(&mut self.by_hand, other.by_hand);
        sum(&mut self.reports, other.reports);
        sum(&mut self.messages, other.messages);
        sum(&mut self.proved, other.proved);
        sum(&mut self.found, other.found);
        sum(&mut self.fewer, other.fewer);
        sum(&mut self.layouts, other.layouts);
        sum(&mut self.disagreements, other.disagreements);
        self.keep_slowest(other.slowest);
        self.smallest.extend(other.smallest);
        self.keep_smallest();
    }
}

/// True for the tiles of one of `parts` parts of equal size.
pub(crate) fn is_in_part(tile: Tile, part: u64, parts: u64) -> bool {
    spread(&[tile.rows, tile.cols, tile.elem]) % parts == part
}

/// Compares the accesses on one tile, alone and in pairs, on every architecture.
pub(crate) fn sweep_tile(tile: Tile, sample: Sample, tally: &mut SweepTally) {
    let mut cutes = Cutes::new(tile);
    tally.tiles += 1;
    let mut kinds = Vec::new();
    for target in targets() {
        if !kinds.contains(&target.banks) {
            kinds.push(target.banks);
        }
    }
    for banks in kinds {
        let mut judge = Judge::all(tile, banks, &mut cutes);
        for target in targets().into_iter().filter(|target| target.banks == banks) {
            if tile.elements() * tile.elem <= target.arch.opt_in_limit() {
                sweep(&mut judge, target, sample, tally);
            }
        }
        tally.layouts += judge.members.tried;
        tally.keep_slowest(judge.slowest);
        if sample.ways > 0 {
            for ways in [2, 3] {
                let mut accesses = all_on(tile);
                accesses.iter_mut().step_by(2).for_each(|declared| declared.max_ways = ways);
                let mut judge = Judge::new(tile, banks, accesses, &mut cutes);
                let sample = Sample { pairs: sample.pairs * sample.ways, ..sample };
                let target = targets().into_iter().find(|target| target.banks == banks);
                let Some(target) = target.filter(|one| tile.elements() * tile.elem <= one.arch.opt_in_limit()) else {
                    continue;
                };
                sweep(&mut judge, target, sample, tally);
                tally.layouts += judge.members.tried;
                tally.keep_slowest(judge.slowest);
            }
        }
    }
}

/// Compares accesses alone and in pairs.
fn sweep(judge: &mut Judge<'_>, target: Target, sample: Sample, tally: &mut SweepTally) {
    let tile = judge.tile;
    let known: Vec<usize> = (0..judge.accesses.len()).filter(|number| target.knows(judge.accesses[*number])).collect();
    for (place, &one) in known.iter().enumerate() {
        for &other in &known[place..] {
            let chance = spread(&[tile.rows, tile.cols, tile.elem, one as u32, other as u32, target.arch.number()]);
            if one != other && !chance.is_multiple_of(sample.pairs) {
                continue;
            }
            let chance = chance / sample.pairs;
            let numbers = if one == other { vec![one] } else { vec![one, other] };
            for choice in CHOICES {
                tally.requests += 1;
                let verdict = judge.compare(&numbers, choice, target);
                match &verdict {
                    Ok(SolverAnswer::Least) => tally.least += 1,
                    Ok(SolverAnswer::Beyond) => tally.beyond += 1,
                    Ok(SolverAnswer::None) => tally.none += 1,
                    Ok(SolverAnswer::Unknown) => tally.unknown += 1,
                    Err(message) => tally.disagree(tile, judge.described(&numbers, choice, target, message)),
                }
                let is_none = matches!(verdict, Ok(SolverAnswer::None | SolverAnswer::Unknown));
                if is_none && (chance / 7).is_multiple_of(sample.least) {
                    match judge.compare_least(&numbers, choice, target) {
                        Ok(None) => {}
                        Ok(Some(Fewest::Proved)) => tally.proved += 1,
                        Ok(Some(Fewest::Found)) => tally.found += 1,
                        Ok(Some(Fewest::Beyond)) => tally.fewer += 1,
                        Err(message) => tally.disagree(tile, judge.described(&numbers, choice, target, &message)),
                    }
                }
                if chance.is_multiple_of(sample.messages) {
                    judge_message(judge, &numbers, choice, target, tally);
                }
            }
            if chance.is_multiple_of(sample.messages) {
                for given in given_choices(judge, chance) {
                    judge_message(judge, &numbers, given, target, tally);
                }
            }
            if chance.is_multiple_of(sample.checks) {
                check(judge, &numbers, target, chance / sample.checks, tally);
            }
        }
    }
}

fn judge_message(
    judge: &mut Judge<'_>,
    numbers: &[usize],
    choice: LayoutChoice,
    target: Target,
    tally: &mut SweepTally,
) {
    match judge.compare_message(numbers, choice, target) {
        Ok(failed) => tally.messages += u64::from(failed),
        Err(claim) => tally.disagree(judge.tile, judge.described(numbers, choice, target, &claim)),
    }
}

/// Some layouts as a user writes them.
fn given_choices(judge: &mut Judge<'_>, chance: u64) -> Vec<LayoutChoice> {
    let mut given = vec![LayoutChoice::Plain, LayoutChoice::Pad(AutoOr::Exactly((chance % 5) as u32))];
    let tables = judge.cutes.at(judge.tile.cols);
    if !tables.is_empty() {
        let cute = tables[(chance / 5) as usize % tables.len()].cute;
        given.extend(
            Cute::new(cute.bits, cute.base, cute.shift).map(|cute| LayoutChoice::Swizzle(AutoOr::Exactly(cute))),
        );
    }
    given
}

/// Checks the rest beside the search: layouts written by hand, reports, index operations.
fn check(judge: &mut Judge<'_>, numbers: &[usize], target: Target, chance: u64, tally: &mut SweepTally) {
    let tile = judge.tile;
    let mut wrong = Vec::new();
    tally.by_hand += 1;
    wrong.extend(judge.compare_by_hand(numbers, target, chance).err());
    for choice in CHOICES {
        wrong.extend(judge.compare_ranks(numbers, choice, target).err());
    }
    let accesses = judge.accesses(numbers);
    let mut layouts: Vec<Layout> = Layout::plain(tile.rows, tile.cols).into_iter().collect();
    if tile.rows > 1 && judge.members.granule(numbers) == 1 {
        layouts.extend(Layout::padded(tile.rows, tile.cols, (chance % 7) as u32));
    }
    let granule = judge.members.granule(numbers);
    let tables = judge.cutes.at(tile.cols);
    if !tables.is_empty() {
        let cute = tables[chance as usize % tables.len()].cute;
        if 1 << cute.base >= granule {
            let swizzle = Cute::new(cute.bits, cute.base, cute.shift).map(Swizzle::Cute);
            layouts.extend(swizzle.and_then(|swizzle| layouts[0].with_swizzle(swizzle).ok()));
        }
    }
    if let Ok(Some(layout)) = find(&judge.spec(&accesses, LayoutChoice::Auto, target).build().unwrap()) {
        wrong.extend(judge.compare_operations(numbers, &layout).err());
        layouts.push(layout);
    }
    for layout in layouts {
        tally.reports += 1;
        wrong.extend(judge.compare_report(numbers, &layout, target).err());
    }
    for message in wrong {
        tally.disagree(tile, judge.described(numbers, LayoutChoice::Plain, target, &message));
    }
}

impl fmt::Display for SweepTally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = |name: &str, count: u64| writeln!(f, "{name:<64} {count:>12}");
        line("tiles", self.tiles)?;
        line("requests: accesses, with each of three choices of layouts", self.requests)?;
        line("  answered with the least layout of all classes", self.least)?;
        line("  answered with a layout beyond the classes, free and no larger", self.beyond)?;
        line("  none is free, and none is answered", self.none)?;
        line("  none is answered, and a class is too large to be searched", self.unknown)?;
        line("layouts written by hand, taken exactly where they are free", self.by_hand)?;
        line("reports", self.reports)?;
        line("messages", self.messages)?;
        line("fewest excess wavefronts, proved, and none of all layouts less", self.proved)?;
        line("  not proved, the best found", self.found)?;
        line("  fewer than any layout of the classes", self.fewer)?;
        line("layouts tried, those of one access counted once", self.layouts)?;
        line("disagreements", self.disagreements)?;
        let (took, request) = &self.slowest;
        writeln!(f, "{:<64} {took:>12.2?}\n  {request}", "longest answer of the solver")
    }
}
