//! The time of random requests, and how many end without a proof: `cargo bench -p smem-layout --bench requests`.
//!
//! Each is a tile with one to three accesses, every access of the attribute among them, asked for each of three choices. `requests=N` draws
//! more than 2,000.

#[allow(dead_code, reason = "the test of the emitted index uses the rest")]
#[path = "../tests/emitted_index/accesses.rs"]
mod accesses;
#[allow(dead_code, reason = "the test of the emitted index uses the rest")]
#[path = "../tests/emitted_index/tile.rs"]
mod tile;

use std::{
    process::ExitCode,
    time::{Duration, Instant},
};

use accesses::{Drawn, KINDS};
use smem_layout::{Access, Arch, AutoOr, LayoutChoice, Solution, SolveError, TileSpec, solve};
use tile::{Numbers, Tile};

const CHOICES: [LayoutChoice; 3] =
    [LayoutChoice::Auto, LayoutChoice::Pad(AutoOr::Auto), LayoutChoice::Swizzle(AutoOr::Auto)];

/// The time of an answer, and the request.
type Timed = (Duration, String);

fn main() -> ExitCode {
    let mut wanted = 2000;
    // Cargo passes `--bench`.
    for argument in std::env::args().skip(1).filter(|argument| !argument.starts_with('-')) {
        match argument.strip_prefix("requests=").and_then(|number| number.parse().ok()) {
            Some(number) => wanted = number,
            None => {
                eprintln!("error: `{argument}` is not an option: see the head of this program");
                return ExitCode::from(2);
            }
        }
    }
    run(wanted);
    ExitCode::SUCCESS
}

fn run(wanted: usize) {
    let mut numbers = Numbers(1);
    let mut timed: Vec<Timed> = Vec::new();
    let mut unproven = Vec::new();
    let mut none = 0;
    while timed.len() < wanted {
        let tile = Tile::draw(&mut numbers);
        let drawn: Vec<Drawn> = (0..1 + numbers.below(3)).map(|_| Drawn::draw(&mut numbers, tile)).collect();
        let accesses: Vec<Access> = drawn.into_iter().map(|drawn| drawn.access).collect();
        let choice = numbers.of(&CHOICES);
        let spec = TileSpec::builder(tile.rows, tile.cols, tile.elem, &accesses).choice(choice);
        // A swizzle has no pitch for a matrix.
        let Ok(spec) = spec.arch(Arch::SM_90).dynamic(true).build() else { continue };
        let start = Instant::now();
        let answer = solve(&spec);
        let took = start.elapsed();
        let names: Vec<String> = accesses.iter().map(Access::to_string).collect();
        let request = format!("{tile}, {}, {choice}", names.join(", "));
        none += usize::from(answer.is_err());
        if !answer.as_ref().map_or_else(SolveError::is_proven, Solution::is_proven) {
            unproven.push(request.clone());
        }
        timed.push((took, request));
    }
    timed.sort();
    let (worst, request) = &timed[timed.len() - 1];
    println!("{} requests of {} kinds of accesses, {none} of them without a layout", timed.len(), KINDS.len());
    println!("median {:.2?}, 99 in 100 within {:.2?}", timed[wanted / 2].0, timed[wanted * 99 / 100].0);
    println!("worst  {worst:.2?}: {request}");
    println!("without a proof: {}", unproven.len());
    unproven.iter().for_each(|request| println!("  {request}"));
}
