//! What the attribute costs a build: `cargo bench -p smem-tests --bench cost --profile dev`.
//!
//! The dev profile is the one to measure in: Cargo builds procedural macros without optimisation, in release builds of
//! their users too. Three tables come out: the expansion of single tiles, requests that are hard to answer, and the check of a
//! crate of 1,000 tiles. The exit status is 1 where a limit is broken.

/// The attribute's own source, since a procedural macro cannot be called from outside the compiler.
#[path = "../../../smem-derive/src"]
#[allow(dead_code, unused_imports, reason = "the crate's own entry, which uses the rest of it, is a procedural macro")]
mod attribute_source {
    pub(crate) mod access;
    pub(crate) mod arch;
    pub(crate) mod args;
    pub(crate) mod attribute;
    pub(crate) mod choice;
    pub(crate) mod elem;
    pub(crate) mod expand;
    pub(crate) mod expr;
    pub(crate) mod fallback;
    pub(crate) mod foreign;
    pub(crate) mod include;
    pub(crate) mod item;
    pub(crate) mod lanes;
    pub(crate) mod names;
    pub(crate) mod shape;
    pub(crate) mod source;
    pub(crate) mod spot;
    pub(crate) mod suggest;
    pub(crate) mod text;
    pub(crate) mod tile;
    pub(crate) mod value;
    pub(crate) mod wide;
}
// The source names its modules from the root of its crate.
use attribute_source::*;

mod crates;
mod expansion;
mod hard;

use std::process::ExitCode;

fn main() -> ExitCode {
    if !cfg!(debug_assertions) {
        eprintln!("this build is optimised and procedural macros are not: add `--profile dev`");
        return ExitCode::FAILURE;
    }
    let expansion = expansion::run();
    println!();
    let hard = hard::run();
    println!();
    let crates = crates::run();
    if expansion && hard && crates { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
