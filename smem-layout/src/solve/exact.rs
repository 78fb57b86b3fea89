//! The layouts that a specification names itself: plain, `pad = 1`, `swizzle = (5, 0, 5)`, `swizzle = rotate(1)`.

use alloc::{format, string::ToString};

use smem_banks::{Cute, TmaSwizzle};

use crate::{
    access::Access,
    layout::{Layout, OffsetMatrix, Rotation, Swizzle},
    solve::{
        checked_tile::CheckedTile,
        choice::{AutoOr, LayoutChoice},
        failure::{Failure, SolveError},
        size::check_size,
        spec::TileSpec,
        spec_error::Culprit,
    },
};

fn padded(spec: &TileSpec<'_>, tile: &CheckedTile<'_>, pad: u32) -> Result<Layout, SolveError> {
    let pitch = u128::from(tile.line()) + u128::from(pad);
    if tile.rows == 1 {
        check_padded(spec, tile, pad, tile.line())?;
    } else {
        check_elements_of_storage(spec, pitch * u128::from(tile.rows))?;
    }
    let granule = tile.granule();
    if (pitch as u32).is_multiple_of(granule) || tile.lines() == 1 {
        return Ok(tile.pitched(pitch as u32));
    }
    let widest = widest_access(spec);
    let name = format!("{}", spec.accesses[widest]);
    Err(SolveError::of(
        spec,
        Culprit::Choice,
        Failure::Misaligned { rows: tile.rows, pad, pitch: pitch as u32, granule, access: name },
    ))
}

/// Checks the size of the storage with `pad` elements after every `every`.
fn check_padded(spec: &TileSpec<'_>, tile: &CheckedTile<'_>, pad: u32, every: u32) -> Result<(), SolveError> {
    let elements = tile.rows * tile.cols;
    let padding = u128::from(pad) * u128::from((elements - 1) / every);
    check_elements_of_storage(spec, u128::from(elements) + padding)
}

fn check_elements_of_storage(spec: &TileSpec<'_>, elements: u128) -> Result<(), SolveError> {
    check_size(spec, elements * u128::from(spec.stages) * u128::from(spec.elem_bytes), Culprit::Choice)
}

fn padded_every(spec: &TileSpec<'_>, tile: &CheckedTile<'_>, pad: u32, every: u32) -> Result<Layout, SolveError> {
    let elements = tile.rows * tile.cols;
    if pad == 0 || every == 0 || every >= elements {
        return Err(SolveError::of(spec, Culprit::Choice, Failure::NoPadding { pad, every, elements }));
    }
    check_padded(spec, tile, pad, every)?;
    let granule = tile.granule();
    if pad.is_multiple_of(granule) && every.is_multiple_of(granule) {
        return Ok(Layout::of(tile.rows, tile.cols, every, every + pad));
    }
    Err(torn(spec, granule))
}

fn rotated(spec: &TileSpec<'_>, tile: &CheckedTile<'_>, rotation: Rotation) -> Result<Layout, SolveError> {
    let layout = Layout::of(tile.rows, tile.cols, tile.cols, tile.cols);
    let Ok(layout) = layout.with_swizzle(Swizzle::Rotate(rotation)) else {
        let (rows, cols) = (tile.rows, tile.cols);
        return Err(SolveError::of(spec, Culprit::Choice, Failure::Turn { rotation, rows, cols }));
    };
    whole(spec, tile, layout)
}

fn matrix(spec: &TileSpec<'_>, tile: &CheckedTile<'_>, matrix: OffsetMatrix) -> Result<Layout, SolveError> {
    let layout = tile.pitched(tile.line()).swizzled_by(Swizzle::Offset(matrix));
    whole(spec, tile, layout)?;
    stays_inside(spec, tile, matrix.permutes(tile.rows * tile.cols), "it", matrix.bits(), |offset| {
        matrix.apply(offset)
    })?;
    Ok(layout)
}

/// Checks that a swizzle of the offset, named `swizzle`, which reads its lowest `bits` bits, leaves every element inside the
/// tile.
fn stays_inside(
    spec: &TileSpec<'_>,
    tile: &CheckedTile<'_>,
    permutes: bool,
    swizzle: &str,
    bits: u32,
    apply: impl Fn(u32) -> u32,
) -> Result<(), SolveError> {
    let len = tile.rows * tile.cols;
    let outside = if permutes { None } else { (0..len).find(|offset| apply(*offset) >= len) };
    let Some(offset) = outside else { return Ok(()) };
    Err(SolveError::of(
        spec,
        Culprit::Choice,
        Failure::NotABijection {
            rows: tile.rows,
            swizzle: swizzle.into(),
            bits,
            row: offset / spec.cols,
            col: offset % spec.cols,
            to: apply(offset),
            len,
        },
    ))
}

fn swizzled(spec: &TileSpec<'_>, tile: &CheckedTile<'_>, cute: Cute) -> Result<Layout, SolveError> {
    let layout = tile.pitched(tile.line()).swizzled_by(Swizzle::Cute(cute));
    let granule = tile.granule();
    if 1 << cute.base() < granule && cute.bits() > 0 {
        let name = format!("{}", spec.accesses[widest_access(spec)]);
        return Err(SolveError::of(spec, Culprit::Choice, Failure::TornVector { cute, granule, access: name }));
    }
    let bits = cute.bits() + cute.base() + cute.shift().unsigned_abs();
    let permutes = cute.permutes(tile.rows * tile.cols);
    stays_inside(spec, tile, permutes, &cute.to_string(), bits, |offset| cute.apply(offset))?;
    Ok(layout)
}

fn tma(spec: &TileSpec<'_>, tile: &CheckedTile<'_>, mode: TmaSwizzle) -> Result<Layout, SolveError> {
    if !spec.arch.has_bulk_tensor_copy() {
        return Err(SolveError::of(spec, Culprit::Choice, Failure::TmaArch(spec.arch)));
    }
    let row_bytes = spec.cols * spec.elem_bytes;
    match mode.cute(spec.elem_bytes) {
        Some(cute) if row_bytes == mode.row_bytes() && tile.rows > 1 => {
            Ok(tile.pitched(tile.line()).swizzled_by(Swizzle::Cute(cute)))
        }
        _ => {
            let (rows, elem_bytes) = (tile.rows, spec.elem_bytes);
            Err(SolveError::of(spec, Culprit::Choice, Failure::TmaRow { mode, rows, row_bytes, elem_bytes }))
        }
    }
}

fn whole(spec: &TileSpec<'_>, tile: &CheckedTile<'_>, layout: Layout) -> Result<Layout, SolveError> {
    let granule = tile.granule();
    if layout.keeps_vectors(granule) {
        return Ok(layout);
    }
    Err(torn(spec, granule))
}

fn torn(spec: &TileSpec<'_>, granule: u32) -> SolveError {
    let name = format!("{}", spec.accesses[widest_access(spec)]);
    SolveError::of(spec, Culprit::Choice, Failure::Torn { granule, access: name })
}

/// Returns the number of the access with the widest vectors.
fn widest_access(spec: &TileSpec<'_>) -> usize {
    let width = |access: &Access| access.granule(spec.elem_bytes);
    (0..spec.accesses.len()).rev().max_by_key(|&number| width(&spec.accesses[number])).unwrap_or(0)
}

/// Returns the layout that the choice names, or `None` if there is one to search for.
pub(crate) fn exact_layout(spec: &TileSpec<'_>, tile: &CheckedTile<'_>) -> Result<Option<Layout>, SolveError> {
    Ok(Some(match spec.choice {
        LayoutChoice::Plain => tile.pitched(tile.line()),
        LayoutChoice::Pad(AutoOr::Exactly(pad)) => padded(spec, tile, pad)?,
        LayoutChoice::PadEvery { pad, every } => padded_every(spec, tile, pad, every)?,
        LayoutChoice::Rotate(rotation) => rotated(spec, tile, rotation)?,
        LayoutChoice::Matrix(offset_matrix) => matrix(spec, tile, offset_matrix)?,
        LayoutChoice::Swizzle(AutoOr::Exactly(cute)) => swizzled(spec, tile, cute)?,
        LayoutChoice::Tma(mode) => tma(spec, tile, mode)?,
        LayoutChoice::Layout(layout) => whole(spec, tile, layout)?,
        LayoutChoice::Auto | LayoutChoice::Pad(AutoOr::Auto) | LayoutChoice::Swizzle(AutoOr::Auto) => return Ok(None),
    }))
}
