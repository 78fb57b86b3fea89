//! Whether a layout is worth writing, and why an array has no better one: what would help instead.

use smem_layout::{BankModel, listed};
use smem_report::{are, excess_wavefronts};

use super::arrays::SharedArray;
use super::judge::ArrayRequests;
use super::search::FoundLayout;
use super::shape::{ArrayShape, ShapeOrigin};

/// The advice about an array.
#[derive(Debug, Default)]
pub(crate) struct ArrayVerdict {
    /// The layout to write.
    pub(crate) found: Option<FoundLayout>,
    /// Why not all of the excess goes, if it does not.
    pub(crate) reason: Option<String>,
}

/// Addresses that depend on data differ in the next run: a layout has to take away one in so many of their excess wavefronts.
const WORTH: u64 = 4;

impl ArrayVerdict {
    /// Judges the best layout of an array whose requests have `now` excess wavefronts.
    pub(crate) fn of(
        array: &SharedArray,
        requests: &ArrayRequests,
        banks: &BankModel,
        now: u64,
        best: Option<FoundLayout>,
        is_fixed: bool,
    ) -> ArrayVerdict {
        if now > 0 && !array.holds.is_empty() {
            return ArrayVerdict { found: None, reason: Some(of_several(array)) };
        }
        let left = best.map_or(now, |best| best.excess);
        if left == 0 {
            return ArrayVerdict { found: best, reason: None };
        }
        let is_scattered = is_scattered(requests, banks);
        let found = best.filter(|best| !is_scattered || (now - best.excess) * WORTH >= now);
        let turns = requests.taking_turns(banks);
        let reason = if turns >= left {
            format!(
                "{} {} of atomics whose lanes take turns on one word, wherever it is, so the access itself has to \
                 change: add up the values of a warp first (`__reduce_add_sync`, shuffles), or give each warp a copy of the word",
                excess_wavefronts(left),
                are(left)
            )
        } else if array.has_unknown_dims() {
            "the numbers in its declaration are not known, so no layout was searched".to_string()
        } else if ArrayShape::candidates(array, requests).is_empty() {
            "no tile has elements of this size".to_string()
        } else {
            let part = part_of_element(array, requests);
            let what = if is_scattered {
                "the addresses depend on data, as far as the requests show, and a layout that frees these does not free others: give each \
                 warp a copy of the array, or sort the accesses"
            } else if let Some(part) = &part {
                part
            } else if requests.widest() < banks.bank_bytes() {
                "lanes access parts of words: let each lane access all bytes of a word"
            } else {
                "no other layout was searched: change which elements the lanes of a warp access together, or lay the array out by hand"
            };
            let of_turns = match turns {
                0 => String::new(),
                turns => format!(", {turns} of them of atomics whose lanes take turns on one word"),
            };
            let searched = searched(array, requests, is_fixed);
            format!("of the {searched} the best leaves {left} of {}{of_turns}; {what}", excess_wavefronts(now))
        };
        ArrayVerdict { found, reason: Some(reason) }
    }
}

/// Why no layout is searched for a block that holds several arrays.
fn of_several(array: &SharedArray) -> String {
    let names: Vec<String> = array.holds.iter().map(|name| format!("`{name}`")).collect();
    if !array.is_dynamic {
        return format!(
            "these bytes are of {}, and which are whose is not known, so no layout was searched",
            listed(&names, "and")
        );
    }
    format!(
        "it is accessed through {}, and the text does not fix where each points to, so no layout was searched: if they are arrays of their \
         own, name each with its bytes, as in `--array left@0:4096 --array right@4096:8192`",
        listed(&names, "and")
    )
}

/// The layouts that were searched: `paddings, XORs and rotations of rows of 32 and 16 elements that were searched`.
fn searched(array: &SharedArray, requests: &ArrayRequests, is_fixed: bool) -> String {
    let shapes = ArrayShape::candidates(array, requests);
    let mut rows: Vec<String> = Vec::new();
    for shape in shapes.iter().filter(|shape| shape.origin != ShapeOrigin::Line) {
        let cols = shape.cols.to_string();
        if !rows.contains(&cols) {
            rows.push(cols);
        }
    }
    let rows = match rows.len() {
        0 => String::new(),
        _ => format!(" of rows of {} elements", listed(&rows, "and")),
    };
    let bytes = if is_fixed { format!(" in its {} bytes", array.bytes) } else { String::new() };
    format!("paddings, XORs and rotations{rows} that were searched{bytes}")
}

/// Returns the advice where lanes access a part of each element, so that they reach as small a part of the banks.
fn part_of_element(array: &SharedArray, requests: &ArrayRequests) -> Option<String> {
    let (whole, part) = (array.elem_bytes?, requests.narrowest());
    (part < whole && whole > 4).then(|| {
        format!(
            "lanes access {part} of the {whole} bytes of an element, and no layout takes an element apart: give each part an array of its \
             own, or let lanes access whole elements"
        )
    })
}

/// Whether requests that conflict hardly ever come twice: so do those whose addresses depend on data.
fn is_scattered(requests: &ArrayRequests, banks: &BankModel) -> bool {
    const MANY: usize = 32;
    let conflicting: Vec<u64> =
        requests.requests.iter().filter(|request| request.excess(banks) > 0).map(|request| request.times).collect();
    let differences = || {
        // Addresses that a loop or a block moves keep the distances between lanes.
        let mut patterns: Vec<Vec<u32>> = requests
            .requests
            .iter()
            .filter(|request| request.excess(banks) > 0)
            .map(|request| {
                let addresses: Vec<u32> = (0..32).filter_map(|lane| request.request.address(lane)).collect();
                addresses.iter().map(|address| address.wrapping_sub(addresses[0])).collect()
            })
            .collect();
        patterns.sort_unstable();
        patterns.dedup();
        patterns.len()
    };
    let times: u64 = conflicting.iter().sum();
    conflicting.len() >= MANY && 2 * conflicting.len() as u64 > times && 2 * differences() > conflicting.len()
}
