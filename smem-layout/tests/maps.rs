//! Bank maps: the classic pictures of bank conflicts, and properties of the maps of any tile.

#[path = "maps/classics.rs"]
mod classics;
#[path = "maps/drawn.rs"]
mod drawn;
#[path = "maps/pictures.rs"]
mod pictures;
#[path = "maps/snapshots.rs"]
mod snapshots;
#[path = "maps/tiles.rs"]
mod tiles;
