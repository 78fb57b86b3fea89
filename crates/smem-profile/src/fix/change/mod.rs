//! From a layout to a source that has it: ways to write it are listed, compiled, run, ranked, and one is written.
//!
//! ```text
//! edit, values, length          pieces of text to replace; what expressions are; `N` -> `N + 1`
//! rows, lines, tile, instances  the ways: longer rows, longer rows in one dimension, a tile, a tile for each instance of a template
//! composition                   and a swizzle of CuTe's
//! variable                      a variable of the source with all its instances, and the ways to change it       (candidates)
//! source                        the source with chosen ways                                                      (to compile)
//! trial                         that source, compiled and run                                                    (measured)
//! unseen                        instances of a template that were not run
//! choose                        the ways that take the fewest wavefronts                                         (ranked)
//! ```

pub(crate) mod choose;
mod composition;
pub(crate) mod edit;
mod instances;
mod length;
mod lines;
mod rows;
pub(crate) mod source;
mod tile;
pub(crate) mod trial;
pub(crate) mod unseen;
mod values;
pub(crate) mod variable;

use crate::fix::search::FoundLayout;
use crate::fix::tile_text::UnnamedTile;
use edit::TextEdit;

/// How a layout is written into a source. The sooner, the less is new to its reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Way {
    /// Another length of rows in the declaration of an array of several dimensions.
    Rows,
    /// Another length of rows in an array of one dimension, and in its indices.
    Lines,
    /// A swizzle of CuTe's, composed with the layout of a tensor.
    Composition,
    /// A tile in place of the array.
    Tile,
    /// A tile for each instance of a template.
    TileOfInstances,
}

/// A change to the declaration and the accesses of one variable: a candidate until it was compiled and run.
#[derive(Debug, Clone)]
pub(crate) struct Change {
    pub(crate) way: Way,
    /// The layout of each instance of the variable; `None` where one stays as it is.
    pub(crate) layouts: Vec<Option<FoundLayout>>,
    /// The tile of each instance, in the order of `layouts`; one for all where the way is [`Way::Tile`], none where nothing new is declared.
    pub(crate) tiles: Vec<Option<UnnamedTile>>,
    /// The edits, without the declaration of a tile.
    pub(crate) edits: Vec<TextEdit>,
    /// Excess wavefronts of the requests that were recorded, in all instances.
    pub(crate) excess: u64,
    /// In words: ``rows of `N + 1` elements``.
    pub(crate) words: String,
}

impl Way {
    /// Returns whether nothing new is declared: numbers change, or a layout that the source writes.
    pub fn is_declared(self) -> bool {
        matches!(self, Way::Rows | Way::Lines | Way::Composition)
    }
}

impl Change {
    /// The order in which changes are tried: the least excess first, of these what relies on the least, then the smallest change to the source.
    /// A new type is a larger change than other numbers, however many lines have these.
    fn order(&self, text: &str) -> (u64, bool, bool, usize, usize) {
        let relies = self.layouts.iter().flatten().any(|found| found.shape.cols < found.shape.cols_now);
        let mut lines: Vec<u32> = self.edits.iter().map(|edit| edit.line(text)).collect();
        lines.sort_unstable();
        lines.dedup();
        let characters = self.edits.iter().map(|edit| edit.new.len()).sum();
        (self.excess, relies, !self.way.is_declared(), lines.len(), characters)
    }
}
