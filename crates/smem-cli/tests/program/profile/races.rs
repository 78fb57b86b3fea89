//! `smem-tile profile` finds races on shared memory and reads of uninitialized memory.

use serde_json::Value;

use crate::call::{Answer, Folder, found};

const SHIFT: &str = "__global__ void shift(int* data, int rounds) {
    __shared__ int row[128];
    for (int i = 0; i < rounds; ++i) {
        row[threadIdx.x] = data[threadIdx.x];
        __syncthreads();
        data[threadIdx.x] = row[127 - threadIdx.x];
    }
}
__global__ void tail(int* data) {
    __shared__ int row[64];
    if (threadIdx.x < 63) row[threadIdx.x] = data[threadIdx.x];
    __syncthreads();
    data[threadIdx.x] = row[63 - threadIdx.x];
}
__global__ void masked(int* data) {
    __shared__ volatile int row[64];
    if (threadIdx.x < 63) row[threadIdx.x] = data[threadIdx.x];
    __syncthreads();
    int other = row[63 - threadIdx.x];
    data[threadIdx.x] = data[64] == 0 ? 7 : other;
}
__global__ void flag(int* data) {
    __shared__ bool found;
    if (threadIdx.x == 0) found = false;
    __syncthreads();
    if (data[threadIdx.x] >= 0) found = true;
    __syncthreads();
    data[threadIdx.x] = found;
}
";

fn profile(kernel: &str, block: &str, options: &[&str]) -> Answer {
    let folder = Folder::with(&[("shift.cu", SHIFT)]);
    let arguments: &[&str] = if kernel == "shift" { &["--arg", "i32:3"] } else { &[] };
    let launch = ["profile", "shift.cu", "--kernel", kernel, "--grid", "2", "--block", block, "--arg", "data:i32[128]"];
    folder.call(&[&launch[..], arguments, options].concat())
}

fn launch(answer: &Answer) -> Value {
    let document: Value = serde_json::from_str(&answer.out).unwrap_or_else(|error| panic!("{error}: {answer:?}"));
    document["launches"][0].clone()
}

#[test]
fn a_race_has_both_lines_and_the_place_of_the_barrier_and_the_counts_are_there() {
    for isa in ["sass", "ptx"] {
        let answer = profile("shift", "128", &["--json", "--isa", isa]);
        assert_eq!(answer.code, 1, "{answer:?}");
        assert!(answer.err.contains("1 race on shared memory"), "{}", answer.err);
        let launch = launch(&answer);
        assert_eq!(launch["loads"]["requests"], 2 * 4 * 3);
        let [race] = &found(&launch, "shared-memory-race")[..] else { panic!("{launch}") };
        assert_eq!((&race["hazard"], &race["in_warp"]), (&"write-after-read".into(), &false.into()));
        assert_eq!((&race["first"]["line"], &race["second"]["line"]), (&6.into(), &4.into()));
        let missing = "`__syncthreads()` after line 6, at the end of the loop's body";
        assert_eq!(race["missing"], missing);
        let text = profile("shift", "128", &["--isa", isa]).out;
        for part in [
            "write-after-read race on `row[127]` (byte 0x1fc",
            "shift.cu:6  read by thread",
            "row[127 - threadIdx.x]",
            missing,
        ] {
            assert!(text.contains(part), "`{part}` is not in:\n{text}");
        }
    }
}

#[test]
fn without_the_check_there_is_no_race_and_the_report_says_so() {
    let answer = profile("shift", "128", &["--no-race-check"]);
    assert_eq!(answer.code, 0, "{answer:?}");
    assert!(answer.out.contains("warning: races on shared memory are not looked for"), "{}", answer.out);
}

#[test]
fn a_read_of_what_nothing_wrote_is_an_error_where_a_result_depends_on_it() {
    for isa in ["sass", "ptx"] {
        let answer = profile("tail", "64", &["--isa", isa]);
        assert_eq!(answer.code, 1, "{answer:?}");
        let error = [
            "  shift.cu:13: uninitialized shared memory is read ",
            " times: byte 0xfc by thread (0, 0, 0)",
            "; the results depend on what it holds: byte 0 of `data` does",
        ];
        assert!(error.iter().all(|part| answer.out.contains(part)), "{}", answer.out);
        assert!(answer.err.contains("1 read of uninitialized shared memory that results depend on"), "{}", answer.err);
    }
}

#[test]
fn a_read_of_what_nothing_wrote_is_a_warning_where_no_result_shows_it_and_with_strict_an_error() {
    for isa in ["sass", "ptx"] {
        let answer = profile("masked", "64", &["--isa", isa]);
        assert_eq!(answer.code, 0, "{answer:?}");
        let warning =
            ["warning: shift.cu:19: uninitialized shared memory is read ", " times: byte 0xfc by thread (0, 0, 0)"];
        assert!(warning.iter().all(|part| answer.out.contains(part)), "{}", answer.out);
        let strict = profile("masked", "64", &["--isa", isa, "--strict"]);
        assert_eq!(strict.code, 1, "{strict:?}");
        assert!(strict.err.contains("reads of uninitialized shared memory are not accepted"), "{}", strict.err);
    }
}

#[test]
fn threads_that_set_one_flag_are_a_warning_and_with_strict_an_error() {
    assert_eq!(profile("flag", "128", &["--strict"]).code, 1);
    let answer = profile("flag", "128", &["--json"]);
    assert_eq!(answer.code, 0, "{answer:?}");
    let launch = launch(&answer);
    assert!(found(&launch, "shared-memory-race").is_empty(), "{launch}");
    assert!(
        found(&launch, "same-value-writes")[0]["message"]
            .as_str()
            .unwrap()
            .starts_with("several threads write the same value"),
        "{launch}"
    );
}

#[test]
fn a_log_for_code_hosts_has_each_race_at_its_second_line() {
    let folder = Folder::with(&[("shift.cu", SHIFT)]);
    let options = ["--kernel", "shift", "--grid", "1", "--block", "128", "--arg", "data:i32[128]", "--arg", "i32:2"];
    folder.call(&[&["profile", "shift.cu", "--sarif", "log.json"], &options[..]].concat());
    let log: Value = serde_json::from_str(&std::fs::read_to_string(folder.path("log.json")).unwrap()).unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap();
    let [race] = &results[..] else { panic!("{log}") };
    assert_eq!(race["ruleId"], "shared-memory-race");
    let line = |place: &Value| place["physicalLocation"]["region"]["startLine"].clone();
    assert_eq!((line(&race["locations"][0]), line(&race["relatedLocations"][0])), (4.into(), 6.into()));
}

const HALO: &str = "__global__ void halo(int* data) {
    __shared__ int row[64];
    __shared__ int sums[64];
    row[threadIdx.x] = data[threadIdx.x];
    sums[threadIdx.x] = 0;
    __syncthreads();
    data[threadIdx.x] = row[data[threadIdx.x] + 1] + sums[threadIdx.x];
}
";

fn halo(options: &[&str]) -> Answer {
    let folder = Folder::with(&[("halo.cu", HALO)]);
    let launch = ["profile", "halo.cu", "--grid", "1", "--block", "64", "--arg", "data:i32[64]=iota"];
    folder.call(&[&launch[..], options].concat())
}

#[test]
fn an_access_beyond_an_array_has_its_line_and_both_arrays() {
    for options in [&["--overruns"][..], &["--isa", "ptx"]] {
        let answer = halo(&[options, &["--json"]].concat());
        assert_eq!(answer.code, 1, "{answer:?}");
        assert!(answer.err.contains("1 overrun of shared arrays"), "{}", answer.err);
        let launch = launch(&answer);
        let [overrun] = &found(&launch, "shared-array-overrun")[..] else { panic!("{launch}") };
        assert_eq!(
            (&overrun["line"], &overrun["access"]["access"], &overrun["times"]),
            (&7.into(), &"read".into(), &1.into())
        );
        assert_eq!(overrun["access"]["thread"], serde_json::json!([63, 0, 0]));
        let names = [&overrun["array"], &overrun["into"]].map(|name| name.as_str().unwrap_or_default());
        assert!(names[0].ends_with("::row") && !names[1].ends_with("::row"), "{overrun}");
        let text = halo(options).out;
        for part in
            ["read beyond a shared array, at byte", "halo.cu:7  read by thread (63, 0, 0): data[threadIdx.x] = row"]
        {
            assert!(text.contains(part), "`{part}` is not in:\n{text}");
        }
    }
    let answer = halo(&["--json"]);
    assert_eq!((answer.code, found(&launch(&answer), "shared-array-overrun").len()), (0, 0), "{answer:?}");
}
