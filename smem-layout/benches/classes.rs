//! Four counts of requests that padding at a row's end and an XOR of the column by the row leave without an answer, or answer with
//! more than it takes, and what the other classes make of them.
//!
//! ```text
//! cargo bench -p smem-layout --bench classes                          4,877 pairs and 30,000 random requests
//! cargo bench -p smem-layout --bench classes -- pairs=500 random=3000 a tenth of it
//! cargo bench -p smem-layout --bench classes -- parts=4 part=0        a quarter of it: parts 0 to 3 make one whole
//! cargo bench -p smem-layout --bench classes -- seconds=60            as many as are begun in a minute
//! ```
//!
//! The whole of it takes 40 s of CPU time, optimised. Its counts on 2026-11-21:
//!
//! | requests | no answer before | answered now | without padding | padded before, less now | worse |
//! | --- | --- | --- | --- | --- | --- |
//! | 4,816 pairs of power-of-two accesses, spread over 52,968 | 2,580 | 977 | 977 | 57, all without padding | 0 |
//! | 30,000 random requests | 3,861 | 261 | 136 | 3,380, of those 3,150 without padding | 0 |
//!
//! The better answers of the pairs are 1,034 matrices of the offset; of the random requests 52 matrices of the offset, 3,273
//! rotations and 316 paddings inside rows.
//!
//! The answers of the older classes are found here, not by the solver: every pitch, every CuTe swizzle, and every matrix from rows
//! to columns by a search of its own, which is the second search of the test `completeness`.

#[allow(dead_code, reason = "the benchmark asks for a part of the second search")]
#[path = "../tests/completeness/mod.rs"]
mod completeness;

use std::{
    process::ExitCode,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use smem_layout::{Access, Arch, Layout, LayoutChoice, TileSpec};

use completeness::{
    accesses::{Declared, Table, Walk},
    banks::{Banks, targets},
    class_member::Least,
    cutes::Cutes,
    judge::Judge,
    tile::{Tile, spread},
};

/// The bytes of the older classes and of the solver over the compared requests.
#[derive(Clone, Copy, Default)]
struct Counts {
    requests: u64,
    /// The older classes have no layout.
    none: u64,
    /// Of those, answered now; without padding.
    answered: u64,
    dense: u64,
    /// The older classes take padding, and the answer now takes less.
    less: u64,
    /// Of those, none.
    less_dense: u64,
    /// Of the requests with no answer or a larger one, those answered by a rotation.
    rotated: u64,
    /// Those answered by padding inside rows.
    inside: u64,
    /// Those answered by a matrix of the offset.
    by_matrix: u64,
    /// The answer takes more than the older classes do: a fault.
    worse: u64,
}

impl Counts {
    fn add(&mut self, other: Counts) {
        let sum = |one: &mut u64, other: u64| *one += other;
        sum(&mut self.requests, other.requests);
        sum(&mut self.none, other.none);
        sum(&mut self.answered, other.answered);
        sum(&mut self.dense, other.dense);
        sum(&mut self.less, other.less);
        sum(&mut self.less_dense, other.less_dense);
        sum(&mut self.rotated, other.rotated);
        sum(&mut self.inside, other.inside);
        sum(&mut self.by_matrix, other.by_matrix);
        sum(&mut self.worse, other.worse);
    }

    fn count(&mut self, elements: u32, older: Option<u32>, found: Option<Layout>) {
        self.requests += 1;
        self.none += u64::from(older.is_none());
        let Some(layout) = found else {
            self.worse += u64::from(older.is_some());
            return;
        };
        let (now, dense) = (layout.len() as u32, layout.len() as u32 == elements);
        let is_better = older.is_none_or(|older| now < older);
        match older {
            None => {
                self.answered += 1;
                self.dense += u64::from(dense);
            }
            Some(older) => {
                self.worse += u64::from(now > older);
                self.less += u64::from(now < older);
                self.less_dense += u64::from(now < older && dense);
            }
        }
        if is_better {
            self.rotated += u64::from(matches!(layout.swizzle(), smem_layout::Swizzle::Rotate(_)));
            self.by_matrix += u64::from(matches!(layout.swizzle(), smem_layout::Swizzle::Offset(_)));
            self.inside += u64::from(!layout.is_in_rows() && layout.pad() > 0);
        }
    }

    fn print(&self) {
        let Counts { requests, none, answered, dense, less, less_dense, rotated, inside, by_matrix, worse } = self;
        println!("  compared {requests}; the others are too many layouts for the second search");
        println!("  without an answer before {none}, of those answered now {answered}, without padding {dense}");
        println!("  padded before and with less now {less}, of those without padding {less_dense}");
        println!(
            "  better answers: {by_matrix} matrices of the offset, {rotated} rotations, {inside} paddings inside rows"
        );
        println!("  worse answers {worse}");
    }
}

/// The elements of storage of the least layout of the older classes, and the solver's answer.
fn compare(tile: Tile, declared: Vec<Declared>, counts: &mut Counts) {
    let accesses: Vec<Access> = declared.iter().map(|one| one.access(tile)).collect();
    let numbers: Vec<usize> = (0..declared.len()).collect();
    let mut cutes = Cutes::new(tile);
    let target = targets()[0];
    let mut judge = Judge::new(tile, Banks::Words, declared, &mut cutes);
    let older = match judge.members.least_of_older_classes(&numbers, judge.cutes) {
        Least::Found { member, .. } => Some(member.storage),
        Least::None => None,
        Least::Unknown => return,
    };
    let spec = TileSpec::builder(tile.rows, tile.cols, tile.elem, &accesses).choice(LayoutChoice::Auto);
    let spec = spec.arch(target.arch).dynamic(true).build().expect("a tile that accesses fit");
    let found = smem_layout::find(&spec).expect("a tile that fits");
    if let Some(layout) = &found {
        judge.serves(&numbers, layout).expect("an answer without conflicts");
    }
    counts.count(tile.elements(), older, found);
}

/// Grids of lanes whose width, height and distances are powers of two.
fn powers_of_two(tile: Tile) -> Vec<Declared> {
    let vecs = (0..5).map(|log| 1 << log).filter(|vec| vec * tile.elem <= 16);
    let mut all = Vec::new();
    for vec in vecs.filter(|vec| *vec <= tile.cols) {
        for width in 0..=5u32 {
            for across in 0..=4u32 {
                for down in 0..=2u32 {
                    let walk = Walk::Lanes(Table::Grid { width: 1 << width, across: 1 << across, down: 1 << down });
                    let last_col = ((1 << width) - 1) * (vec << across) + vec;
                    let last_row = ((32 >> width) - 1) * (1 << down) + 1;
                    let is_distinct = (width > 0 || across == 0) && (width < 5 || down == 0);
                    if last_col <= tile.cols && last_row <= tile.rows && is_distinct {
                        all.push(Declared::new(walk, vec));
                    }
                }
            }
        }
    }
    all
}

/// Pairs of power-of-two accesses on tiles of powers of two.
fn pairs() -> Vec<(Tile, Vec<Declared>)> {
    let mut all = Vec::new();
    for (rows, cols) in
        [(1, 64), (1, 128), (1, 256), (8, 32), (16, 16), (16, 32), (32, 16), (32, 32), (32, 64), (64, 32)]
    {
        for elem in [2, 4, 8] {
            let tile = Tile { planes: None, rows, cols, elem };
            let walks = powers_of_two(tile);
            for (place, &one) in walks.iter().enumerate() {
                all.extend(walks[place + 1..].iter().map(|&other| (tile, vec![one, other])));
            }
        }
    }
    all
}

/// The n-th random request: one or two accesses on a tile of any shape.
fn random(number: u32) -> Option<(Tile, Vec<Declared>)> {
    let draw = |what: u32, below: u32| (spread(&[number, what]) % u64::from(below)) as u32;
    let tile = Tile {
        planes: None,
        rows: 2 + draw(0, 15),
        cols: 3 + draw(1, 62),
        elem: [1, 2, 4, 8, 16][draw(2, 5) as usize],
    };
    let walk = |slot: u32| match draw(slot, 6) {
        0 => Walk::Row,
        1 | 2 => Walk::Col,
        3 => Walk::Block(1 << draw(slot + 1, 4), 1 << draw(slot + 2, 4)),
        4 => Walk::Window(1 + draw(slot + 1, 6), 1 + draw(slot + 2, 8)),
        _ => Walk::Block(1 + draw(slot + 1, 6), 1 + draw(slot + 2, 8)),
    };
    let mut declared = vec![Declared::new(walk(10), 1)];
    if draw(3, 2) == 1 {
        declared.push(Declared::new(walk(20), 1));
    }
    declared.dedup();
    let lanes = |one: &Declared| match one.walk {
        Walk::Block(height, width) | Walk::Window(height, width) => height * width,
        _ => 32,
    };
    declared.iter().all(|one| one.fits(tile) && lanes(one) <= 32).then_some((tile, declared))
}

/// The part of the requests that is compared.
struct Options {
    pairs: usize,
    random: usize,
    part: usize,
    parts: usize,
    /// No request is begun later.
    end: Option<Instant>,
}

impl Options {
    fn of(arguments: impl Iterator<Item = String>) -> Result<Options, String> {
        let mut options = Options { pairs: 4_877, random: 30_000, part: 0, parts: 1, end: None };
        for argument in arguments {
            let named = argument.split_once('=').and_then(|(name, number)| Some((name, number.parse::<usize>().ok()?)));
            match named {
                Some(("pairs", number)) => options.pairs = number,
                Some(("random", number)) => options.random = number,
                Some(("part", number)) => options.part = number,
                Some(("parts", number)) if number > 0 => options.parts = number,
                Some(("seconds", number)) => options.end = Some(Instant::now() + Duration::from_secs(number as u64)),
                _ => return Err(argument),
            }
        }
        if options.part < options.parts { Ok(options) } else { Err(format!("part={}", options.part)) }
    }
}

/// Compares the requests of the part, and prints the counts; false if an answer is worse than that of the older classes.
fn run(requests: &[(Tile, Vec<Declared>)], options: &Options, what: &str) -> bool {
    let of_part: Vec<_> = requests.iter().skip(options.part).step_by(options.parts).collect();
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let (next, total) = (AtomicUsize::new(0), Mutex::new((0, Counts::default())));
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let (mut compared, mut counts) = (0, Counts::default());
                while options.end.is_none_or(|end| Instant::now() < end)
                    && let Some((tile, declared)) = of_part.get(next.fetch_add(1, Ordering::Relaxed))
                {
                    compare(*tile, declared.clone(), &mut counts);
                    compared += 1;
                }
                let mut total = total.lock().expect("no thread panics");
                total.0 += compared;
                total.1.add(counts);
            });
        }
    });
    let (compared, total) = total.into_inner().expect("no thread panics");
    println!("{what}: {compared} of {} looked at", of_part.len());
    total.print();
    total.worse == 0
}

fn main() -> ExitCode {
    let options = match Options::of(std::env::args().skip(1).filter(|argument| !argument.starts_with('-'))) {
        Ok(options) => options,
        Err(argument) => {
            eprintln!("error: `{argument}` is not an option: see the head of this program");
            return ExitCode::from(2);
        }
    };
    assert_eq!(targets()[0].arch, Arch::SM_90);
    // Spread evenly over the tiles.
    let all = pairs();
    let pairs: Vec<_> = all.iter().step_by(all.len().div_ceil(options.pairs.max(1))).cloned().collect();
    println!("{} of {} pairs", pairs.len(), all.len());
    let random: Vec<_> = (0..).filter_map(random).take(options.random).collect();
    let good = run(&random, &options, "random requests");
    if run(&pairs, &options, "pairs of power-of-two accesses") && good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
