//! Bank maps: the classic pictures of bank conflicts, and properties of the maps of any tile.

#[path = "maps/classics.rs"]
mod classics;
#[path = "maps/pictures.rs"]
mod pictures;
