//! The attribute's cost to a build:
//!
//! ```sh
//! cargo bench -p smem-tests --bench cost --profile dev --config profile.dev.package.smem-banks.opt-level=0
//! ```
//!
//! The dev profile is the one to measure in: Cargo builds procedural macros without optimisation, in release builds of
//! their users too. (The test profile optimises `smem-layout`, and this workspace's `smem-banks` in both.) Four tables come out: the expansion of single tiles, requests that
//! are hard to answer, the check of a crate of 1,000 tiles, and that of tiles whose shape is a constant. The exit status is 1 where a
//! limit is broken. Arguments choose tables (`-- expansion hard`), or time requests of their own (`-- 'f32 | 32, 32, pad = auto'`).

mod checked_crates;
mod clock;
mod constants;
mod crates;
mod expansion;
mod hard;

use proc_macro2::TokenStream;
use smem_derive_impl::Library;
use std::env;
use std::process::ExitCode;

/// Prints a table, and returns whether its limits hold.
type PrintTable = fn() -> bool;

const TABLES: [(&str, PrintTable); 4] =
    [("expansion", expansion::run), ("hard", hard::run), ("crates", crates::run), ("constants", constants::run)];

/// The attribute, outside the compiler.
fn expand(args: TokenStream, item: TokenStream) -> TokenStream {
    smem_derive_impl::expand(args, item, Library::SmemLayout)
}

fn main() -> ExitCode {
    if !cfg!(debug_assertions) {
        eprintln!(
            "this build is optimised and procedural macros are not: add `--profile dev` and `--config profile.dev.package.smem-banks.opt-level=0`"
        );
        return ExitCode::FAILURE;
    }
    // Cargo adds `--bench`.
    let args: Vec<String> = env::args().skip(1).filter(|arg| !arg.starts_with("--")).collect();
    let (requests, tables): (Vec<&str>, Vec<&str>) = args.iter().map(String::as_str).partition(|arg| arg.contains('|'));
    if let Some(unknown) = tables.iter().find(|table| !TABLES.iter().any(|(name, _)| name == *table)) {
        eprintln!("`{unknown}` is not a table: expansion, hard, crates, constants, or a request as `f32 | 32, 32`");
        return ExitCode::from(2);
    }
    let mut holds = requests.is_empty() || hard::print_table(requests.into_iter());
    for (name, run) in TABLES {
        if args.is_empty() || tables.contains(&name) {
            holds &= run();
            println!();
        }
    }
    if holds { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
