//! What an access must satisfy on a tile: its vectors fit the rows, its lanes the warp, its extent the tile.

use alloc::{
    format,
    string::{String, ToString},
};

use crate::{
    access::{Access, AccessError, LaneTable, Part, Pattern, WIDEST_BYTES},
    bank::LANES,
};

impl Access {
    /// Checks the access against a tile of `rows` x `cols` elements of `elem_bytes` bytes.
    ///
    /// # Errors
    ///
    /// Names the argument that does not fit the tile, and what would.
    pub fn check(&self, rows: u32, cols: u32, elem_bytes: u32) -> Result<(), AccessError> {
        if let Err(message) = check_element(elem_bytes) {
            return wrong(Part::Element, message);
        }
        self.check_vec(cols, elem_bytes)?;
        if self.max_ways == 0 {
            return wrong(
                Part::MaxWays,
                "`max_ways = 0` allows no wavefront at all\nhelp: `max_ways = 1` allows no conflict".to_string(),
            );
        }
        match &self.pattern {
            Pattern::Row | Pattern::Col => Ok(()),
            Pattern::Block { height, width } => self.check_lanes("block", *height, *width, rows, cols),
            Pattern::Window { height, width } => self.check_lanes("window", *height, *width, rows, cols),
            Pattern::Stride { step } => self.check_stride(*step, rows),
            Pattern::LdMatrix => check_ldmatrix(rows, cols, elem_bytes),
            Pattern::Lanes(table) => self.check_table(table, rows, cols),
        }
    }

    fn check_vec(&self, cols: u32, elem_bytes: u32) -> Result<(), AccessError> {
        let vec = self.vec;
        let bytes = u64::from(vec) * u64::from(elem_bytes);
        let most = (WIDEST_BYTES / elem_bytes).max(1);
        if matches!(self.pattern, Pattern::LdMatrix) && vec != 1 {
            return wrong(Part::Vec, "`ldmatrix` always reads 16 bytes a lane\nhelp: leave `vec` out".to_string());
        }
        if vec == 0 || !vec.is_power_of_two() {
            return wrong(
                Part::Vec,
                format!("`vec = {vec}` is no power of two\nhelp: a lane loads 1, 2, 4 or more elements"),
            );
        }
        if vec > most {
            return wrong(
                Part::Vec,
                format!(
                    "`vec = {vec}` makes {bytes} bytes a lane, and the widest access has {WIDEST_BYTES}\n\
                     help: write `vec = {most}` or less"
                ),
            );
        }
        if !cols.is_multiple_of(vec) {
            let fits = (0..5).map(|log| 1 << log).filter(|vec| cols.is_multiple_of(*vec)).max().unwrap_or(1);
            return wrong(
                Part::Vec,
                format!(
                    "vectors of {vec} elements do not divide a row of {cols} columns\n\
                     help: write `vec = {fits}`, or {} columns",
                    u64::from(cols).next_multiple_of(u64::from(vec))
                ),
            );
        }
        Ok(())
    }

    fn check_lanes(&self, name: &str, height: u32, width: u32, rows: u32, cols: u32) -> Result<(), AccessError> {
        if height == 0 || width == 0 {
            let part = if height == 0 { Part::Height } else { Part::Width };
            return wrong(part, format!("a {name} has at least one row and one column"));
        }
        let lanes = u64::from(height) * u64::from(width);
        if lanes > LANES as u64 {
            return wrong(
                Part::Pattern,
                format!(
                    "`{name}({height}, {width})` takes {lanes} lanes, and a warp has {LANES}\n\
                     help: write `{name}({}, {})`",
                    (LANES as u32 / width).max(1),
                    width.min(LANES as u32)
                ),
            );
        }
        if height > rows {
            return wrong(
                Part::Height,
                format!(
                    "a {name} of {} does not fit into {}\nhelp: take at most {rows}",
                    counted(height, "row"),
                    counted(rows, "row")
                ),
            );
        }
        let elements = u64::from(width) * u64::from(self.vec);
        if elements > u64::from(cols) {
            return wrong(
                Part::Width,
                format!(
                    "a {name} of {elements} columns does not fit into {}\nhelp: take a width of at most {}",
                    counted(cols, "column"),
                    cols / self.vec
                ),
            );
        }
        Ok(())
    }

    fn check_stride(&self, step: u32, rows: u32) -> Result<(), AccessError> {
        if rows != 1 {
            return wrong(
                Part::Pattern,
                format!(
                    "`stride` is for one-dimensional tiles, and this one has {rows} rows\n\
                     help: write `lanes(|lane| (row, column))` instead"
                ),
            );
        }
        if step == 0 {
            return wrong(
                Part::Step,
                "`stride(0)` is one element for all lanes\nhelp: a stride is at least 1".to_string(),
            );
        }
        if !step.is_multiple_of(self.vec) {
            return wrong(
                Part::Step,
                format!(
                    "a stride of {step} elements misaligns vectors of {0}\nhelp: make it a multiple of {0}",
                    self.vec
                ),
            );
        }
        Ok(())
    }

    fn check_table(&self, table: &LaneTable, rows: u32, cols: u32) -> Result<(), AccessError> {
        for (warp, lanes) in (0..).zip(table.warps()) {
            let of_warp = if table.warps().len() > 1 { format!(" of warp {warp}") } else { String::new() };
            for (lane, &(row, col)) in (0..).zip(lanes) {
                let part = Part::Lane { warp, lane };
                if row >= rows || col >= cols {
                    return wrong(
                        part,
                        format!(
                            "lane {lane}{of_warp} is at row {row}, column {col}, outside the tile of {rows} x {cols}"
                        ),
                    );
                }
                if !col.is_multiple_of(self.vec) {
                    return wrong(
                        part,
                        format!(
                            "lane {lane}{of_warp} is at column {col}, where vectors of {0} elements are misaligned\n\
                             help: make the column a multiple of {0}",
                            self.vec
                        ),
                    );
                }
            }
        }
        Ok(())
    }
}

fn check_ldmatrix(rows: u32, cols: u32, elem_bytes: u32) -> Result<(), AccessError> {
    let wrong = |message| wrong(Part::Pattern, message);
    if elem_bytes > WIDEST_BYTES {
        return wrong(format!("`ldmatrix` reads 16 bytes a lane and an element has {elem_bytes}"));
    }
    if !rows.is_multiple_of(8) {
        return wrong(format!(
            "`ldmatrix` reads 8 rows at a time, and {rows} rows are no multiple of 8\nhelp: make it {} rows",
            u64::from(rows).next_multiple_of(8)
        ));
    }
    if !(u64::from(cols) * u64::from(elem_bytes)).is_multiple_of(u64::from(WIDEST_BYTES)) {
        return wrong(format!(
            "`ldmatrix` reads 16 bytes of a row at a time, and {cols} columns of {elem_bytes} bytes are no multiple of 16\n\
             help: make it {} columns",
            u64::from(cols).next_multiple_of(u64::from(WIDEST_BYTES / elem_bytes))
        ));
    }
    Ok(())
}

/// `Ok` where an element can have `bytes` bytes, else what is wrong.
pub(crate) fn check_element(bytes: u32) -> Result<(), String> {
    match bytes {
        1 | 2 | 4 | 8 | 16 | 32 => Ok(()),
        _ => Err(format!("an element has 1, 2, 4, 8, 16 or 32 bytes, not {bytes}")),
    }
}

/// `1 row`, `2 rows`.
fn counted(count: u32, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

fn wrong(part: Part, message: String) -> Result<(), AccessError> {
    Err(AccessError { part, message })
}
