//! Small Fourier transforms: eight threads exchange 64 complex numbers, storing by strides of 8 and loading groups 64 apart.

use smem_launch::LaunchShape;
use smem_tile::accesses::LaneTable;
use smem_tile::{Access, smem_tile};

use crate::TileVariant;
use crate::gallery::{DrawnAccess, Exhibit, LabelledAccess, Numbers, Problem, ProblemSize};

/// Complex numbers of a transform.
const POINTS: usize = 64;

/// Transforms that a block makes.
const BATCH: usize = 16;

/// The accesses of `Line`, once for all layouts.
macro_rules! line {
    ($name:ident, $($layout:tt)*) => {
        #[smem_tile(1024, $($layout)*, cuda = "Line", access(
            stride(8, aligned),
            lanes(|lane, warp| (0, 64 * (lane / 8) + lane % 8 + 8 * (warp % 8) + 256 * (warp / 8)), warps = 32)
        ))]
        struct $name([f32; 2]);
    };
}
line!(Dense, layout = plain, conflicts = allow);
line!(Padded, pad = auto);
line!(Swizzled, swizzle = auto);

pub(super) const EXHIBIT: Exhibit = Exhibit {
    name: "fft",
    about: "Fourier transforms of 64 complex numbers, 8 x 8, with one exchange",
    file: "fft.cu",
    text: include_str!("../../../kernels/gallery/fft.cu"),
    variants: &[
        TileVariant::of::<Dense>("dense"),
        TileVariant::of::<Padded>("padded"),
        TileVariant::of::<Swizzled>("swizzled"),
    ],
    other_tiles: &[],
    accesses,
    drawn: DrawnAccess { access: || Access::aligned_stride(8), rows: 1, columns: 256 },
    problem,
};

fn accesses() -> Vec<LabelledAccess> {
    let warp = |warp: u32| {
        std::array::from_fn(|lane| {
            let lane = lane as u32;
            (0, 64 * (lane / 8) + lane % 8 + 8 * (warp % 8) + 256 * (warp / 8))
        })
    };
    let exchanged = LaneTable::new((0..32).map(warp).collect()).expect("there are 32 warps");
    vec![
        LabelledAccess::new("stride", [Access::aligned_stride(8)]),
        LabelledAccess::new("exchanged", [Access::lanes(exchanged)]),
    ]
}

fn problem(size: ProblemSize) -> Problem {
    let blocks = match size {
        ProblemSize::Small => 2,
        ProblemSize::Large => 8192,
    };
    let transforms = blocks * BATCH;
    let numbers = Numbers::random_f32(2 * POINTS * transforms, 16, 1);
    let root = |power: usize| (-std::f64::consts::TAU * (power % POINTS) as f64 / POINTS as f64).sin_cos();
    let roots: Vec<(f64, f64)> = (0..POINTS).map(root).collect();
    let mut expected = Vec::with_capacity(numbers.len());
    for transform in numbers.chunks_exact(2 * POINTS) {
        for frequency in 0..POINTS {
            let (mut re, mut im) = (0.0, 0.0);
            for (at, number) in transform.chunks_exact(2).enumerate() {
                let (sin, cos) = roots[at * frequency % POINTS];
                let (x, y) = (f64::from(number[0]), f64::from(number[1]));
                re += x * cos - y * sin;
                im += x * sin + y * cos;
            }
            expected.extend([re as f32, im as f32]);
        }
    }
    let roots = roots.iter().flat_map(|(sin, cos)| [*cos as f32, *sin as f32]).collect();
    Problem {
        size: format!("{transforms} transforms of {POINTS}"),
        inputs: vec![Numbers::F32(numbers), Numbers::F32(roots)],
        expected: Numbers::F32(expected),
        // Sums of up to 64 * 16 * 2, so about a thousand, with errors of a few times 2^-24 of that.
        tolerance: 1e-3,
        sizes: vec![],
        launch: LaunchShape::of([blocks as u32, 1, 1], [8 * BATCH as u32, 1, 1]),
    }
}
