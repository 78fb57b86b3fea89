//! The names of layouts.

use crate::layout::{Layout, Swizzle};

/// Returns the same layout with CuTe's name for its swizzle, where it has one.
pub(crate) fn named(layout: Layout) -> Layout {
    match layout.cute() {
        Some(cute) if layout.line() == layout.cols() && layout.pad() == 0 => layout.swizzled_by(Swizzle::Cute(cute)),
        _ => layout,
    }
}
