//! Accesses: what each warp touches, as a programmer would say it.
//!
//! | access | lane `i` of warp `w` touches | positions |
//! | --- | --- | --- |
//! | `row` | vector `32 w + i` of the tile, counted along rows | every warp |
//! | `col` | vector `32 w + i`, counted down columns | every warp |
//! | `block(H, W)` | row `i / W`, vector `i % W` of the block | every aligned one; lanes outside the tile are off |
//! | `window(H, W)` | the same | every one inside the tile |
//! | `stride(K)` | element `start + K i` of a one-dimensional tile | every start; lanes outside are off |
//! | `ldmatrix` | 16 bytes of row `i`, for `i < 8` | every 8 rows, every 16 bytes |
//! | `lanes(..)` | what a table says | every warp of the table |
//!
//! A vector is `vec` neighbouring elements of one row that a lane loads or stores at once.

use alloc::{
    boxed::Box,
    format,
    string::{String, ToString},
    vec::Vec,
};
use core::fmt;

use crate::bank::LANES;

/// Bytes that one lane can load or store at once.
pub const WIDEST_BYTES: u32 = 16;

/// A warp access pattern and what is asked of it.
///
/// ```
/// use smem_layout::Access;
///
/// let access = Access::row().vec(4).max_ways(2);
/// assert_eq!(access.to_string(), "row(vec = 4, max_ways = 2)");
/// assert!(access.check(32, 32, 4).is_ok());
/// assert!(access.check(32, 33, 4).is_err(), "vectors of 4 elements do not divide a row of 33");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Access {
    /// Which elements the lanes touch.
    pub pattern: Pattern,
    /// Elements a lane touches at once, neighbours in a row: a power of two.
    pub vec: u32,
    /// The worst conflict that is accepted; 1 accepts none.
    pub max_ways: u32,
}

/// Which elements the lanes of a warp touch; see the table at the top of the module's source, or the README.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Pattern {
    /// Lanes walk the tile row-major, wrapping at the row's end.
    Row,
    /// Lanes walk the tile column-major, wrapping at the column's end.
    Col,
    /// `height` x `width` lanes at every aligned position.
    Block {
        /// Rows of the block.
        height: u32,
        /// Lanes (vectors) in a row of the block.
        width: u32,
    },
    /// `height` x `width` lanes at every position.
    Window {
        /// Rows of the window.
        height: u32,
        /// Lanes (vectors) in a row of the window.
        width: u32,
    },
    /// Lane `i` at `start + step * i` of a one-dimensional tile, for every start.
    Stride {
        /// Elements from a lane to the next.
        step: u32,
    },
    /// 8 rows of 16 bytes a phase, as `ldmatrix` loads them.
    LdMatrix,
    /// Any table of lanes.
    Lanes(LaneTable),
}

/// The element (row, column) that each lane of each warp touches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LaneTable {
    warps: Box<[[(u32, u32); LANES]]>,
}

impl LaneTable {
    /// One entry a warp.
    pub fn new(warps: Vec<[(u32, u32); LANES]>) -> Self {
        LaneTable { warps: warps.into() }
    }

    /// The table, an entry a warp: (row, column) of each lane.
    pub fn warps(&self) -> &[[(u32, u32); LANES]] {
        &self.warps
    }
}

/// The argument of an access that is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// The pattern as such.
    Pattern,
    /// The height of a block or window.
    Height,
    /// The width of a block or window.
    Width,
    /// The step of a stride.
    Step,
    /// `vec`.
    Vec,
    /// `max_ways`.
    MaxWays,
    /// One lane of a table.
    Lane {
        /// The warp.
        warp: u32,
        /// The lane, 0 to 31.
        lane: u32,
    },
}

/// Why an access makes no sense on a tile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AccessError {
    /// The argument at fault.
    pub part: Part,
    /// What is wrong, a lowercase sentence without a full stop; then, where there is something to write instead, a line
    /// that starts with `help:`.
    pub message: String,
}

impl fmt::Display for AccessError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl core::error::Error for AccessError {}

impl Access {
    const fn new(pattern: Pattern) -> Access {
        Access { pattern, vec: 1, max_ways: 1 }
    }

    /// Lanes walk the tile row-major.
    pub const fn row() -> Access {
        Access::new(Pattern::Row)
    }

    /// Lanes walk the tile column-major.
    pub const fn col() -> Access {
        Access::new(Pattern::Col)
    }

    /// `height` x `width` lanes at every aligned position.
    pub const fn block(height: u32, width: u32) -> Access {
        Access::new(Pattern::Block { height, width })
    }

    /// `height` x `width` lanes at every position.
    pub const fn window(height: u32, width: u32) -> Access {
        Access::new(Pattern::Window { height, width })
    }

    /// Lane `i` at `start + step * i` of a one-dimensional tile, for every start.
    pub const fn stride(step: u32) -> Access {
        Access::new(Pattern::Stride { step })
    }

    /// 8 rows of 16 bytes a phase.
    pub const fn ldmatrix() -> Access {
        Access::new(Pattern::LdMatrix)
    }

    /// What `table` says.
    pub const fn lanes(table: LaneTable) -> Access {
        Access::new(Pattern::Lanes(table))
    }

    /// The same with `vec` elements a lane.
    pub fn vec(self, vec: u32) -> Access {
        Access { vec, ..self }
    }

    /// The same, accepting conflicts of up to `max_ways` ways.
    pub fn max_ways(self, max_ways: u32) -> Access {
        Access { max_ways, ..self }
    }

    /// Elements that a lane touches at once: `vec`, or 16 bytes' worth for `ldmatrix`.
    pub fn lane_elements(&self, elem_bytes: u32) -> u32 {
        match self.pattern {
            Pattern::LdMatrix => (WIDEST_BYTES / elem_bytes).max(1),
            _ => self.vec,
        }
    }

    /// Checks the access against a tile of `rows` x `cols` elements of `elem_bytes` bytes.
    ///
    /// # Errors
    ///
    /// Names the argument that does not fit the tile, and what would.
    pub fn check(&self, rows: u32, cols: u32, elem_bytes: u32) -> Result<(), AccessError> {
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

/// `1 row`, `2 rows`.
fn counted(count: u32, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

fn wrong(part: Part, message: String) -> Result<(), AccessError> {
    Err(AccessError { part, message })
}

/// As the attribute spells it: `block(4, 8, vec = 2)`.
impl fmt::Display for Access {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, mut arguments) = match &self.pattern {
            Pattern::Row => ("row", Vec::new()),
            Pattern::Col => ("col", Vec::new()),
            Pattern::Block { height, width } => ("block", alloc::vec![height.to_string(), width.to_string()]),
            Pattern::Window { height, width } => ("window", alloc::vec![height.to_string(), width.to_string()]),
            Pattern::Stride { step } => ("stride", alloc::vec![step.to_string()]),
            Pattern::LdMatrix => ("ldmatrix", Vec::new()),
            Pattern::Lanes(_) => ("lanes", alloc::vec!["..".to_string()]),
        };
        if self.vec != 1 {
            arguments.push(format!("vec = {}", self.vec));
        }
        if self.max_ways != 1 {
            arguments.push(format!("max_ways = {}", self.max_ways));
        }
        if arguments.is_empty() { f.write_str(name) } else { write!(f, "{name}({})", arguments.join(", ")) }
    }
}
