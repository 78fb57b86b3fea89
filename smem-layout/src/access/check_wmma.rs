//! Checks of a `wmma` fragment on a tile: there are such fragments, and the tile is made of whole ones.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use crate::access::{
    access_error::{AccessArgument, AccessError},
    fragment::Operand,
    shape::Shape,
    wmma::WmmaShape,
};

/// Checks that there are such fragments, and that the tile is made of whole ones.
pub(super) fn check_wmma(
    (shape, operand, transposed): (WmmaShape, Operand, bool),
    vec: u32,
    tile: Shape,
    elem_bytes: u32,
) -> Result<(), AccessError> {
    let wrong = |argument, message: String| Err(AccessError::new(argument, message));
    let text =
        if transposed { format!("transposed(wmma({shape}, {operand}))") } else { format!("wmma({shape}, {operand})") };
    if vec != 1 {
        return wrong(
            AccessArgument::Vec,
            "`wmma` chooses what a lane loads at once\nhelp: leave `vec` out".to_string(),
        );
    }
    if shape.since(operand, elem_bytes).is_none() {
        let has: Vec<String> = shape.element_bytes(operand).iter().map(ToString::to_string).collect();
        let other = WmmaShape::ALL.into_iter().find(|other| other.since(operand, elem_bytes).is_some());
        let help = match other {
            Some(other) => format!("write `{other}`"),
            None => format!("make it a tile of elements of {} bytes", has.join(" or ")),
        };
        return wrong(
            AccessArgument::Shape,
            format!(
                "fragment `{operand}` of `{shape}` has elements of {} bytes, and the tile has elements of {elem_bytes}\n\
                 help: {help}",
                has.join(" or ")
            ),
        );
    }
    let (down, across) = shape.extent(operand);
    let (height, width) = if transposed { (across, down) } else { (down, across) };
    if tile.is_line() {
        return wrong(
            AccessArgument::Pattern,
            format!(
                "`wmma` reads {height} rows at a time, and this tile has one dimension\n\
                 help: give it rows and columns, as in `#[smem_tile({height}, {width})]`"
            ),
        );
    }
    let (side, whole, of) = match tile.rows.is_multiple_of(height) {
        false => (tile.rows, height, "rows"),
        true => (tile.cols, width, "columns"),
    };
    if !side.is_multiple_of(whole) {
        let more = u64::from(side).next_multiple_of(u64::from(whole));
        return wrong(
            AccessArgument::Pattern,
            format!(
                "`{text}` takes {height} rows and {width} columns at a time, and {side} {of} are not a multiple of {whole}\n\
                 help: make it {more} {of}"
            ),
        );
    }
    Ok(())
}
