//! Requests that are hard to answer: each fits in shared memory, and must be answered in a second, explanation included.
//!
//! `hard.txt` has one a line: the element type and the arguments of the attribute. The first four are those that once took up to
//! four minutes; the others were found by random search and by hand, with the fewest excess wavefronts and ragged squares last.

use crate::{clock, expand};
use proc_macro2::TokenStream;
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(1);
const CASES: &str = include_str!("hard.txt");
const SAMPLES: u32 = 3;

/// Prints the table, the slowest first; true where the limit holds.
pub(crate) fn run() -> bool {
    print_table(CASES.lines())
}

/// Prints the table of `cases`; true where the limit holds.
pub(crate) fn print_table<'a>(cases: impl Iterator<Item = &'a str>) -> bool {
    println!("hard requests, unoptimised: the least CPU time of {SAMPLES}");
    let mut rows: Vec<(Duration, &str, &str)> = cases.map(measured).collect();
    rows.sort_unstable_by(|one, other| other.cmp(one));
    for (took, outcome, case) in &rows {
        let verdict = if *took <= LIMIT { "" } else { "   over" };
        let case: String = case.chars().take(50).collect();
        println!("  {case:<50} {took:>8.2?} {LIMIT:>9.2?}  {outcome}{verdict}");
    }
    rows.iter().all(|(took, ..)| *took <= LIMIT)
}

/// How long a case takes, and what comes of it.
fn measured(case: &str) -> (Duration, &'static str, &str) {
    let (elem, args) = case.split_once(" | ").expect("an element type and arguments");
    let args: TokenStream = args.parse().expect("the arguments are tokens");
    let item: TokenStream = format!("struct Tile({elem});").parse().expect("the item is tokens");
    let text = expand(args.clone(), item.clone()).to_string();
    let outcome = match text.contains("compile_error") {
        false => "a layout",
        true if text.contains("bank conflicts") => "refused",
        true if text.contains("bytes of shared memory") => "too large",
        true => panic!("this is not a request: {case}\n{text}"),
    };
    let took = (0..SAMPLES).map(|_| {
        clock::mean(1, || {
            std::hint::black_box(expand(args.clone(), item.clone()));
        })
    });
    (took.min().unwrap_or_default(), outcome, case)
}
