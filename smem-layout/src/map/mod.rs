//! Bank maps: the elements of a tile with their banks, and one request of a warp on it, as text and as SVG.
//!
//! A [`Map`] is a layout, the banks, and the request to mark. `grid` says which cells are drawn where and `text` and `svg` draw
//! them; both take what they write about the request from `caption`. A [`RequestMap`] is for memory whose layout is not known.

mod ansi;
mod bars;
mod caption;
mod drawn;
mod excerpt;
mod grid;
#[expect(clippy::module_inception, reason = "the folder is named for its main type")]
mod map;
mod map_error;
mod marks;
mod padding;
mod palette;
mod phases;
mod request_map;
mod sheet;
mod side_by_side;
mod style;
mod svg;
mod text;

pub use map::{Map, Position};
pub use map_error::MapError;
pub use request_map::RequestMap;
pub use side_by_side::SideBySide;
pub use style::{Style, TooNarrow};
