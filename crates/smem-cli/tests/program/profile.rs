//! `profile`: counts that follow from the addresses, and everything that can be wrong with a launch.

mod checks;
mod contents;
mod deadlocks;
mod first_launch;
mod guesses;
mod host_code;
mod instances;
mod masks;
mod merged;
mod opt_in;
mod partial;
mod products;
mod races;
mod reader;
mod remedies;
mod reports;
mod schedules;
mod warnings;

use std::fs;

use crate::call::{Answer, Folder};
use serde_json::Value;

/// A transpose through a tile of 32 + PAD columns, with host code around it.
const TRANSPOSE: &str = "#include <vector>
#include \"read.cuh\"
template <int PAD>
__global__ void transpose(float* out, const float* in, int n) {
    __shared__ float tile[32][32 + PAD];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[y * n + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    out[y * n + x] = read_column(&tile[0][0], 32 + PAD);
}
int main() { std::vector<float> host(128); transpose<0><<<1, 1>>>(nullptr, nullptr, 128); }
";

const READ: &str = "#pragma once
#include <string>
inline std::string host_name() { return \"tile\"; }
__device__ float read_column(const float* tile, int pitch) {
    return tile[threadIdx.x * pitch + threadIdx.y];
}
";

/// Warps of the launch below, each with one load and one store.
const WARPS: u64 = 3 * 2 * 32;
const SHAPE: [&str; 10] = [
    "--grid",
    "3,2",
    "--block",
    "32,32",
    "--arg",
    "out:f32[16384]",
    "--arg",
    "in:f32[16384]=random",
    "--arg",
    "i32:128",
];

fn folder() -> Folder {
    Folder::with(&[("transpose.cu", TRANSPOSE), ("read.cuh", READ)])
}

fn profile(folder: &Folder, file: &str, options: &[&str]) -> Answer {
    folder.call(&[&["profile", file], options].concat())
}

fn json(answer: &Answer) -> Value {
    serde_json::from_str(&answer.out).unwrap_or_else(|error| panic!("{error}: {answer:?}"))
}

#[test]
fn a_dense_column_takes_32_wavefronts_and_a_padded_one_a_single_one() {
    let folder = folder();
    for (pad, wavefronts, ways) in [(0, 32, 32), (1, 1, 1), (2, 2, 2), (4, 4, 4)] {
        let kernel = format!("transpose<{pad}>");
        for isa in ["sass", "ptx"] {
            let answer = profile(
                &folder,
                "transpose.cu",
                &[&["--kernel", &kernel, "--json", "--isa", isa], &SHAPE[..]].concat(),
            );
            assert_eq!(answer.code, 0, "{answer:?}");
            let launch = &json(&answer)["launches"][0];
            assert_eq!(launch["kernel"], kernel.as_str());
            assert_eq!(launch["exact"], isa == "sass");
            assert_eq!(launch["shared_bytes"], 4 * 32 * (32 + pad));
            for (kind, wavefronts) in [("loads", wavefronts), ("stores", 1)] {
                assert_eq!(launch[kind]["requests"], WARPS, "{kernel} {isa} {kind}");
                assert_eq!(launch[kind]["wavefronts"], wavefronts * WARPS, "{kernel} {isa} {kind}");
                assert_eq!(launch[kind]["ideal"], WARPS);
            }
            assert_eq!(launch["atomics"]["requests"], 0);
            assert_eq!(
                (launch["findings"].to_string(), launch["checks"]["remarks"].to_string()),
                ("[]".into(), "[]".into())
            );
            let line = |op: &str| launch["lines"].as_array().unwrap().iter().find(|line| line["op"] == op).unwrap();
            assert_eq!((&line("load")["file"], &line("load")["line"]), (&"read.cuh".into(), &5.into()));
            assert_eq!(line("load")["ways"], ways);
            assert!(line("load")["by_call"][0]["calls"].as_str().unwrap().ends_with("inlined at transpose.cu:11"));
            assert_eq!((&line("store")["file"], &line("store")["line"]), (&"transpose.cu".into(), &7.into()));
        }
    }
}

#[test]
fn the_report_has_the_worst_line_first_and_says_what_is_exact() {
    let answer = profile(&folder(), "transpose.cu", &[&["--kernel", "transpose<0>"], &SHAPE[..]].concat());
    insta::assert_snapshot!(answer.whole());
}

#[test]
fn counts_of_ptx_are_marked_with_the_reason() {
    let answer =
        profile(&folder(), "transpose.cu", &[&["--kernel", "transpose<0>", "--isa", "ptx"], &SHAPE[..]].concat());
    assert!(answer.out.contains("~6144") && answer.out.contains("~ PTX was asked for"), "{}", answer.out);
}

#[test]
fn counts_of_an_architecture_that_was_not_measured_are_no_exact_ones() {
    let options = [&["--kernel", "transpose<1>", "--arch", "sm_80", "--json"], &SHAPE[..]].concat();
    let document = json(&profile(&folder(), "transpose.cu", &options));
    let launch = &document["launches"][0];
    assert_eq!((&document["arch"], &launch["isa"], &launch["exact"]), (&"sm_80".into(), &"sass".into(), &false.into()));
    assert_eq!(launch["loads"]["wavefronts"], WARPS);
}

#[test]
fn an_instruction_that_the_simulator_lacks_falls_back_to_ptx_and_says_so() {
    // The global timer: machine code reads it by an opcode that is refused.
    let text = "__global__ void k(unsigned* to) {
        __shared__ unsigned tile[64];
        tile[2 * threadIdx.x] = threadIdx.x;
        unsigned long long now; asm volatile(\"mov.u64 %0, %globaltimer;\" : \"=l\"(now));
        to[threadIdx.x] = tile[2 * threadIdx.x] + (now == 0);
    }";
    let folder = Folder::with(&[("k.cu", text)]);
    let options = ["--grid", "1", "--block", "32", "--arg", "to:u32[32]", "--json"];
    let answer = profile(&folder, "k.cu", &options);
    let forced = profile(&folder, "k.cu", &[&options[..], &["--isa", "sass"]].concat());
    let launch = &json(&answer)["launches"][0];
    if forced.code == 0 {
        // It has learnt the opcode: then there is nothing to fall back from.
        assert_eq!(launch["isa"], "sass");
    } else {
        assert_eq!((&launch["isa"], &launch["exact"]), (&"ptx".into(), &false.into()));
        assert!(launch["estimate"].as_str().unwrap().contains("the simulator cannot run"), "{launch}");
    }
    assert_eq!(launch["stores"]["wavefronts"], 2);
}

#[test]
fn more_excess_than_is_accepted_fails() {
    let folder = folder();
    let excess = (31 * WARPS).to_string();
    let one_less = (31 * WARPS - 1).to_string();
    for (kernel, most, code) in
        [("transpose<0>", excess.as_str(), 0), ("transpose<0>", &one_less, 1), ("transpose<1>", "0", 0)]
    {
        let answer =
            profile(&folder, "transpose.cu", &[&["--kernel", kernel, "--max-excess", most], &SHAPE[..]].concat());
        assert_eq!(answer.code, code, "{answer:?}");
        assert_eq!(answer.err.contains("excess wavefronts, and at most"), code == 1, "{answer:?}");
    }
}

#[test]
fn launches_of_a_file_are_made_in_order_on_the_same_buffers() {
    let folder = folder();
    let launch = |kernel: &str, args: &str| {
        format!("[[launch]]\nkernel = \"{kernel}\"\ngrid = [3, 2]\nblock = [32, 32]\nargs = {args}\n")
    };
    let buffers =
        "[buffers]\na = { type = \"f32\", len = 16384, init = \"iota\" }\nb = { type = \"f32\", len = 16384 }\n";
    let text = [
        buffers,
        &launch("transpose<0>", "[\"b\", \"a\", { i32 = 128 }]"),
        &launch("transpose<1>", "[\"a\", \"b\", { i32 = 128 }]"),
    ]
    .concat();
    fs::write(folder.path("launches.toml"), text).unwrap();
    let answer = profile(&folder, "transpose.cu", &["--launch", "launches.toml", "--json"]);
    let document = json(&answer);
    assert_eq!((&document["version"], &document["fault"]), (&2.into(), &Value::Null));
    let loads: Vec<u64> = [0, 1].map(|at| document["launches"][at]["loads"]["wavefronts"].as_u64().unwrap()).to_vec();
    assert_eq!(loads, [32 * WARPS, WARPS]);
}

#[test]
fn ptx_is_profiled_with_its_own_lines_where_it_has_no_others() {
    let text = ".version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u32 stride) {
  .shared .align 4 .b8 a[8192];
  .reg .b32 %r<5>;
  ld.param.u32 %r0, [stride];
  mov.u32 %r1, %tid.x;
  mul.lo.u32 %r2, %r1, %r0;
  mov.u32 %r3, a;
  add.u32 %r4, %r3, %r2;
  st.shared.u32 [%r4], %r1;
  ret;
}
";
    let folder = Folder::with(&[("k.ptx", text)]);
    let options = ["--grid", "2", "--block", "64", "--arg", "u32:16", "--json"];
    let answer = profile(&folder, "k.ptx", &options);
    let document = json(&answer);
    assert_eq!(document["arch"], "sm_80");
    let line = &document["launches"][0]["lines"][0];
    assert_eq!((&line["file"], &line["line"], &line["op"]), (&"k.ptx".into(), &12.into(), &"store".into()));
    // A stride of four words: eight lanes to a word of the same bank four times over.
    assert_eq!((&line["requests"], &line["wavefronts"], &line["ways"]), (&4.into(), &16.into(), &4.into()));
    assert_eq!(document["launches"][0]["isa"], "sass");
    let as_ptx = json(&profile(&folder, "k.ptx", &[&options[..], &["--isa", "ptx"]].concat()));
    let (launch, line) = (&as_ptx["launches"][0], &as_ptx["launches"][0]["lines"][0]);
    assert_eq!((&launch["isa"], &line["line"], &line["wavefronts"]), (&"ptx".into(), &12.into(), &16.into()));
}

#[test]
fn a_fault_ends_with_the_counts_of_earlier_launches_and_the_code_1() {
    let text = "__global__ void k(int* to) { __shared__ int a[32]; a[threadIdx.x] = 1; to[threadIdx.x] = a[31 - threadIdx.x]; }";
    let launch = |len| format!("[[launch]]\nkernel = \"k\"\ngrid = 1\nblock = 32\nargs = [\"{len}\"]\n");
    let buffers = "[buffers]\ngood = { type = \"i32\", len = 32 }\nshort = { type = \"i32\", len = 8 }\n";
    let folder = Folder::with(&[("k.cu", text), ("l.toml", &[buffers, &launch("good"), &launch("short")].concat())]);
    let answer = profile(&folder, "k.cu", &["--launch", "l.toml", "--json"]);
    assert_eq!(answer.code, 1, "{answer:?}");
    let document = json(&answer);
    // The counts of the second are those up to the fault.
    assert_eq!(document["launches"].as_array().unwrap().len(), 2);
    assert_eq!(
        (&document["launches"][0]["blocks"]["faulted"], &document["launches"][1]["blocks"]["faulted"]),
        (&false.into(), &true.into())
    );
    let fault = document["fault"].as_str().unwrap();
    assert!(fault.contains("is outside global memory: 0 bytes after the end of `short` (32 bytes)"), "{document}");
}

/// A program with two launches whose numbers the file fixes, and one whose number it does not.
const PROGRAM: &str = "#include <cuda_runtime.h>
#define N 128
const int T = 32;
template <int PAD> __global__ void transpose(float* out, const float* in, int n) {
    __shared__ float tile[T][T + PAD];
    int x = blockIdx.x * T + threadIdx.x, y = blockIdx.y * T + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[y * n + x];
    __syncthreads();
    out[(blockIdx.x * T + threadIdx.y) * n + blockIdx.y * T + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
int main(int argc, char** argv) {
    float *in, *out;
    cudaMalloc(&in, N * N * sizeof(float));
    cudaMalloc((void**)&out, N * N * sizeof(float));
    dim3 grid(N / T, N / T), block(T, T); int blocks = atoi(argv[1]);
    transpose<0><<<grid, block>>>(out, in, N);
    transpose<1><<<grid, dim3(T, T)>>>(out, in, N);
    transpose<2><<<blocks, block>>>(out, in, N);
}
";

#[test]
fn launches_that_the_file_fixes_need_no_option() {
    let folder = Folder::with(&[("program.cu", PROGRAM)]);
    let document = json(&profile(&folder, "program.cu", &["--json"]));
    let launches = document["launches"].as_array().unwrap();
    let found: Vec<(&str, u64)> = launches
        .iter()
        .map(|launch| (launch["kernel"].as_str().unwrap(), launch["loads"]["wavefronts"].as_u64().unwrap()))
        .collect();
    let warps = 4 * 4 * 32;
    assert_eq!(found, [("transpose<0>", 32 * warps), ("transpose<1>", warps)]);
    let notes = document["notes"].to_string();
    assert!(notes.contains("synthetic") && notes.contains("line 18: the grid `blocks` is not a constant"), "{notes}");
    assert!(
        notes.contains("`--set blocks=1024`, with your own value, makes the launches that the file leaves open"),
        "{notes}"
    );
    let one = json(&profile(&folder, "program.cu", &["--json", "--kernel", "transpose<1>"]));
    assert_eq!(one["launches"].as_array().unwrap().len(), 1);
    let answer = profile(&folder, "program.cu", &["--kernel", "transpose<2>"]);
    let guess = "the launch of `transpose<2>` is a guess, since the file's own is open, line 18: the grid `blocks` is not a constant";
    assert!(answer.out.contains(guess), "{answer:?}");
}

#[test]
fn each_bad_input_has_one_clear_message() {
    let folder = folder();
    let kernels = "__global__ void a(int* x) { *x = 1; }\n__global__ void b(int* x, float y) { *x = y; }\n";
    for (name, text) in [
        ("two.cu", kernels),
        ("none.cu", "int main() {}\n"),
        ("wrong.cu", "__global__ void k(int* x) {\n    *y = 1;\n}\n"),
        ("header.cu", "#include \"nowhere.h\"\n__global__ void k(Thing x) { }\n"),
        ("bad.toml", "[[launch]]\nkernel = \"a\"\ngrid = 1\nblock = 32\nargs = [\"x\"]\n"),
    ] {
        fs::write(folder.path(name), text).unwrap();
    }
    let shape = ["--grid", "1", "--block", "32"];
    for (file, options, message) in [
        ("missing.cu", &[][..], "cannot read `missing.cu`"),
        (".", &[], "is a folder"),
        ("two.cu", &shape, "has 2 kernels: `a`, `b`"),
        ("none.cu", &[], "has no kernel"),
        ("two.cu", &["--kernel", "a", "--arg", "x:i32[1]"], "`--grid` and `--block` are missing"),
        ("two.cu", &["--kernel", "a", "--grid", "1"], "`--block` is missing"),
        ("two.cu", &[&["--kernel", "c"], &shape[..]].concat(), "has no kernel `c`"),
        ("two.cu", &[&["--kernel", "b", "--arg", "x:i32[1]"], &shape[..]].concat(), "`b` takes 2 arguments, not 1"),
        (
            "two.cu",
            &[&["--kernel", "b", "--arg", "x:i32[1]", "--arg", "f64:1"], &shape[..]].concat(),
            "argument 1 of `b` takes 4 bytes, not 8",
        ),
        ("two.cu", &[&["--kernel", "a", "--arg", "y"], &shape[..]].concat(), "`y` is not a buffer"),
        ("two.cu", &[&["--kernel", "a", "--arg", "i33:1"], &shape[..]].concat(), "`i33` is not a type"),
        (
            "two.cu",
            &[&["--kernel", "a", "--arg", "x:i32[1]", "--shared", "300000"], &shape[..]].concat(),
            "300000 bytes of shared memory",
        ),
        ("two.cu", &["--kernel", "a", "--arg", "x:i32[1]", "--grid", "1", "--block", "2000"], "at most 1024"),
        ("two.cu", &["--launch", "bad.toml"], "bad.toml:5:9: `x` is not a buffer"),
        ("two.cu", &["--launch", "missing.toml"], "cannot read `missing.toml`"),
        (
            "wrong.cu",
            &[&["--arg", "x:i32[1]"], &shape[..]].concat(),
            "wrong.cu(2): error: identifier \"y\" is undefined",
        ),
        ("header.cu", &[&["--arg", "i32:1"], &shape[..]].concat(), "not found, and left out: `nowhere.h`"),
        ("transpose.cu", &shape, "`transpose` is a template"),
        ("transpose.cu", &[&["--kernel", "transpos<1>"], &SHAPE[..]].concat(), "its text declares `transpose<..>`"),
        ("two.cu", &[&["--kernel", "a", "--arg", "x:i32[1]", "--arch", "sm_20"], &shape[..]].concat(), "sm_20"),
    ] {
        let answer = profile(&folder, file, options);
        assert!(answer.is_refusal().contains(message), "{file} {options:?}: {}", answer.err);
    }
}

#[test]
fn machine_code_in_a_fatbin_or_an_object_file_is_profiled_for_the_architecture() {
    let folder = Folder::with(&[]);
    let fixtures = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../smem-sim/tests/fixtures");
    let launch = [
        "--kernel",
        "transpose",
        "--grid",
        "1",
        "--block",
        "32,32",
        "--arg",
        "in:f32[1024]=iota",
        "--arg",
        "out:f32[1024]",
    ];
    for file in ["transpose.zstd.fatbin", "transpose.o"] {
        std::fs::copy(fixtures.join(file), folder.path(file)).unwrap();
        let document = json(&profile(&folder, file, &[&launch[..], &["--json"]].concat()));
        let counted = &document["launches"][0];
        assert_eq!((&document["arch"], &counted["isa"]), (&"sm_90".into(), &"sass".into()), "{file}");
        assert_eq!((&counted["loads"]["wavefronts"], &counted["stores"]["wavefronts"]), (&1024.into(), &32.into()));
    }
    let answer = profile(&folder, "transpose.o", &[&launch[..], &["--arch", "sm_89"]].concat());
    assert!(answer.is_refusal().contains("it has no machine code for sm_89, but machine code for sm_80"), "{answer:?}");
    let answer = profile(&folder, "transpose.o", &[&launch[..], &["--isa", "ptx"]].concat());
    assert!(answer.is_refusal().contains("`transpose.o` is machine code"), "{answer:?}");
}
