//! Answers of `fix` where no layout helps, and where its input is wrong.

use super::{Launched, fix, holds, json};
use crate::call::{Folder, call};

/// The reason of the only array with excess.
fn reason(text: &str, launch: &[&str]) -> (String, bool) {
    let folder = Folder::with(&[("k.cu", text)]);
    let document = fix(&folder, "k.cu", launch);
    let arrays = document["kernels"][0]["arrays"].as_array().unwrap();
    let array = arrays.iter().find(|array| array["excess"].as_u64() > Some(0)).unwrap_or_else(|| panic!("{document}"));
    (array["reason"].as_str().unwrap_or_default().to_string(), array["layout"].is_null())
}

#[test]
fn atomics_of_all_lanes_on_one_word_have_to_change() {
    let text = "__global__ void k(int* out) {
    __shared__ int sum;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    out[threadIdx.x] = atomicExch(&sum, threadIdx.x);
}";
    let (reason, none) = reason(text, &["--grid", "1", "--block", "64", "--arg", "out:i32[64]"]);
    assert!(
        none && reason.starts_with("62 excess wavefronts are of atomics whose lanes take turns on one word"),
        "{reason}"
    );
}

#[test]
fn a_histogram_of_data_has_to_change() {
    let text = "__global__ void k(const unsigned char* in, unsigned* out) {
    __shared__ unsigned bins[256];
    bins[threadIdx.x] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < 8192; i += 256) atomicAdd(&bins[in[i]], 1);
    __syncthreads();
    out[threadIdx.x] = bins[threadIdx.x];
}";
    let launch = ["--grid", "1", "--block", "256", "--arg", "in:u8[8192]=random", "--arg", "out:u32[256]"];
    let (reason, none) = reason(text, &launch);
    assert!(none && reason.contains("the addresses depend on data"), "{reason}");
}

#[test]
fn parts_of_elements_have_to_change() {
    let text = "__global__ void k(float* out) {
    __shared__ float4 all[64];
    all[threadIdx.x] = make_float4(1, 2, 3, 4);
    __syncthreads();
    out[threadIdx.x] = all[threadIdx.x ^ 1].x;
}";
    let (reason, _) = reason(text, &["--grid", "1", "--block", "64", "--arg", "out:f32[64]"]);
    assert!(reason.contains("lanes access 4 of the 16 bytes of an element"), "{reason}");
}

#[test]
fn a_kernel_without_conflicts_is_left_as_it_is() {
    let folder = Folder::with(&[(
        "k.cu",
        "__global__ void k(int* out) {
    __shared__ int a[64];
    a[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = a[63 - threadIdx.x];
}",
    )]);
    let answer =
        folder.call(&["fix", "k.cu", "--grid", "1", "--block", "64", "--arg", "out:i32[64]", "--max-excess", "0"]);
    assert_eq!(answer.code, 0, "{answer:?}");
    insta::assert_snapshot!(answer.whole());
}

#[test]
fn the_report_has_the_lines_to_change() {
    let folder = Folder::with(&[(
        "k.cu",
        "__global__ void k(float* out) {
    __shared__ float tile[32][32];
    tile[threadIdx.y][threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}",
    )]);
    let options = ["fix", "k.cu", "--grid", "1", "--block", "32,32", "--arg", "out:f32[1024]", "-o", "tiles.cuh"];
    let answer = folder.call(&options);
    assert_eq!(answer.code, 0, "{answer:?}");
    insta::assert_snapshot!(answer.whole());
}

#[test]
fn the_report_has_the_tile_where_numbers_alone_do_not_help() {
    let folder = Folder::with(&[(
        "k.cu",
        "__global__ void k(float* out) {
    __shared__ float tile[1024];
    int i = threadIdx.y * 32 + threadIdx.x, j = threadIdx.x * 32 + threadIdx.y, next = i;
    tile[next++] = i;
    __syncthreads();
    out[i] = tile[j];
}",
    )]);
    let options = ["fix", "k.cu", "--grid", "1", "--block", "32,32", "--arg", "out:f32[1024]", "-o", "tiles.cuh"];
    let answer = folder.call(&options);
    assert_eq!(answer.code, 0, "{answer:?}");
    insta::assert_snapshot!(answer.whole());
    let header = folder.call(&["header", "Tile(f32): 1024, swizzle = (5, 0, 5)", "--guard", "SMEM_TILE_TILE_CUH"]);
    assert_eq!(folder.text("tiles.cuh"), header.out);
}

#[test]
fn more_excess_than_is_accepted_after_the_fix_fails() {
    let text = "__global__ void k(int* out) {
    __shared__ int sum;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    out[threadIdx.x] = atomicExch(&sum, threadIdx.x);
}";
    let folder = Folder::with(&[("k.cu", text)]);
    let launch = ["fix", "k.cu", "--json", "--grid", "1", "--block", "32", "--arg", "out:i32[32]"];
    let accepted = |most: &str| folder.call(&[&launch[..], &["--max-excess", most]].concat());
    assert_eq!((accepted("31").code, accepted("30").code), (0, 1));
    assert!(accepted("30").err.contains("31 excess wavefronts are left, and at most 30 are accepted"));
    assert_eq!(json(&accepted("30"))["kernels"][0]["arrays"][0]["excess_after"], 31);
}

#[test]
fn wrong_input_is_a_sentence() {
    let text = "__global__ void k(int* out) { __shared__ int a[32]; a[threadIdx.x] = 1; out[0] = a[3]; }";
    let folder = Folder::with(&[("k.cu", text)]);
    let launch = ["fix", "k.cu", "--grid", "1", "--block", "32", "--arg", "out:i32[32]"];
    let refused = |more: &[&str]| folder.call(&[&launch[..], more].concat()).is_refusal().to_string();
    assert!(refused(&["--array", "a@0"]).contains("expected a name and a range of bytes"));
    assert!(refused(&["--array", "a@8:8"]).contains("the range of `a` is empty"));
    assert!(
        refused(&["--array", "a@0:64"]).contains("`--array a` is a part of dynamic shared memory, and `k` has none")
    );
    assert!(
        refused(&["--shared", "64", "--array", "a@0:128"])
            .contains("ends at byte 128 of dynamic shared memory, which has 64")
    );
    assert!(refused(&["--shared", "64", "--array", "a@0:64=3x3"]).contains("which 3 x 3 elements do not fill"));
    assert!(
        refused(&["--shared", "64", "--array", "a@0:64", "--array", "b@32:64"])
            .contains("`a` and `b` of `--array` overlap")
    );
    assert!(folder.call(&["fix", "nothing.cu"]).is_refusal().contains("cannot read `nothing.cu`"));
}

#[test]
fn options_of_the_report_and_of_the_race_check_are_profiles_alone() {
    let profile = call(&["profile", "--help"]);
    let fix = call(&["fix", "--help"]);
    assert!(fix.out.contains("--max-excess") && fix.out.contains("--offline"), "{}", fix.out);
    for option in ["--annotate", "--svg", "--html", "--strict", "--no-race-check"] {
        assert!(profile.out.contains(option) && !fix.out.contains(option), "{option}: {}", fix.out);
        let answer = call(&["fix", "k.cu", option]);
        assert!(answer.is_refusal().contains(&format!("unexpected argument '{option}'")), "{}", answer.err);
    }
}

#[test]
fn a_fault_of_the_kernel_is_reported_as_profile_does() {
    let text = "__global__ void k(int* out) { __shared__ int a[32]; a[threadIdx.x] = 1; out[threadIdx.x] = a[3]; }";
    let folder = Folder::with(&[("k.cu", text)]);
    let answer = folder.call(&["fix", "k.cu", "--grid", "1", "--block", "32", "--arg", "out:i32[31]"]);
    assert_eq!(answer.code, 1, "{answer:?}");
    assert!(answer.err.contains("k.cu:1"), "{answer:?}");
}

#[test]
fn ptx_is_fixed_without_a_source_to_change() {
    let ptx = ".version 8.8
.target sm_90
.address_size 64
.visible .entry k() {
    .shared .align 4 .b8 tile[4096];
    .reg .b32 %r<6>;
    mov.u32 %r0, %tid.x;
    mov.u32 %r1, tile;
    mad.lo.u32 %r2, %r0, 128, %r1;
    st.shared.u32 [%r2], 7;
    ret;
}";
    let folder = Folder::with(&[("k.ptx", ptx)]);
    let document = fix(&folder, "k.ptx", &["--grid", "1", "--block", "32"]);
    let array = &document["kernels"][0]["arrays"][0];
    assert_eq!((&array["name"], &array["excess"], &array["excess_after"]), (&"tile".into(), &31.into(), &0.into()));
    assert_eq!(document["kernels"][0]["lines"][0]["after"]["wavefronts"], 1);
    assert!(document["changed_source"].is_null());
}

#[test]
fn two_arrays_of_one_statement_change_together() {
    let document = holds(&Launched {
        text: "__global__ void k(float* out) {
    __shared__ float a[32][32], keep[32], b[32][32];
    int x = threadIdx.x, y = threadIdx.y;
    keep[x] = x;
    a[y][x] = x;
    b[x][y] = y;
    __syncthreads();
    out[y * 32 + x] = a[x][y] + b[y][x] + keep[y];
}",
        launch: &["--grid", "1", "--block", "32,32", "--arg", "out:f32[1024]"],
    });
    assert_eq!(document["changed_source"]["counts"]["excess"], 0, "{document}");
}
