//! Layouts in words, as messages and documentation name them.

use core::fmt;

use crate::layout::{layout::Layout, swizzle::Swizzle};

/// Writes `32 x 32, pitch 33`, `32 x 32, Swizzle<5, 0, 5>`, `32 x 64, 1 after every 32`, `5 x 12, rotate(1)`.
impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.rows() == 1 {
            write!(f, "{}", self.cols())?;
        } else {
            write!(f, "{} x {}", self.rows(), self.cols())?;
        }
        write_class(self, f)
    }
}

/// A layout whose rows are in planes, for display: `4 x 8 x 32, pitch 33`.
#[cfg(feature = "alloc")]
pub(crate) struct InPlanes<'a> {
    pub(crate) layout: &'a Layout,
    /// Nothing where the tile has no planes.
    pub(crate) planes: Option<u32>,
}

#[cfg(feature = "alloc")]
impl fmt::Display for InPlanes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let &InPlanes { layout, planes } = self;
        let Some(planes) = planes else { return layout.fmt(f) };
        write!(f, "{planes} x {} x {}", layout.rows() / planes, layout.cols())?;
        write_class(layout, f)
    }
}

/// Writes what a layout does beside storing rows one after the other.
fn write_class(layout: &Layout, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match (layout.is_in_rows(), layout.pad(), layout.swizzle()) {
        (true, 0, Swizzle::None) => f.write_str(", plain")?,
        (true, 0, _) => {}
        (true, ..) => write!(f, ", pitch {}", layout.pitch())?,
        (false, 0, _) => write!(f, " in lines of {}", layout.line())?,
        (false, pad, _) => write!(f, ", {pad} after every {}", layout.line())?,
    }
    match (layout.swizzle(), layout.cute(), layout.matrix()) {
        (Swizzle::Rotate(rotation), ..) => write!(f, ", {rotation}"),
        (_, Some(cute), _) => write!(f, ", {cute}"),
        (Swizzle::Offset(matrix), ..) => write!(f, ", {matrix}"),
        (_, None, Some(matrix)) => {
            f.write_str(", col ^ [")?;
            for (bit, column) in matrix.columns().iter().enumerate() {
                let separator = if bit == 0 { "" } else { ", " };
                write!(f, "{separator}{}", u32::from(*column) << matrix.base())?;
            }
            f.write_str("] row")
        }
        (_, None, None) => Ok(()),
    }
}
