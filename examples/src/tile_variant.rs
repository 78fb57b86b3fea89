//! A tile of one of several layouts, as a value.

use smem_tile::{Layout, SmemTile};

/// A tile of a program that compares layouts: its name, its layout, and its text in CUDA C++.
///
/// ```
/// use smem_examples::TileVariant;
/// use smem_tile::smem_tile;
///
/// #[smem_tile(32, 32, pad = auto)]
/// struct Tile(f32);
///
/// let variant = TileVariant::of::<Tile>("padded");
/// assert_eq!((variant.elem_bytes, variant.bytes), (4, 4 * (31 * 33 + 32)));
/// ```
#[derive(Debug, Clone, Copy)]
pub struct TileVariant {
    /// The name in the table.
    pub name: &'static str,
    /// The layout of its elements.
    pub layout: Layout,
    /// Bytes of an element.
    pub elem_bytes: u32,
    /// Bytes of the tile, padding included.
    pub bytes: usize,
    /// The struct in CUDA C++.
    pub cuda: &'static str,
}

impl TileVariant {
    /// Returns the tile `T`, called `name` in the table.
    pub const fn of<T: SmemTile>(name: &'static str) -> TileVariant {
        TileVariant { name, layout: T::LAYOUT, elem_bytes: size_of::<T::Elem>() as u32, bytes: T::BYTES, cuda: T::CUDA }
    }
}
