//! The histogram with a copy for each lane, on a picture of even rows: all lanes of a warp see one value.

use smem_launch::LaunchShape;
use smem_tile::{Access, smem_tile};

use crate::TileVariant;
use crate::gallery::{DrawnAccess, Exhibit, LabelledAccess, Numbers, Problem, ProblemSize};

#[smem_tile(32, 256, layout = plain, conflicts = allow, cuda = "Tile")]
struct Dense(u32);

#[smem_tile(32, 256, pad = auto, cuda = "Tile")]
struct Padded(u32);

#[smem_tile(32, 256, swizzle = auto, cuda = "Tile")]
struct Swizzled(u32);

pub(super) const EXHIBIT: Exhibit = Exhibit {
    name: "histogram",
    about: "32 copies of 256 bins, a lane a copy, on a picture whose rows are of one value each",
    file: "histogram.cu",
    text: include_str!("../../../kernels/gallery/histogram.cu"),
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

/// Words of four pixels in a row of the picture, a multiple of a warp's.
const ROW_WORDS: usize = 256;

fn problem(size: ProblemSize) -> Problem {
    let (rows, blocks) = match size {
        ProblemSize::Small => (48, 4),
        ProblemSize::Large => (65_536, 1024),
    };
    let values = Numbers::random(rows, 256, 1);
    let words: Vec<u32> = values.iter().flat_map(|value| vec![value * 0x0101_0101; ROW_WORDS]).collect();
    let mut expected = vec![0; 256];
    for value in values {
        expected[value as usize] += 4 * ROW_WORDS as u32;
    }
    Problem {
        size: format!("{} x {rows} pixels", 4 * ROW_WORDS),
        sizes: vec![words.len() as u32],
        inputs: vec![Numbers::U32(words)],
        expected: Numbers::U32(expected),
        tolerance: 0.0,
        launch: LaunchShape::of([blocks, 1, 1], [256, 1, 1]),
    }
}
