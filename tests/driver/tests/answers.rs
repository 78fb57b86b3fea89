//! The simulated driver held against the answers of a GPU's driver, call by call.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use smem_exhaustive::{EXHAUSTIVE, part};

/// Answers of an H100's driver, and of an H200's to cases that came later.
const MEASURED: [&str; 2] = [include_str!("../sm_90_h100.tsv"), include_str!("../sm_90_h200.tsv")];

/// Calls whose answers need a kernel that sleeps: the simulator puts a kernel's clock forward where it waits for time alone, so it ends at
/// once, and before or after the next call. Each with the answer of a kernel that has ended: no other one is let pass.
const TIMED: [(&str, &str, &str); 4] = [
    ("default_stream_waits", "query the stream", "SUCCESS"),
    ("event_times", "200 ms or more", "false"),
    ("fills_wait_where_the_host_reads", "query the stream", "SUCCESS"),
    ("streams_run_side_by_side", "query the first", "SUCCESS"),
];

/// Calls that the simulated driver answers otherwise, and why.
const OTHERWISE: &[(&str, &str, &str)] = &[
    ("attributes", "attribute 34", "the number on the bus is the machine's"),
    ("attributes", "attribute 96", "launches on several devices at once are not there"),
    ("attributes", "attribute 116", "other devices do not reach the memory"),
    ("attributes", "attribute 119", "pools are not shared with other processes"),
    ("attributes", "attribute 124", "memory is not shared with other processes"),
    ("attributes", "attribute 127", "memory has no fabric"),
    ("images_with_options", "the log has text", "says what is wrong"),
    ("reset_heals", "launch after it", "the handle of the kernel is gone as well"),
    ("others", "flush", "says that it is not there"),
    ("others", "handle of memory for other processes", "says that it is not there"),
    ("textures", "of a line of no bytes", "a texture has texels"),
    ("textures", "of rows that are too short", "rows do not overlap"),
    ("textures", "bytes with a linear filter as integers", "a linear filter makes no integers"),
    ("tensor_maps", "steps of 2", "the first dimension has no steps"),
    ("tensor_maps", "interleaved by 16 bytes", "says that it is not there"),
    ("links_of_nothing", "what breaks off", "is refused when it is loaded"),
    ("links_of_nothing", "complete nothing", "has no image"),
    ("two_contexts", "launch the first one's kernel", "a kernel is found from every context"),
    ("nodes_with_wrong_parameters", "outside of memory", "is an error when the graph runs"),
    ("nodes_with_wrong_parameters", "nodes", "has that one"),
    ("nodes_of_each_kind", "an event", "events are not nodes"),
    ("nodes_of_each_kind", "nodes", "events are not nodes"),
    ("runtime_nodes", "the edge again", "the driver's error is the runtime's"),
];

/// Calls that are answered as a GPU's driver does where NVIDIA's assembler is on the machine, and otherwise without it, and why.
const BY_ASSEMBLER: &[(&str, &str, &str)] =
    &[("images", "PTX with a function that is nowhere", "without an assembler it is refused when it is launched")];

type Answers = BTreeMap<String, Vec<(String, String)>>;

fn answers(table: &str) -> Answers {
    let mut answers = Answers::new();
    for line in table.lines().filter(|line| !line.is_empty() && !line.starts_with('#') && !line.starts_with("case\t")) {
        let [case, call, answer] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        answers.entry(case.to_owned()).or_default().push((call.to_owned(), answer.to_owned()));
    }
    answers
}

/// The answers of the simulated driver to some cases, with the library as `smem-tile run` gives it to a program.
fn simulated<'c>(cases: impl Iterator<Item = &'c String>) -> Answers {
    let program = Path::new(env!("CARGO_BIN_EXE_driver-calls"));
    let own = std::env::current_exe().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let library = own.parent().unwrap().join("libsmem_libcuda.so");
    for name in ["libcuda.so.1", "libcudart.so.13"] {
        std::os::unix::fs::symlink(&library, folder.path().join(name)).unwrap();
    }
    let mut printed = String::new();
    for case in cases {
        let output = Command::new(program).arg(case).env("LD_LIBRARY_PATH", folder.path()).output().unwrap();
        assert!(output.status.success(), "{case}: {}", String::from_utf8_lossy(&output.stderr));
        printed += &String::from_utf8(output.stdout).unwrap();
    }
    answers(&printed)
}

#[test]
fn the_simulated_driver_answers_as_that_of_a_gpu() {
    let all = answers(&MEASURED.join("\n"));
    assert!(all.values().map(Vec::len).sum::<usize>() > 2400);
    let measured: Answers = part(all, 6).collect();
    let simulated = simulated(measured.keys());
    let mut differences = Vec::new();
    let mut known = Vec::new();
    for (case, expected) in &measured {
        let own = simulated.get(case).map_or(&[][..], Vec::as_slice);
        for at in 0..expected.len().max(own.len()) {
            if expected.get(at) == own.get(at) {
                continue;
            }
            let call = expected.get(at).or(own.get(at)).map(|(call, _)| call.as_str()).unwrap_or_default();
            let ended = own.get(at).map(|(_, answer)| answer.as_str()).unwrap_or_default();
            if TIMED.contains(&(case.as_str(), call, ended)) {
                continue;
            }
            if BY_ASSEMBLER.iter().any(|(of, known, _)| *of == case && *known == call) {
                continue;
            }
            match OTHERWISE.iter().find(|(of, known, _)| *of == case && *known == call) {
                Some(entry) => known.push(entry),
                None => differences.push(format!("{case}: {:?}, and simulated {:?}", expected.get(at), own.get(at))),
            }
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    let is_asked = |(case, _, _): &&(&str, &str, &str)| EXHAUSTIVE || measured.contains_key(*case);
    let gone: Vec<_> = OTHERWISE.iter().filter(is_asked).filter(|entry| !known.contains(entry)).collect();
    assert!(gone.is_empty(), "these are answered alike now, take them out of the list: {gone:?}");
}
