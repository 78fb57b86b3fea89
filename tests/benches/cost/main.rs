//! What the attribute costs a build: `cargo bench -p smem-tests --bench cost --profile dev`.
//!
//! The dev profile is the one to measure in: Cargo builds procedural macros without optimisation, in release builds of
//! their users too. (The test profile optimises `smem-layout`.) Three tables come out: the expansion of single tiles, requests that
//! are hard to answer, and the check of a crate of 1,000 tiles. The exit status is 1 where a limit is broken.

mod crates;
mod expansion;
mod hard;

use proc_macro2::TokenStream;
use smem_derive_impl::Library;
use std::process::ExitCode;

/// The attribute, outside the compiler.
fn expand(args: TokenStream, item: TokenStream) -> TokenStream {
    smem_derive_impl::expand(args, item, Library::SmemLayout)
}

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
