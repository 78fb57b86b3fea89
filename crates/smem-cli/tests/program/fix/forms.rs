//! The forms in which sources declare shared arrays and access them: each is changed, compiled and run.

use std::fs;

use serde_json::Value;
use smem_exhaustive::part;

use super::{Launched, changed, fix, holds, json, profiled};
use crate::call::Folder;

const LAUNCH: [&str; 8] = ["--grid", "1", "--block", "32,32", "--arg", "out:f32[1024]", "--arg", "in:f32[1024]=random"];

/// A transpose with these declarations and these accesses: element (y, x) is stored, and (x, y) loaded.
fn transpose(outside: &str, inside: &str, store: &str, load: &str) -> String {
    format!(
        "{outside}
__global__ void k(float* out, const float* in) {{
    {inside}
    int x = threadIdx.x, y = threadIdx.y;
    {store} = in[y * 32 + x];
    __syncthreads();
    out[y * 32 + x] = {load};
}}
"
    )
}

/// Fixes a kernel whose arrays then have no excess left, and returns the document.
fn cured(text: &str, more: &[&str]) -> Value {
    let launch = [&LAUNCH[..], more].concat();
    let document = holds(&Launched { text, launch: &launch });
    assert_eq!(document["changed_source"]["counts"]["excess"], 0, "{text}\n{document}");
    for array in document["kernels"][0]["arrays"].as_array().unwrap() {
        assert_eq!(array["by_hand"].as_array().unwrap().len(), 0, "{text}\n{document}");
    }
    document
}

#[test]
fn whatever_names_sizes_types_and_accesses_have_they_are_changed() {
    let (yx, xy) = ("tile[y][x]", "tile[x][y]");
    let (flat, flat_load) = ("tile[y * 32 + x]", "tile[x * 32 + y]");
    let forms = [
        ("#define TILE 32\n#define AT(i, j) tile[i][j]", "__shared__ float tile[TILE][TILE];", "AT(y, x)", "AT(x, y)"),
        ("#define AT(i, j) (tile[(i) * 32 + (j)])", "__shared__ float tile[32 * 32];", "AT(y, x)", "AT(x, y)"),
        ("typedef float real;", "__shared__ real tile[1024];", flat, flat_load),
        ("using real = float;", "__shared__ real tile[32][32];", yx, xy),
        ("typedef float Square[32][32];", "__shared__ Square tile;", yx, xy),
        ("", "__shared__ __align__(128) float tile[32][32];", yx, xy),
        ("", "alignas(32) __shared__ float tile[1024];", flat, flat_load),
        ("", "__shared__ volatile float tile[32][32];", yx, xy),
        ("", "__shared__ float tile[2][32][32];", "tile[1][y][x]", "tile[1][x][y]"),
        ("", "__shared__ float tile[32][32]; auto& t = tile;", "t[y][x]", "t[x][y]"),
        ("", "__shared__ float keep[3], *first, tile[32][32]; first = keep; *first = 1;", yx, xy),
        ("", "__shared__ unsigned char raw[4096]; float* tile = reinterpret_cast<float*>(raw);", flat, flat_load),
        ("", "__shared__ char raw[4096]; float (*tile)[32] = reinterpret_cast<float (*)[32]>(raw);", yx, xy),
        ("struct Memory { float tile[32][32]; int n; };", "__shared__ Memory m;", "m.tile[y][x]", "m.tile[x][y]"),
        ("namespace n { __shared__ float tile[32][32]; } using namespace n;", "", yx, xy),
    ];
    for (outside, inside, store, load) in part(forms, 4) {
        cured(&transpose(outside, inside, store, load), &[]);
    }
}

#[test]
#[cfg_attr(not(feature = "exhaustive"), ignore = "`--features exhaustive`")]
fn dynamic_shared_memory_becomes_a_tile_wherever_it_is_declared() {
    let (flat, flat_load) = ("tile[y * 32 + x]", "tile[x * 32 + y]");
    for (outside, inside) in [
        ("extern __shared__ float tile[];", ""),
        ("", "extern __shared__ float tile[];"),
        ("extern __shared__ __align__(16) unsigned char raw[];", "float* tile = reinterpret_cast<float*>(raw);"),
    ] {
        cured(&transpose(outside, inside, flat, flat_load), &["--shared", "4096"]);
    }
    // A function that accesses it too, and one whose parameter has its name.
    let helper = "extern __shared__ float tile[];
__device__ float get(int i) { return tile[i]; }
__global__ void other(float* tile) { tile[0] = 1; }";
    let text = transpose(helper, "", flat, "get(x * 32 + y)");
    let document = cured(&text, &["--kernel", "k", "--shared", "4096"]);
    assert!(document["changes"].as_array().unwrap().iter().all(|change| change["line"] != 3), "{document}");
}

#[test]
#[cfg_attr(not(feature = "exhaustive"), ignore = "`--features exhaustive`")]
fn parts_of_dynamic_shared_memory_become_tiles_where_their_pointers_are_declared() {
    let text = "__global__ void k(float* out, const float* in) {
    extern __shared__ float memory[];
    int x = threadIdx.x, y = threadIdx.y, n = 32;
    float* a = memory;
    float* b = &memory[n * n];
    a[y * 32 + x] = in[y * 32 + x];
    b[x * 32 + y] = in[y * 32 + x];
    __syncthreads();
    out[y * 32 + x] = a[x * 32 + y] + b[y * 32 + x];
}";
    cured(text, &["--shared", "8192", "--array", "a@0:4096", "--array", "b@4096:8192=32x32"]);
    // Where the text fixes their places they need no names.
    cured(text, &["--shared", "8192"]);
    for second in ["memory + 1024", "a + n * n", "(float*)((char*)a + 4096)"] {
        cured(&text.replace("&memory[n * n]", second), &["--shared", "8192"]);
    }
    let raw = text.replace("extern __shared__ float memory[]", "__shared__ __align__(16) char raw[8192]");
    cured(&raw.replace("a = memory", "a = (float*)raw").replace("&memory[n * n]", "(float*)(raw + 4096)"), &[]);
    // Elsewhere they are not taken for one.
    let unknown = text.replace("n = 32", "n = 32 * gridDim.x");
    let folder = Folder::with(&[("k.cu", &unknown)]);
    let document = fix(&folder, "k.cu", &[&LAUNCH[..], &["--shared", "8192"]].concat());
    let array = &document["kernels"][0]["arrays"][0];
    assert!(array["layout"].is_null() && document["changes"].as_array().unwrap().is_empty(), "{document}");
    let reason = array["reason"].as_str().unwrap();
    assert!(reason.starts_with("it is accessed through `a` and `b`, and the text does not fix"), "{reason}");
}

#[test]
#[cfg_attr(not(feature = "exhaustive"), ignore = "`--features exhaustive`")]
fn elements_of_a_type_of_the_source_are_behind_it() {
    let text = "struct Complex { double re, im; };
__global__ void k(Complex* out, const Complex* in) {
    __shared__ Complex tile[256];
    int i = threadIdx.y * 16 + threadIdx.x, j = threadIdx.x * 16 + threadIdx.y, next = i;
    tile[next++] = in[i];
    __syncthreads();
    out[i] = tile[j];
}";
    let launch = ["--grid", "1", "--block", "16,16", "--arg", "out:f64[512]", "--arg", "in:f64[512]=random"];
    let document = holds(&Launched { text, launch: &launch });
    assert_eq!(document["header_line"], 2);
    assert_eq!(document["changed_source"]["counts"]["excess"], 0, "{document}");
}

#[test]
fn a_template_keeps_its_parameters() {
    let text = "template <typename T, int N>
__global__ void k(T* out, const T* in) {
    __shared__ T tile[N][N];
    int x = threadIdx.x, y = threadIdx.y;
    tile[y][x] = in[y * N + x];
    __syncthreads();
    out[y * N + x] = tile[x][y];
}";
    let document = cured(text, &["--kernel", "k<float, 32>"]);
    // A tile would have the extents of one instance.
    assert_eq!(document["changes"][0]["after"], "    __shared__ T tile[N][N + 1];");
    assert_eq!(document["changes"].as_array().unwrap().len(), 1);
}

#[test]
#[cfg_attr(not(feature = "exhaustive"), ignore = "`--features exhaustive`")]
fn every_instance_of_a_template_has_its_layout() {
    let text = "template <int N>
__global__ void k(float* out, const float* in) {
    __shared__ float tile[N][N];
    int x = threadIdx.x, y = threadIdx.y;
    tile[y][x] = in[y * N + x];
    __syncthreads();
    out[y * N + x] = tile[x][y];
}";
    let launches = "[buffers]
a = { type = \"f32\", len = 1024, init = \"random\" }
b = { type = \"f32\", len = 1024 }
[[launch]]
kernel = 'k<16>'
grid = 1
block = [16, 16]
args = [\"b\", \"a\"]
[[launch]]
kernel = 'k<32>'
grid = 1
block = [32, 32]
args = [\"b\", \"a\"]
";
    let folder = Folder::with(&[("k.cu", text), ("k.toml", launches)]);
    drop(folder);
    for (declared, store, load) in
        [("[N][N]", "tile[y][x]", "tile[x][y]"), ("[N * N]", "tile[y * N + x]", "tile[x * N + y]")]
    {
        let text = text.replace("[N][N]", declared).replace("tile[y][x]", store).replace("tile[x][y]", load);
        let folder = Folder::with(&[("k.cu", &text), ("k.toml", launches)]);
        let document = fix(&folder, "k.cu", &["--launch", "k.toml"]);
        let after = changed(&text, &document);
        assert_eq!(document["changed_source"]["counts"]["excess"], 0, "{document}");
        // Any other instance compiles too.
        fs::write(folder.path("changed.cu"), after).unwrap();
        fs::write(folder.path("k8.toml"), launches.replace("k<16>", "k<8>").replace("16", "8")).unwrap();
        for launches in ["k.toml", "k8.toml"] {
            let counted = profiled(&folder, "changed.cu", &["--launch", launches]);
            assert!(launches == "k8.toml" || counted.wavefronts == counted.ideal, "{counted:?}");
        }
    }
}

#[test]
#[cfg_attr(not(feature = "exhaustive"), ignore = "`--features exhaustive`")]
fn rows_that_a_matrix_load_names_become_longer_too() {
    let text = "#include <mma.h>
using namespace nvcuda;
__global__ void k(float* out, const half* a, const half* b) {
    __shared__ half As[16][64];
    __shared__ half Bs[64][16];
    for (int i = threadIdx.x; i < 1024; i += 32) { As[i / 64][i % 64] = a[i]; Bs[i / 16][i % 16] = b[i]; }
    __syncthreads();
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
    wmma::fill_fragment(c, 0.0f);
    for (int kk = 0; kk < 64; kk += 16) {
        wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
        wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
        wmma::load_matrix_sync(fa, &As[0][kk], 64);
        wmma::load_matrix_sync(fb, &Bs[kk][0], 16);
        wmma::mma_sync(c, fa, fb, c);
    }
    wmma::store_matrix_sync(out, c, 16, wmma::mem_row_major);
}";
    let launch = [
        "--grid",
        "1",
        "--block",
        "32",
        "--arg",
        "out:f32[256]",
        "--arg",
        "a:f16[1024]=random",
        "--arg",
        "b:f16[1024]=random",
    ];
    let document = holds(&Launched { text, launch: &launch });
    assert_eq!(document["changed_source"]["counts"]["excess"], 0, "{document}");
    let after: String =
        document["changes"].as_array().unwrap().iter().map(|change| change["after"].as_str().unwrap()).collect();
    assert!(after.contains("&As[0][kk], 72)") && after.contains("&Bs[kk][0], 24)"), "{after}");
}

#[test]
#[cfg_attr(not(feature = "exhaustive"), ignore = "`--features exhaustive`")]
fn accesses_in_functions_are_named_where_only_a_person_can_change_them() {
    let text = "__device__ void fill(float (*t)[32], const float* in, int x, int y) { t[y][x] = in[y * 32 + x]; }
__device__ float get(const float* t, int i) { return t[i]; }
__global__ void k(float* out, const float* in) {
    __shared__ float tile[32][32];
    int x = threadIdx.x, y = threadIdx.y;
    fill(tile, in, x, y);
    __syncthreads();
    out[y * 32 + x] = get(&tile[0][0], x * 32 + y);
}";
    let folder = Folder::with(&[("k.cu", text)]);
    let answer = folder.call(&[&["fix", "k.cu", "--json"][..], &LAUNCH].concat());
    assert_eq!(answer.code, 1, "{answer:?}");
    assert!(answer.err.contains("the source with another layout of `tile`"), "{}", answer.err);
    let document = json(&answer);
    let array = &document["kernels"][0]["arrays"][0];
    assert_eq!(array["by_hand"], serde_json::json!(["k.cu:1", "k.cu:2"]), "{document}");
    assert!(!document["changed_source"]["failure"].is_null(), "{document}");
    // The layout itself was run, and holds.
    assert_eq!((&array["excess"], &array["excess_after"]), (&992.into(), &0.into()));
}

#[test]
fn an_array_of_a_header_is_named_with_its_lines() {
    let header = "__device__ inline void body(float* out, const float* in) {
    __shared__ float tile[32][32];
    int x = threadIdx.x, y = threadIdx.y;
    tile[y][x] = in[y * 32 + x];
    __syncthreads();
    out[y * 32 + x] = tile[x][y];
}";
    let text = "#include \"body.cuh\"\n__global__ void k(float* out, const float* in) { body(out, in); }";
    let folder = Folder::with(&[("k.cu", text), ("body.cuh", header)]);
    let out = folder.call(&[&["fix", "k.cu"][..], &LAUNCH].concat()).out;
    assert!(out.contains("by hand: `tile` is accessed at body.cuh:4 and 6"), "{out}");
    assert!(out.contains("its declaration is not in k.cu"), "{out}");
    fs::remove_file(folder.path("body.cuh")).unwrap();
}
