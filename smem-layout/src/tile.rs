//! What every annotated tile has, for code that is generic over tiles.

use crate::layout::Layout;

/// A shared-memory tile, implemented by `#[smem_tile]`.
///
/// ```
/// use smem_layout::SmemTile;
///
/// fn spare_bytes<T: SmemTile>() -> usize {
///     T::BYTES - (T::STAGES * T::ROWS * T::COLS) as usize * size_of::<T::Elem>()
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a shared-memory tile",
    note = "annotate its type: `#[smem_tile(32, 32)] struct {Self}(f32);`"
)]
pub trait SmemTile: Sized {
    /// The element type.
    type Elem;
    /// Rows of the tile.
    const ROWS: u32;
    /// Columns of the tile, in elements.
    const COLS: u32;
    /// Elements from a row to the next.
    const PITCH: u32;
    /// Tiles back to back in the storage.
    const STAGES: u32;
    /// Elements of storage, padding and all stages included.
    const LEN: usize;
    /// Bytes of storage: the size of the type.
    const BYTES: usize;
    /// Where each element is stored.
    const LAYOUT: Layout;
    /// The same tile as CUDA C++ source.
    const CUDA: &'static str;

    /// The offset of element (`row`, `col`) from the start of the tile, in elements.
    fn index(row: u32, col: u32) -> u32;

    /// The bank that the first byte of element (`row`, `col`) falls in.
    fn bank(row: u32, col: u32) -> u32;
}
