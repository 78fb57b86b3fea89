//! Checks of an access on a tile: its vectors fit the rows, its lanes the warp, its extent the tile.

use alloc::{
    format,
    string::{String, ToString},
};

use smem_banks::{LANES, WIDEST_BYTES};

use crate::access::{
    access_error::{AccessArgument, AccessError},
    check_fragment::{Fragment, check_fragment, check_fragment_vec},
    check_planes::{check_block_3d, check_depth, counted},
    check_wmma::check_wmma,
    lane_table::LaneTable,
    pattern::Pattern,
    shape::Shape,
};

/// Checks an access against a tile of elements of `elem_bytes` bytes.
pub(super) fn check_access(
    (pattern, transposed): (&Pattern, bool),
    vec: u32,
    max_ways: u32,
    shape: Shape,
    elem_bytes: u32,
) -> Result<(), AccessError> {
    if let Err(message) = check_element(elem_bytes) {
        return wrong(AccessArgument::Element, message);
    }
    match pattern {
        // It checks its own.
        Pattern::Wmma { .. } => {}
        _ if transposed => check_transposed(pattern, vec, shape)?,
        Pattern::Fragment { operand, .. } => check_fragment_vec(*operand, vec, elem_bytes)?,
        _ => check_vec(pattern, vec, shape, elem_bytes)?,
    }
    if max_ways == 0 {
        return wrong(
            AccessArgument::MaxWays,
            "`max_ways = 0` allows no wavefront at all\nhelp: write `max_ways = 1`, which allows no conflict"
                .to_string(),
        );
    }
    match pattern {
        &Pattern::Fragment { shape: of, operand } => {
            check_fragment(&Fragment { shape: of, operand, transposed }, shape, elem_bytes)
        }
        &Pattern::Wmma { shape: of, operand } => check_wmma((of, operand, transposed), vec, shape, elem_bytes),
        // Its columns are the rows of all planes.
        Pattern::Lanes(table) if transposed => {
            check_table(vec, table, Shape::flat(shape.cols, shape.all_rows())).map_err(exchanged)
        }
        _ if transposed => {
            check_access((pattern, false), vec, max_ways, shape.transposed(), elem_bytes).map_err(exchanged)
        }
        Pattern::Row { .. } | Pattern::Col { .. } => Ok(()),
        Pattern::Depth { .. } => check_depth(shape),
        &Pattern::Block3d { depth, height, width } => check_block_3d([depth, height, width], vec, shape),
        Pattern::Block { height, width } => check_lanes("block", vec, *height, *width, shape),
        Pattern::Window { height, width } => check_lanes("window", vec, *height, *width, shape),
        Pattern::Stride { step, .. } => check_stride(vec, *step, shape),
        Pattern::LdMatrix { .. } => check_ldmatrix(shape, elem_bytes),
        Pattern::Lanes(table) => check_table(vec, table, shape),
    }
}

/// Returns the error of an access that is transposed.
fn exchanged(error: AccessError) -> AccessError {
    AccessError::new(error.argument(), format!("with rows and columns exchanged, {}", error.message()))
}

fn check_vec(pattern: &Pattern, vec: u32, shape: Shape, elem_bytes: u32) -> Result<(), AccessError> {
    let cols = shape.cols;
    let bytes = u64::from(vec) * u64::from(elem_bytes);
    let most = (WIDEST_BYTES / elem_bytes).max(1);
    if matches!(pattern, Pattern::LdMatrix { .. }) && vec != 1 {
        return wrong(
            AccessArgument::Vec,
            "`ldmatrix` always reads 16 bytes a lane\nhelp: leave `vec` out".to_string(),
        );
    }
    if vec == 0 || !vec.is_power_of_two() {
        let least = 1 << vec.max(1).min(most).ilog2();
        return wrong(AccessArgument::Vec, format!("`vec = {vec}` is not a power of two\nhelp: write `vec = {least}`"));
    }
    if vec > most {
        return wrong(
            AccessArgument::Vec,
            format!(
                "`vec = {vec}` makes {bytes} bytes a lane, and the widest access has {WIDEST_BYTES}\n\
                 help: write `vec = {most}` or less"
            ),
        );
    }
    if !cols.is_multiple_of(vec) {
        let fits = (0..5).map(|log| 1 << log).filter(|vec| cols.is_multiple_of(*vec)).max().unwrap_or(1);
        let help = if fits == 1 { "leave `vec` out".to_string() } else { format!("write `vec = {fits}`") };
        let (row, across) = match shape.is_line() {
            true => (format!("the {cols} elements of the tile"), "elements"),
            false => (format!("a row of {cols} columns"), "columns"),
        };
        let more = u64::from(cols).next_multiple_of(u64::from(vec));
        return wrong(
            AccessArgument::Vec,
            format!("vectors of {vec} elements do not divide {row}\nhelp: {help}, or make it {more} {across}"),
        );
    }
    Ok(())
}

fn check_lanes(name: &str, vec: u32, height: u32, width: u32, shape: Shape) -> Result<(), AccessError> {
    let Shape { rows, cols, .. } = shape;
    if height == 0 || width == 0 {
        let argument = if height == 0 { AccessArgument::Height } else { AccessArgument::Width };
        return wrong(argument, format!("a {name} has at least one row and one column"));
    }
    let lanes = u64::from(height) * u64::from(width);
    let elements = u64::from(width) * u64::from(vec);
    // The nearest that fits.
    let help = || {
        let width = width.min(cols / vec).clamp(1, LANES as u32);
        let height = height.min(rows).min(LANES as u32 / width);
        let nearest = match shape.is_line() {
            true => (1, lanes.min(u64::from(cols / vec)).min(LANES as u64) as u32),
            false => (height, width),
        };
        let argument = if vec == 1 { String::new() } else { format!(", vec = {}", vec) };
        format!("help: write `{name}({}, {}{argument})`", nearest.0, nearest.1)
    };
    let (argument, message) = if lanes > LANES as u64 {
        (AccessArgument::Pattern, format!("`{name}({height}, {width})` takes {lanes} lanes, and a warp has {LANES}"))
    } else if height > rows {
        let tile = match (shape.is_line(), shape.planes) {
            (true, _) => "a tile of one dimension".to_string(),
            (false, None) => counted(rows, "row"),
            (false, Some(_)) => format!("a plane of {}", counted(rows, "row")),
        };
        (AccessArgument::Height, format!("a {name} of {} does not fit into {tile}", counted(height, "row")))
    } else if elements > u64::from(cols) {
        let across = if shape.is_line() { "element" } else { "column" };
        (AccessArgument::Width, format!("a {name} of {elements} {across}s does not fit into {}", counted(cols, across)))
    } else {
        return Ok(());
    };
    wrong(argument, format!("{message}\n{}", help()))
}

fn check_stride(vec: u32, step: u32, shape: Shape) -> Result<(), AccessError> {
    if !shape.is_line() {
        let (has, element) = match shape.planes {
            None => (counted(shape.rows, "row"), "(row, column)"),
            Some(planes) => (counted(planes, "plane"), "(plane, row, column)"),
        };
        return wrong(
            AccessArgument::Pattern,
            format!(
                "`stride` is for one-dimensional tiles, and this one has {has}\n\
                 help: write `lanes(|lane| {element})` instead"
            ),
        );
    }
    if step == 0 {
        return wrong(
            AccessArgument::Step,
            "`stride(0)` is one element for all lanes\nhelp: a stride is at least 1".to_string(),
        );
    }
    if !step.is_multiple_of(vec) {
        return wrong(
            AccessArgument::Step,
            format!("a stride of {step} elements misaligns vectors of {0}\nhelp: make it a multiple of {0}", vec),
        );
    }
    Ok(())
}

fn check_table(vec: u32, table: &LaneTable, shape: Shape) -> Result<(), AccessError> {
    let (rows, cols) = (shape.all_rows(), shape.cols);
    for (warp, lanes) in (0..).zip(table.warps()) {
        let of_warp = if table.warps().len() > 1 { format!(" of warp {warp}") } else { String::new() };
        for (lane, &(row, col)) in (0..).zip(lanes) {
            let argument = AccessArgument::Lane { warp, lane };
            let line = shape.is_line() && row == 0;
            if row >= rows || col >= cols {
                let outside = match (line, shape.planes) {
                    (true, _) => format!("element {col}, outside the tile of {cols} elements"),
                    (false, None) => format!("row {row}, column {col}, outside the tile of {rows} x {cols}"),
                    (false, Some(planes)) => {
                        let (plane, row) = (row / shape.rows, row % shape.rows);
                        let tile = format!("{planes} x {} x {cols}", shape.rows);
                        format!("plane {plane}, row {row}, column {col}, outside the tile of {tile}")
                    }
                };
                return wrong(argument, format!("lane {lane}{of_warp} is at {outside}"));
            }
            if !col.is_multiple_of(vec) {
                let across = if line { "element" } else { "column" };
                return wrong(
                    argument,
                    format!(
                        "lane {lane}{of_warp} is at {across} {col}, where vectors of {0} elements are misaligned\n\
                         help: make the {across} a multiple of {0}",
                        vec
                    ),
                );
            }
        }
    }
    Ok(())
}

fn check_ldmatrix(shape: Shape, elem_bytes: u32) -> Result<(), AccessError> {
    let Shape { rows, cols, .. } = shape;
    let wrong = |message| wrong(AccessArgument::Pattern, message);
    if elem_bytes > WIDEST_BYTES {
        return wrong(format!("`ldmatrix` reads 16 bytes a lane and an element has {elem_bytes}"));
    }
    if shape.is_line() {
        return wrong(
            "`ldmatrix` reads 8 rows at a time, and this tile has one dimension\n\
             help: give it rows and columns, as in `#[smem_tile(8, 64)]`"
                .to_string(),
        );
    }
    if !rows.is_multiple_of(8) {
        return wrong(format!(
            "`ldmatrix` reads 8 rows at a time, and {rows} is not a multiple of 8\nhelp: make it {} rows",
            u64::from(rows).next_multiple_of(8)
        ));
    }
    if !(u64::from(cols) * u64::from(elem_bytes)).is_multiple_of(u64::from(WIDEST_BYTES)) {
        return wrong(format!(
            "`ldmatrix` reads 16 bytes of a row at a time, and the {} bytes of {cols} columns are not a multiple of 16\n\
             help: make it {} columns",
            u64::from(cols) * u64::from(elem_bytes),
            u64::from(cols).next_multiple_of(u64::from(WIDEST_BYTES / elem_bytes))
        ));
    }
    Ok(())
}

/// Checks that the access `of`, each lane of which touches `vec` elements, can be transposed.
fn check_transposed(of: &Pattern, vec: u32, shape: Shape) -> Result<(), AccessError> {
    let cols = shape.cols;
    let name = match of {
        Pattern::LdMatrix { .. } => {
            let message = "`ldmatrix` reads 16 bytes of a row, and no instruction reads 16 bytes of a column\n\
                           help: write `ldmatrix(trans)`, which transposes in registers";
            return wrong(AccessArgument::Pattern, message.to_string());
        }
        _ if shape.is_line() => {
            let message = "`transposed` needs two dimensions, and this tile has one\n\
                           help: leave `transposed` out";
            return wrong(AccessArgument::Pattern, message.to_string());
        }
        Pattern::Row { .. } if vec != 1 && cols.is_multiple_of(vec) => Some("col"),
        Pattern::Col { .. } if vec != 1 && cols.is_multiple_of(vec) => Some("row"),
        _ => None,
    };
    if vec == 1 {
        return Ok(());
    }
    let instead = name.map(|name| format!(", or write `{name}(vec = {vec})`, whose vectors are in rows"));
    wrong(
        AccessArgument::Vec,
        format!(
            "`vec = {vec}` of a transposed access would be {vec} neighbours in a column, and a lane reads neighbours in a row\n\
             help: leave `vec` out{}",
            instead.unwrap_or_default()
        ),
    )
}

/// Checks that an element can have `bytes` bytes; the error is the message.
pub(crate) fn check_element(bytes: u32) -> Result<(), String> {
    match bytes {
        1 | 2 | 4 | 8 | 16 | 32 => Ok(()),
        _ => Err(format!("an element has 1, 2, 4, 8, 16 or 32 bytes, not {bytes}")),
    }
}

fn wrong(argument: AccessArgument, message: String) -> Result<(), AccessError> {
    Err(AccessError::new(argument, message))
}
