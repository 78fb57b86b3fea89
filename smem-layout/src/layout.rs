//! Layouts: where each element of a tile is stored.

use core::fmt;

use crate::swizzle::{Cute, Matrix, ROW_BITS, Swizzle};

/// The place of every element of a tile of `rows` x `cols` elements: `row * pitch + col`, the column swizzled.
///
/// A one-dimensional tile has one row. Its padding cannot stand at the row's end, so its elements are laid out in
/// *lines* of [`line`](Self::line) elements, each `pitch` elements from the last; on a tile of several rows the lines
/// are the rows.
///
/// ```
/// use smem_layout::Layout;
///
/// let layout = Layout::padded(32, 32, 1);
/// assert_eq!(layout.pitch, 33);
/// assert_eq!(layout.index(2, 5), 2 * 33 + 5);
/// assert_eq!(layout.len(), 32 * 33);
///
/// // One spare element behind every 32: the classic layout of a work-efficient scan.
/// let scan = Layout::lines(1024, 32, 1);
/// assert_eq!(scan.index(0, 70), 70 + 2);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    /// Rows of the tile.
    pub rows: u32,
    /// Columns of the tile, in elements.
    pub cols: u32,
    /// Elements from a row (or line) to the next.
    pub pitch: u32,
    /// Elements of a line: `cols`, or less on a one-dimensional tile that is padded or swizzled.
    pub line: u32,
    /// The permutation within a line.
    pub swizzle: Swizzle,
}

impl Layout {
    /// Dense and row-major.
    pub const fn plain(rows: u32, cols: u32) -> Layout {
        Layout::padded(rows, cols, 0)
    }

    /// Row-major with `pad` unused elements at the end of each row.
    pub const fn padded(rows: u32, cols: u32, pad: u32) -> Layout {
        Layout { rows, cols, pitch: cols + pad, line: cols, swizzle: Swizzle::None }
    }

    /// Dense, each row permuted by `swizzle`.
    pub const fn swizzled(rows: u32, cols: u32, swizzle: Swizzle) -> Layout {
        Layout { swizzle, ..Layout::plain(rows, cols) }
    }

    /// One row of `cols` elements in lines of `line`, with `pad` unused elements at the end of each line.
    pub const fn lines(cols: u32, line: u32, pad: u32) -> Layout {
        Layout { rows: 1, cols, pitch: line + pad, line, swizzle: Swizzle::None }
    }

    /// The same with another swizzle.
    pub const fn with_swizzle(self, swizzle: Swizzle) -> Layout {
        Layout { swizzle, ..self }
    }

    /// The offset of element (`row`, `col`) from the start of the tile, in elements.
    ///
    /// Meaningless outside the tile.
    #[inline]
    pub const fn index(&self, row: u32, col: u32) -> u32 {
        let (row, col) = if self.line == self.cols { (row, col) } else { (col / self.line, col % self.line) };
        match self.swizzle {
            Swizzle::None => row * self.pitch + col,
            Swizzle::Cute(cute) => cute.apply(row * self.pitch + col),
            Swizzle::Matrix(matrix) => row * self.pitch + (col ^ matrix.apply(row)),
        }
    }

    /// Unused elements at the end of each row or line.
    pub const fn pad(&self) -> u32 {
        self.pitch - self.line
    }

    /// Lines of the tile: its rows, or as many lines as a one-dimensional tile fills.
    pub const fn line_count(&self) -> u32 {
        if self.line == self.cols { self.rows } else { self.cols.div_ceil(self.line) }
    }

    /// Elements of storage, padding included.
    pub const fn len(&self) -> usize {
        self.line_count() as usize * self.pitch as usize
    }

    /// True when the tile has no elements.
    pub const fn is_empty(&self) -> bool {
        self.rows == 0 || self.cols == 0
    }

    /// Bytes of storage for elements of `elem_bytes` bytes, padding included.
    pub const fn bytes(&self, elem_bytes: u32) -> usize {
        self.len() * elem_bytes as usize
    }

    /// The same swizzle under CuTe's name, where it has one.
    ///
    /// ```
    /// use smem_layout::{Cute, Layout, Matrix, Swizzle};
    /// let layout = Layout::swizzled(32, 32, Swizzle::Matrix(Matrix::new(&[1, 2, 4, 8, 16], 0)));
    /// assert_eq!(layout.cute(), Cute::new(5, 0, 5));
    /// ```
    pub const fn cute(&self) -> Option<Cute> {
        match self.swizzle {
            Swizzle::None => None,
            Swizzle::Cute(cute) => Some(cute),
            Swizzle::Matrix(matrix) => matrix.as_cute(self.pitch),
        }
    }

    /// The matrix that the swizzle is on the bits of row and column, where it is one. A CuTe swizzle is one where its source
    /// bits are whole bits of the row, and it changes bits of the column only.
    pub(crate) const fn matrix(&self) -> Option<Matrix> {
        match self.swizzle {
            Swizzle::None => None,
            Swizzle::Matrix(matrix) => Some(matrix),
            Swizzle::Cute(cute) => {
                let pitch_bits = self.pitch.trailing_zeros();
                let whole = self.pitch.is_power_of_two() && self.cols == self.pitch;
                let above = cute.base() as i32 + cute.shift() - pitch_bits as i32;
                let columns = cute.base() + cute.bits() <= pitch_bits && cute.base() <= 7 && cute.bits() <= 8;
                if !whole || !columns || above < 0 || above as u32 + cute.bits() > ROW_BITS as u32 {
                    return None;
                }
                let mut matrix = [0u8; ROW_BITS];
                let mut bit = 0;
                while bit < cute.bits() {
                    matrix[(above as u32 + bit) as usize] = 1 << bit;
                    bit += 1;
                }
                Some(Matrix::new(&matrix, cute.base()))
            }
        }
    }
}

/// `32 x 32, pitch 33`, `32 x 32, Swizzle<5, 0, 5>`, `1024 in lines of 32, pitch 33`.
impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.rows == 1 {
            write!(f, "{}", self.cols)?;
        } else {
            write!(f, "{} x {}", self.rows, self.cols)?;
        }
        if self.line != self.cols {
            write!(f, " in lines of {}", self.line)?;
        }
        match (self.pad(), self.swizzle) {
            (0, Swizzle::None) => f.write_str(", plain")?,
            (0, _) => {}
            _ => write!(f, ", pitch {}", self.pitch)?,
        }
        match (self.cute(), self.matrix()) {
            (Some(cute), _) => write!(f, ", {cute}"),
            (None, Some(matrix)) => {
                f.write_str(", col ^ [")?;
                for (bit, column) in matrix.columns().iter().enumerate() {
                    let separator = if bit == 0 { "" } else { ", " };
                    write!(f, "{separator}{}", u32::from(*column) << matrix.base())?;
                }
                f.write_str("] row")
            }
            (None, None) => Ok(()),
        }
    }
}
