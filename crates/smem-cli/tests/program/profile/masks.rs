//! Lanes that name others than those that are there, which the PTX alone shows, beside what machine code goes on to.

use serde_json::Value;

use super::json;
use crate::call::{Answer, Folder, found};

/// A kernel in which some lanes name others: the call, and what comes after it.
fn kernel(call: &str, rest: &str) -> String {
    format!(
        "__global__ void k(float* in, float* out) {{
    __shared__ float s[64];
    int t = threadIdx.x, l = t % 32;
    s[t] = in[t];
    {call}
    __syncthreads();
    {rest}
}}\n"
    )
}

const CALLS: [&str; 3] = [
    "if (l < 16) { __syncwarp(0x000000ff); out[t] = s[t]; }",
    "out[t] = __shfl_xor_sync(0x0000ffff, s[t], 1);",
    "if (l >= 8) out[t] = __any_sync(0x00ffff00, s[t] > 0);",
];

fn profile(text: &str) -> (Answer, Vec<Value>) {
    let folder = Folder::with(&[("k.cu", text)]);
    let buffers = ["--arg", "in:f32[64]=random", "--arg", "out:f32[64]"];
    let launch = ["profile", "k.cu", "--grid", "1", "--block", "64", "--json", "--sarif", "k.sarif"];
    let answer = folder.call(&[&launch[..], &buffers].concat());
    let log: Value = serde_json::from_str(&folder.text("k.sarif")).unwrap();
    (answer, log["runs"][0]["results"].as_array().unwrap().clone())
}

fn is_of_lanes(text: &Value) -> bool {
    let text = text.as_str().unwrap_or_default();
    text.contains("is not in the mask") || text.contains("names the lanes")
}

#[test]
fn a_mask_that_is_wrong_is_told_beside_a_fault_further_on() {
    for call in CALLS {
        let (answer, results) = profile(&kernel(call, "out[t + 100000000] = s[t];"));
        assert_eq!(answer.code, 1, "{call}: {answer:?}");
        let document = json(&answer);
        assert!(is_of_lanes(&document["earlier_fault"]), "{call}: {document}");
        assert_eq!(document["earlier_fault_finding"]["line"], 5, "{call}: {document}");
        assert!(document["fault"].as_str().unwrap().contains("outside global memory"), "{call}: {document}");
        assert_eq!(document["fault_finding"]["line"], 7, "{call}: {document}");
        assert!(
            answer.err.contains("is not in the mask") || answer.err.contains("names the lanes"),
            "{call}: {answer:?}"
        );
        let faults = results.iter().filter(|result| result["ruleId"] == "kernel-fault");
        let lines =
            faults.map(|fault| fault["locations"][0]["physicalLocation"]["region"]["startLine"].as_u64().unwrap());
        assert_eq!(lines.collect::<Vec<u64>>(), [5, 7], "{call}");
    }
}

#[test]
fn a_mask_that_is_wrong_does_not_end_the_search_for_races_further_on() {
    for call in CALLS {
        let (answer, _) = profile(&kernel(call, "s[t] = in[t] + 1; out[t] += s[63 - t];"));
        assert_eq!(answer.code, 1, "{call}: {answer:?}");
        let document = json(&answer);
        assert!(is_of_lanes(&document["fault"]), "{call}: {document}");
        let races = found(&document["launches"][0], "shared-memory-race");
        assert!(
            races.iter().any(|race| race["first"]["line"] == 7 && race["second"]["line"] == 7),
            "{call}: {document}"
        );
    }
}

#[test]
#[cfg_attr(not(feature = "exhaustive"), ignore = "`--features exhaustive`")]
fn lanes_that_a_barrier_in_a_branch_waits_for_in_vain_are_named() {
    // A GPU goes on after the first, and so does the simulator. In machine code each barrier of the block begins with one of the warp,
    // at which the others are meanwhile; the lanes of the first then wait there in vain.
    for (isa, line) in [("sass", 6), ("ptx", 5)] {
        let folder = Folder::with(&[("k.cu", &kernel("if (l < 16) __syncwarp();", "out[t] += 1;"))]);
        let buffers = ["--arg", "in:f32[64]=random", "--arg", "out:f32[64]", "--isa", isa];
        let answer =
            folder.call(&[&["profile", "k.cu", "--grid", "1", "--block", "64", "--json"][..], &buffers].concat());
        assert_eq!(answer.code, 1, "{isa}: {answer:?}");
        let barrier = &found(&json(&answer)["launches"][0], "divergent-barrier")[0];
        assert_eq!((&barrier["line"], &barrier["missing"]), (&line.into(), &"16 to 31".into()), "{isa}: {barrier}");
    }
    let (answer, _) = profile(&kernel("if (l % 2) out[t] = __shfl_sync(0xffffffff, s[t], 31);", "out[t] += 1;"));
    assert_eq!(answer.code, 1, "{answer:?}");
    let fault = json(&answer)["fault"].as_str().unwrap_or_default().to_owned();
    assert!(fault.contains("which never execute this") || fault.contains("wait for lanes"), "{fault}");
    // All lanes of a warp come there.
    let (answer, _) = profile(&kernel("if (t < 32) out[t] = __shfl_sync(0xffffffff, s[t], 31);", "out[t] += 1;"));
    assert_eq!(answer.code, 0, "{answer:?}");
}
