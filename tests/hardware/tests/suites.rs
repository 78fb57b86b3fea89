//! The claims of RESULTS about the suites with planted mistakes, against their data files.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use smem_hardware::suites::{Expected, SuiteData, SuiteFinding, SuiteVerdict, planted_kernels};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("suites")
}

fn data(suite: &str) -> SuiteData {
    SuiteData::read(&folder().join(format!("{suite}.tsv"))).unwrap()
}

/// Reports of a tool of compute-sanitizer about a code; `None` where it did not run to its end and reported nothing.
fn sanitizer(suite: &str, tool: &str) -> BTreeMap<String, Option<u32>> {
    let text = fs::read_to_string(folder().join("sanitizer_h200.tsv")).unwrap();
    let mut rows = text.lines().map(|row| row.split('\t').collect::<Vec<_>>());
    let at = rows.next().unwrap().iter().position(|column| *column == tool).unwrap();
    rows.filter(|row| row[0] == suite).map(|row| (row[1].to_owned(), row[at].parse().ok())).collect()
}

#[test]
fn every_missing_barrier_of_indigo_is_found_and_nothing_else_is_reported() {
    let data = data("indigo");
    assert_eq!((data.outcomes.len(), data.count(SuiteVerdict::Right)), (120, 120));
    let racecheck = sanitizer("indigo", "racecheck");
    for outcome in &data.outcomes {
        let missing = outcome.name.contains("syncBug");
        assert_eq!(outcome.found.as_ref().unwrap().contains(&SuiteFinding::Race), missing, "{}", outcome.name);
        // compute-sanitizer says the same of every one.
        assert_eq!(racecheck[&outcome.name].unwrap() > 0, missing, "{}", outcome.name);
    }
}

#[test]
fn every_planted_kernel_was_given_to_compute_sanitizer() {
    let kernels = planted_kernels(&folder().join("planted")).unwrap();
    let racecheck = sanitizer("planted", "racecheck");
    assert_eq!((kernels.len(), racecheck.len()), (209, 209));
    let correct = kernels.iter().filter(|kernel| kernel.expected == Expected::Clean);
    assert_eq!(correct.filter(|kernel| racecheck[&kernel.name].unwrap_or(0) > 0).count(), 6);
    assert_eq!(racecheck.values().filter(|reports| reports.unwrap_or(0) > 0).count(), 6 + 112);
}
