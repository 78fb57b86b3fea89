//! Kernels: attributes and how many of their blocks fit.

use super::program::RegisteredProgram;
use crate::setting::DriverCase;
use crate::steps::{Steps, from, out};

pub(super) const CASES: &[DriverCase] = &[("runtime_functions", functions), ("runtime_handles", handles)];

fn functions(steps: &mut Steps<'_>) {
    let program = RegisteredProgram::register(steps);
    let mut attributes = [0_u8; 256];
    let (limited, shared) = (program.stub("at_most_64"), program.stub("shared_of_1000"));
    let word = |bytes: &[u8; 256], at: usize| i32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
    steps.noted("attributes", "cudaFuncGetAttributes", &[out(&mut attributes), limited]);
    steps.value("threads", word(&attributes, 24));
    steps.noted("attributes", "cudaFuncGetAttributes", &[out(&mut attributes), shared]);
    steps.value("shared, dynamic", format!("{} {}", word(&attributes, 0), word(&attributes, 44)));
    steps.noted("of no kernel", "cudaFuncGetAttributes", &[out(&mut attributes), from(&attributes)]);
    steps.noted("opt in", "cudaFuncSetAttribute", &[shared, 8, 100_000]);
    steps.noted("opt in to too much", "cudaFuncSetAttribute", &[shared, 8, 300_000]);
    steps.noted("attribute 1", "cudaFuncSetAttribute", &[shared, 1, 1]);
    steps.noted("attribute 99", "cudaFuncSetAttribute", &[shared, 99, 1]);
    steps.noted("opt in of no kernel", "cudaFuncSetAttribute", &[from(&attributes), 8, 100_000]);
    let mut count = 0_u32;
    let occupancy = "cudaOccupancyMaxActiveBlocksPerMultiprocessor";
    steps.noted("blocks of 1024", occupancy, &[out(&mut count), program.stub("nothing"), 1024, 0]);
    steps.value("blocks", count);
    steps.noted("blocks of 0", occupancy, &[out(&mut count), program.stub("nothing"), 0, 0]);
}

fn handles(steps: &mut Steps<'_>) {
    let program = RegisteredProgram::register(steps);
    let own = 0_u64;
    let mut kernel = 0_u64;
    steps.noted("handle", "cudaGetKernel", &[out(&mut kernel), program.stub("nothing")]);
    steps.noted("handle of none", "cudaGetKernel", &[out(&mut kernel), from(&own)]);
}
