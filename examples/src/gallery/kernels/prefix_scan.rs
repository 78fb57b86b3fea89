//! The prefix scan that goes up a tree and down again, whose strides double and halve.

use smem_launch::LaunchShape;
use smem_tile::{Access, smem_tile};

use crate::TileVariant;
use crate::gallery::{DrawnAccess, Exhibit, LabelledAccess, Numbers, Problem, ProblemSize};

/// Numbers that a block scans.
const SEGMENT: u32 = 512;

/// The accesses of `Line`, once for all layouts.
macro_rules! line {
    ($name:ident, $($layout:tt)*) => {
        #[smem_tile(512, $($layout)*, cuda = "Line", access(
            row, stride(2, aligned), stride(4, aligned), stride(8, aligned), stride(16, aligned), stride(32, aligned),
            stride(64, aligned), stride(128, aligned), stride(256, aligned)
        ))]
        struct $name(u32);
    };
}
line!(Dense, layout = plain, conflicts = allow);
line!(Padded, pad = auto);
line!(Swizzled, swizzle = auto);

pub(super) const EXHIBIT: Exhibit = Exhibit {
    name: "prefix_scan",
    about: "an exclusive scan up a tree and down again",
    file: "prefix_scan.cu",
    text: include_str!("../../../kernels/gallery/prefix_scan.cu"),
    variants: &[
        TileVariant::of::<Dense>("dense"),
        TileVariant::of::<Padded>("padded"),
        TileVariant::of::<Swizzled>("swizzled"),
    ],
    other_tiles: &[],
    accesses: || {
        let strides = (1..9).map(|step| Access::aligned_stride(1 << step));
        vec![LabelledAccess::new("row", [Access::row()]), LabelledAccess::new("stride", strides)]
    },
    drawn: DrawnAccess { access: || Access::aligned_stride(2), rows: 1, columns: 64 },
    problem,
};

fn problem(size: ProblemSize) -> Problem {
    let segments = match size {
        ProblemSize::Small => 3,
        ProblemSize::Large => 65_536,
    };
    let numbers = Numbers::random((SEGMENT * segments) as usize, 1 << 20, 1);
    let scan = numbers.chunks_exact(SEGMENT as usize).flat_map(|segment| {
        segment.iter().scan(0, |sum, number| {
            let before = *sum;
            *sum += number;
            Some(before)
        })
    });
    let expected = scan.collect();
    Problem {
        size: format!("{segments} segments of {SEGMENT}"),
        inputs: vec![Numbers::U32(numbers)],
        expected: Numbers::U32(expected),
        tolerance: 0.0,
        sizes: vec![],
        launch: LaunchShape::of([segments, 1, 1], [SEGMENT / 2, 1, 1]),
    }
}
