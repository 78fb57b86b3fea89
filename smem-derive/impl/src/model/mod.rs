//! The checked model: the struct, its element type, and the layout that `smem-layout` solves for them; and blocks of tiles.

pub(crate) mod block;
pub(crate) mod constant;
pub(crate) mod cuda_names;
pub(crate) mod elem;
pub(crate) mod foreign;
pub(crate) mod item;
pub(crate) mod primitive;
pub(crate) mod tile;
pub(crate) mod wide;
