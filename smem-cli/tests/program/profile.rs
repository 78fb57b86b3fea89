//! `profile`: counts that follow from the addresses, and everything that can be wrong with a launch.

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
            assert_eq!((launch["races"].to_string().as_str(), launch["warnings"].to_string().as_str()), ("[]", "[]"));
            let line = |op: &str| launch["lines"].as_array().unwrap().iter().find(|line| line["op"] == op).unwrap();
            assert_eq!((&line("load")["file"], &line("load")["line"]), (&"read.cuh".into(), &5.into()));
            assert_eq!(line("load")["ways"], ways);
            assert!(line("load")["calls"][0].as_str().unwrap().ends_with("inlined at transpose.cu:11"));
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
    assert_eq!((&document["version"], &document["fault"]), (&1.into(), &Value::Null));
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
    let answer = profile(&folder, "k.ptx", &[&options[..], &["--isa", "sass"]].concat());
    assert!(answer.is_refusal().contains("`k.ptx` is PTX"), "{answer:?}");
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
    assert_eq!(document["launches"].as_array().unwrap().len(), 1);
    assert!(document["fault"].as_str().unwrap().contains("outside global memory"), "{document}");
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
    dim3 grid(N / T, N / T), block(T, T);
    transpose<0><<<grid, block>>>(out, in, N);
    transpose<1><<<grid, dim3(T, T)>>>(out, in, N);
    transpose<2><<<argc, block>>>(out, in, N);
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
    assert!(notes.contains("invented") && notes.contains("line 18: the grid `argc` is not a constant"), "{notes}");
    let one = json(&profile(&folder, "program.cu", &["--json", "--kernel", "transpose<1>"]));
    assert_eq!(one["launches"].as_array().unwrap().len(), 1);
    let answer = profile(&folder, "program.cu", &["--kernel", "transpose<2>"]);
    assert!(answer.is_refusal().contains("line 18: the grid `argc` is not a constant"), "{answer:?}");
}

#[test]
fn the_worst_request_of_a_line_has_its_lanes_and_its_bank() {
    let folder = Folder::with(&[("program.cu", PROGRAM)]);
    let document = json(&profile(&folder, "program.cu", &["--json", "--kernel", "transpose<0>"]));
    let line = &document["launches"][0]["lines"][0];
    assert_eq!((&line["line"], &line["op"]), (&9.into(), &"load".into()));
    let worst = &line["worst"];
    assert_eq!((&worst["bank"], &worst["warp"]), (&0.into(), &0.into()));
    assert_eq!(worst["lanes"], Value::from((0..32).collect::<Vec<u32>>()));
    assert_eq!(worst["words"], Value::from((0..32).map(|row| 128 * row).collect::<Vec<u32>>()));
    assert_eq!(document["launches"][0]["lines"][1]["worst"], Value::Null);
}

#[test]
fn an_annotated_file_has_each_line_and_the_counts_in_front() {
    let folder = Folder::with(&[("program.cu", PROGRAM)]);
    let answer = profile(&folder, "program.cu", &["--annotate", "--kernel", "transpose<0>"]);
    let (_, annotated) = answer.out.split_once("program.cu:\n").unwrap();
    assert_eq!(annotated.lines().count(), 1 + PROGRAM.lines().count(), "{annotated}");
    let counted: Vec<&str> = annotated.lines().filter(|line| line.contains("-way")).collect();
    assert!(counted[0].contains("512           0   1-way      7      tile[threadIdx.y]"), "{annotated}");
    assert!(counted[1].contains("16384       15872  32-way      9      out["), "{annotated}");
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
        ("two.cu", &[], "has 2 kernels: `a`, `b`"),
        ("none.cu", &[], "has no kernel"),
        ("two.cu", &["--kernel", "a"], "`--grid` and `--block` are missing"),
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

/// A program whose launches never end by themselves in a test's time.
const LONG: &str = "__global__ void k(unsigned* to, int n) {
    __shared__ unsigned tile[64];
    for (int i = 0; i < n; i++) { tile[2 * threadIdx.x] = i; __syncthreads(); }
    to[threadIdx.x] = tile[2 * threadIdx.x];
}
";

#[test]
fn a_sample_of_blocks_is_counted_and_said_to_be_one() {
    let folder = folder();
    let options = [&["--kernel", "transpose<0>", "--blocks", "2"], &SHAPE[..]].concat();
    let launch = &json(&profile(&folder, "transpose.cu", &[&options[..], &["--json"]].concat()))["launches"][0];
    assert_eq!(launch["blocks"], serde_json::json!({ "grid": 6, "run": 2, "sampled": true, "stopped": false }));
    assert_eq!((&launch["loads"]["requests"], &launch["loads"]["wavefronts"]), (&64.into(), &2048.into()));
    let text = profile(&folder, "transpose.cu", &options);
    assert!(text.out.contains("a sample: 2 of 6 blocks were run, spread over the grid"), "{}", text.out);
    // A sample of more blocks than there are is all of them.
    let options = [&["--kernel", "transpose<0>", "--blocks", "7", "--json"], &SHAPE[..]].concat();
    let all = &json(&profile(&folder, "transpose.cu", &options))["launches"][0];
    assert_eq!((&all["blocks"]["run"], &all["blocks"]["sampled"]), (&6.into(), &false.into()));
    assert_eq!(all["loads"]["requests"], WARPS);
}

#[test]
fn a_block_that_waits_for_one_that_a_sample_leaves_out_is_a_fault_that_says_so() {
    // Each block waits for the one before it.
    let text = "__global__ void k(volatile int* done) {
        __shared__ int a[32];
        a[threadIdx.x] = 1;
        if (blockIdx.x > 0) while (done[blockIdx.x - 1] == 0) { }
        done[blockIdx.x] = a[0];
    }";
    let folder = Folder::with(&[("k.cu", text)]);
    let shape = ["--grid", "64", "--block", "1", "--arg", "done:i32[64]"];
    assert_eq!(profile(&folder, "k.cu", &shape).code, 0);
    let answer = profile(&folder, "k.cu", &[&shape[..], &["--blocks", "1", "--isa", "ptx"]].concat());
    assert_eq!(answer.code, 1, "{answer:?}");
    assert!(
        answer.err.contains("the limit of a launch") && answer.err.contains("`--blocks` runs a sample"),
        "{answer:?}"
    );
}

#[test]
fn sarif_has_what_the_standard_requires_and_a_result_for_each_line_with_conflicts() {
    let folder = Folder::with(&[("my program.cu", PROGRAM)]);
    let answer = profile(&folder, "my program.cu", &["--sarif", "out.sarif"]);
    assert_eq!(answer.code, 0, "{answer:?}");
    let log: Value = serde_json::from_str(&folder.text("out.sarif")).unwrap();
    // SARIF 2.1.0, 3.13.2, 3.14.6 and 3.18.1, 3.19.2: what has to be there.
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    assert_eq!(log["runs"].as_array().unwrap().len(), 1);
    assert_eq!(run["tool"]["driver"]["name"], "smem-tile");
    // 3.20.14: an invocation says whether it succeeded.
    assert_eq!(run["invocations"][0]["executionSuccessful"], true);
    // 3.49.3: a rule has an id.
    let rules: Vec<&Value> =
        run["tool"]["driver"]["rules"].as_array().unwrap().iter().map(|rule| &rule["id"]).collect();
    let results = run["results"].as_array().unwrap();
    assert_eq!(results.len(), 1, "two kernels conflict or not on one line: {log}");
    for result in results {
        // 3.27.11 and 3.11.1: a result has a message with a text. 3.27.10: a level. 3.27.5: rule and index agree.
        assert!(!result["message"]["text"].as_str().unwrap().is_empty());
        assert!(["none", "note", "warning", "error"].contains(&result["level"].as_str().unwrap()));
        assert_eq!(&result["ruleId"], rules[result["ruleIndex"].as_u64().unwrap() as usize]);
        let place = &result["locations"][0]["physicalLocation"];
        assert_eq!(
            (&place["artifactLocation"]["uri"], &place["region"]["startLine"]),
            (&"my%20program.cu".into(), &9.into())
        );
    }
    let excess = 31 * 4 * 4 * 32;
    assert_eq!(results[0]["properties"]["excess"], excess);
    assert!(results[0]["message"]["text"].as_str().unwrap().contains("32-way bank conflicts in `transpose<0>`"));
}

#[test]
fn a_fault_is_an_error_of_sarif() {
    let text =
        "__global__ void k(int* to) { __shared__ int a[32]; a[threadIdx.x] = 1; to[threadIdx.x + 1000] = a[0]; }";
    let folder = Folder::with(&[("k.cu", text)]);
    let answer =
        profile(&folder, "k.cu", &["--grid", "1", "--block", "32", "--arg", "to:i32[32]", "--sarif", "out.sarif"]);
    assert_eq!(answer.code, 1, "{answer:?}");
    let log: Value = serde_json::from_str(&folder.text("out.sarif")).unwrap();
    let result = &log["runs"][0]["results"][0];
    assert_eq!((&result["ruleId"], &result["level"]), (&"kernel-fault".into(), &"error".into()));
    assert!(result["message"]["text"].as_str().unwrap().contains("outside global memory"), "{log}");
}

#[test]
fn the_worst_requests_are_drawn() {
    let folder = Folder::with(&[("program.cu", PROGRAM)]);
    let answer = profile(&folder, "program.cu", &["--svg", "worst.svg"]);
    assert_eq!(answer.code, 0, "{answer:?}");
    let svg = folder.text("worst.svg");
    assert_eq!(svg.matches("class=\"lane clash\"").count(), 32 + 1, "32 lanes and the legend: {svg}");
    assert!(svg.contains("program.cu:9, load in transpose&lt;0&gt;") && svg.contains("32 wavefronts where 1 would do"));
    let answer = profile(&folder, "program.cu", &["--kernel", "transpose<1>", "--svg", "none.svg"]);
    assert!(answer.code == 0 && answer.err.contains("`none.svg` is not written"), "{answer:?}");
    assert!(!folder.path("none.svg").exists());
}

#[test]
fn launches_of_a_kernel_are_summed() {
    let folder = Folder::with(&[("program.cu", PROGRAM)]);
    let document = json(&profile(&folder, "program.cu", &["--json"]));
    let kernels = document["kernels"].as_array().unwrap();
    let warps = 4 * 4 * 32;
    assert_eq!((&kernels[0]["kernel"], &kernels[0]["wavefronts"]), (&"transpose<0>".into(), &(33 * warps).into()));
    assert_eq!((&kernels[1]["launches"], &kernels[1]["requests"]), (&1.into(), &(2 * warps).into()));
}

#[test]
#[cfg(unix)]
fn ctrl_c_ends_a_long_run_with_the_counts_so_far() {
    use std::io::Read;
    use std::process::Command;
    use std::time::Duration;

    let folder = Folder::with(&[("k.cu", LONG)]);
    let options =
        ["profile", "k.cu", "--json", "--grid", "1000000", "--block", "32", "--arg", "to:u32[32]", "--arg", "i32:1000"];
    let mut child = folder.spawn(&options);
    // Long enough to compile; if it is not, the signal ends the program without a report, and the next try waits longer.
    for wait in [4, 12, 40] {
        std::thread::sleep(Duration::from_secs(wait));
        let id = child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
        let status = child.wait().unwrap();
        if status.code().is_none() {
            child = folder.spawn(&options);
            continue;
        }
        assert_eq!(status.code(), Some(130));
        let mut out = String::new();
        child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
        let document: Value = serde_json::from_str(&out).unwrap();
        let launch = &document["launches"][0];
        assert_eq!((&launch["blocks"]["stopped"], &launch["blocks"]["grid"]), (&true.into(), &1_000_000.into()));
        let run = launch["blocks"]["run"].as_u64().unwrap();
        assert!(run < 1_000_000 && launch["stores"]["wavefronts"].as_u64().unwrap() >= 2000 * run, "{launch}");
        return;
    }
    panic!("the program was never ready for a signal");
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

#[test]
fn ptx_is_shown_beside_machine_code_with_the_reason_of_a_difference() {
    // Four neighbours a thread, which the assembler loads at once.
    let text = "__global__ void k(float* to) {
    __shared__ __align__(16) float a[128];
    for (int i = 0; i < 4; i++) a[threadIdx.x + 32 * i] = i;
    __syncthreads();
    const float* own = a + 4 * threadIdx.x;
    to[threadIdx.x] = own[0] + own[1] * own[2] + own[3];
}";
    let folder = Folder::with(&[("k.cu", text)]);
    let options = ["--grid", "1", "--block", "32", "--arg", "to:f32[32]", "--isa", "ptx"];
    let document = json(&profile(&folder, "k.cu", &[&options[..], &["--json"]].concat()));
    let beside = document["launches"][0]["beside"].as_array().unwrap();
    let loads = beside.iter().find(|line| line["op"] == "load").unwrap();
    let (ptx, machine_code) = (&loads["ptx"], &loads["machine_code"]);
    let (of_ptx, of_machine) = (ptx["requests"].as_u64().unwrap(), machine_code["requests"].as_u64().unwrap());
    if of_machine < of_ptx {
        assert_eq!((of_ptx, of_machine, &machine_code["instructions"][0]), (4, 1, &"LDS.128".into()));
        assert!(loads["why"].as_str().unwrap().contains("LDS.128"), "{loads}");
        let answer = profile(&folder, "k.cu", &options);
        assert!(
            answer.out.contains("k.cu:6, load: PTX 4 requests") && answer.out.contains("(LDS.128)"),
            "{}",
            answer.out
        );
    } else {
        // The compiler may merge them before the assembler does.
        assert_eq!(of_ptx, of_machine);
    }
    // Machine code alone has nothing beside it.
    let alone = json(&profile(&folder, "k.cu", &[&options[..6], &["--json"]].concat()));
    assert_eq!(alone["launches"][0]["beside"], Value::Array(Vec::new()));
}
