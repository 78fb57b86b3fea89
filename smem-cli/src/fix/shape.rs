//! The rows and columns that an array may be seen with: those of its declaration, or lengths of rows that its requests suggest.

use std::collections::BTreeMap;

use smem_layout::WarpRequest;

use super::arrays::SharedArray;
use super::judge::{ArrayRequest, ArrayRequests};

/// An array as rows and columns of elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ArrayShape {
    pub(crate) origin: ShapeOrigin,
    pub(crate) planes: Option<u32>,
    /// The rows of a plane.
    pub(crate) rows: u32,
    pub(crate) cols: u32,
    /// The columns that the array has now: more than `cols` where the last ones are never accessed.
    pub(crate) cols_now: u32,
    pub(crate) elem_bytes: u32,
}

/// Where the rows and columns come from. The sooner, the less has to be changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ShapeOrigin {
    /// The declaration, or the user.
    Declared,
    /// The declaration, without columns at the end that nobody accesses.
    WithoutUnused,
    /// One row: the array has one dimension, or nobody says.
    Line,
    /// The distance between lanes.
    Inferred,
}

/// The most lengths of rows that are tried.
const MOST_INFERRED: usize = 6;

impl ArrayShape {
    /// Returns the rows of all planes.
    pub(crate) fn all_rows(&self) -> u32 {
        self.planes.unwrap_or(1) * self.rows
    }

    /// Returns the shapes to try for an array; none where its elements have bytes that no tile can have.
    pub(crate) fn candidates(array: &SharedArray, requests: &ArrayRequests) -> Vec<ArrayShape> {
        // Of several dimensions that nobody knows no index can be written.
        if array.has_unknown_dims() {
            return Vec::new();
        }
        let Some((elem_bytes, dims)) = elements(array, requests) else { return Vec::new() };
        let shape = |origin, planes, rows, cols| ArrayShape { origin, planes, rows, cols, cols_now: cols, elem_bytes };
        if let [outer @ .., rows, cols] = &dims[..] {
            let planes: u32 = outer.iter().product();
            let declared = shape(ShapeOrigin::Declared, (planes > 1).then_some(planes), *rows, *cols);
            let used = declared.used_cols(requests);
            let narrower = ArrayShape { origin: ShapeOrigin::WithoutUnused, cols: used, ..declared };
            return if used < *cols { vec![declared, narrower] } else { vec![declared] };
        }
        let elements = array.bytes / elem_bytes;
        let mut shapes = vec![shape(ShapeOrigin::Line, None, 1, elements)];
        let lengths = row_lengths(requests, elem_bytes, elements);
        let inferred = lengths.iter().map(|cols| shape(ShapeOrigin::Inferred, None, elements.div_ceil(*cols), *cols));
        let inferred: Vec<ArrayShape> = inferred.collect();
        // Rows whose last columns nobody accesses, as where they were made longer before.
        let narrower = inferred.iter().map(|shape| ArrayShape { cols: shape.used_cols(requests), ..*shape });
        let narrower: Vec<ArrayShape> = narrower.filter(|shape| shape.cols < shape.cols_now).collect();
        shapes.extend(inferred);
        shapes.extend(narrower);
        shapes
    }

    /// The columns up to the last that is accessed, in whole vectors.
    fn used_cols(&self, requests: &ArrayRequests) -> u32 {
        let row_bytes = self.cols * self.elem_bytes;
        let last = |request: &ArrayRequest| {
            let request = &request.request;
            let ends = (0..32).filter_map(|lane| request.address(lane)).map(|at| at % row_bytes + request.bytes());
            ends.max().unwrap_or(0)
        };
        let used = requests.requests.iter().map(last).max().unwrap_or(row_bytes);
        let unit = requests.widest().max(self.elem_bytes);
        (used.next_multiple_of(unit) / self.elem_bytes).clamp(1, self.cols)
    }

    /// Returns the requests as they are on a dense array of `cols` columns; `None` if one crosses the end of a row that becomes shorter.
    pub(crate) fn requests(&self, requests: &ArrayRequests) -> Option<ArrayRequests> {
        if self.cols == self.cols_now {
            return Some(requests.clone());
        }
        let (now, then) = (self.cols_now * self.elem_bytes, self.cols * self.elem_bytes);
        let moved = |request: &ArrayRequest| {
            let old = &request.request;
            let crosses = (0..32).filter_map(|lane| old.address(lane)).any(|at| at % now + old.bytes() > then);
            let addresses = old.addresses().map(|at| at / now * then + at % now);
            let new = WarpRequest::new(old.bytes(), addresses, old.active()).ok().filter(|_| !crosses)?;
            Some(ArrayRequest { request: new, ..request.clone() })
        };
        let moved = requests.requests.iter().map(moved).collect::<Option<Vec<_>>>()?;
        Some(ArrayRequests { requests: moved, ..requests.clone() })
    }

    /// Returns the place of a byte of the array now on a dense array of `cols` columns; `None` for one that is left out.
    pub(crate) fn dense(&self, byte: u32) -> Option<u32> {
        let (now, then) = (self.cols_now * self.elem_bytes, self.cols * self.elem_bytes);
        (byte % now < then).then(|| byte / now * then + byte % now)
    }
}

/// Returns the bytes of an element of a tile, and the dimensions in such elements. An element of 12 bytes is three of 4.
fn elements(array: &SharedArray, requests: &ArrayRequests) -> Option<(u32, Vec<u32>)> {
    let declared = array.elem_bytes.unwrap_or_else(|| requests.narrowest());
    let part = (1 << declared.trailing_zeros()).min(32);
    let elem_bytes = if array.bytes.is_multiple_of(part) { part } else { 1 << array.bytes.trailing_zeros() };
    let mut dims = array.dims.clone();
    match dims.last_mut() {
        Some(last) => *last *= declared / elem_bytes,
        None => dims.push(array.bytes / elem_bytes),
    }
    (elem_bytes > 0 && dims.iter().all(|dim| *dim > 0)).then_some((elem_bytes, dims))
}

/// Returns the lengths of rows that the distances between lanes suggest, the most frequent first.
fn row_lengths(requests: &ArrayRequests, elem_bytes: u32, elements: u32) -> Vec<u32> {
    let mut counts: BTreeMap<u32, u64> = BTreeMap::new();
    for ArrayRequest { request, times, .. } in &requests.requests {
        let mut addresses: Vec<u32> = (0..32).filter_map(|lane| request.address(lane)).collect();
        addresses.sort_unstable();
        addresses.dedup();
        for two in addresses.windows(2) {
            let distance = two[1] - two[0];
            // Neighbours within a row are as far apart as they are wide.
            if distance.is_multiple_of(elem_bytes) && distance > request.bytes() {
                *counts.entry(distance / elem_bytes).or_default() += times;
            }
        }
    }
    let mut lengths: Vec<(u32, u64)> = counts.into_iter().collect();
    lengths.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let mut lengths: Vec<u32> = lengths.into_iter().map(|(length, _)| length).take(MOST_INFERRED).collect();
    lengths.extend([32, 64, 16]);
    let mut known = Vec::new();
    for length in lengths {
        if (2..=elements / 2).contains(&length) && !known.contains(&length) {
            known.push(length);
        }
    }
    known.truncate(MOST_INFERRED);
    known
}
