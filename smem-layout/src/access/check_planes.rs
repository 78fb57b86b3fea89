//! Checks of the accesses that only a tile of planes has.

use alloc::{
    format,
    string::{String, ToString},
};

use smem_banks::LANES;
use smem_banks::WIDEST_BYTES;

use crate::access::{
    access_error::{AccessArgument, AccessError},
    shape::Shape,
};

/// Checks that the tile has planes to walk along.
pub(super) fn check_depth(shape: Shape) -> Result<(), AccessError> {
    if shape.planes.is_some() {
        return Ok(());
    }
    let message = format!(
        "`depth` walks along planes, and this tile has {}\nhelp: give it planes, as in `#[smem_tile(4, 8, 32)]`",
        dimensions(shape)
    );
    wrong(AccessArgument::Pattern, message)
}

/// Checks a block of planes, rows and columns of lanes, each of which touches `vec` elements.
pub(super) fn check_block_3d(block: [u32; 3], vec: u32, shape: Shape) -> Result<(), AccessError> {
    let [depth, height, width] = block;
    let name = format!("block({depth}, {height}, {width})");
    let Some(planes) = shape.planes else {
        // The third number may be meant as a vector.
        let lanes = u64::from(depth) * u64::from(height);
        let fits = lanes <= LANES as u64 && depth <= shape.rows && height.saturating_mul(width) <= shape.cols;
        let is_vec = width > 1 && width.is_power_of_two() && width <= WIDEST_BYTES && vec == 1;
        let help = match is_vec && fits && shape.cols.is_multiple_of(width) {
            true => format!("`block({depth}, {height}, vec = {width})`"),
            false => "`block(rows, columns)`".to_string(),
        };
        let message =
            format!("`{name}` has three dimensions, and this tile has {}\nhelp: write {help}", dimensions(shape));
        return wrong(AccessArgument::Pattern, message);
    };
    let sides = [
        (depth, planes, AccessArgument::Depth, "plane"),
        (height, shape.rows, AccessArgument::Height, "row"),
        (width, shape.cols / vec, AccessArgument::Width, "column"),
    ];
    if let Some((.., argument, side)) = sides.iter().find(|side| side.0 == 0) {
        return wrong(*argument, format!("a block has at least one {side}"));
    }
    // Each side as long as it can be, the columns first.
    let nearest = || {
        let width = width.min(shape.cols / vec).min(LANES as u32);
        let height = height.min(shape.rows).min(LANES as u32 / width);
        let depth = depth.min(planes).min(LANES as u32 / width / height);
        let vec = if vec == 1 { String::new() } else { format!(", vec = {vec}") };
        format!("help: write `block({depth}, {height}, {width}{vec})`")
    };
    let lanes: u128 = block.map(u128::from).iter().product();
    if lanes > LANES as u128 {
        let message = format!("`{name}` takes {lanes} lanes, and a warp has {LANES}");
        return wrong(AccessArgument::Pattern, format!("{message}\n{}", nearest()));
    }
    let Some(&(_, _, argument, side)) = sides.iter().find(|(of_block, of_tile, ..)| of_block > of_tile) else {
        return Ok(());
    };
    let (of_block, of_tile) = match argument {
        AccessArgument::Depth => (depth, planes),
        AccessArgument::Height => (height, shape.rows),
        _ => (width * vec, shape.cols),
    };
    let message = format!("a block of {} does not fit into {}", counted(of_block, side), counted(of_tile, side));
    wrong(argument, format!("{message}\n{}", nearest()))
}

fn dimensions(shape: Shape) -> &'static str {
    if shape.is_line() { "one dimension" } else { "two dimensions" }
}

/// Returns `1 row`, `2 rows`.
pub(super) fn counted(count: u32, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

fn wrong(argument: AccessArgument, message: String) -> Result<(), AccessError> {
    Err(AccessError::new(argument, message))
}
