//! Arrays: each by its name, its bytes and its extents, in machine code as in PTX.

use serde_json::Value;
use smem_exhaustive::part;

use super::{Launched, fix, holds, json};
use crate::call::Folder;

/// Arrays of every alignment, in functions too, each accessed on lines of its own.
const MANY: &str = "typedef unsigned char Byte;
struct Pair { int a; float b; };
__shared__ double outside[4][33];
__device__ int helper(int i) {
    __shared__ int inner[64];
    inner[i % 64] = i;
    __syncthreads();
    return inner[(i + 3) % 64];
}
template <typename T, int N>
__global__ void many(const T* in, T* out) {
    __shared__ Byte flag[3];
    __shared__ T a[N][N + 1], unused[N];
    __shared__ Pair pair[8];
    __shared__ __align__(16) double b[16][16];
    extern __shared__ float dyn[];
    int x = threadIdx.x % N, y = threadIdx.x / N;
    flag[threadIdx.x % 3] = 1;
    a[y][x] = in[threadIdx.x];
    pair[threadIdx.x % 8].b = 2;
    b[y % 16][x % 16] = 2;
    outside[y % 4][x] = 3;
    dyn[threadIdx.x] = 1;
    __syncthreads();
    float sum = dyn[(threadIdx.x * 32) % 256] + helper(threadIdx.x);
    { __shared__ int flag[5]; flag[threadIdx.x % 5] = 7; __syncthreads(); sum += flag[1]; }
    sum += b[x % 16][y % 16] + flag[1] + pair[2].b + outside[x % 4][y];
    out[threadIdx.x] = a[x][y] + sum;
}";

const LAUNCH: [&str; 12] = [
    "--kernel",
    "many<float, 32>",
    "--grid",
    "1",
    "--block",
    "1024",
    "--shared",
    "4096",
    "--arg",
    "in:f32[1024]=random",
    "--arg",
    "out:f32[1024]",
];

/// The line, the bytes, the extents and the place of each array.
fn arrays(document: &Value) -> Vec<(String, u64, u64, Vec<u64>, bool)> {
    let numbers = |value: &Value| value.as_array().unwrap().iter().map(|one| one.as_u64().unwrap()).collect();
    let shown = |array: &Value| {
        let number = |name: &str| array[name].as_u64().unwrap_or(0);
        let name = array["name"].as_str().unwrap().to_string();
        (name, number("line"), number("bytes"), numbers(&array["dims"]), array["dynamic"] == true)
    };
    let mut shown: Vec<_> = document["kernels"][0]["arrays"].as_array().unwrap().iter().map(shown).collect();
    shown.sort();
    shown
}

#[test]
fn arrays_have_their_names_their_lines_and_their_extents() {
    let folder = Folder::with(&[("many.cu", MANY)]);
    let array =
        |name: &str, line, bytes, dims: &[u64], dynamic| (name.to_string(), line, bytes, dims.to_vec(), dynamic);
    let expected = [
        array("a", 13, 4224, &[32, 33], false),
        array("b", 15, 2048, &[16, 16], false),
        array("dyn", 16, 4096, &[], true),
        array("flag", 12, 3, &[3], false),
        array("flag", 26, 20, &[5], false),
        array("inner", 5, 256, &[64], false),
        array("outside", 3, 1056, &[4, 33], false),
        array("pair", 14, 64, &[8], false),
    ];
    for isa in ["sass", "ptx"] {
        let document = fix(&folder, "many.cu", &[&LAUNCH[..], &["--isa", isa]].concat());
        assert_eq!(arrays(&document), expected, "{isa}");
    }
}

#[test]
fn each_array_has_the_excess_of_its_own_lines() {
    // In any order, and whatever their alignments are, the one whose column is read is the one with excess.
    let declarations = [
        "__shared__ char bytes[5]; ",
        "__shared__ double doubles[7]; ",
        "__shared__ float4 vectors[3]; ",
        "__shared__ float column[32][32]; ",
        "__shared__ short shorts[9]; ",
    ];
    for first in part(0..declarations.len(), 3) {
        let turned: String =
            (0..declarations.len()).map(|at| declarations[(first + 2 * at) % declarations.len()]).collect();
        let text = format!(
            "__global__ void k(float* out) {{
    {turned}
    int i = threadIdx.x;
    bytes[i % 5] = 1; doubles[i % 7] = 2; vectors[i % 3] = make_float4(1, 2, 3, 4); shorts[i % 9] = 3;
    column[i][0] = i;
    __syncthreads();
    out[i] = column[(i + 1) % 32][0] + bytes[(i + 1) % 5] + doubles[(i + 1) % 7] + vectors[(i + 1) % 3].x + shorts[(i + 1) % 9];
}}"
        );
        let folder = Folder::with(&[("k.cu", &text)]);
        let document = fix(&folder, "k.cu", &["--grid", "1", "--block", "32", "--arg", "out:f32[32]"]);
        for array in document["kernels"][0]["arrays"].as_array().unwrap() {
            let expected = if array["name"] == "column" { 62 } else { 0 };
            assert_eq!(array["excess"], expected, "{turned}: {array}");
        }
        assert_eq!(document["kernels"][0]["same_results"], true, "{turned}");
        assert_eq!(document["changed_source"]["counts"]["excess"], 0, "{document}");
    }
}

/// Two matrices in dynamic shared memory.
const DYNAMIC: &str = "extern __shared__ float both[];
__global__ void k(float* out) {
    float* left = both;
    float* right = both + 1024;
    int x = threadIdx.x, y = threadIdx.y;
    left[y * 32 + x] = x;
    right[x * 32 + y] = y;
    __syncthreads();
    out[y * 32 + x] = left[x * 32 + y] + right[y * 32 + x];
}";

#[test]
fn dynamic_shared_memory_has_the_arrays_that_the_user_names() {
    let folder = Folder::with(&[("k.cu", DYNAMIC)]);
    let launch = ["--grid", "1", "--block", "32,32", "--shared", "8192", "--arg", "out:f32[1024]"];
    let named = ["--array", "left@0:4096=32x32", "--array", "right@4096:8192"];
    let document = fix(&folder, "k.cu", &[&launch[..], &named[..]].concat());
    let arrays = document["kernels"][0]["arrays"].as_array().unwrap();
    assert_eq!((&arrays[0]["name"], &arrays[1]["name"]), (&"left".into(), &"right".into()));
    for array in arrays {
        assert_eq!((&array["excess"], &array["excess_after"]), (&992.into(), &0.into()), "{array}");
    }
    assert_eq!((&arrays[0]["dims"], &arrays[1]["offset"]), (&serde_json::json!([32, 32]), &4096.into()));
    assert_eq!(document["kernels"][0]["same_results"], true);
    // Without names they are told apart where the text fixes their places.
    let whole = fix(&folder, "k.cu", &launch);
    let arrays = whole["kernels"][0]["arrays"].as_array().unwrap();
    let names: Vec<&str> = arrays.iter().filter_map(|array| array["name"].as_str()).collect();
    assert_eq!(names, ["left", "right"]);
    assert_eq!(arrays[1]["offset"], 4096);
}

#[test]
#[cfg_attr(not(feature = "exhaustive"), ignore = "`--features exhaustive`")]
fn columns_that_nobody_accesses_are_left_out_where_nothing_else_helps() {
    // Longer rows help, and another input may access the columns that this one does not.
    let document = holds(&Launched {
        text: "__global__ void k(float* out) {
    __shared__ float tile[32][40];
    tile[threadIdx.y][threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}",
        launch: &["--grid", "1", "--block", "32,32", "--arg", "out:f32[1024]"],
    });
    let layout = &document["kernels"][0]["arrays"][0]["layout"];
    assert_eq!((&layout["unused_cols"], &layout["bytes"]), (&0.into(), &5248.into()), "{layout}");
    let document = holds(&Launched {
        // 8 rows of 16 bytes at once, and rows of 4 lanes: no length of rows serves both.
        text: "__global__ void k(int4* out) {
    __shared__ int4 tile[128 * 5];
    tile[threadIdx.x / 4 * 5 + threadIdx.x % 4] = make_int4(threadIdx.x, 1, 2, 3);
    __syncthreads();
    out[threadIdx.x] = tile[threadIdx.x % 128 * 5 + threadIdx.x / 128];
}",
        launch: &["--grid", "1", "--block", "512", "--arg", "out:i32[2048]"],
    });
    let layout = &document["kernels"][0]["arrays"][0]["layout"];
    assert_eq!((&layout["unused_cols"], &layout["bytes"]), (&1.into(), &8192.into()), "{document}");
    assert_eq!(document["changed_source"]["counts"]["excess"], 0, "{document}");
}

#[test]
fn arrays_that_several_kernels_use_are_told_apart_from_those_of_one() {
    let text = "__shared__ float both[32][32];
__shared__ char lone[1025];
__global__ void first(float* out, const float* in) {
    __shared__ double own[32][32];
    int x = threadIdx.x, y = threadIdx.y;
    both[y][x] = in[y * 32 + x]; own[x][y] = x; lone[x] = 1;
    __syncthreads();
    out[y * 32 + x] = both[x][y] + own[y][x] + lone[y];
}
__global__ void second(float* out) { both[0][threadIdx.x] = 1; __syncthreads(); out[threadIdx.x] = both[0][31 - threadIdx.x]; }";
    let launch = [
        "--kernel",
        "first",
        "--grid",
        "1",
        "--block",
        "32,32",
        "--arg",
        "out:f32[1024]",
        "--arg",
        "in:f32[1024]=random",
    ];
    let document = holds(&Launched { text, launch: &launch });
    let arrays = document["kernels"][0]["arrays"].as_array().unwrap().iter();
    let mut excess: Vec<(&str, u64)> =
        arrays.map(|array| (array["name"].as_str().unwrap(), array["excess"].as_u64().unwrap())).collect();
    excess.sort_unstable();
    assert_eq!(excess, [("both", 992), ("lone", 0), ("own", 960)]);
    assert_eq!(document["changed_source"]["counts"]["excess"], 0, "{document}");
}

#[test]
#[cfg_attr(not(feature = "exhaustive"), ignore = "`--features exhaustive`")]
fn rows_with_unused_ends_do_not_hide_a_layout() {
    // Rows of 40, of which 32 are used: stores of rows of four lanes, loads of eight rows at once.
    let text = "#include <cuda_fp16.h>
__global__ void k(unsigned* out, const uint4* in) {
    __shared__ half s[64 * (32 + 8)];
    half* to = s + threadIdx.x / 4 * (32 + 8) + threadIdx.x % 4 * 8;
    for (int i = 0; i < 8; ++i) *(uint4*)(to + i * 8 * 40) = in[i * 32 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 4; ++i) {
        unsigned at = (unsigned)__cvta_generic_to_shared(s + (i * 16 + threadIdx.x % 16) * 40 + threadIdx.x / 16 * 8);
        unsigned a, b, c, d;
        asm volatile(\"ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];\" : \"=r\"(a), \"=r\"(b), \"=r\"(c), \"=r\"(d) : \"r\"(at));
        out[i * 32 + threadIdx.x] = a ^ b ^ c ^ d;
    }
}";
    let folder = Folder::with(&[("k.cu", text)]);
    let launch = ["--grid", "1", "--block", "32", "--arg", "out:u32[128]", "--arg", "in:u32[1024]=random"];
    let answer = folder.call(&[&["fix", "k.cu", "--json"][..], &launch].concat());
    let document = json(&answer);
    let array = &document["kernels"][0]["arrays"][0];
    assert!(array["excess"].as_u64() > Some(0), "{array}");
    assert_eq!((&array["excess_after"], &array["layout"]["unused_cols"]), (&0.into(), &8.into()), "{array}");
    assert_eq!(document["kernels"][0]["same_results"], true, "{document}");
    // Pointers are not rewritten, and the exit code says that no changed source runs.
    assert!(answer.code == 1 && !array["by_hand"].as_array().unwrap().is_empty(), "{document}");
}
