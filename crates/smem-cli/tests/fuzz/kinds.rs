//! The kinds of inputs.

use crate::random::Random;
use crate::{launched, machine_inputs, program, text_inputs};

/// A kind of inputs: its name, how many of 1000 inputs are of it, and what is done with one.
pub(crate) struct Kind {
    pub(crate) name: &'static str,
    pub(crate) share: u64,
    run: fn(&mut Random),
}

pub(crate) const KINDS: [Kind; 12] = [
    Kind { name: "PTX", share: 288, run: machine_inputs::ptx },
    Kind { name: "cubin", share: 150, run: machine_inputs::cubin },
    Kind { name: "listing with line information", share: 100, run: machine_inputs::listing },
    Kind { name: "image", share: 200, run: machine_inputs::image },
    Kind { name: "launch file", share: 60, run: text_inputs::launch_file },
    Kind { name: "launch file, filled and launched", share: 40, run: launched::run },
    Kind { name: "attribute", share: 100, run: text_inputs::attribute },
    Kind { name: "host code", share: 38, run: text_inputs::host_code },
    Kind { name: "CUDA C++, read for kernels and launches", share: 20, run: text_inputs::cuda_text },
    Kind { name: "debug information, through the program", share: 2, run: program::run },
    Kind { name: "CUDA C++, through the program and the compiler", share: 1, run: program::run_cuda },
    Kind { name: "cubin, through the disassembler", share: 1, run: machine_inputs::disassembled },
];

/// The kind of an input.
pub(crate) fn of(input: u64) -> &'static Kind {
    let mut place = input % 1000;
    for kind in &KINDS {
        match place.checked_sub(kind.share) {
            None => return kind,
            Some(rest) => place = rest,
        }
    }
    &KINDS[0]
}

pub(crate) fn describe(input: u64) -> String {
    format!("input {input}: {}", of(input).name)
}
/// Makes an input and does with it what the program does.
pub(crate) fn run(input: u64) {
    (of(input).run)(&mut Random::of(input));
}
