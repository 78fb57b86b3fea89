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
    /// The declaration, without the unaccessed columns at the end.
    WithoutUnused,
    /// One row: the array has one dimension, or its shape is unknown.
    Line,
    /// The distance between lanes.
    Inferred,
}

/// The most lengths of rows that are tried.
const MOST_INFERRED: usize = 8;

impl ArrayShape {
    /// Returns the rows of all planes.
    pub(crate) fn all_rows(&self) -> u32 {
        self.planes.unwrap_or(1) * self.rows
    }

    /// Returns the shapes to try for an array; none where its elements have bytes that no tile can have.
    pub(crate) fn candidates(array: &SharedArray, requests: &ArrayRequests) -> Vec<ArrayShape> {
        // With several unknown dimensions no index can be written.
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
        // Rows with unaccessed last columns, as where they were made longer before.
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

/// The most requests whose distances between all lanes are counted, and the most lengths that these add.
const MOST_PAIRED: usize = 256;
const MOST_OF_PAIRS: usize = 3;

/// Returns the lengths of rows that the distances between lanes suggest, the most frequent first.
fn row_lengths(requests: &ArrayRequests, elem_bytes: u32, elements: u32) -> Vec<u32> {
    let mut neighbours = Distances::default();
    let mut pairs = Distances::default();
    for (number, ArrayRequest { request, times, .. }) in requests.requests.iter().enumerate() {
        let mut addresses: Vec<u32> = (0..32).filter_map(|lane| request.address(lane)).collect();
        addresses.sort_unstable();
        addresses.dedup();
        // Neighbours within a row are as far apart as they are wide.
        let is_far = |distance: u32| distance.is_multiple_of(elem_bytes) && distance > request.bytes();
        let apart: Vec<u32> = addresses.windows(2).map(|two| two[1] - two[0]).filter(|apart| is_far(*apart)).collect();
        apart.iter().for_each(|distance| neighbours.add(distance / elem_bytes, *times));
        // Two columns of each row, as of the halves of a matrix, hide the distance of their rows from neighbours.
        if number < MOST_PAIRED && !apart.is_empty() {
            let all =
                addresses.iter().enumerate().flat_map(|(at, one)| addresses[at + 1..].iter().map(move |two| two - one));
            all.filter(|distance| is_far(*distance)).for_each(|distance| pairs.add(distance / elem_bytes, *times));
        }
    }
    let fits = |length: &u32| (2..=elements / 2).contains(length);
    let mut known: Vec<u32> = Vec::new();
    let mut add = |lengths: Vec<u32>, most: usize| {
        let new: Vec<u32> = lengths.into_iter().filter(|length| fits(length) && !known.contains(length)).collect();
        known.extend(new.into_iter().take(most));
        known.len()
    };
    let of_neighbours = neighbours.most_frequent();
    add(of_neighbours.iter().copied().take(MOST_OF_PAIRS).collect(), MOST_INFERRED);
    add(pairs.most_frequent(), MOST_OF_PAIRS);
    add(of_neighbours, MOST_INFERRED);
    add(vec![32, 64, 16], MOST_INFERRED);
    known.truncate(MOST_INFERRED);
    known
}

/// How often distances between lanes come, in elements.
#[derive(Debug, Default)]
struct Distances(BTreeMap<u32, u64>);

impl Distances {
    fn add(&mut self, distance: u32, times: u64) {
        *self.0.entry(distance).or_default() += times;
    }

    /// Returns the distances, the most frequent first.
    fn most_frequent(&self) -> Vec<u32> {
        let mut counts: Vec<(u32, u64)> = self.0.iter().map(|(distance, count)| (*distance, *count)).collect();
        counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        counts.into_iter().map(|(distance, _)| distance).collect()
    }
}
