//! The requests of warps to a layout of CuTe.

use smem_layout::{Access, CuteLayout, Positions, WIDEST_BYTES, WarpRequest};

use super::notation::{CuteAccess, CuteTile};

/// The requests of an access: all of its positions, or all warps of a layout of threads and values.
#[derive(Debug)]
pub(super) struct CuteRequests {
    pub(super) name: String,
    pub(super) all: Vec<WarpRequest>,
}

impl CuteRequests {
    /// Makes the requests of an access on a layout.
    ///
    /// # Errors
    /// A sentence where the access does not fit, or the layout takes a vector apart.
    pub(super) fn of(tile: &CuteTile, access: &CuteAccess) -> Result<CuteRequests, String> {
        match access {
            CuteAccess::Declared(access) => declared(tile, access),
            CuteAccess::ThreadValues(layout) => thread_values(tile, layout),
        }
    }
}

fn declared(tile: &CuteTile, access: &Access) -> Result<CuteRequests, String> {
    let (rows, cols) = tile.shape();
    let name = access.to_string();
    let positions =
        Positions::new(access, rows, cols, tile.elem_bytes).map_err(|error| format!("`{name}`: {error}"))?;
    let vec = access.lane_elements(tile.elem_bytes);
    let mut all = Vec::new();
    for number in 0..positions.count() {
        let lanes = positions.lanes(number);
        let mut starts = [None; 32];
        for (lane, row, col) in lanes.iter() {
            let elements = (0..vec).map(|i| tile.offset(row, col + i));
            starts[lane as usize] = Some(together(elements.collect(), tile, &name)?);
        }
        let request = WarpRequest::from_fn(vec * tile.elem_bytes, |lane| starts[lane as usize]);
        all.push(request.map_err(|error| format!("`{name}`: {error}"))?);
    }
    Ok(CuteRequests { name, all })
}

/// The byte address of elements that are one after the other.
fn together(offsets: Vec<u32>, tile: &CuteTile, name: &str) -> Result<u32, String> {
    let first = offsets.first().copied().unwrap_or(0);
    if offsets.iter().zip(first..).any(|(offset, expected)| *offset != expected) {
        let vec = offsets.len();
        return Err(format!("`{name}`: the layout `{}` does not keep {vec} elements of a lane together", tile.layout));
    }
    Ok(first * tile.elem_bytes)
}

/// Each thread accesses its values one after the other, as many at once as are together in memory for all threads, up to 16 bytes.
fn thread_values(tile: &CuteTile, layout: &CuteLayout) -> Result<CuteRequests, String> {
    let name = format!("tv({layout})");
    let [threads, values] = layout.extents()[..] else { return Err(format!("`{name}` has other modes than two")) };
    let offset = |thread: u32, value: u32| {
        let at = layout.offset(&[thread, value]).and_then(|at| tile.layout.offset_of(at));
        at.ok_or_else(|| {
            format!("`{name}`: value {value} of thread {thread} is outside of the {} elements", tile.layout.size())
        })
    };
    let mut offsets = Vec::with_capacity((threads * values) as usize);
    for thread in 0..threads {
        for value in 0..values {
            offsets.push(offset(thread, value)?);
        }
    }
    let at = |thread: u32, value: u32| offsets[(thread * values + value) as usize];
    let is_together = |vec: u32| {
        let of_thread = |thread: u32| {
            (0..values).step_by(vec as usize).all(|value| {
                let first = at(thread, value);
                first.is_multiple_of(vec) && (1..vec).all(|i| at(thread, value + i) == first + i)
            })
        };
        (0..threads).all(of_thread)
    };
    let widths = (0..5).rev().map(|bits| 1 << bits);
    let mut fitting = widths.filter(|vec| vec * tile.elem_bytes <= WIDEST_BYTES && values.is_multiple_of(*vec));
    let vec = fitting.find(|vec| is_together(*vec)).unwrap_or(1);
    let mut all = Vec::new();
    for warp in (0..threads).step_by(32) {
        for value in (0..values).step_by(vec as usize) {
            let address = |lane: u32| (warp + lane < threads).then(|| at(warp + lane, value) * tile.elem_bytes);
            let request = WarpRequest::from_fn(vec * tile.elem_bytes, address);
            all.push(request.map_err(|error| format!("`{name}`: {error}"))?);
        }
    }
    Ok(CuteRequests { name, all })
}
