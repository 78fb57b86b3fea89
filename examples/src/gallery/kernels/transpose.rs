//! The transpose: a warp stores a row of the tile and loads a column.

use smem_launch::LaunchShape;
use smem_tile::{Access, smem_tile};

use crate::TileVariant;
use crate::gallery::{DrawnAccess, Exhibit, LabelledAccess, Numbers, Problem, ProblemSize};

#[smem_tile(32, 32, layout = plain, conflicts = allow, cuda = "Tile")]
struct Dense(f32);

#[smem_tile(32, 32, pad = auto, cuda = "Tile")]
struct Padded(f32);

#[smem_tile(32, 32, swizzle = auto, cuda = "Tile")]
struct Swizzled(f32);

pub(super) const EXHIBIT: Exhibit = Exhibit {
    name: "transpose",
    about: "a warp stores a row of a 32 x 32 tile and loads a column",
    file: "transpose.cu",
    text: include_str!("../../../kernels/gallery/transpose.cu"),
    variants: &[
        TileVariant::of::<Dense>("dense"),
        TileVariant::of::<Padded>("padded"),
        TileVariant::of::<Swizzled>("swizzled"),
    ],
    other_tiles: &[],
    accesses: || vec![LabelledAccess::new("row", [Access::row()]), LabelledAccess::new("col", [Access::col()])],
    drawn: DrawnAccess { access: Access::col, rows: 32, columns: 12 },
    problem,
};

fn problem(size: ProblemSize) -> Problem {
    let (columns, rows) = match size {
        ProblemSize::Small => (96, 64),
        ProblemSize::Large => (8192, 8192),
    };
    let matrix: Vec<f32> = (0..columns * rows).map(|i| i as f32).collect();
    let transposed = (0..columns * rows).map(|i| matrix[(i % rows * columns + i / rows) as usize]).collect();
    Problem {
        size: format!("{columns} x {rows}"),
        inputs: vec![Numbers::F32(matrix)],
        expected: Numbers::F32(transposed),
        tolerance: 0.0,
        sizes: vec![columns, rows],
        launch: LaunchShape::of([columns / 32, rows / 32, 1], [32, 8, 1]),
    }
}
