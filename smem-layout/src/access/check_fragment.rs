//! Checks of a fragment on a tile: the instruction has such elements, the tile whole operands.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use crate::access::{
    access_error::{AccessArgument, AccessError},
    fragment::{MmaShape, Operand, shapes_of},
    shape::Shape,
};

/// Checks the elements that a lane loads at once.
pub(super) fn check_fragment_vec(operand: Operand, vec: u32, elem_bytes: u32) -> Result<(), AccessError> {
    if operand.is_loaded_by(vec, elem_bytes) {
        return Ok(());
    }
    let holds = match operand.neighbours(elem_bytes) {
        1 => "no two neighbours in a row".to_string(),
        neighbours => format!("{neighbours} neighbours in a row"),
    };
    wrong(AccessArgument::Vec, format!("a lane has {holds} of operand `{operand}`, not {vec}\nhelp: leave `vec` out"))
}

/// An operand of `mma.sync` in a tile, or in the tile with rows and columns exchanged.
pub(super) struct Fragment {
    pub(super) shape: MmaShape,
    pub(super) operand: Operand,
    pub(super) transposed: bool,
}

impl Fragment {
    /// Returns the rows and the columns that the operand takes of the tile, each with its name.
    fn extent(&self) -> [(u32, &'static str); 2] {
        let (rows, cols) = self.operand.extent(self.shape);
        let (down, across) = self.operand.side_names();
        if self.transposed { [(cols, across), (rows, down)] } else { [(rows, down), (cols, across)] }
    }

    fn fits(&self, rows: u32, cols: u32) -> bool {
        let [(height, _), (width, _)] = self.extent();
        rows.is_multiple_of(height) && cols.is_multiple_of(width)
    }

    /// Returns the access as the attribute spells it.
    fn text(&self) -> String {
        let Fragment { shape, operand, transposed } = self;
        if *transposed {
            format!("transposed(fragment({shape}, {operand}))")
        } else {
            format!("fragment({shape}, {operand})")
        }
    }
}

/// Checks that the operand has such elements, and that the tile is made of whole operands.
pub(super) fn check_fragment(fragment: &Fragment, tile: Shape, elem_bytes: u32) -> Result<(), AccessError> {
    let Shape { rows, cols, .. } = tile;
    let &Fragment { shape, operand, transposed } = fragment;
    if shape.since(operand, elem_bytes).is_none() {
        return wrong(AccessArgument::Shape, no_such_operand(shape, operand, elem_bytes));
    }
    let [(height, down), (width, across)] = fragment.extent();
    if tile.is_line() {
        let message = format!(
            "`fragment` reads {height} rows at a time, and this tile has one dimension\n\
             help: give it rows and columns, as in `#[smem_tile({height}, {width})]`"
        );
        return wrong(AccessArgument::Pattern, message);
    }
    if fragment.fits(rows, cols) {
        return Ok(());
    }
    let (side, whole, of, name) = match rows.is_multiple_of(height) {
        false => (rows, height, "rows", down),
        true => (cols, width, "columns", across),
    };
    let other = Fragment { transposed: !transposed, ..*fragment };
    let help = match other.fits(rows, cols) {
        true => format!("write `{}` for a tile of ({across}, {down})", other.text()),
        false => format!("make it {} {of}", u64::from(side).next_multiple_of(u64::from(whole))),
    };
    wrong(
        AccessArgument::Pattern,
        format!(
            "`{}` takes {height} rows ({down}) and {width} columns ({across}) at a time, and {side} {of} are not a multiple of \
             {whole} ({name})\nhelp: {help}",
            fragment.text()
        ),
    )
}

/// Returns the message for elements of which the shape has no such operand.
fn no_such_operand(shape: MmaShape, operand: Operand, elem_bytes: u32) -> String {
    if shape == MmaShape::M8N8K4 && matches!(elem_bytes, 2 | 4) {
        return format!(
            "`{shape}` of 2-byte factors is four products at once, and where each has its operands is up to the kernel\n\
             help: write `lanes(|lane| (row, column))` instead"
        );
    }
    let has: Vec<String> = shape.element_bytes(operand).iter().map(ToString::to_string).collect();
    let has = match has.split_last() {
        Some((last, start)) if !start.is_empty() => format!("{} or {last}", start.join(", ")),
        _ => has.concat(),
    };
    let others = shapes_of(operand, elem_bytes);
    let help = match others.split_last() {
        None => format!("make it a tile of elements of {has} bytes"),
        Some((last, [])) => format!("write {last}"),
        Some((last, start)) => format!("write {} or {last}", start.join(", ")),
    };
    format!(
        "operand `{operand}` of `{shape}` has elements of {has} bytes, and the tile has elements of {elem_bytes}\nhelp: {help}"
    )
}

fn wrong(argument: AccessArgument, message: String) -> Result<(), AccessError> {
    Err(AccessError::new(argument, message))
}
