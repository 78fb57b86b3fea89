//! Checks of the numbers of a tile. Those that do not depend on the values of constants are the attribute's.

use crate::constant::{
    access::{Access, Pattern, WIDEST_BYTES},
    failure::{Failure, TooLargeBy},
    request::{Request, Size, Tile},
};

/// Returns the tile with its numbers, or what is wrong with them.
pub(super) const fn check<'a>(request: &Request<'a>) -> Result<Tile<'a>, Failure> {
    let (rows, cols) = match request.size {
        Size::Line(cols) => (Ok(1), dimension(cols, 0)),
        Size::Rows(rows, cols) => (dimension(rows, 0), dimension(cols, 1)),
    };
    let (rows, cols) = match (rows, cols) {
        (Ok(rows), Ok(cols)) => (rows, cols),
        (Err(failure), _) | (_, Err(failure)) => return Err(failure),
    };
    if !matches!(request.elem_bytes, 1 | 2 | 4 | 8 | 16 | 32) {
        return Err(Failure::ElementBytes { bytes: request.elem_bytes });
    }
    let elem_bytes = request.elem_bytes as u32;
    let bytes = rows as u128 * cols as u128 * elem_bytes as u128;
    if bytes > request.limit() as u128 {
        return Err(Failure::TooLarge { bytes, by: TooLargeBy::Elements });
    }
    let bytes = bytes * request.stages as u128;
    if bytes > request.limit() as u128 {
        return Err(Failure::TooLarge { bytes, by: TooLargeBy::Stages });
    }
    let tile = Tile { rows, cols, elem_bytes, accesses: request.accesses, model: request.arch.bank_model() };
    let mut number = 0;
    while number < tile.accesses.len() {
        if let Err(failure) = access(&tile, &tile.accesses[number], number) {
            return Err(failure);
        }
        number += 1;
    }
    let needed = tile.widest_bytes();
    if needed > request.align { Err(Failure::Alignment { needed }) } else { Ok(tile) }
}

const fn dimension(value: i128, dimension: u32) -> Result<u32, Failure> {
    if value <= 0 {
        Err(Failure::NotPositive { value, dimension })
    } else if value > u32::MAX as i128 {
        Err(Failure::BeyondU32 { value, dimension })
    } else {
        Ok(value as u32)
    }
}

const fn access(tile: &Tile<'_>, access: &Access, number: usize) -> Result<(), Failure> {
    let (rows, cols) = (tile.rows, tile.cols);
    if matches!(access.pattern, Pattern::LdMatrix { .. }) {
        let fits = tile.elem_bytes <= WIDEST_BYTES
            && rows > 1
            && rows.is_multiple_of(8)
            && (cols * tile.elem_bytes).is_multiple_of(WIDEST_BYTES);
        return if fits { Ok(()) } else { Err(Failure::LdMatrix { access: number }) };
    }
    if access.vec > 1 && access.vec * tile.elem_bytes > WIDEST_BYTES {
        return Err(Failure::WideVector { access: number });
    }
    if !cols.is_multiple_of(access.vec) {
        return Err(Failure::RaggedVector { access: number });
    }
    if let Pattern::Block { height, width } | Pattern::Window { height, width } = access.pattern {
        if height > rows {
            return Err(Failure::TooHigh { access: number });
        }
        if width * access.vec > cols {
            return Err(Failure::TooWide { access: number });
        }
    }
    Ok(())
}
