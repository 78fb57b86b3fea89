//! The pictures of a kernel: the banks of its tile in each layout, with one access of a warp.

use smem_tile::Arch;
use smem_tile::maps::{Map, MapError, Position, SideBySide};

use super::exhibit::Exhibit;
use crate::TileVariant;

/// Columns of elements that one picture shows and that are still legible on a page.
const MOST_COLUMNS: u32 = 36;

/// Returns the pictures of a kernel as SVG, each with the name of its file: one of all layouts if there is room for them beside each
/// other, and else one of each.
///
/// ```
/// use smem_examples::gallery::{Exhibit, maps};
///
/// let [(name, svg)] = &maps(Exhibit::named("transpose").unwrap())?[..] else { panic!("one picture") };
/// assert!(name == "transpose.svg" && svg.contains("<title>dense: col takes 32 wavefronts where 1 would do"));
/// # Ok::<(), smem_tile::maps::MapError>(())
/// ```
///
/// # Errors
/// Where the access that is drawn does not fit the tile.
pub fn maps(exhibit: &Exhibit) -> Result<Vec<(String, String)>, MapError> {
    let maps = exhibit.variants.iter().map(|variant| map(exhibit, variant)).collect::<Result<Vec<Map>, MapError>>()?;
    // Lines are folded to rows of as many elements as the banks hold once.
    let columns = exhibit.variants.iter().map(|variant| exhibit.drawn.columns.min(128 / variant.elem_bytes));
    if columns.sum::<u32>() <= MOST_COLUMNS {
        return Ok(vec![(format!("{}.svg", exhibit.name), SideBySide::of(&maps).svg())]);
    }
    let of_one = |(variant, map): (&TileVariant, Map)| (format!("{}-{}.svg", exhibit.name, variant.name), map.svg());
    Ok(exhibit.variants.iter().zip(maps).map(of_one).collect())
}

fn map(exhibit: &Exhibit, variant: &TileVariant) -> Result<Map, MapError> {
    let drawn = &exhibit.drawn;
    let map = Map::of(&variant.layout, variant.elem_bytes, Arch::DEFAULT).titled(variant.name);
    map.cropped(drawn.rows, drawn.columns).access(&(drawn.access)(), Position::Worst)
}
