//! From the model to code: a tile with its layout, or a plain one beside an error, or the reason why there is none.

pub(crate) mod block;
pub(crate) mod constant;
mod cubecl;
pub(crate) mod fallback;
mod text;
pub(crate) mod tile;
mod tile_code;
pub(crate) mod unlinked;
mod untried;
