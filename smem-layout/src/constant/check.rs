//! Checks of the numbers of a tile. Those that do not depend on the values of constants are the attribute's.

use crate::{
    banks::LANES,
    constant::{
        access::{SimpleAccess, SimpleFragment, SimplePattern, WIDEST_BYTES, register_elements},
        refusal::{Refusal, TooLargeBy},
        spec::{Dimensions, SimpleTile, SimpleTileSpec},
    },
};

/// Returns the tile with its numbers, or what is wrong with them.
pub(super) const fn check<'a>(spec: &SimpleTileSpec<'a>) -> Result<SimpleTile<'a>, Refusal> {
    let (rows, cols) = match spec.size {
        Dimensions::Line(cols) => (Ok(1), dimension(cols, 0)),
        Dimensions::Rows(rows, cols) => (dimension(rows, 0), dimension(cols, 1)),
    };
    let (rows, cols) = match (rows, cols) {
        (Ok(rows), Ok(cols)) => (rows, cols),
        (Err(refusal), _) | (_, Err(refusal)) => return Err(refusal),
    };
    if !matches!(spec.elem_bytes, 1 | 2 | 4 | 8 | 16 | 32) {
        return Err(Refusal::ElementBytes { bytes: spec.elem_bytes });
    }
    let elem_bytes = spec.elem_bytes as u32;
    let bytes = rows as u128 * cols as u128 * elem_bytes as u128;
    if bytes > spec.limit() as u128 {
        return Err(Refusal::TooLarge { bytes, by: TooLargeBy::Elements });
    }
    let bytes = bytes * spec.stages as u128;
    if bytes > spec.limit() as u128 {
        return Err(Refusal::TooLarge { bytes, by: TooLargeBy::Stages });
    }
    let tile = SimpleTile {
        rows,
        cols,
        elem_bytes,
        accesses: spec.accesses,
        model: spec.arch.bank_model(),
        prefer: spec.prefer,
    };
    let mut number = 0;
    while number < tile.accesses.len() {
        if let Err(refusal) = access(&tile, &tile.accesses[number], number) {
            return Err(refusal);
        }
        number += 1;
    }
    let needed = tile.widest_bytes();
    if needed > spec.align { Err(Refusal::Alignment { needed }) } else { Ok(tile) }
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

const fn access(tile: &SimpleTile<'_>, access: &SimpleAccess, number: usize) -> Result<(), Refusal> {
    let (rows, cols) = (tile.rows, tile.cols);
    if access.transposed && rows == 1 {
        return Err(Refusal::TransposedLine { access: number });
    }
    match access.pattern {
        SimplePattern::LdMatrix { .. } => {
            let fits = tile.elem_bytes <= WIDEST_BYTES
                && rows > 1
                && rows.is_multiple_of(8)
                && (cols * tile.elem_bytes).is_multiple_of(WIDEST_BYTES);
            return if fits { Ok(()) } else { Err(Refusal::LdMatrix { access: number }) };
        }
        SimplePattern::Fragment(fragment) | SimplePattern::Wmma { of: fragment, .. } => {
            return check_fragment(tile, access, fragment, number);
        }
        _ => {}
    }
    if access.vec > 1 && access.vec * tile.elem_bytes > WIDEST_BYTES {
        return Err(Refusal::WideVector { access: number });
    }
    if !cols.is_multiple_of(access.vec) {
        return Err(Refusal::RaggedVector { access: number });
    }
    let (rows, cols) = if access.transposed { (cols, rows) } else { (rows, cols) };
    match access.pattern {
        SimplePattern::Block { height, width } | SimplePattern::Window { height, width } => {
            if height > rows {
                return Err(Refusal::TooHigh { access: number });
            }
            if width * access.vec > cols {
                return Err(Refusal::TooWide { access: number });
            }
        }
        SimplePattern::Lanes { warps, .. } => return check_lanes(warps, (rows, cols), number),
        _ => {}
    }
    Ok(())
}

/// Checks that the operand has such elements, that a lane can load as many at once, and that the tile is made of whole operands.
const fn check_fragment(
    tile: &SimpleTile<'_>,
    access: &SimpleAccess,
    fragment: SimpleFragment,
    number: usize,
) -> Result<(), Refusal> {
    let register = register_elements(tile.elem_bytes);
    let pairs = fragment.is_sum && access.vec == 2 && 2 * tile.elem_bytes <= WIDEST_BYTES;
    if fragment.elem_bytes & tile.elem_bytes == 0 || !(access.vec == 1 || access.vec == register || pairs) {
        return Err(Refusal::FragmentElement { access: number });
    }
    let (rows, cols) = if access.transposed { (tile.cols, tile.rows) } else { (tile.rows, tile.cols) };
    let fits = rows.is_multiple_of(fragment.rows) && cols.is_multiple_of(fragment.cols) && tile.rows > 1;
    if fits { Ok(()) } else { Err(Refusal::Fragment { access: number }) }
}

/// Checks that every lane of a table is inside what the lanes walk.
const fn check_lanes(warps: &[[(u32, u32); LANES]], (rows, cols): (u32, u32), number: usize) -> Result<(), Refusal> {
    let mut warp = 0;
    while warp < warps.len() {
        let mut lane = 0;
        while lane < LANES {
            let (row, col) = warps[warp][lane];
            if row >= rows || col >= cols {
                return Err(Refusal::LaneOutside { access: number, warp: warp as u32, lane: lane as u32 });
            }
            lane += 1;
        }
        warp += 1;
    }
    Ok(())
}
