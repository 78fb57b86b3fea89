//! The stencil with a halo: warps are two rows of 16 threads, whose rows of the tile are 18 elements apart.

use smem_launch::LaunchShape;
use smem_tile::{Access, smem_tile};

use crate::TileVariant;
use crate::gallery::{DrawnAccess, Exhibit, LabelledAccess, Numbers, Problem, ProblemSize};

#[smem_tile(18, 18, layout = plain, conflicts = allow, cuda = "Tile", access(window(2, 16)))]
struct Dense(f32);

#[smem_tile(18, 18, pad = auto, cuda = "Tile", access(window(2, 16)))]
struct Padded(f32);

#[smem_tile(18, 18, swizzle = auto, cuda = "Tile", access(window(2, 16)))]
struct Swizzled(f32);

pub(super) const EXHIBIT: Exhibit = Exhibit {
    name: "stencil",
    about: "a five-point stencil in blocks of 16 x 16 threads, with a halo of one",
    file: "stencil.cu",
    text: include_str!("../../../kernels/gallery/stencil.cu"),
    variants: &[
        TileVariant::of::<Dense>("dense"),
        TileVariant::of::<Padded>("padded"),
        TileVariant::of::<Swizzled>("swizzled"),
    ],
    other_tiles: &[],
    accesses: || vec![LabelledAccess::new("window", [Access::window(2, 16)])],
    drawn: DrawnAccess { access: || Access::window(2, 16), rows: 6, columns: 18 },
    problem,
};

fn problem(size: ProblemSize) -> Problem {
    let (columns, rows) = match size {
        ProblemSize::Small => (70, 50),
        ProblemSize::Large => (8192, 8192),
    };
    let grid = Numbers::random_f32(columns * rows, 100, 1);
    // Row and column are one more than the point's, so that the border is at 0.
    let point = |row: usize, column: usize| {
        let inside = (1..=rows).contains(&row) && (1..=columns).contains(&column);
        if inside { grid[(row - 1) * columns + column - 1] } else { 0.0 }
    };
    let next = |i: usize| {
        let (row, column) = (i / columns + 1, i % columns + 1);
        let around = point(row - 1, column) + point(row + 1, column) + point(row, column - 1) + point(row, column + 1);
        around - 4.0 * point(row, column)
    };
    let expected = (0..columns * rows).map(next).collect();
    let (columns, rows) = (columns as u32, rows as u32);
    Problem {
        size: format!("{columns} x {rows}"),
        inputs: vec![Numbers::F32(grid)],
        expected: Numbers::F32(expected),
        tolerance: 0.0,
        sizes: vec![columns, rows],
        launch: LaunchShape::of([columns.div_ceil(16), rows.div_ceil(16), 1], [16, 16, 1]),
    }
}
