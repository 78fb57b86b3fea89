//! Whatever means an array is changed, however it is written, and text that only looks like it is left as it is.

use serde_json::Value;

use super::{Launched, changed, holds};

const LAUNCH: [&str; 10] =
    ["--kernel", "k", "--grid", "1", "--block", "32,32", "--arg", "out:f32[1024]", "--arg", "in:f32[1024]=random"];

/// Fixes a kernel until its arrays have no excess, and returns the document and the changed source.
fn cured(text: &str, more: &[&str]) -> (Value, String) {
    let launch = [&LAUNCH[..], more].concat();
    let document = holds(&Launched { text, launch: &launch });
    assert_eq!(document["changed_source"]["counts"]["excess"], 0, "{text}\n{document}");
    let source = changed(text, &document);
    (document, source)
}

#[test]
fn comments_literals_inactive_arms_and_other_variables_keep_the_name() {
    // A name for a type of arrays has no rows to make longer, so each access is written anew.
    let text = "typedef float Square[32][32];
__global__ void k(float* out, const float* in) {
    __shared__ Square tile; // tile[y][x]
    const char* words = R\"(tile[y][x])\"; const char* more = \"tile[y][x]\";
    int x = threadIdx.x, y = threadIdx.y;
    for (int tile = 0; tile < (in ? 0 : 3); ++tile) { out[tile] = words[tile] + more[tile]; }
#if 0
    tile[y][x] = \"tile[y][x]\";
#endif
    tile /* y */ [y] [x] = in[y * 32 + x];
    __syncthreads();
    auto one = [](int tile) { return tile + 1; };
    auto& t = tile;
    auto load = [&](int i, int j) { return tile[i][j] + t[i][j]; };
    out[y * 32 + x] = load(x, y) + tile[x][tile[x][y] < 0 ? one(y) - 1 : y] + sizeof(tile);
}
";
    let (document, source) = cured(text, &[]);
    let lines: Vec<u64> =
        document["changes"].as_array().unwrap().iter().map(|change| change["line"].as_u64().unwrap()).collect();
    assert_eq!(lines, [3, 10, 14, 15], "{source}");
    for kept in
        ["; // tile[y][x]", "R\"(tile[y][x])\"", "\"tile[y][x]\";\n#endif", "tile /* y */ (y, x)", "out[tile] ="]
    {
        assert!(source.contains(kept), "{kept}: {source}");
    }
    assert!(source.contains("tile(x, tile(x, y) < 0 ? one(y) - 1 : y)"), "{source}");
}

#[test]
fn an_array_is_changed_in_its_own_kernel_and_through_macros_of_macros() {
    let text = "#define IDX(y, x) ((y) * 32 + (x))
#define AT(y, x) tile[IDX(y, x)]
__global__ void other(float* out) { __shared__ float tile[16 * 16]; tile[threadIdx.x * 16] = 1; out[0] = tile[3]; }
template <class T, int N> __global__ void more(T* out) { __shared__ T tile[N * N]; tile[threadIdx.x * N] = 1; out[0] = tile[N]; }
__global__ void k(float* out, const float* in) {
    __shared__ float tile[32 * 32];
    int x = threadIdx.x, y = threadIdx.y;
    AT(y, x) = in[IDX(y, x)];
    __syncthreads();
    out[IDX(y, x)] = AT(x, y);
}
";
    let (_, source) = cured(text, &[]);
    let kept = |line: usize| assert_eq!(source.lines().filter(|own| Some(*own) == text.lines().nth(line)).count(), 1);
    (0..4).for_each(kept);
}

#[test]
fn an_array_in_a_struct_is_not_that_of_another_struct() {
    let text = "typedef float Square[32][32];
struct Plain { float tile[32][32]; };
struct Memory { int n; float tile[1024]; __device__ float get(int i) { return tile[i]; } };
__device__ float first(const Plain& p) { return p.tile[0][0]; }
__global__ void k(float* out, const float* in) {
    __shared__ Memory m;
    int x = threadIdx.x, y = threadIdx.y;
    m.tile[y * 32 + x] = in[y * 32 + x];
    __syncthreads();
    out[y * 32 + x] = m.get(x * 32 + y);
}
";
    let (_, source) = cured(text, &[]);
    assert!(source.contains("struct Plain { float tile[32][32]; };"), "{source}");
    assert!(source.contains("return p.tile[0][0]; }"), "{source}");
}

#[test]
fn the_arm_that_is_compiled_is_the_one_that_changes() {
    let text = "#ifndef ROWS
#define ROWS 16
#endif
__global__ void k(float* out, const float* in) {
#if ROWS > 16
    __shared__ float tile[ROWS][32];
#else
    __shared__ float tile[32][ROWS];
#endif
    int x = threadIdx.x, y = threadIdx.y;
    tile[y][x] = in[y * 32 + x];
    __syncthreads();
    out[y * 32 + x] = tile[x][y];
}
";
    let (document, source) = cured(text, &["--define", "ROWS=32"]);
    assert_eq!(document["changes"].as_array().unwrap().len(), 1, "{document}");
    assert!(
        source.contains("    __shared__ float tile[ROWS][33];\n#else\n    __shared__ float tile[32][ROWS];"),
        "{source}"
    );
}
