//! Prints the shared-memory bank of every element of an array and of a matrix.

use std::process::ExitCode;

use clap::Parser;
use smem_examples::{MAX_COLS, bank_table, exit_code, say};

/// Prints the shared-memory bank of every element of an array of N 4-byte elements and of a matrix of 4 x N.
///
/// With N = 32 every column of the matrix lies in one bank; with N = 33, one element more a row, it does not.
#[derive(Parser)]
#[command(version)]
struct Options {
    /// Elements of the array, and columns of the matrix. Without it, 32 and then 33.
    #[arg(value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_COLS)))]
    n: Option<u32>,
}

fn main() -> ExitCode {
    let options = Options::parse();
    let tables: String = match options.n {
        Some(n) => bank_table(n),
        None => [32, 33].map(bank_table).concat(),
    };
    exit_code(say(&tables).map(|()| true))
}
