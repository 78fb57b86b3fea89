//! Layouts: where each element of a tile is stored.

use core::fmt;
use smem_banks::Cute;

use crate::layout::{
    matrix::{Matrix, ROW_BITS},
    offset_matrix::OffsetMatrix,
    rotation::Rotation,
    swizzle::Swizzle,
};

/// A layout: the offset of every element of a tile of `rows` x `cols` elements: `row * pitch + col`, the column
/// swizzled.
///
/// The row-major elements are cut into *lines* of [`line`](Self::line) elements, each `pitch` elements from the last. The
/// lines of a tile are its rows, unless it is padded inside its rows, or has one row only.
///
/// No two elements share a place, and none is outside the storage: the constructors refuse all else.
///
/// ```
/// use smem_layout::{Layout, LayoutError};
///
/// let layout = Layout::padded(32, 32, 1)?;
/// assert_eq!(layout.pitch(), 33);
/// assert_eq!(layout.index(2, 5), 2 * 33 + 5);
/// // Nothing is padded after the last row.
/// assert_eq!(layout.len(), 32 * 33 - 1);
///
/// // One spare element after every 32: the classic layout of a work-efficient scan.
/// let scan = Layout::lines(1024, 32, 1)?;
/// assert_eq!(scan.index(0, 70), 70 + 2);
///
/// // The same in two dimensions, counted along the rows.
/// let inside = Layout::padded_every(32, 64, 1, 32)?;
/// assert_eq!(inside.index(2, 40), 2 * 66 + 40 + 1);
/// assert_eq!(inside.len(), 32 * 64 + 63);
/// # Ok::<(), LayoutError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    rows: u32,
    pub(super) cols: u32,
    pub(super) pitch: u32,
    pub(super) line: u32,
    pub(super) swizzle: Swizzle,
}

/// The reason why a [`Layout`] cannot be constructed.
///
/// ```
/// use smem_layout::{Layout, LayoutError};
///
/// assert_eq!(Layout::lines(64, 65, 1), Err(LayoutError::Line));
/// assert_eq!(LayoutError::Line.to_string(), "a line has at least one element, and no more than the tile");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum LayoutError {
    /// A tile without rows or without columns.
    Empty,
    /// Lines of no elements, or of more than the tile has.
    Line,
    /// More elements than 32 bits can count, padding included.
    TooLarge,
    /// A swizzle that moves an element out of the storage, or out of its row.
    NotABijection,
    /// A rotation that turns no row of the tile, or by no less than a row.
    Rotation,
}

impl fmt::Display for LayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            LayoutError::Empty => "a tile has at least one row and one column",
            LayoutError::Line => "a line has at least one element, and no more than the tile",
            LayoutError::TooLarge => "the elements are more than 32 bits can count",
            LayoutError::NotABijection => {
                "the swizzle is not a bijection of the tile: it moves an element out of its place"
            }
            LayoutError::Rotation => {
                "a rotation turns rows, by fewer elements than they have and after fewer rows than there are"
            }
        })
    }
}

impl core::error::Error for LayoutError {}

impl Layout {
    /// Returns the dense, row-major layout.
    ///
    /// # Errors
    ///
    /// A tile without elements, or too large for 32 bits.
    pub const fn plain(rows: u32, cols: u32) -> Result<Layout, LayoutError> {
        Layout::padded(rows, cols, 0)
    }

    /// Returns the row-major layout with `pad` unused elements at the end of each row.
    ///
    /// # Errors
    ///
    /// A tile without elements, or too large for 32 bits.
    pub const fn padded(rows: u32, cols: u32, pad: u32) -> Result<Layout, LayoutError> {
        Layout::checked(rows, cols, cols, pad)
    }

    /// Returns the layout of one row of `cols` elements in lines of `line`, with `pad` unused elements after each line
    /// but the last.
    ///
    /// # Errors
    ///
    /// A tile without elements, or too large for 32 bits; lines of no elements, or longer than the row.
    pub const fn lines(cols: u32, line: u32, pad: u32) -> Result<Layout, LayoutError> {
        Layout::checked(1, cols, line, pad)
    }

    /// Returns the layout with `pad` unused elements after every `every` elements, counted along the rows, but not after the
    /// last element. After every row it is [`padded`](Self::padded).
    ///
    /// # Errors
    ///
    /// A tile without elements, or too large for 32 bits; padding after every 0 elements, or after more than the tile has.
    pub const fn padded_every(rows: u32, cols: u32, pad: u32, every: u32) -> Result<Layout, LayoutError> {
        Layout::checked(rows, cols, every, pad)
    }

    const fn checked(rows: u32, cols: u32, line: u32, pad: u32) -> Result<Layout, LayoutError> {
        if rows == 0 || cols == 0 {
            return Err(LayoutError::Empty);
        }
        let Some(elements) = rows.checked_mul(cols) else { return Err(LayoutError::TooLarge) };
        if line == 0 || line > elements {
            return Err(LayoutError::Line);
        }
        match line.checked_add(pad) {
            Some(pitch) if pitch.checked_mul(elements.div_ceil(line)).is_some() => {
                Ok(Layout { rows, cols, pitch, line, swizzle: Swizzle::None })
            }
            _ => Err(LayoutError::TooLarge),
        }
    }

    /// Returns the same layout with another swizzle.
    ///
    /// # Errors
    ///
    /// A swizzle that moves an element out of the storage, or a matrix that moves one out of its row (or line); a rotation
    /// of a tile that has one row or is padded inside its rows, by no less than a row, or that turns no row.
    pub const fn with_swizzle(self, swizzle: Swizzle) -> Result<Layout, LayoutError> {
        let layout = Layout { swizzle, ..self };
        let stays = match swizzle {
            Swizzle::None => true,
            Swizzle::Cute(cute) => layout.keeps_elements(cute),
            Swizzle::Matrix(matrix) => layout.keeps_lines(matrix),
            Swizzle::Offset(matrix) => layout.keeps_offsets(matrix),
            Swizzle::Rotate(rotation) => return layout.rotated(rotation),
        };
        if stays { Ok(layout) } else { Err(LayoutError::NotABijection) }
    }

    /// Returns a layout of a size and lines that have been checked.
    pub(crate) const fn of(rows: u32, cols: u32, line: u32, pitch: u32) -> Layout {
        Layout { rows, cols, pitch, line, swizzle: Swizzle::None }
    }

    /// Returns the same layout with a swizzle that is known to be a bijection.
    pub(crate) const fn swizzled_by(self, swizzle: Swizzle) -> Layout {
        Layout { swizzle, ..self }
    }

    /// Returns true if no element leaves the storage under CuTe's swizzle of the offset. Unused elements of padded rows
    /// may leave it.
    pub(crate) const fn keeps_elements(&self, cute: Cute) -> bool {
        cute.permutes(self.len() as u32) || self.pad() > 0 && self.is_inside(Swizzle::Cute(cute))
    }

    /// Returns true if no element leaves the storage under a matrix on the offset. Unused elements of padded rows may
    /// leave it.
    const fn keeps_offsets(&self, matrix: OffsetMatrix) -> bool {
        matrix.permutes(self.len() as u32) || self.pad() > 0 && self.is_inside(Swizzle::Offset(matrix))
    }

    /// Returns true if `swizzle`, of the offset, leaves every element in the storage.
    const fn is_inside(&self, swizzle: Swizzle) -> bool {
        let len = self.len() as u32;
        let elements = self.rows * self.cols;
        let mut from = 0;
        while from < len {
            let col = from % self.pitch;
            let used = col < self.line && from / self.pitch * self.line + col < elements;
            let to = match swizzle {
                Swizzle::Cute(cute) => cute.apply(from),
                Swizzle::Offset(matrix) => matrix.apply(from),
                _ => from,
            };
            if used && to >= len {
                return false;
            }
            from += 1;
        }
        true
    }

    /// Returns this layout, if `rotation` turns some of its rows, and by less than their length.
    const fn rotated(self, rotation: Rotation) -> Result<Layout, LayoutError> {
        if self.rows == 1 || !self.is_in_rows() || rotation.step() >= self.cols || rotation.every() >= self.rows {
            return Err(LayoutError::Rotation);
        }
        // A column plus less than a row for each row before is less than the number of elements.
        Ok(self)
    }

    /// Returns true if the matrix moves no element out of its line.
    const fn keeps_lines(&self, matrix: Matrix) -> bool {
        // A block of columns that a power of two aligns, and that the pitch holds whole.
        let whole = 1u32 << self.pitch.trailing_zeros();
        if matrix.reach() < whole {
            return true;
        }
        let mut line = 0;
        while line < self.line_count() {
            let moved = matrix.apply(line);
            let mut col = 0;
            while moved != 0 && col < self.line {
                if col ^ moved >= self.pitch {
                    return false;
                }
                col += 1;
            }
            line += 1;
        }
        true
    }

    /// Returns the number of rows of the tile.
    #[inline(always)]
    pub const fn rows(&self) -> u32 {
        self.rows
    }

    /// Returns the number of columns of the tile, in elements.
    #[inline(always)]
    pub const fn cols(&self) -> u32 {
        self.cols
    }

    /// Returns the number of elements from a line of the storage to the next. [`row_pitch`](Self::row_pitch) returns it only where
    /// it says where the elements of every row are.
    #[inline(always)]
    pub const fn pitch(&self) -> u32 {
        self.pitch
    }

    /// Returns the number of elements of a line: the columns, or another number on a tile that is padded inside its rows
    /// or a one-dimensional one that is padded or swizzled.
    #[inline(always)]
    pub const fn line(&self) -> u32 {
        self.line
    }

    /// Returns the swizzle, a permutation within each line or of the whole offset.
    #[inline(always)]
    pub const fn swizzle(&self) -> Swizzle {
        self.swizzle
    }

    /// Returns the offset of element (`row`, `col`) from the start of the tile, in elements.
    ///
    /// Meaningless outside the tile.
    #[inline]
    pub const fn index(&self, row: u32, col: u32) -> u32 {
        let (row, col) = if self.is_in_rows() {
            (row, col)
        } else {
            let element = row * self.cols + col;
            (element / self.line, element % self.line)
        };
        match self.swizzle {
            Swizzle::None => row * self.pitch + col,
            Swizzle::Cute(cute) => cute.apply(row * self.pitch + col),
            Swizzle::Matrix(matrix) => row * self.pitch + (col ^ matrix.apply(row)),
            Swizzle::Offset(matrix) => matrix.apply(row * self.pitch + col),
            Swizzle::Rotate(rotation) => row * self.pitch + rotation.apply(row, col, self.cols),
        }
    }

    /// Returns true if the lines are the rows of the tile.
    #[inline(always)]
    pub const fn is_in_rows(&self) -> bool {
        self.line == self.cols
    }

    /// Returns true if nothing is padded or swizzled.
    pub const fn is_plain(&self) -> bool {
        self.pad() == 0 && matches!(self.swizzle, Swizzle::None)
    }

    /// Returns true if vectors of `vec` elements (a power of two) stay together and aligned.
    #[cfg(feature = "alloc")]
    pub(crate) const fn keeps_vectors(&self, vec: u32) -> bool {
        let base = match self.swizzle {
            Swizzle::Cute(cute) if cute.bits() > 0 => cute.base(),
            Swizzle::Matrix(matrix) if matrix.reach() > 0 => matrix.reach().trailing_zeros(),
            Swizzle::Offset(matrix) => matrix.base(),
            Swizzle::Rotate(rotation) => (rotation.step() | self.cols).trailing_zeros(),
            _ => 31,
        };
        let single = self.line_count() == 1;
        vec <= 1 << base
            && (single || self.pitch.is_multiple_of(vec))
            && (self.is_in_rows() || self.line.is_multiple_of(vec))
    }

    /// Returns the number of unused elements after each row or line.
    pub const fn pad(&self) -> u32 {
        self.pitch - self.line
    }

    /// Returns the number of lines of the tile: its rows, or as many lines as its elements fill.
    pub const fn line_count(&self) -> u32 {
        if self.is_in_rows() { self.rows } else { (self.rows * self.cols).div_ceil(self.line) }
    }

    /// Returns the number of elements of storage, padding included. Nothing is padded after the last element; a swizzle permutes
    /// whole rows, and a matrix whole lines.
    pub const fn len(&self) -> usize {
        match self.swizzle {
            Swizzle::None | Swizzle::Rotate(_) => self.len_to_last_element(),
            _ => self.len_of_whole_lines(),
        }
    }

    const fn len_to_last_element(&self) -> usize {
        (self.rows * self.cols) as usize + (self.line_count() as usize - 1) * self.pad() as usize
    }

    /// Returns the number of elements of storage of the layout with a swizzle, which permutes whole rows, or lines.
    pub(crate) const fn len_of_whole_lines(&self) -> usize {
        if self.is_in_rows() || matches!(self.swizzle, Swizzle::Matrix(_)) {
            return self.line_count() as usize * self.pitch as usize;
        }
        self.len_to_last_element()
    }

    /// Returns false, because a tile has at least one element.
    pub const fn is_empty(&self) -> bool {
        false
    }

    /// Returns the number of bytes of storage for elements of `elem_bytes` bytes, padding included.
    pub const fn bytes(&self, elem_bytes: u32) -> usize {
        self.len() * elem_bytes as usize
    }

    /// Returns the same swizzle under CuTe's name, where it has one.
    ///
    /// ```
    /// use smem_layout::{Cute, Layout, Matrix, Swizzle};
    /// let matrix = Matrix::new(&[1, 2, 4, 8, 16], 0).unwrap();
    /// let layout = Layout::plain(32, 32)?.with_swizzle(Swizzle::Matrix(matrix))?;
    /// assert_eq!(layout.cute(), Cute::new(5, 0, 5));
    /// # Ok::<(), smem_layout::LayoutError>(())
    /// ```
    pub const fn cute(&self) -> Option<Cute> {
        match self.swizzle {
            Swizzle::None | Swizzle::Rotate(_) => None,
            Swizzle::Cute(cute) => Some(cute),
            Swizzle::Matrix(matrix) => matrix.as_cute(self.pitch),
            Swizzle::Offset(matrix) => matrix.as_cute(),
        }
    }

    /// Returns the swizzle as a matrix from the bits of the row to the bits of the column. A CuTe swizzle is a matrix
    /// if its source bits are bits of the row and it changes only bits of the column.
    pub(crate) const fn matrix(&self) -> Option<Matrix> {
        match self.swizzle {
            Swizzle::None | Swizzle::Offset(_) | Swizzle::Rotate(_) => None,
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
                Matrix::new(&matrix, cute.base())
            }
        }
    }
}
