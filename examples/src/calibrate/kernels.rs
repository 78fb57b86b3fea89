//! The kernels: CUDA C++ in which each request is one instruction, and the addresses they read.

use std::fmt::Write as _;

use super::request::Request;

/// Instructions: loads of five widths, stores of five, `ldmatrix` of three.
pub(super) const KINDS: usize = 13;

/// With the further ones: `stmatrix` of three, an addition, an exchange, and compare-and-swap of two widths.
pub(super) const ALL_KINDS: usize = 20;

/// Requests of one straight kernel.
pub(super) const PER_KERNEL: usize = 250;

/// Bytes from an instruction's offset to the next one's.
pub(super) const OFFSET_STEP: u32 = 16;

/// Requests of one launch of `totals`.
pub(super) const PER_GROUP: usize = 3;

/// Blocks of a launch of `totals`, each one warp.
pub(super) const TOTALS_BLOCKS: u32 = 16;

/// The kind of a place in the last group that no request has.
const NO_KIND: u32 = u32::MAX;

const PRELUDE: &str = include_str!("requests.cuh");
const TOTALS: &str = include_str!("totals.cu");

const FUNCTIONS: [&str; ALL_KINDS] = [
    "load_1",
    "load_2",
    "load_4",
    "load_8",
    "load_16",
    "store_1",
    "store_2",
    "store_4",
    "store_8",
    "store_16",
    "matrix_1",
    "matrix_2",
    "matrix_4",
    "store_matrix_1",
    "store_matrix_2",
    "store_matrix_4",
    "add_4",
    "exchange_8",
    "swap_4",
    "swap_8",
];

/// Whether the kernel writes all of shared memory first: the simulator faults on what nobody wrote.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Fill {
    Yes,
    No,
}

/// The offset in the instruction of a kernel's request `at`, in bytes: none twice, and none zero.
pub(super) fn offset(at: usize) -> u32 {
    (at as u32 + 1) * OFFSET_STEP
}

/// The name of the straight kernel of chunk `number`.
pub(super) fn name(number: usize) -> String {
    format!("requests_{number:04}")
}

/// A kernel of at most [`PER_KERNEL`] requests, one after the other, for one warp.
pub(super) fn straight(requests: &[Request], number: usize, fill: Fill) -> String {
    let mut text = prelude(fill, requests);
    let name = name(number);
    let _ = writeln!(text, "extern \"C\" __global__ void __launch_bounds__(32) {name}(const u32* table, u32* sink) {{");
    text.push_str("    BEGIN\n");
    for (at, request) in requests.iter().enumerate() {
        let (function, offset) = (FUNCTIONS[request.kind()], offset(at));
        let _ = writeln!(text, "    {function}<{offset}>(base, table[{} + lane], sum);", 32 * at);
    }
    text.push_str("    sink[lane] = sum;\n}\n");
    text
}

/// What the straight kernel reads: for each request its lanes' addresses, less the instruction's offset.
pub(super) fn straight_table(requests: &[Request]) -> Vec<u32> {
    requests.iter().enumerate().flat_map(|(at, request)| entries(request, offset(at))).collect()
}

/// The kernel `totals` for these requests.
pub(super) fn totals(fill: Fill, requests: &[Request]) -> String {
    prelude(fill, requests) + TOTALS
}

/// The base of a launch's digits as a power of two: more than any of the requests takes. Compare-and-swap takes up to 64
/// wavefronts, everything else up to 32.
pub(super) fn log_base(requests: &[Request]) -> u32 {
    if are_further(requests) { 7 } else { 6 }
}

fn are_further(requests: &[Request]) -> bool {
    requests.iter().any(|request| request.kind() >= KINDS)
}

/// What `totals` reads: addresses and kinds, the last group filled up with nothing.
pub(super) fn totals_tables(requests: &[Request]) -> (Vec<u32>, Vec<u32>) {
    let places = requests.len().next_multiple_of(PER_GROUP);
    let mut table: Vec<u32> = requests.iter().flat_map(|request| entries(request, 0)).collect();
    let mut kinds: Vec<u32> = requests.iter().map(|request| request.kind() as u32).collect();
    table.resize(32 * places, 0);
    kinds.resize(places, NO_KIND);
    (table, kinds)
}

fn prelude(fill: Fill, requests: &[Request]) -> String {
    let mut text = String::new();
    if fill == Fill::Yes {
        text.push_str("#define FILL\n");
    }
    if are_further(requests) {
        text.push_str("#define FURTHER\n");
    }
    text + PRELUDE
}

fn entries(request: &Request, offset: u32) -> [u32; 32] {
    let mut entries = [u32::MAX; 32];
    for (lane, entry) in (0..).zip(&mut entries) {
        if let Some(address) = request.warp.address(lane) {
            *entry = address - offset;
        } else if request.op.is_matrix() {
            *entry = request.warp.addresses()[0] - offset;
        }
    }
    entries
}
