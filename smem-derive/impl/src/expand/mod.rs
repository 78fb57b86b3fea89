//! The code that comes out: a tile with its layout, or a plain one beside an error; or why there can be none.

pub(crate) mod fallback;
mod text;
pub(crate) mod tile;
pub(crate) mod unlinked;
