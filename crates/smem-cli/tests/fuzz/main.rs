//! Hostile inputs of every kind that strangers may send: none panics, hangs, takes more memory than its budget, or has another file read.
//!
//! ```text
//! random          numbers that depend on the number of an input alone, so that every input can be made again
//! mutate          changes to bytes, words and numbers
//! kinds           the kinds of inputs, and how many there are of each
//! machine_inputs  those that hold kernels: PTX, cubins, images
//! text_inputs     those that are read: launch files, attributes, CUDA C++
//! launched        launch files whose buffers are filled, and whose launches are made
//! program         inputs that are given to the program itself, in a folder with a file beside it that must never be shown
//! workers         processes that work through inputs, with limits of memory and time, watched from outside
//! ```
//!
//! A few thousand inputs are tried with the other tests, 100,000 in an exhaustive run, more by a variable:
//!
//! ```sh
//! SMEM_FUZZ_INPUTS=1000000 cargo test -p smem-tile-cli --test fuzz -- --nocapture
//! SMEM_FUZZ_ONLY=4711 cargo test -p smem-tile-cli --test fuzz -- --nocapture      # one input again
//! ```
#![cfg(unix)]

mod kinds;
mod launched;
mod machine_inputs;
mod mutate;
mod program;
mod random;
mod text_inputs;
mod workers;

use kinds::KINDS;
use smem_exhaustive::count;

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

#[test]
fn hostile_inputs_do_no_harm() {
    if let Some(only) = number("SMEM_FUZZ_ONLY") {
        println!("{}", kinds::describe(only));
        return kinds::run(only);
    }
    let inputs = number("SMEM_FUZZ_INPUTS").unwrap_or(count(100_000, 2000));
    let failures = workers::run_all(inputs);
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    println!(
        "{inputs} inputs, of {} kinds: none panicked, took 10 s of processor time, or more memory than its limit",
        KINDS.len()
    );
}

/// The work of a worker process.
#[test]
#[ignore = "the test above starts it"]
fn worker() {
    workers::work();
}
