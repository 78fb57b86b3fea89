//! The layouts that a request names itself: plain, `pad = 1`, `swizzle = (5, 0, 5)`, `swizzle = tma128`.

use alloc::format;

use crate::{
    access::Access,
    layout::{Cute, Layout, Swizzle, TmaSwizzle},
    solve::{
        checked_tile::CheckedTile,
        checks::check_size,
        failure::{Culprit, Failure, SolveError},
        request::{Choice, Pick, Request},
    },
};

fn padded(request: &Request<'_>, tile: &CheckedTile<'_>, pad: u32) -> Result<Layout, SolveError> {
    let pitch = u128::from(tile.line()) + u128::from(pad);
    let bytes = pitch * u128::from(tile.lines()) * u128::from(request.stages) * u128::from(request.elem_bytes);
    check_size(request, bytes, Culprit::Option)?;
    let granule = tile.granule();
    if (pitch as u32).is_multiple_of(granule) || tile.lines() == 1 {
        return Ok(tile.pitched(pitch as u32));
    }
    let widest = widest_access(request);
    let name = format!("{}", request.accesses[widest]);
    Err(SolveError::of(
        request,
        Culprit::Option,
        Failure::Misaligned { rows: request.rows, pad, pitch: pitch as u32, granule, access: name },
    ))
}

fn swizzled(request: &Request<'_>, tile: &CheckedTile<'_>, cute: Cute) -> Result<Layout, SolveError> {
    let layout = tile.pitched(tile.line()).swizzled_by(Swizzle::Cute(cute));
    let granule = tile.granule();
    if 1 << cute.base() < granule && cute.bits() > 0 {
        let name = format!("{}", request.accesses[widest_access(request)]);
        return Err(SolveError::of(request, Culprit::Option, Failure::TornVector { cute, granule, access: name }));
    }
    let len = request.rows * request.cols;
    if cute.permutes(len) {
        return Ok(layout);
    }
    match (0..len).find(|offset| cute.apply(*offset) >= len) {
        None => Ok(layout),
        Some(offset) => Err(SolveError::of(
            request,
            Culprit::Option,
            Failure::NotABijection {
                rows: request.rows,
                cute,
                row: offset / request.cols,
                col: offset % request.cols,
                to: cute.apply(offset),
                len,
            },
        )),
    }
}

fn tma(request: &Request<'_>, tile: &CheckedTile<'_>, mode: TmaSwizzle) -> Result<Layout, SolveError> {
    if !request.arch.has_bulk_tensor_copy() {
        return Err(SolveError::of(request, Culprit::Option, Failure::TmaArch(request.arch)));
    }
    let row_bytes = request.cols * request.elem_bytes;
    match mode.cute(request.elem_bytes) {
        Some(cute) if row_bytes == mode.row_bytes() && request.rows > 1 => {
            Ok(tile.pitched(tile.line()).swizzled_by(Swizzle::Cute(cute)))
        }
        _ => {
            let (rows, elem_bytes) = (request.rows, request.elem_bytes);
            Err(SolveError::of(request, Culprit::Option, Failure::TmaRow { mode, rows, row_bytes, elem_bytes }))
        }
    }
}

/// Returns the number of the access with the widest vectors.
fn widest_access(request: &Request<'_>) -> usize {
    let width = |access: &Access| access.lane_elements(request.elem_bytes);
    (0..request.accesses.len()).rev().max_by_key(|&number| width(&request.accesses[number])).unwrap_or(0)
}

/// Returns the layout that the choice names, or `None` if there is one to search for.
pub(crate) fn requested_layout(request: &Request<'_>, tile: &CheckedTile<'_>) -> Result<Option<Layout>, SolveError> {
    Ok(Some(match request.choice {
        Choice::Plain => tile.pitched(tile.line()),
        Choice::Pad(Pick::Exactly(pad)) => padded(request, tile, pad)?,
        Choice::Swizzle(Pick::Exactly(cute)) => swizzled(request, tile, cute)?,
        Choice::Tma(mode) => tma(request, tile, mode)?,
        Choice::Auto | Choice::Pad(Pick::Auto) | Choice::Swizzle(Pick::Auto) => return Ok(None),
    }))
}
