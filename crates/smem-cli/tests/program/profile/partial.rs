//! Launches of which `profile` runs a part: samples of the blocks, and runs that Ctrl-C ends.

use serde_json::Value;

use super::{SHAPE, WARPS, folder, json, profile};
use crate::call::Folder;

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
    assert_eq!(
        launch["blocks"],
        serde_json::json!({ "faulted": false, "grid": 6, "run": 2, "sampled": true, "stopped": false })
    );
    assert_eq!((&launch["loads"]["requests"], &launch["loads"]["wavefronts"]), (&64.into(), &2048.into()));
    let text = profile(&folder, "transpose.cu", &options);
    assert!(text.out.contains("a sample: 2 of 6 blocks were run, spread over the grid"), "{}", text.out);
    let options = [&["--kernel", "transpose<0>", "--blocks", "0", "--json"], &SHAPE[..]].concat();
    assert_eq!(json(&profile(&folder, "transpose.cu", &options))["launches"][0]["blocks"]["run"], 6);
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
        answer.err.contains("no thread can go on") && answer.err.contains("`--blocks` runs a sample"),
        "{answer:?}"
    );
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
