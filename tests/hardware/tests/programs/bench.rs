//! The program `bench` from the outside. Without a GPU it compares every scan with the CPU's, and times nothing.

use std::fs;
use std::process::Command;

use crate::output::{refused, stderr, stdout};

fn bench(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bench"));
    command.args(args);
    command
}

#[test]
fn every_scan_is_compared_and_only_a_gpu_has_times() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("new");
    let output = bench(&["--device", "sim", "--sides", "1,70", "--out", out.to_str().unwrap()]).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = stdout(&output);
    assert!(text.contains("every scan equals the CPU's at every pixel; there are no times without a GPU"), "{text}");
    assert_eq!(fs::read_to_string(out.join("bench.md")).unwrap(), text);
    assert!(!out.join("bench.svg").exists(), "there is nothing to plot");
}

#[test]
fn every_kind_of_scan_is_compared_too() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("new");
    let args = ["--kinds", "--device", "sim", "--sides", "1,70", "--out", out.to_str().unwrap()];
    let output = bench(&args).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = stdout(&output);
    assert!(text.contains("`bench --kinds --sides 1,70 --repeat 100`"), "{text}");
    assert!(text.contains("every scan equals the CPU's at every pixel; there are no times without a GPU"), "{text}");
    assert_eq!(fs::read_to_string(out.join("kinds.md")).unwrap(), text);
}

#[test]
fn what_it_cannot_use_is_refused_in_a_sentence() {
    refused(&mut bench(&["--sides", "0"]), "0 is not in");
    refused(&mut bench(&["--sides", "16385"]), "16385 is not in");
    refused(&mut bench(&["--repeat", "0"]), "0 is not in");
    refused(&mut bench(&["--sides", "many"]), "invalid digit");
    refused(&mut bench(&["--kinds", "--no-peers"]), "cannot be used with");
}
