//! The shape of a tile: planes, rows, columns.

/// The number of rows and columns of a plane, in elements, and of planes where the tile has three dimensions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shape {
    /// `None` for a tile of one or two dimensions.
    pub(crate) planes: Option<u32>,
    pub(crate) rows: u32,
    pub(crate) cols: u32,
}

impl Shape {
    #[cfg(feature = "alloc")]
    pub(crate) const fn new(planes: Option<u32>, rows: u32, cols: u32) -> Shape {
        Shape { planes, rows, cols }
    }

    /// Returns the shape of a tile without planes.
    #[cfg(feature = "alloc")]
    pub(crate) const fn flat(rows: u32, cols: u32) -> Shape {
        Shape { planes: None, rows, cols }
    }

    /// Returns the shape of a tile of `all_rows` rows in all its planes.
    pub(crate) const fn of_all_rows(planes: Option<u32>, all_rows: u32, cols: u32) -> Shape {
        let shape = Shape { planes, rows: all_rows, cols };
        Shape { rows: all_rows / shape.plane_count(), ..shape }
    }

    /// Returns true for a tile of one dimension.
    pub(crate) const fn is_line(self) -> bool {
        self.planes.is_none() && self.rows == 1
    }

    /// Returns the number of planes; a tile without them is one.
    pub(crate) const fn plane_count(self) -> u32 {
        match self.planes {
            Some(planes) => planes,
            None => 1,
        }
    }

    /// Returns the number of rows of all planes.
    pub(crate) const fn all_rows(self) -> u32 {
        self.plane_count().saturating_mul(self.rows)
    }

    /// Returns the shape with the rows and the columns of each plane exchanged.
    pub(crate) const fn transposed(self) -> Shape {
        Shape { rows: self.cols, cols: self.rows, ..self }
    }
}
