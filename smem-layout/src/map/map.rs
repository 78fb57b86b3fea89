//! The map of a tile: its layout, its banks, and the request that is marked.

use alloc::{
    format,
    string::{String, ToString},
};
use core::ops::Range;

use smem_banks::{Arch, BankModel};

use crate::{
    access::{Access, Positions, Shape},
    layout::{InPlanes, Layout},
    map::{map_error::MapError, marks::Marks},
    solve::{LaidOut, Solution},
    tile::SmemTile,
};

/// A bank map: every element of a tile with its bank, padding included, and one request of a warp marked on it.
///
/// ```
/// use smem_layout::{Access, Arch, Layout, Map, Position, Style};
///
/// // A warp reads 8 rows and 4 columns of a tile of `f32` with rows of 16 banks.
/// let map = Map::of(&Layout::plain(8, 16)?, 4, Arch::SM_90);
/// let map = map.access(&Access::block(8, 4), Position::Worst)?;
/// assert_eq!(map.bank(2, 5), 5);
/// assert!(map.is_conflicting(0, 0) && !map.is_marked(0, 4));
/// assert_eq!(
///     map.text(Style::Plain, 80)?,
///     "\
/// 8 x 16, plain: 512 bytes
/// block(8, 4), position 0 of 4 (the worst): 4 wavefronts where 1 would do
/// lanes 0, 8, 16 and 24 of column 0 all fall in bank 0
///
///     0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15
/// 0 < 0! 1! 2! 3> 4  5  6  7  8  9 10 11 12 13 14 15
/// 1 <16!17!18!19>20 21 22 23 24 25 26 27 28 29 30 31
/// 2 < 0! 1! 2! 3> 4  5  6  7  8  9 10 11 12 13 14 15
/// 3 <16!17!18!19>20 21 22 23 24 25 26 27 28 29 30 31
/// 4 < 0! 1! 2! 3> 4  5  6  7  8  9 10 11 12 13 14 15
/// 5 <16!17!18!19>20 21 22 23 24 25 26 27 28 29 30 31
/// 6 < 0! 1! 2! 3> 4  5  6  7  8  9 10 11 12 13 14 15
/// 7 <16!17!18!19>20 21 22 23 24 25 26 27 28 29 30 31
///
/// <12> accessed, in conflict
/// "
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// The elements are drawn by rows and columns, so that a swizzle shows in the banks and not in the places. Unused elements are
/// drawn after the elements that they follow in storage. A tile of one dimension is folded to rows of as many elements as the banks
/// hold once, 32 words on current GPUs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Map {
    title: Option<String>,
    layout: Layout,
    planes: Option<u32>,
    elem_bytes: u32,
    stages: u32,
    /// Bytes of one stage.
    bytes: usize,
    model: BankModel,
    marks: Option<Marks>,
    /// The rows of a plane and the columns that are drawn, as many from the first of them.
    shown: (u32, u32),
    first_shown: (u32, u32),
}

/// The position of an access, among its [`Positions`]: the request of the warp that a [`Map`] marks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Position {
    /// The first of those with the conflict that a [`Report`](crate::Report) describes, or with the most wavefronts if there is none.
    #[default]
    Worst,
    /// The position of this number, from 0: the warp of that number for accesses that walk the tile or list warps.
    Number(u32),
}

impl Map {
    /// Returns the map of `layout` with elements of `elem_bytes` bytes, on the banks of `arch`. [`Map`] has an example.
    pub fn of(layout: &Layout, elem_bytes: u32, arch: Arch) -> Map {
        Map {
            title: None,
            layout: *layout,
            planes: None,
            elem_bytes,
            stages: 1,
            bytes: layout.bytes(elem_bytes),
            model: arch.bank_model(),
            marks: None,
            shown: (layout.rows(), layout.cols()),
            first_shown: (0, 0),
        }
    }

    /// Returns the map of one stage of what the solver found for `arch`.
    ///
    /// ```
    /// use smem_layout::{Access, Arch, AutoOr, LayoutChoice, Map, Style, TileSpec, solve};
    ///
    /// let accesses = [Access::row(), Access::col()];
    /// let padded = LayoutChoice::Pad(AutoOr::Auto);
    /// let spec = TileSpec::builder(4, 8, 16, &accesses).choice(padded).build()?;
    /// assert_eq!(
    ///     Map::of_solution(&solve(&spec)?, Arch::DEFAULT).text(Style::Plain, 80)?,
    ///     "\
    /// 4 x 8, pitch 10: 608 bytes
    /// each element covers 4 banks, the first of which is given
    ///
    ///     0  1  2  3  4  5  6  7
    /// 0   0  4  8 12 16 20 24 28 -- --
    /// 1   8 12 16 20 24 28  0  4 -- --
    /// 2  16 20 24 28  0  4  8 12 -- --
    /// 3  24 28  0  4  8 12 16 20
    ///
    /// -- padding
    /// "
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_solution(solution: &Solution, arch: Arch) -> Map {
        let map = Map::of(solution.layout(), solution.elem_bytes(), arch);
        let map = solution.planes().map_or(map.clone(), |planes| map.in_planes(planes));
        let elem_bytes = solution.elem_bytes() as usize;
        Map { stages: solution.stages(), bytes: solution.stage_len() * elem_bytes, ..map }
    }

    /// Returns the map of one stage of an annotated type.
    ///
    /// ```
    /// use smem_layout::{Access, Map, MapError, Position, SmemTile};
    ///
    /// /// Returns a picture of a warp that reads a column of a tile.
    /// fn picture<T: SmemTile>() -> Result<String, MapError> {
    ///     Ok(Map::of_tile::<T>().access(&Access::col(), Position::Worst)?.svg())
    /// }
    /// ```
    pub fn of_tile<T: SmemTile>() -> Map {
        let elem_bytes = size_of::<T::Elem>();
        let map = Map::of(&T::LAYOUT, elem_bytes as u32, T::ARCH);
        let map = if T::PLANES > 1 { map.in_planes(T::PLANES) } else { map };
        Map { stages: T::STAGES, bytes: T::STAGE_LEN * elem_bytes, ..map }
    }

    /// Divides the rows into `planes` planes, drawn one after the other.
    ///
    /// # Panics
    ///
    /// Where the rows are not a multiple of the planes.
    #[must_use]
    pub fn in_planes(self, planes: u32) -> Map {
        assert!(planes > 0 && self.layout.rows().is_multiple_of(planes), "planes of as many rows each");
        let rows = self.layout.rows() / planes;
        Map { planes: Some(planes), shown: (rows.min(self.shown.0), self.shown.1), first_shown: (0, 0), ..self }
    }

    /// Puts `title` in front of the shape and the class of the layout.
    #[must_use]
    pub fn titled(self, title: &str) -> Map {
        Map { title: Some(title.to_string()), ..self }
    }

    /// Draws no more than the first `rows` rows (of each plane) and the first `cols` columns. A tile of one dimension has no rows
    /// to leave out.
    ///
    /// ```
    /// use smem_layout::{Arch, Layout, Map, Style};
    ///
    /// let map = Map::of(&Layout::padded(32, 32, 1)?, 4, Arch::SM_90).cropped(2, 3);
    /// assert_eq!(
    ///     map.text(Style::Plain, 80)?,
    ///     "\
    /// 32 x 32, pitch 33: 4220 bytes
    /// the first 2 of 32 rows and 3 of 32 columns
    ///
    ///     0  1  2
    /// 0   0  1  2
    /// 1   1  2  3
    /// "
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn cropped(self, rows: u32, cols: u32) -> Map {
        let shown = (rows.clamp(1, self.plane_rows()), cols.clamp(1, self.layout.cols()));
        Map { shown, first_shown: (0, 0), ..self }
    }

    /// Draws a part of a large tile: the rows (of each plane) and the columns that the marked request touches, with those around them up to
    /// multiples of 8, and at least `least` of each. Without a marked request, the first ones.
    ///
    /// ```
    /// use smem_layout::{Access, Arch, Layout, Map, Position};
    ///
    /// let map = Map::of(&Layout::plain(128, 128)?, 4, Arch::SM_90).access(&Access::block(4, 8), Position::Number(100))?;
    /// assert!(map.cropped_to_access(16).svg().contains("rows 24 to 39 of 128 and columns 32 to 47 of 128"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn cropped_to_access(self, least: u32) -> Map {
        let Some((rows, cols)) = self.marks.as_ref().and_then(|marks| marks.extent(self.plane_rows())) else {
            return self.cropped(least, least);
        };
        let part = |touched: Range<u32>, all: u32| {
            let (first, end) = (touched.start / 8 * 8, touched.end.next_multiple_of(8).min(all));
            let end = end.max((first + least).min(all));
            (first.min(end.saturating_sub(least)), end)
        };
        let ((row, last_row), (col, last_col)) = (part(rows, self.plane_rows()), part(cols, self.layout.cols()));
        Map { shown: (last_row - row, last_col - col), first_shown: (row, col), ..self }
    }

    /// Marks the request that a warp makes with `access` at `position`: the elements that its lanes touch, and those of lanes whose
    /// bank has to serve several words in one phase.
    ///
    /// # Errors
    ///
    /// An access that does not fit the tile, or whose vectors the layout does not keep together and aligned; a position that the access
    /// does not have.
    pub fn access(self, access: &Access, position: Position) -> Result<Map, MapError> {
        let laid = LaidOut { layout: &self.layout, planes: self.planes, elem_bytes: self.elem_bytes };
        laid.check(access)?;
        let shape = Shape::of_all_rows(self.planes, self.layout.rows(), self.layout.cols());
        let positions = Positions::of(&access.borrowed(), shape, self.elem_bytes);
        let count = positions.count();
        let marks = match position {
            Position::Number(number) if number >= count => {
                return Err(MapError::Position { access: access.to_string(), number, count });
            }
            Position::Number(number) => Marks::at(&laid, access, &positions, number, &self.model),
            Position::Worst => Marks::worst(&laid, access, &positions, &self.model),
        };
        Ok(Map { marks: Some(marks), ..self })
    }

    /// Returns the bank of the first byte of element (`row`, `col`). In a tile of planes, rows are counted through all of them.
    pub fn bank(&self, row: u32, col: u32) -> u32 {
        self.bank_at(self.layout.index(row, col))
    }

    /// Returns the number of banks that an element covers: more than one if it is wider than a bank.
    ///
    /// ```
    /// use smem_layout::{Arch, Layout, Map};
    ///
    /// let map = Map::of(&Layout::plain(4, 4)?, 16, Arch::SM_90);
    /// assert_eq!((map.bank(0, 1), map.banks_an_element()), (4, 4));
    /// # Ok::<(), smem_layout::LayoutError>(())
    /// ```
    pub fn banks_an_element(&self) -> u32 {
        self.elem_bytes.div_ceil(self.model.bank_bytes()).min(self.model.banks())
    }

    /// Returns true if a lane of the marked request touches element (`row`, `col`).
    pub fn is_marked(&self, row: u32, col: u32) -> bool {
        self.marks.as_ref().is_some_and(|marks| marks.of(row, col).is_some())
    }

    /// Returns true if a lane of the marked request touches element (`row`, `col`), and its bank has to serve other words in the same
    /// phase.
    pub fn is_conflicting(&self, row: u32, col: u32) -> bool {
        self.marks.as_ref().and_then(|marks| marks.of(row, col)).is_some_and(|mark| mark.is_conflicting)
    }

    /// Returns the title in front of what is drawn, and the shape and the class of the layout.
    pub(super) fn title(&self) -> String {
        match &self.title {
            Some(title) => format!("{title}: {}", self.described()),
            None => self.described(),
        }
    }

    /// Returns the title alone.
    pub(super) fn name(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// Returns the shape and the class of the layout, and its bytes.
    pub(super) fn described(&self) -> String {
        let description = InPlanes { layout: &self.layout, planes: self.planes };
        let stages = if self.stages > 1 { " a stage" } else { "" };
        let unit = if self.bytes == 1 { "byte" } else { "bytes" };
        format!("{description}: {} {unit}{stages}", self.bytes)
    }

    pub(super) fn layout(&self) -> &Layout {
        &self.layout
    }

    pub(super) fn elem_bytes(&self) -> u32 {
        self.elem_bytes
    }

    pub(super) fn model(&self) -> &BankModel {
        &self.model
    }

    pub(super) fn marks(&self) -> Option<&Marks> {
        self.marks.as_ref()
    }

    pub(super) fn planes(&self) -> Option<u32> {
        self.planes
    }

    pub(super) fn plane_rows(&self) -> u32 {
        self.layout.rows() / self.planes.unwrap_or(1)
    }

    /// Returns true for a tile of one dimension.
    pub(super) fn is_line(&self) -> bool {
        self.planes.is_none() && self.layout.rows() == 1
    }

    /// Returns the rows of a plane and the columns that are drawn.
    pub(super) fn shown(&self) -> (u32, u32) {
        self.shown
    }

    /// Returns the first row of a plane and the first column that are drawn.
    pub(super) fn first_shown(&self) -> (u32, u32) {
        self.first_shown
    }

    /// Returns the bank of the first byte of the element at `offset`, in elements.
    pub(super) fn bank_at(&self, offset: u32) -> u32 {
        // The part that does not fit is whole rounds of the banks.
        self.model.bank(offset.wrapping_mul(self.elem_bytes))
    }
}
