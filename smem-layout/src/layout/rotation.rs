//! Rotations: each row of a tile turned along itself, by a distance that grows with the row.

use core::fmt;

/// A rotation of the rows: the element of column `c` in row `r` is stored in column `(c + step * (r / every)) % cols`.
///
/// A row of any width can be turned, while an XOR needs a power of two. 3 rows of 5 columns with a step of 2, the column
/// that each place holds:
///
/// ```text
/// row 0    0 1 2 3 4
/// row 1    3 4 0 1 2
/// row 2    1 2 3 4 0
/// ```
///
/// ```
/// use smem_layout::{Layout, Rotation, Swizzle};
///
/// let rotation = Rotation::new(2, 1).unwrap();
/// let layout = Layout::plain(3, 5)?.with_swizzle(Swizzle::Rotate(rotation))?;
/// assert_eq!(layout.index(1, 4), 5 + 1);
/// assert_eq!(Rotation::new(1, 0), None);
/// # Ok::<(), smem_layout::LayoutError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rotation {
    step: u32,
    every: u32,
}

impl Rotation {
    /// Returns the rotation by `step` elements after every `every` rows; `None` if either is 0.
    pub const fn new(step: u32, every: u32) -> Option<Rotation> {
        if step == 0 || every == 0 { None } else { Some(Rotation { step, every }) }
    }

    /// Returns the elements that a row is turned further than the rows before it.
    pub const fn step(&self) -> u32 {
        self.step
    }

    /// Returns the number of neighbouring rows that are turned alike.
    pub const fn every(&self) -> u32 {
        self.every
    }

    /// Returns the column that column `col` of `row` is stored in, on rows of `cols` columns.
    pub const fn apply(&self, row: u32, col: u32, cols: u32) -> u32 {
        (col + self.step * (row / self.every)) % cols
    }
}

/// Writes `rotate(2)`, or `rotate(2, every = 4)`.
impl fmt::Display for Rotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.every {
            1 => write!(f, "rotate({})", self.step),
            every => write!(f, "rotate({}, every = {every})", self.step),
        }
    }
}
