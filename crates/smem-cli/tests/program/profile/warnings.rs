//! Warnings and faults of `profile`: their kinds, their places, and what the totals say of estimates.

use serde_json::Value;

use super::json;
use crate::call::{Answer, Folder};

/// Profiles the kernel `k` of a file.
fn run(text: &str, more: &[&str]) -> (Folder, Answer) {
    let folder = Folder::with(&[("k.cu", text)]);
    let launch = ["profile", "k.cu", "--kernel", "k", "--block", "32", "--sarif", "k.sarif"];
    let answer = folder.call(&[&launch[..], more].concat());
    (folder, answer)
}

fn results(folder: &Folder) -> Vec<Value> {
    let log: Value = serde_json::from_str(&folder.text("k.sarif")).unwrap();
    let run = &log["runs"][0];
    for result in run["results"].as_array().unwrap() {
        let rule = &run["tool"]["driver"]["rules"][result["ruleIndex"].as_u64().unwrap() as usize];
        assert_eq!(rule["id"], result["ruleId"]);
    }
    run["results"].as_array().unwrap().clone()
}

const THREE_WORDS: &str = "__global__ void k(float* o) {
    __shared__ float3 s;
    if (threadIdx.x == 0) s = make_float3(o[0], o[1], o[2]);
    __syncthreads();
    float3 v = s;
    o[threadIdx.x] = v.x + v.y + v.z;
}";

#[test]
fn a_wide_read_past_the_declared_end_is_a_warning_with_its_line() {
    let (folder, answer) = run(THREE_WORDS, &["--grid", "1", "--arg", "o:f32[32]", "--json"]);
    assert_eq!(answer.code, 0, "{answer:?}");
    let document = json(&answer);
    let [warning] = &document["launches"][0]["findings"].as_array().unwrap()[..] else { panic!("{document}") };
    assert_eq!((&warning["id"], &warning["line"], &warning["address"]), (&"past-end".into(), &5.into(), &12.into()));
    assert!(warning["message"].as_str().unwrap().contains("the assembler widened it"), "{warning}");
    let [result] = &results(&folder)[..] else { panic!("one result") };
    assert_eq!((&result["ruleId"], &result["level"]), (&"past-end".into(), &"warning".into()));
    assert_eq!(result["locations"][0]["physicalLocation"]["region"]["startLine"], 5);
}

#[test]
fn an_unwritten_read_is_a_warning_with_its_line() {
    let text = "__global__ void k(float* o) {\n    __shared__ float s[32];\n    o[threadIdx.x] = s[threadIdx.x];\n}";
    let (folder, answer) = run(text, &["--grid", "1", "--arg", "o:f32[32]", "--json"]);
    assert_eq!(json(&answer)["launches"][0]["findings"][0]["id"], "unwritten-read");
    let [result] = &results(&folder)[..] else { panic!("one result") };
    assert_eq!(result["ruleId"], "unwritten-read");
    assert_eq!(result["locations"][0]["physicalLocation"]["region"]["startLine"], 3);
}

#[test]
fn a_fault_has_its_line_and_keeps_the_launch() {
    let text = "__global__ void k(float* o, int n) {
    __shared__ float s[32];
    s[threadIdx.x] = o[threadIdx.x];
    __syncthreads();
    o[threadIdx.x + n] = s[31 - threadIdx.x];
}";
    let (folder, answer) = run(text, &["--grid", "1", "--arg", "o:f32[32]", "--arg", "i32:1000000", "--json"]);
    assert_eq!(answer.code, 1, "{answer:?}");
    let document = json(&answer);
    assert!(document["fault"].as_str().unwrap().contains("outside global memory"), "{document}");
    assert_eq!((&document["fault_finding"]["file"], &document["fault_finding"]["line"]), (&"k.cu".into(), &5.into()));
    assert_eq!(document["launches"][0]["stores"]["wavefronts"], 1);
    let results = results(&folder);
    let fault = results.iter().find(|result| result["ruleId"] == "kernel-fault").unwrap();
    assert_eq!(fault["locations"][0]["physicalLocation"]["region"]["startLine"], 5);
}

#[test]
fn the_blocks_of_a_cluster_are_checked_together() {
    let text = "#include <cooperative_groups.h>
__global__ void k(int* o, int ends) {
    __shared__ int s[32];
    auto c = cooperative_groups::this_cluster();
    s[threadIdx.x] = threadIdx.x;
    c.sync();
    o[32 * blockIdx.x + threadIdx.x] = c.map_shared_rank(s, c.block_rank() ^ 1)[31 - threadIdx.x];
    if (ends) __syncthreads(); else c.sync();
}";
    let of = |more: &[&str]| run(text, &[&["--grid", "2", "--arg", "o:i32[64]"], more].concat()).1;
    let right = json(&of(&["--arg", "i32:0", "--cluster", "2", "--json"]))["launches"][0].clone();
    assert_eq!((&right["findings"], &right["checks"]["remarks"]), (&serde_json::json!([]), &serde_json::json!([])));
    assert!(right["checks"]["looked_for"].to_string().contains("races on shared memory"), "{right}");
    let answer = of(&["--arg", "i32:1", "--cluster", "2"]);
    assert_eq!(answer.code, 1, "{answer:?}");
    assert!((answer.out + &answer.err).contains("block 0 of the cluster has exited"));
    let (_, answer) = run("__global__ void k() { }", &["--grid", "2", "--cluster", "2", "--arch", "sm_60"]);
    assert_eq!(answer.code, 2);
    assert!(answer.err.contains("clusters need sm_90 or later, and it is for sm_60"), "{answer:?}");
}

#[test]
fn exact_totals_have_no_mark_beside_estimates() {
    // The copy is an estimate, the load is not.
    let text = "__global__ void k(float* o) {
    __shared__ float s[32];
    unsigned to = (unsigned)__cvta_generic_to_shared(s + threadIdx.x);
    asm volatile(\"cp.async.ca.shared.global [%0], [%1], 4;\" ::\"r\"(to), \"l\"(o + threadIdx.x));
    asm volatile(\"cp.async.wait_all;\" ::: \"memory\");
    __syncthreads();
    o[threadIdx.x] = s[31 - threadIdx.x];
}";
    let (_, answer) = run(text, &["--grid", "1", "--arg", "o:f32[32]"]);
    let row = |name: &str| answer.out.lines().find(|line| line.trim_start().starts_with(name)).unwrap().to_string();
    assert!(!row("loads ").contains('~'), "{}", answer.out);
    assert!(row("asynchronous copies ").contains('~') && row("all ").contains('~'), "{}", answer.out);
    let (_, answer) = run(text, &["--grid", "1", "--arg", "o:f32[32]", "--json"]);
    let launch = &json(&answer)["launches"][0];
    assert_eq!((&launch["loads"]["exact"], &launch["copies"]["exact"]), (&true.into(), &false.into()));
}

#[test]
fn colours_are_there_when_they_are_asked_for() {
    let (folder, plain) = run(THREE_WORDS, &["--grid", "1", "--arg", "o:f32[32]"]);
    assert!(!plain.out.contains('\u{1b}'));
    for command in ["profile", "fix"] {
        let arguments = [
            "--color",
            "always",
            command,
            "k.cu",
            "--kernel",
            "k",
            "--grid",
            "1",
            "--block",
            "32",
            "--arg",
            "o:f32[32]",
        ];
        let painted = folder.call(&arguments);
        assert!(painted.out.contains('\u{1b}'), "{command}: {painted:?}");
    }
}
