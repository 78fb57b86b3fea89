//! The accesses that are compared: of every kind, where they make sense on a tile.

use smem_layout::{MmaShape, Operand};

use super::{
    accesses::{Declared, Table, Walk},
    tile::Tile,
};

/// Accesses that are compared on the transposed tile, too.
const TRANSPOSED: [Walk; 5] =
    [Walk::Row, Walk::InCol, Walk::Block(4, 8), Walk::Window(3, 5), Walk::Lanes(Table::Line { down: 1, across: 2 })];

/// Fragments on the transposed tile, by the bytes of an element.
const TRANSPOSED_FRAGMENTS: [(u32, Walk); 4] = [
    (1, Walk::Fragment(MmaShape::M8N8K16, Operand::B)),
    (2, Walk::Fragment(MmaShape::M16N8K16, Operand::B)),
    (4, Walk::Fragment(MmaShape::M16N8K8, Operand::A)),
    (8, Walk::Fragment(MmaShape::M8N8K4, Operand::C)),
];

/// The fragments that are compared, by the bytes of an element.
fn fragments_of(elem: u32) -> &'static [(MmaShape, Operand)] {
    match elem {
        1 => &[(MmaShape::M16N8K32, Operand::A), (MmaShape::M8N8K16, Operand::B)],
        2 => &[(MmaShape::M16N8K16, Operand::A), (MmaShape::M16N8K8, Operand::B), (MmaShape::M16N8K8, Operand::C)],
        4 => &[(MmaShape::M16N8K4, Operand::A), (MmaShape::M16N8K8, Operand::C)],
        8 => &[(MmaShape::M8N8K4, Operand::A), (MmaShape::M16N8K16, Operand::B), (MmaShape::M8N8K4, Operand::C)],
        _ => &[],
    }
}

/// The accesses of the comparison that make sense on `tile`.
pub(crate) fn all_on(tile: Tile) -> Vec<Declared> {
    let widest = 16 / tile.elem;
    let vecs = || (0..5).map(|log| 1 << log).filter(|vec| *vec <= widest);
    let mut all: Vec<Declared> = Vec::new();
    all.extend(vecs().map(|vec| Declared::new(Walk::Row, vec)));
    all.extend(vecs().map(|vec| Declared::new(Walk::Col, vec)));
    for (height, width) in [(1, 32), (2, 16), (4, 8), (8, 4), (16, 2), (32, 1), (3, 5), (8, 2), (4, 4)] {
        all.push(Declared::new(Walk::Block(height, width), 1));
    }
    for (height, width, vec) in [(4, 8, 2), (8, 1, widest), (4, 2, widest), (8, 4, widest)] {
        all.push(Declared::new(Walk::Block(height, width), vec));
    }
    for (height, width) in [(1, 32), (2, 16), (3, 10), (5, 5), (32, 1)] {
        all.push(Declared::new(Walk::Window(height, width), 1));
    }
    all.push(Declared::new(Walk::Window(4, 2), widest));
    all.push(Declared::new(Walk::LdMatrix, 1));
    all.push(Declared::new(Walk::LdMatrixTrans, 1));
    for vec in [1, widest] {
        all.extend([Walk::InRow, Walk::InCol].map(|walk| Declared::new(walk, vec)));
    }
    all.extend(
        fragments_of(tile.elem).iter().map(|(shape, operand)| Declared::new(Walk::Fragment(*shape, *operand), 1)),
    );
    if tile.elem == 4 {
        all.push(Declared::new(Walk::Fragment(MmaShape::M16N8K8, Operand::C), 2));
    }
    all.extend(TRANSPOSED.iter().map(|walk| Declared::new(Walk::Transposed(walk), 1)));
    let fragments = TRANSPOSED_FRAGMENTS.iter().filter(|(elem, _)| *elem == tile.elem);
    all.extend(fragments.map(|(_, walk)| Declared::new(Walk::Transposed(walk), 1)));
    if tile.rows == 1 {
        all.extend([1, 2, 3, 4, 8, 16, 32, 33, 64].map(|step| Declared::new(Walk::Stride(step), 1)));
        all.extend([2, 4, 16].map(|step| Declared::new(Walk::Stride(step), 2)));
        all.extend([2, 3, 4, 12, 32].map(|step| Declared::new(Walk::AlignedStride(step), 1)));
        all.push(Declared::new(Walk::AlignedStride(4), 2));
    }
    for (down, across) in [(0, 0), (0, 2), (2, 0), (1, 1), (2, 1), (0, 3)] {
        all.push(Declared::new(Walk::Lanes(Table::Line { down, across }), 1));
    }
    all.push(Declared::new(Walk::Lanes(Table::Line { down: 1, across: 1 }), widest));
    all.extend([Table::AntiDiagonal, Table::Pairs, Table::TwoWarps].map(|table| Declared::new(Walk::Lanes(table), 1)));
    for (width, across, down) in [(16, 2, 1), (8, 4, 2)] {
        all.push(Declared::new(Walk::Lanes(Table::Grid { width, across, down }), 1));
    }
    for (depth, height, width) in [(2, 4, 4), (4, 2, 4), (8, 2, 2), (3, 2, 5), (4, 8, 1), (2, 1, 8)] {
        all.push(Declared::new(Walk::Cuboid(depth, height, width), 1));
    }
    all.extend([1, widest].map(|vec| Declared::new(Walk::Depth, vec)));
    all.extend([1, widest].map(|vec| Declared::new(Walk::InDepth, vec)));
    all.retain(|declared| declared.fits(tile));
    let mut distinct: Vec<Declared> = Vec::new();
    for declared in all {
        if !distinct.contains(&declared) {
            distinct.push(declared);
        }
    }
    distinct
}
