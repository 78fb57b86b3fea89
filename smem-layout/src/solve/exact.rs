//! The layouts that a specification names itself: plain, `pad = 1`, `swizzle = (5, 0, 5)`, `swizzle = tma128`.

use alloc::format;

use crate::{
    access::Access,
    layout::{Cute, Layout, Swizzle, TmaSwizzle},
    solve::{
        checked_tile::CheckedTile,
        choice::{AutoOr, LayoutChoice},
        failure::{Failure, SolveError},
        size::check_size,
        spec::{Culprit, TileSpec},
    },
};

fn padded(spec: &TileSpec<'_>, tile: &CheckedTile<'_>, pad: u32) -> Result<Layout, SolveError> {
    let pitch = u128::from(tile.line()) + u128::from(pad);
    let bytes = pitch * u128::from(tile.lines()) * u128::from(spec.stages) * u128::from(spec.elem_bytes);
    check_size(spec, bytes, Culprit::Choice)?;
    let granule = tile.granule();
    if (pitch as u32).is_multiple_of(granule) || tile.lines() == 1 {
        return Ok(tile.pitched(pitch as u32));
    }
    let widest = widest_access(spec);
    let name = format!("{}", spec.accesses[widest]);
    Err(SolveError::of(
        spec,
        Culprit::Choice,
        Failure::Misaligned { rows: spec.rows, pad, pitch: pitch as u32, granule, access: name },
    ))
}

fn swizzled(spec: &TileSpec<'_>, tile: &CheckedTile<'_>, cute: Cute) -> Result<Layout, SolveError> {
    let layout = tile.pitched(tile.line()).swizzled_by(Swizzle::Cute(cute));
    let granule = tile.granule();
    if 1 << cute.base() < granule && cute.bits() > 0 {
        let name = format!("{}", spec.accesses[widest_access(spec)]);
        return Err(SolveError::of(spec, Culprit::Choice, Failure::TornVector { cute, granule, access: name }));
    }
    let len = spec.rows * spec.cols;
    if cute.permutes(len) {
        return Ok(layout);
    }
    match (0..len).find(|offset| cute.apply(*offset) >= len) {
        None => Ok(layout),
        Some(offset) => Err(SolveError::of(
            spec,
            Culprit::Choice,
            Failure::NotABijection {
                rows: spec.rows,
                cute,
                row: offset / spec.cols,
                col: offset % spec.cols,
                to: cute.apply(offset),
                len,
            },
        )),
    }
}

fn tma(spec: &TileSpec<'_>, tile: &CheckedTile<'_>, mode: TmaSwizzle) -> Result<Layout, SolveError> {
    if !spec.arch.has_bulk_tensor_copy() {
        return Err(SolveError::of(spec, Culprit::Choice, Failure::TmaArch(spec.arch)));
    }
    let row_bytes = spec.cols * spec.elem_bytes;
    match mode.cute(spec.elem_bytes) {
        Some(cute) if row_bytes == mode.row_bytes() && spec.rows > 1 => {
            Ok(tile.pitched(tile.line()).swizzled_by(Swizzle::Cute(cute)))
        }
        _ => {
            let (rows, elem_bytes) = (spec.rows, spec.elem_bytes);
            Err(SolveError::of(spec, Culprit::Choice, Failure::TmaRow { mode, rows, row_bytes, elem_bytes }))
        }
    }
}

fn whole(spec: &TileSpec<'_>, tile: &CheckedTile<'_>, layout: Layout) -> Result<Layout, SolveError> {
    let granule = tile.granule();
    if layout.keeps_vectors(granule) {
        return Ok(layout);
    }
    let name = format!("{}", spec.accesses[widest_access(spec)]);
    Err(SolveError::of(spec, Culprit::Choice, Failure::Torn { granule, access: name }))
}

/// Returns the number of the access with the widest vectors.
fn widest_access(spec: &TileSpec<'_>) -> usize {
    let width = |access: &Access| access.lane_elements(spec.elem_bytes);
    (0..spec.accesses.len()).rev().max_by_key(|&number| width(&spec.accesses[number])).unwrap_or(0)
}

/// Returns the layout that the choice names, or `None` if there is one to search for.
pub(crate) fn exact_layout(spec: &TileSpec<'_>, tile: &CheckedTile<'_>) -> Result<Option<Layout>, SolveError> {
    Ok(Some(match spec.choice {
        LayoutChoice::Plain => tile.pitched(tile.line()),
        LayoutChoice::Pad(AutoOr::Exactly(pad)) => padded(spec, tile, pad)?,
        LayoutChoice::Swizzle(AutoOr::Exactly(cute)) => swizzled(spec, tile, cute)?,
        LayoutChoice::Tma(mode) => tma(spec, tile, mode)?,
        LayoutChoice::Layout(layout) => whole(spec, tile, layout)?,
        LayoutChoice::Auto | LayoutChoice::Pad(AutoOr::Auto) | LayoutChoice::Swizzle(AutoOr::Auto) => return Ok(None),
    }))
}
