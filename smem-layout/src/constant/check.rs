//! Checks of the numbers of a tile. Those that do not depend on the values of constants are the attribute's.

use smem_banks::{LANES, WIDEST_BYTES};

use crate::{
    access::{BorrowedTable, ConstAccess, ConstPattern, Shape},
    constant::{
        refusal::{Refusal, TooLargeBy},
        spec::{Dimensions, SimpleTile, SimpleTileSpec},
    },
};

/// Returns the tile with its numbers, or what is wrong with them.
pub(super) const fn check<'a>(spec: &SimpleTileSpec<'a>) -> Result<SimpleTile<'a>, Refusal> {
    let (planes, rows, cols) = match spec.size {
        Dimensions::Line(cols) => (Ok(1), Ok(1), dimension(cols, 0)),
        Dimensions::Rows(rows, cols) => (Ok(1), dimension(rows, 0), dimension(cols, 1)),
        Dimensions::Planes(planes, rows, cols) => (dimension(planes, 0), dimension(rows, 1), dimension(cols, 2)),
    };
    let (planes, rows, cols) = match (planes, rows, cols) {
        (Ok(planes), Ok(rows), Ok(cols)) => (planes, rows, cols),
        (Err(refusal), _, _) | (_, Err(refusal), _) | (_, _, Err(refusal)) => return Err(refusal),
    };
    if !matches!(spec.elem_bytes, 1 | 2 | 4 | 8 | 16 | 32) {
        return Err(Refusal::ElementBytes { bytes: spec.elem_bytes });
    }
    let bytes = (planes as u128 * rows as u128).saturating_mul(cols as u128 * spec.elem_bytes as u128);
    if bytes > spec.limit() as u128 {
        return Err(Refusal::TooLarge { bytes, by: TooLargeBy::Elements });
    }
    let bytes = bytes * spec.stages as u128;
    if bytes > spec.limit() as u128 {
        return Err(Refusal::TooLarge { bytes, by: TooLargeBy::Stages });
    }
    let in_planes = if matches!(spec.size, Dimensions::Planes(..)) { Some(planes) } else { None };
    let tile = SimpleTile::of(spec, in_planes, planes * rows, cols);
    let mut number = 0;
    while number < tile.accesses.len() {
        if let Err(refusal) = access(&tile, &tile.accesses[number], number) {
            return Err(refusal);
        }
        number += 1;
    }
    let needed = tile.numbers.widest_bytes();
    if needed > spec.align { Err(Refusal::Alignment { needed }) } else { Ok(tile.with(tile.accesses)) }
}

const fn dimension(value: i128, dimension: u32) -> Result<u32, Refusal> {
    if value <= 0 {
        Err(Refusal::NotPositive { value, dimension })
    } else if value > u32::MAX as i128 {
        Err(Refusal::BeyondU32 { value, dimension })
    } else {
        Ok(value as u32)
    }
}

const fn access(tile: &SimpleTile<'_>, access: &ConstAccess<'_>, number: usize) -> Result<(), Refusal> {
    let shape = tile.numbers.shape();
    if access.transposed && shape.is_line() {
        return Err(Refusal::TransposedLine { access: number });
    }
    match access.pattern {
        ConstPattern::LdMatrix { .. } => {
            let fits = tile.numbers.elem_bytes <= WIDEST_BYTES
                && !shape.is_line()
                && shape.rows.is_multiple_of(8)
                && (shape.cols * tile.numbers.elem_bytes).is_multiple_of(WIDEST_BYTES);
            return if fits { Ok(()) } else { Err(Refusal::LdMatrix { access: number }) };
        }
        ConstPattern::Fragment { .. } | ConstPattern::Wmma { .. } => return check_operand(tile, access, number),
        ConstPattern::Lanes(BorrowedTable { warps, .. }) => {
            if let Err(refusal) = check_lanes(access, warps.len(), shape, number) {
                return Err(refusal);
            }
        }
        _ => {}
    }
    if access.vec > 1 && access.vec * tile.numbers.elem_bytes > WIDEST_BYTES {
        return Err(Refusal::WideVector { access: number });
    }
    if !shape.cols.is_multiple_of(access.vec) {
        return Err(Refusal::RaggedVector { access: number });
    }
    check_extent(access, if access.transposed { shape.transposed() } else { shape }, number)
}

/// Checks that the tile has room for what the lanes touch at once.
const fn check_extent(access: &ConstAccess<'_>, shape: Shape, number: usize) -> Result<(), Refusal> {
    let (depth, height, width) = match access.pattern {
        ConstPattern::Depth { .. } => (1, 1, 1),
        ConstPattern::Block3d { depth, height, width } => (depth, height, width),
        ConstPattern::Block { height, width } | ConstPattern::Window { height, width } => (0, height, width),
        _ => return Ok(()),
    };
    if depth > 0 && shape.planes.is_none() {
        Err(Refusal::NoPlanes { access: number })
    } else if depth > shape.plane_count() {
        Err(Refusal::TooDeep { access: number })
    } else if height > shape.rows {
        Err(Refusal::TooHigh { access: number })
    } else if width * access.vec > shape.cols {
        Err(Refusal::TooWide { access: number })
    } else {
        Ok(())
    }
}

/// Checks that the operand has such elements on the architecture, that a lane can load as many at once, and that the tile is made of whole
/// operands.
const fn check_operand(tile: &SimpleTile<'_>, access: &ConstAccess<'_>, number: usize) -> Result<(), Refusal> {
    let is_there = match access.pattern.since(tile.numbers.elem_bytes) {
        Some(since) => !tile.arch.is_before(since),
        None => false,
    };
    let is_loaded = match access.pattern {
        ConstPattern::Fragment { operand, .. } => operand.is_loaded_by(access.vec, tile.numbers.elem_bytes),
        _ => true,
    };
    if !is_there || !is_loaded {
        return Err(Refusal::FragmentElement { access: number });
    }
    let (shape, (height, width)) = (tile.numbers.shape(), access.extent());
    let fits = shape.rows.is_multiple_of(height) && shape.cols.is_multiple_of(width) && !shape.is_line();
    if fits { Ok(()) } else { Err(Refusal::Fragment { access: number }) }
}

/// Checks that every lane of a table is inside the tile.
const fn check_lanes(access: &ConstAccess<'_>, warps: usize, shape: Shape, number: usize) -> Result<(), Refusal> {
    let mut warp = 0;
    while warp < warps {
        let mut lane = 0;
        while lane < LANES {
            if let Some((plane, row, col)) = access.listed(warp, lane, shape)
                && (plane >= shape.plane_count() || row >= shape.rows || col >= shape.cols)
            {
                return Err(Refusal::LaneOutside { access: number, warp: warp as u32, lane: lane as u32 });
            }
            lane += 1;
        }
        warp += 1;
    }
    Ok(())
}
