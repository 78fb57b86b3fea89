//! The changes that `fix` chooses: by the wavefronts of the changed source, and of equals the smallest.

use serde_json::Value;
use smem_exhaustive::part;

use super::{Counts, Launched, fix, holds, json, sums};
use crate::call::Folder;

const SQUARE: [&str; 8] = ["--grid", "1", "--block", "32,32", "--arg", "out:f32[1024]", "--arg", "in:f32[1024]=random"];

/// The lines after the changes.
fn after(document: &Value) -> Vec<&str> {
    document["changes"].as_array().unwrap().iter().map(|change| change["after"].as_str().unwrap().trim()).collect()
}

/// Wavefronts of the source as it is, and with the changes.
fn wavefronts(document: &Value) -> [u64; 2] {
    [sums(document, "before").wavefronts, Counts::of(&document["changed_source"]["counts"]).wavefronts]
}

/// Pairs of points, compared in 32 steps: rows of `second` are loaded four elements at once, and stored two rows at once.
fn pairs(declared: &str, options: &[&str]) -> Vec<String> {
    let text = format!(
        "#define D 128
__global__ void pairs(float* out, const float* one, const float* two) {{
    __shared__ float first[16 * (D + 1)];
    {declared}
    int tx = threadIdx.x, ty = threadIdx.y;
    for (int d = tx; d < D; d += 16) first[ty * (D + 1) + d] = one[ty * D + d];
    for (int step = 0; step < 4; ++step) {{
        for (int d = tx; d < D; d += 16) second[ty * D + d] = two[ty * D + d];
        __syncthreads();
        float score = 0;
        for (int d = 0; d < D; ++d) score += first[tx * (D + 1) + d] * second[ty * D + d];
        out[ty * 16 + tx] += score;
        __syncthreads();
    }}
}}"
    );
    let launch = [
        "--grid",
        "1",
        "--block",
        "16,16",
        "--arg",
        "out:f32[256]",
        "--arg",
        "one:f32[2048]=random",
        "--arg",
        "two:f32[2048]=random",
    ];
    let folder = Folder::with(&[("k.cu", &text)]);
    let document = fix(&folder, "k.cu", &[&launch[..], options].concat());
    let [before, after_it] = if document["changed_source"].is_null() { [1, 0] } else { wavefronts(&document) };
    assert!(after_it < before, "{document}");
    let reasons = document["kernels"][0]["arrays"].as_array().unwrap().iter();
    let reason =
        reasons.filter(|array| array["name"] == "second").map(|array| array["reason"].as_str().unwrap_or_default());
    after(&document).into_iter().chain(reason).map(str::to_string).collect()
}

#[test]
fn rows_of_one_dimension_become_longer_and_vectors_stay() {
    let lines = pairs("__shared__ float second[16 * D];", &[]);
    assert!(lines.iter().any(|line| line.contains("__shared__ float second[16 * (D + 16)];")), "{lines:?}");
    assert!(lines.iter().any(|line| line.contains("second[ty * (D + 16) + d] = two[ty * D + d];")), "{lines:?}");
}

#[test]
fn what_takes_more_wavefronts_is_refused_with_its_figures() {
    // Dynamic shared memory cannot have longer rows, and through an XOR the compiler does not see neighbours.
    let lines = pairs("extern __shared__ float second[];", &["--shared", "8192"]);
    assert!(lines.iter().all(|line| !line.contains("SecondTile")), "{lines:?}");
    let reason = lines.last().unwrap();
    assert!(reason.contains("no change that was compiled and run takes fewer wavefronts in all than"), "{reason}");
    assert!(reason.contains("a tile of") && reason.contains(" wavefronts"), "{reason}");
}

/// A diagonal, which rows of 33 elements do not free.
fn diagonal(outside: &str, declared: &str, element: impl Fn(&str, &str) -> String) -> String {
    format!(
        "{outside}
__global__ void k(float* out, const float* in) {{
    __shared__ float s{declared};
    int x = threadIdx.x, y = threadIdx.y;
    {} = in[y * 32 + x];
    __syncthreads();
    out[y * 32 + x] = {} + {};
}}",
        element("y", "x"),
        element("x", "x"),
        element("y", "y"),
    )
}

#[test]
fn one_number_changes_where_one_is_enough() {
    let indexed = |row: &str, col: &str| format!("s[{row}][{col}]");
    let in_line = |row: &str, col: &str| format!("s[{row} * PITCH + {col}]");
    let forms = [
        (diagonal("", "[32][33]", indexed), "__shared__ float s[32][34];"),
        (diagonal("#define N 32", "[N][N + 1]", indexed), "__shared__ float s[N][N + 2];"),
        (diagonal("#define PITCH 33", "[32 * PITCH]", in_line), "#define PITCH 34"),
        (diagonal("constexpr int PITCH = 32 + 1;", "[32 * PITCH]", in_line), "constexpr int PITCH = 32 + 2;"),
    ];
    for (text, expected) in part(forms, 3) {
        let document = holds(&Launched { text: &text, launch: &SQUARE });
        assert_eq!(after(&document), [expected], "{document}");
        assert_eq!(document["changed_source"]["counts"]["excess"], 0, "{document}");
    }
}

#[test]
fn one_instance_of_a_template_does_not_fix_its_sizes_for_all() {
    let text = "template <int N>
__global__ void k(float* out, const float* in) {
    __shared__ float s[N * N];
    int x = threadIdx.x, y = threadIdx.y;
    s[y * N + x] = in[y * N + x];
    __syncthreads();
    out[y * N + x] = s[x * N + y];
}
void host(float* a, float* b) { k<16><<<1, dim3(16, 16)>>>(a, b); k<32><<<1, dim3(32, 32)>>>(a, b); }";
    let document = holds(&Launched { text, launch: &[&SQUARE[..], &["--kernel", "k<32>"]].concat() });
    let expected = [
        "__shared__ float s[N * (N + 1)];",
        "s[y * (N + 1) + x] = in[y * N + x];",
        "out[y * N + x] = s[x * (N + 1) + y];",
    ];
    assert_eq!(after(&document), expected);
    let notes = document["kernels"][0]["notes"].to_string();
    assert!(notes.contains("the file launches `k<16>` as well, which was not run"), "{notes}");
}

#[test]
fn arrays_of_several_kernels_change_together() {
    let text = "__shared__ float both[32][32];
__global__ void first(float* out, const float* in) {
    int x = threadIdx.x, y = threadIdx.y;
    both[y][x] = in[y * 32 + x];
    __syncthreads();
    out[y * 32 + x] = both[x][y];
}
__global__ void third(float* out, const float* in) {
    __shared__ double own[32][32];
    int x = threadIdx.x, y = threadIdx.y;
    own[x][y] = in[y * 32 + x];
    __syncthreads();
    out[y * 32 + x] = own[y][x];
}
__global__ void second(float* out, const float* in) {
    int x = threadIdx.x, y = threadIdx.y;
    both[x][y] = in[y * 32 + x];
    __syncthreads();
    out[y * 32 + x] = both[y][x];
}";
    let launches = "[buffers]
a = { type = \"f32\", len = 1024, init = \"random\" }
b = { type = \"f32\", len = 1024 }
[[launch]]
kernel = \"first\"
grid = 1
block = [32, 32]
args = [\"b\", \"a\"]
[[launch]]
kernel = \"second\"
grid = 1
block = [32, 32]
args = [\"b\", \"a\"]
[[launch]]
kernel = \"third\"
grid = 1
block = [32, 32]
args = [\"b\", \"a\"]
";
    let folder = Folder::with(&[("k.cu", text), ("k.toml", launches)]);
    let document = fix(&folder, "k.cu", &["--launch", "k.toml"]);
    assert_eq!(after(&document), ["__shared__ float both[32][33];", "__shared__ double own[32][33];"], "{document}");
    assert_eq!(document["changed_source"]["counts"]["excess"], 0, "{document}");
}

#[test]
fn equal_results_of_zeros_are_said_to_show_little() {
    let text = "__global__ void k(int* out, const int* in) {
    __shared__ int tile[32][32];
    int x = threadIdx.x, y = threadIdx.y;
    tile[y][x] = in[y * 32 + x];
    __syncthreads();
    out[y * 32 + x] = tile[x][y];
}";
    let folder = Folder::with(&[("k.cu", text)]);
    let launch = |data: &str| {
        let data = format!("in:i32[1024]{data}");
        let options =
            ["fix", "k.cu", "--json", "--grid", "1", "--block", "32,32", "--arg", "out:i32[1024]", "--arg", &data];
        json(&folder.call(&options))["changed_source"]["one_value"].clone()
    };
    assert_eq!((launch(""), launch("=iota")), (true.into(), false.into()));
}

#[test]
fn a_padded_tile_that_costs_a_resident_block_says_so_beside_its_gain() {
    let text = "__global__ void columns(float* out, const float* in) {
    __shared__ float tile[32][64];
    int lane = threadIdx.x;
    for (int row = 0; row < 32; ++row) {
        tile[row][lane] = in[row * 64 + lane];
        tile[row][lane + 32] = in[row * 64 + lane + 32];
    }
    __syncthreads();
    for (int column = 0; column < 64; ++column) out[column * 32 + lane] = tile[lane][column];
}";
    let folder = Folder::with(&[("k.cu", text)]);
    let launch = ["--grid", "1", "--block", "32", "--arg", "out:f32[2048]", "--arg", "in:f32[2048]=random"];
    let printed = folder.call(&[&["fix", "k.cu"], &launch[..]].concat()).out;
    assert!(printed.contains("+    __shared__ float tile[32][68];"), "{printed}");
    let last = printed.lines().rev().find(|line| line.starts_with("the source with these changes")).unwrap();
    assert!(last.contains("; predicted on an H200: 1."), "{last}");
    assert!(last.contains("; a multiprocessor holds 24 of its blocks at the same time instead of 25"), "{last}");
}
