//! Results, bank conflicts and races of the kernels, on the simulated driver.

use smem_driver::{FindingKind, RunReport};
use smem_launch::{Install, Nvrtc};

use super::{KERNELS, MatrixKernels};

/// 40 rows of 70 elements, neither a multiple of a part's.
const ROWS: u32 = 40;
const COLS: u32 = 70;

fn matrix() -> Vec<f32> {
    (0..ROWS * COLS).map(|i| (i % 97) as f32).collect()
}

/// The kernels of a text on the simulated driver.
fn matrices(kernels: &str) -> MatrixKernels {
    smem_driver::install().unwrap();
    // Loaded here, cudarc finds it. With a CUDA toolkit on the machine this line is not needed.
    Nvrtc::find(Install::Allowed).unwrap();
    MatrixKernels::of_text(0, kernels).unwrap()
}

/// The report of a transposition, whose result is right.
fn transposed(kernels: &str) -> RunReport {
    let (matrices, matrix) = (matrices(kernels), matrix());
    let (transposed, report) = smem_driver::observe(|| matrices.transpose(&matrix, ROWS).unwrap());
    let expected: Vec<f32> =
        (0..COLS).flat_map(|c| (0..ROWS).map(move |r| (r * COLS + c) as usize)).map(|i| matrix[i]).collect();
    assert_eq!(transposed, expected);
    report
}

#[test]
fn the_transposition_has_no_bank_conflicts() {
    let report = transposed(KERNELS);
    assert_eq!((report.kernel("transpose").excess(), report.failures()), (0, 0), "{report:?}");
}

#[test]
fn an_array_in_place_of_the_tile_would_have_them() {
    let plain = "namespace plain { struct Part { float a[32][32]; __device__ float& operator()(int r, int c) { return a[r][c]; } }; }\n";
    let report = transposed(&[plain, &KERNELS.replace("example::Part", "plain::Part")].concat());
    assert!(report.kernel("transpose").excess() > 0);
    let [worst, ..] = &report.kernel("transpose").lines[..] else { panic!("{report:?}") };
    assert_eq!((worst.ways, worst.op.to_string()), (32, "load".to_owned()));
}

#[test]
fn rows_are_summed_without_conflicts_or_races() {
    let (matrices, matrix) = (matrices(KERNELS), matrix());
    let (sums, report) = smem_driver::observe(|| matrices.row_sums(&matrix, ROWS).unwrap());
    let expected: Vec<f32> = matrix.chunks(COLS as usize).map(|row| row.iter().sum()).collect();
    assert_eq!(sums, expected);
    assert_eq!((report.kernel("row_sums").excess(), report.failures()), (0, 0), "{report:?}");
}

#[test]
fn a_barrier_that_is_missing_is_found_though_the_sums_may_be_right() {
    let (matrices, matrix) = (matrices(&KERNELS.replace("        __syncthreads();\n", "")), matrix());
    let (_, report) = smem_driver::observe(|| matrices.row_sums(&matrix, ROWS).unwrap());
    let kernel = report.kernel("row_sums");
    assert!(kernel.count(FindingKind::Race) > 0, "{report:?}");
    let race = kernel.findings.iter().find(|finding| finding.kind() == FindingKind::Race).unwrap();
    assert!(race.place.as_ref().unwrap().file.ends_with("src/kernels.cu"), "{race:?}");
}
