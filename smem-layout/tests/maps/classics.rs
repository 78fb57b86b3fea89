//! The classic pictures of bank conflicts, each with the maps on it.

use smem_layout::{Access, Arch, AutoOr, LaneTable, Layout, LayoutChoice, Map, Position, TileSpec, TmaSwizzle, solve};

/// A picture: the name of its file, and its maps.
pub(crate) type Picture = (&'static str, Vec<Map>);

/// Returns the map of the layout that the solver chooses for rows and columns.
fn solved(rows: u32, cols: u32, elem_bytes: u32, choice: LayoutChoice) -> Map {
    let accesses = [Access::row(), Access::col()];
    let spec = TileSpec::builder(rows, cols, elem_bytes, &accesses).choice(choice).build().unwrap();
    Map::of_solution(&solve(&spec).unwrap(), Arch::DEFAULT)
}

/// Returns the map of four spans of the banks, whose elements the lanes touch with `step` elements from one to the next.
fn strided(step: u32) -> Map {
    let map = Map::of(&Layout::plain(1, 128).unwrap(), 4, Arch::DEFAULT).titled(&format!("stride {step}"));
    map.access(&Access::stride(step), Position::Number(0)).unwrap()
}

/// Returns the map of the layout with the columns of a 32 x 32 tile of `f32`.
fn by_column(title: &str, map: Map) -> Map {
    map.titled(title).access(&Access::col(), Position::Worst).unwrap()
}

/// Returns every picture.
pub(crate) fn pictures() -> Vec<Picture> {
    let dense = || by_column("dense", Map::of(&Layout::plain(32, 32).unwrap(), 4, Arch::DEFAULT));
    let padded = || by_column("padded", solved(32, 32, 4, LayoutChoice::Pad(AutoOr::Auto)));
    let swizzled = || by_column("swizzled", solved(32, 32, 4, LayoutChoice::Swizzle(AutoOr::Auto)));
    let one_word = LaneTable::new(vec![[(0, 40); 32]]).unwrap();
    let broadcast = Map::of(&Layout::plain(1, 128).unwrap(), 4, Arch::DEFAULT).titled("broadcast");
    let operand = |title, choice| {
        let accesses = [Access::ldmatrix()];
        let spec = TileSpec::builder(64, 64, 2, &accesses).choice(choice);
        let spec = spec.conflicts(smem_layout::ConflictPolicy::Allow).build().unwrap();
        let map = Map::of_solution(&solve(&spec).unwrap(), Arch::DEFAULT).titled(title).cropped(16, 64);
        map.access(&Access::ldmatrix(), Position::Worst).unwrap()
    };
    vec![
        ("stride-1", vec![strided(1)]),
        ("stride-2", vec![strided(2)]),
        ("stride-3", vec![strided(3)]),
        ("broadcast", vec![broadcast.access(&Access::lanes(one_word), Position::Worst).unwrap()]),
        ("dense", vec![dense()]),
        ("padded", vec![padded()]),
        ("swizzled", vec![swizzled()]),
        ("columns", [dense(), padded(), swizzled()].map(|map| map.cropped(8, 12)).into()),
        ("columns-narrow", [dense(), padded(), swizzled()].map(|map| map.cropped(8, 12)).into()),
        ("ldmatrix-dense", vec![operand("dense", LayoutChoice::Plain)]),
        ("ldmatrix-swizzle-128", vec![operand("128-byte swizzle", LayoutChoice::Tma(TmaSwizzle::B128))]),
    ]
}
