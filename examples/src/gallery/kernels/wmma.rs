//! The matrix product on tensor cores by `wmma` fragments, which are loaded with one pitch: padding is the cure, a swizzle is not.

use smem_tile::accesses::{Operand, WmmaShape};
use smem_tile::{Access, smem_tile};

use super::product::product;
use crate::TileVariant;
use crate::gallery::{DrawnAccess, Exhibit, LabelledAccess, Problem, ProblemSize};

/// The accesses of `Tile`, once for both layouts.
macro_rules! tile {
    ($name:ident, $($layout:tt)*) => {
        #[smem_tile(
            64, 64, $($layout)*, cuda = "Tile", elem(bytes = 2, cuda = "__half", include = "cuda_fp16.h"),
            access(row(vec = 2), wmma(m16n16k16, a), transposed(wmma(m16n16k16, b)))
        )]
        struct $name(u16);
    };
}
tile!(Dense, layout = plain, conflicts = allow);
tile!(Padded, pad = auto);

pub(super) const EXHIBIT: Exhibit = Exhibit {
    name: "wmma",
    about: "the product on tensor cores loads fragments of 16 x 16 halves from tiles of 64 x 64",
    file: "wmma.cu",
    text: include_str!("../../../kernels/gallery/wmma.cu"),
    variants: &[TileVariant::of::<Dense>("dense"), TileVariant::of::<Padded>("padded")],
    other_tiles: &[],
    accesses,
    drawn: DrawnAccess { access: fragment_a, rows: 16, columns: 16 },
    problem,
};

fn fragment_a() -> Access {
    Access::wmma(WmmaShape::M16N16K16, Operand::A)
}

fn accesses() -> Vec<LabelledAccess> {
    let fragment_b = Access::wmma(WmmaShape::M16N16K16, Operand::B).transposed();
    vec![
        LabelledAccess::new("row", [Access::row().vec(2)]),
        LabelledAccess::new("a", [fragment_a()]),
        LabelledAccess::new("b", [fragment_b]),
    ]
}

fn problem(size: ProblemSize) -> Problem {
    let sizes = match size {
        ProblemSize::Small => [64, 128, 128],
        ProblemSize::Large => [2048, 2048, 1024],
    };
    product(sizes, 128)
}
