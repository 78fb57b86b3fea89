//! The kernels: CUDA C++ in which each request is one instruction, and the addresses they read.

use std::fmt::Write as _;
use std::ops::Range;

use super::instructions::INSTRUCTIONS;
use super::request::Request;

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

/// Requests that are drawn and measured together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RequestSet {
    /// Loads, stores and `ldmatrix`.
    #[default]
    Common,
    /// `stmatrix` and atomics (compute capability 9.0 and later).
    Further,
    /// Loads, stores and atomics through generic addresses.
    Generic,
}

impl RequestSet {
    /// All of them.
    pub const ALL: [RequestSet; 3] = [RequestSet::Common, RequestSet::Further, RequestSet::Generic];

    /// Returns its part of [`INSTRUCTIONS`].
    pub(super) fn kinds(self) -> Range<usize> {
        match self {
            RequestSet::Common => 0..13,
            RequestSet::Further => 13..20,
            RequestSet::Generic => 20..INSTRUCTIONS.len(),
        }
    }

    /// Returns the sets that these requests belong to.
    fn of(requests: &[Request]) -> impl Iterator<Item = RequestSet> {
        let is_of =
            |set: &RequestSet| requests.iter().filter_map(Request::kind).any(|kind| set.kinds().contains(&kind));
        RequestSet::ALL.into_iter().filter(is_of)
    }
}

/// Says whether the kernel writes all of shared memory first: the simulator faults on bytes that were never written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SharedFill {
    Yes,
    No,
}

/// Returns the offset in the instruction of a kernel's request `at`, in bytes: none twice, and none zero.
pub(super) fn offset(at: usize) -> u32 {
    (at as u32 + 1) * OFFSET_STEP
}

/// Returns the name of the straight kernel of chunk `number`.
pub(super) fn name(number: usize) -> String {
    format!("requests_{number:04}")
}

/// Returns a kernel of at most [`PER_KERNEL`] requests, one after the other, for one warp.
pub(super) fn straight(requests: &[Request], number: usize, fill: SharedFill) -> String {
    let mut text = prelude(fill, requests);
    let name = name(number);
    let _ = writeln!(text, "extern \"C\" __global__ void __launch_bounds__(32) {name}(const u32* table, u32* sink) {{");
    text.push_str("    BEGIN\n");
    for (at, request) in requests.iter().enumerate() {
        let Some(kind) = request.kind() else { continue };
        let (instruction, offset) = (&INSTRUCTIONS[kind], offset(at));
        let (function, base) = (instruction.function, instruction.base());
        let _ = writeln!(text, "    {function}<{offset}>({base}, table[{} + lane], sum);", 32 * at);
    }
    text.push_str("    sink[lane] = sum;\n}\n");
    text
}

/// Returns the table that the straight kernel reads: for each request its lanes' addresses, less the instruction's offset.
pub(super) fn straight_table(requests: &[Request]) -> Vec<u32> {
    requests.iter().enumerate().flat_map(|(at, request)| entries(request, offset(at))).collect()
}

/// Returns the kernel `totals` for these requests.
pub(super) fn totals(fill: SharedFill, requests: &[Request]) -> String {
    prelude(fill, requests) + &cases(requests) + TOTALS
}

/// Returns the cases of `totals.cu`: the instructions that its prelude defines.
fn cases(requests: &[Request]) -> String {
    let sets: Vec<RequestSet> = RequestSet::of(requests).collect();
    let defined = |set: &RequestSet| *set == RequestSet::Common || sets.contains(set);
    let mut text = "#define CASES".to_owned();
    for kind in RequestSet::ALL.into_iter().filter(defined).flat_map(RequestSet::kinds) {
        let instruction = &INSTRUCTIONS[kind];
        let _ = write!(text, " CASE({kind}, {}, {})", instruction.function, instruction.base());
    }
    text + "\n"
}

/// Returns the base of a launch's digits as a power of two: more than any of the requests takes. Compare-and-swap takes up
/// to 64 wavefronts, everything else up to 32.
pub(super) fn log_base(requests: &[Request]) -> u32 {
    if RequestSet::of(requests).any(|set| set != RequestSet::Common) { 7 } else { 6 }
}

/// Returns the tables that `totals` reads: addresses and kinds, the last group filled up with nothing.
pub(super) fn totals_tables(requests: &[Request]) -> (Vec<u32>, Vec<u32>) {
    let places = requests.len().next_multiple_of(PER_GROUP);
    let mut table: Vec<u32> = requests.iter().flat_map(|request| entries(request, 0)).collect();
    let mut kinds: Vec<u32> =
        requests.iter().map(|request| request.kind().map_or(NO_KIND, |kind| kind as u32)).collect();
    table.resize(32 * places, 0);
    kinds.resize(places, NO_KIND);
    (table, kinds)
}

fn prelude(fill: SharedFill, requests: &[Request]) -> String {
    let mut text = String::new();
    if fill == SharedFill::Yes {
        text.push_str("#define FILL\n");
    }
    for set in RequestSet::of(requests) {
        text.push_str(match set {
            RequestSet::Common => "",
            RequestSet::Further => "#define FURTHER\n",
            RequestSet::Generic => "#define GENERIC\n",
        });
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
