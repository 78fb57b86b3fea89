//! The pictures of one map.

use alloc::string::String;

use crate::map::{
    excerpt,
    map::Map,
    side_by_side::SideBySide,
    style::{Style, TooNarrow},
};

impl Map {
    /// Returns the map as text, with no line of more than `width` columns. Rows that are longer are folded: their columns follow in
    /// panels below each other. [`Map`] has an example.
    ///
    /// Accessed elements are in brackets, `[12]`, and those of lanes in conflict in `<12>`. Between the elements of two lanes is `|`, or
    /// `!` where both conflict. Padding is `--`.
    ///
    /// # Errors
    ///
    /// A width that not even four numbers fit in.
    pub fn text(&self, style: Style, width: usize) -> Result<String, TooNarrow> {
        SideBySide::of(core::slice::from_ref(self)).text(style, width)
    }

    /// Returns the map as an SVG document, which has its own background, light or dark as the viewer prefers.
    ///
    /// ```
    /// use smem_layout::{Access, Arch, Layout, Map, Position};
    ///
    /// let map = Map::of(&Layout::plain(32, 32)?, 4, Arch::SM_90);
    /// let map = map.access(&Access::col(), Position::Worst)?;
    /// let svg = map.svg();
    /// assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
    /// assert!(svg.contains("32 wavefronts where 1 would do"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn svg(&self) -> String {
        SideBySide::of(core::slice::from_ref(self)).svg()
    }

    /// Returns the banks of a few rows and columns as text: the first of them and the last, in at most 8 lines of at most 60 columns.
    ///
    /// ```
    /// use smem_layout::{Arch, Layout, Map};
    ///
    /// let map = Map::of(&Layout::padded(32, 32, 1)?, 4, Arch::SM_90);
    /// assert_eq!(
    ///     map.excerpt(),
    ///     "\
    /// col     0  1  2  3  4  5  6  7 .. 31
    /// row  0  0  1  2  3  4  5  6  7 .. 31 --
    ///      1  1  2  3  4  5  6  7  8 ..  0 --
    ///      2  2  3  4  5  6  7  8  9 ..  1 --
    ///     ..
    ///     31 31  0  1  2  3  4  5  6 .. 30
    /// "
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn excerpt(&self) -> String {
        excerpt::text(self)
    }
}
