//! The solver against a second search that shares no code with it, over every shape up to 24 x 24 and the powers of two up to
//! 128, on every kind of banks: is its answer the cheapest layout there is, and is there none where it says so?
//!
//! ```text
//! cargo bench -p smem-layout --bench completeness                             a sample of a minute
//! cargo bench -p smem-layout --bench completeness -- parts=1 pairs=1          everything: hours
//! cargo bench -p smem-layout --bench completeness -- parts=8 part=0 pairs=1   an eighth of it
//! ```
//!
//! Arguments, each `name=value`:
//! - `parts=N part=K`: the K-th of N parts of the tiles, so that N runs make one whole.
//! - `first=N`: the tiles of the part from this number on, as the lines of progress count them: the rest of a run that was ended.
//! - `elem=N`: bytes of an element; all of them without.
//! - `most=N power=N`: the side of the largest shapes, and the largest power of two.
//! - `pairs=N`: one in N pairs of accesses; single accesses are all compared.
//! - `ways=N`: of those one in N pairs with accesses that accept conflicts.
//! - `checks=N`: one in N requests with the reports of some layouts, and layouts written by hand.
//! - `messages=N`: one in N failing requests whose message is checked.
//! - `least=N`: one in N failing requests that is asked again with `conflicts = least`, where its layouts are few.

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

use completeness::{
    sweep::{Sample, SweepTally, is_in_part, sweep_tile},
    tile::{Tile, shapes},
};

/// The bytes of an element that are compared.
const ELEMS: [u32; 5] = [1, 2, 4, 8, 16];

struct Options {
    elems: Vec<u32>,
    most: u32,
    power: u32,
    part: u64,
    parts: u64,
    first: usize,
    sample: Sample,
}

fn main() -> ExitCode {
    // Cargo passes `--bench`.
    let arguments = std::env::args().skip(1).filter(|argument| !argument.starts_with('-'));
    let options = match options(arguments) {
        Ok(options) => options,
        Err(argument) => {
            eprintln!("error: `{argument}` is not an option: see the head of this program");
            return ExitCode::from(2);
        }
    };
    let total = run(&options);
    println!("\n{total}");
    for (_, message) in &total.smallest {
        println!("{message}");
    }
    if total.disagreements == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The options, or the argument that is not one.
fn options(arguments: impl Iterator<Item = String>) -> Result<Options, String> {
    let sample = Sample { pairs: 20, ways: 10, checks: 16, messages: 16, least: 16 };
    let mut options = Options { elems: ELEMS.to_vec(), most: 24, power: 128, part: 0, parts: 40, first: 0, sample };
    for argument in arguments {
        set(&mut options, &argument).ok_or(argument)?;
    }
    Ok(options)
}

fn set(options: &mut Options, argument: &str) -> Option<()> {
    let (name, value) = argument.split_once('=')?;
    let positive = || value.parse::<u64>().ok().filter(|number| *number > 0);
    match name {
        "elem" => options.elems = vec![value.parse().ok().filter(|elem| ELEMS.contains(elem))?],
        "most" => options.most = value.parse().ok()?,
        "power" => options.power = u32::try_from(positive()?).ok()?,
        "part" => options.part = value.parse().ok()?,
        "parts" => options.parts = positive()?,
        "first" => options.first = value.parse().ok()?,
        "pairs" => options.sample.pairs = positive()?,
        "ways" => options.sample.ways = value.parse().ok()?,
        "checks" => options.sample.checks = positive()?,
        "messages" => options.sample.messages = positive()?,
        "least" => options.sample.least = positive()?,
        _ => return None,
    }
    Some(())
}

/// Compares on every tile of the part, the small ones first, spread over the cores.
fn run(options: &Options) -> SweepTally {
    let tiles = shapes(options.most, options.power).into_iter();
    let tiles =
        tiles.flat_map(|(rows, cols)| options.elems.iter().map(move |&elem| Tile { planes: None, rows, cols, elem }));
    let tiles: Vec<Tile> = tiles.filter(|tile| is_in_part(*tile, options.part, options.parts)).collect();
    let next = AtomicUsize::new(options.first);
    let shared = Mutex::new((SweepTally::default(), Instant::now()));
    let start = Instant::now();
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(&tile) = tiles.get(number) else { break };
                    let mut tally = SweepTally::default();
                    sweep_tile(tile, options.sample, &mut tally);
                    let mut shared = shared.lock().unwrap();
                    shared.0.add(tally);
                    if shared.1.elapsed() > Duration::from_secs(10) {
                        shared.1 = Instant::now();
                        println!(
                            "tile {number} of {}, {tile}: {} requests so far, {} disagreements, {} s",
                            tiles.len(),
                            shared.0.requests,
                            shared.0.disagreements,
                            start.elapsed().as_secs()
                        );
                    }
                }
            });
        }
    });
    shared.into_inner().unwrap().0
}
