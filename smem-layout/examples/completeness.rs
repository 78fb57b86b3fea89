//! The solver against a second search that shares no code with it, over every shape up to 64 x 64 and beyond: is its answer
//! the cheapest layout there is, and is there none where it says so?
//!
//! ```text
//! cargo run --release --example completeness                   a sample of a few minutes
//! cargo run --release --example completeness -- choice=pad pairs=1   every pitch, every pair
//! cargo run --release --example completeness -- parts=1 pairs=1      everything: hours
//! ```
//!
//! Arguments, each `name=value`, ranges as `1-64`:
//! - `elem` bytes of an element, `rows`, `cols`: what to look at. A range of rows of 1 alone takes tiles of one row.
//! - `parts=N part=K`: the K-th of N parts of the shapes, so that N runs make one whole.
//! - `choice`: `auto`, `pad` or `swizzle`.
//! - `pairs=N`: one in N pairs of accesses; single accesses are all compared.
//! - `large=N`, `best=N`: one in N requests searched in classes of more than 2^16 matrices, or compared in the best there is.
//! - `left_out=N`: bits that the solver leaves out are tried in classes of up to 2^N matrices.

#[path = "../tests/completeness/mod.rs"]
mod completeness;

use std::{
    ops::RangeInclusive,
    process::ExitCode,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::Instant,
};

use smem_layout::{Choice, Pick};

use completeness::{
    accesses::Tile,
    small::Orders,
    sweep::{Sample, Tally, is_in_part, sweep_tile},
};

struct Options {
    elems: Vec<u32>,
    rows: RangeInclusive<u32>,
    cols: RangeInclusive<u32>,
    part: u64,
    parts: u64,
    sample: Sample,
}

fn main() -> ExitCode {
    let options = match options(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(argument) => {
            eprintln!("error: `{argument}` is no option: see the head of this program");
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

/// The options, or the argument that is none.
fn options(arguments: impl Iterator<Item = String>) -> Result<Options, String> {
    let sample = Sample { choice: Choice::Auto, pairs: 16, large: 32, best: 8, left_out: 10 };
    let mut options = Options { elems: vec![1, 2, 4, 8, 16], rows: 1..=64, cols: 1..=64, part: 0, parts: 16, sample };
    for argument in arguments {
        set(&mut options, &argument).ok_or(argument)?;
    }
    Ok(options)
}

fn set(options: &mut Options, argument: &str) -> Option<()> {
    let (name, value) = argument.split_once('=')?;
    let positive = || value.parse::<u64>().ok().filter(|number| *number > 0);
    let range = || {
        let (first, last) = value.split_once('-').unwrap_or((value, value));
        Some(first.parse().ok().filter(|first| *first > 0)?..=last.parse().ok()?)
    };
    match name {
        "elem" => options.elems = vec![value.parse().ok().filter(|elem| [1, 2, 4, 8, 16].contains(elem))?],
        "rows" => options.rows = range()?,
        "cols" => options.cols = range()?,
        "part" => options.part = value.parse().ok()?,
        "parts" => options.parts = positive()?,
        "pairs" => options.sample.pairs = positive()?,
        "large" => options.sample.large = positive()?,
        "best" => options.sample.best = positive()?,
        "left_out" => options.sample.left_out = value.parse().ok()?,
        "choice" => {
            options.sample.choice = match value {
                "auto" => Choice::Auto,
                "pad" => Choice::Pad(Pick::Auto),
                "swizzle" => Choice::Swizzle(Pick::Auto),
                _ => return None,
            };
        }
        _ => return None,
    }
    Some(())
}

/// Compares on every tile, the rows spread over the cores.
fn run(options: &Options) -> Tally {
    let rows = || options.rows.clone().rev();
    let work: Vec<(u32, u32)> = options.elems.iter().flat_map(|elem| rows().map(move |rows| (*elem, rows))).collect();
    let next = AtomicUsize::new(0);
    let total = Mutex::new(Tally::default());
    let start = Instant::now();
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                let mut orders = Orders::default();
                while let Some(&(elem, rows)) = work.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let mut tally = Tally::default();
                    let tiles = options.cols.clone().map(|cols| Tile { rows, cols, elem });
                    for tile in tiles.filter(|tile| is_in_part(*tile, options.part, options.parts)) {
                        sweep_tile(tile, options.sample, &mut orders, &mut tally);
                    }
                    let mut total = total.lock().unwrap();
                    total.add(tally);
                    println!(
                        "{elem} bytes, {rows} rows: {} requests so far, {} disagreements, {} s",
                        total.requests,
                        total.disagreements,
                        start.elapsed().as_secs()
                    );
                }
            });
        }
    });
    total.into_inner().unwrap()
}
