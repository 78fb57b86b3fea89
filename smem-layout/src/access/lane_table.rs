//! Tables of lanes: the element that each lane of each warp touches.

use alloc::{boxed::Box, string::ToString, vec::Vec};

use smem_banks::LANES;

use crate::access::{
    access_error::{AccessArgument, AccessError},
    borrowed_table::BorrowedTable,
};

/// The element (row, column) that each lane of each warp touches. [`new`](Self::new) has an example.
///
/// In a tile of planes, rows are counted through all of them: row `r` of plane `p` is row `p * R + r` where planes have R rows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LaneTable {
    warps: Box<[[(u32, u32); LANES]]>,
    /// The expression that computed it, for messages.
    text: Option<Box<str>>,
}

impl LaneTable {
    /// Makes a table of one entry a warp: (row, column) of each lane.
    ///
    /// ```
    /// use smem_layout::LaneTable;
    ///
    /// let diagonal = std::array::from_fn(|lane| (lane as u32, lane as u32));
    /// assert_eq!(LaneTable::new(vec![diagonal])?.warps().len(), 1);
    /// assert!(LaneTable::new(vec![]).is_err());
    /// # Ok::<(), smem_layout::AccessError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// A table without a warp, on which every layout would be free of conflict.
    pub fn new(warps: Vec<[(u32, u32); LANES]>) -> Result<Self, AccessError> {
        if warps.is_empty() {
            let message = "`lanes` needs at least one warp".to_string();
            return Err(AccessError::new(AccessArgument::Pattern, message));
        }
        Ok(LaneTable { warps: warps.into(), text: None })
    }

    /// Returns the same table with the text that computed it, as it is shown between the parentheses of `lanes(..)`.
    ///
    /// ```
    /// use smem_layout::{Access, LaneTable};
    ///
    /// let diagonal = std::array::from_fn(|lane| (lane as u32, lane as u32));
    /// let table = LaneTable::new(vec![diagonal])?.shown_as("|lane| (lane, lane)");
    /// assert_eq!(Access::lanes(table).to_string(), "lanes(|lane| (lane, lane))");
    /// # Ok::<(), smem_layout::AccessError>(())
    /// ```
    #[must_use]
    pub fn shown_as(self, text: &str) -> Self {
        LaneTable { text: Some(text.into()), ..self }
    }

    /// Returns the table without its memory.
    pub(super) fn borrowed(&self) -> BorrowedTable<'_> {
        BorrowedTable { warps: &self.warps, plane_rows: None, text: self.text.as_deref().unwrap_or("..") }
    }

    /// Returns the table, one entry a warp: (row, column) of each lane.
    pub fn warps(&self) -> &[[(u32, u32); LANES]] {
        &self.warps
    }
}
