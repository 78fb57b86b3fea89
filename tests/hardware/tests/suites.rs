//! The claims of RESULTS about the suites with planted mistakes, against their data files.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use smem_hardware::suites::{Expected, SuiteData, SuiteFinding, SuiteOutcome, SuiteVerdict, planted_kernels};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("suites")
}

fn data(suite: &str) -> SuiteData {
    SuiteData::read(&folder().join(format!("{suite}.tsv"))).unwrap()
}

/// Reports of a tool of compute-sanitizer about a code; `None` where it did not run to its end and reported nothing.
fn sanitizer(suite: &str, tool: &str) -> BTreeMap<String, Option<u32>> {
    reports("sanitizer_h200.tsv", suite, tool)
}

fn reports(table: &str, suite: &str, tool: &str) -> BTreeMap<String, Option<u32>> {
    let text = fs::read_to_string(folder().join(table)).unwrap();
    let mut rows = text.lines().map(|row| row.split('\t').collect::<Vec<_>>());
    let at = rows.next().unwrap().iter().position(|column| *column == tool).unwrap();
    rows.filter(|row| row[0] == suite).map(|row| (row[1].to_owned(), row[at].parse().ok())).collect()
}

/// The order of the counts below.
const VERDICTS: [SuiteVerdict; 5] =
    [SuiteVerdict::Right, SuiteVerdict::Outside, SuiteVerdict::NotRun, SuiteVerdict::FalseReport, SuiteVerdict::Missed];

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
fn the_table_of_planted_kernels_has_each_with_its_expectation_and_the_counts_of_results() {
    let kernels = planted_kernels(&folder().join("planted")).unwrap();
    let data = data("planted");
    let expected = |(name, expected): (&String, &Expected)| format!("{name} {expected}");
    let of_table: Vec<String> = data.outcomes.iter().map(|code| expected((&code.name, &code.expected))).collect();
    let of_files: Vec<String> = kernels.iter().map(|kernel| expected((&kernel.name, &kernel.expected))).collect();
    assert_eq!(of_table, of_files);
    let count = |verdict| data.count(verdict);
    let counts = [SuiteVerdict::Right, SuiteVerdict::FalseReport, SuiteVerdict::Missed].map(count);
    assert_eq!(counts, [275, 0, 0]);
}

#[test]
fn no_test_of_gpuverify_that_ran_disagrees() {
    let data = data("gpuverify");
    assert_eq!(VERDICTS.map(|verdict| data.count(verdict)), [276, 116, 277, 0, 0]);
}

#[test]
fn each_deleted_barrier_that_was_needed_is_found_and_each_other_has_a_reason() {
    let data = data("barriers");
    assert_eq!(VERDICTS.map(|verdict| data.count(verdict)), [371, 8, 18, 0, 0]);
    let text = fs::read_to_string(folder().join("barriers_values.tsv")).unwrap();
    let reasons: BTreeMap<&str, Vec<&str>> =
        text.lines().map(|row| row.split('\t').collect::<Vec<_>>()).map(|row| (row[0], row)).collect();
    let is_deletion = |name: &str| name.rsplit(':').next().is_some_and(|line| line.parse::<u32>().is_ok());
    let deletions = || data.outcomes.iter().filter(|code| is_deletion(&code.name));
    for code in deletions().filter(|code| code.expected == Expected::NoError) {
        assert!(
            reasons.get(code.name.as_str()).is_some_and(|row| row.len() == 4 && !row[3].is_empty()),
            "{}",
            code.name
        );
    }
    let is_found = |code: &&SuiteOutcome| code.found.as_ref().is_ok_and(|found| found.contains(&SuiteFinding::Race));
    assert_eq!((deletions().count(), deletions().filter(is_found).count()), (298, 225));
}

#[test]
fn every_planted_kernel_was_given_to_compute_sanitizer() {
    let kernels = planted_kernels(&folder().join("planted")).unwrap();
    let racecheck = sanitizer("planted", "racecheck");
    assert_eq!((kernels.len(), racecheck.len()), (275, 275));
    let correct = kernels.iter().filter(|kernel| kernel.expected == Expected::Clean);
    assert_eq!(correct.filter(|kernel| racecheck[&kernel.name].unwrap_or(0) > 0).count(), 7);
    assert_eq!(racecheck.values().filter(|reports| reports.unwrap_or(0) > 0).count(), 7 + 157);
}

#[test]
fn the_table_of_clusters_and_streams_has_the_counts_of_results() {
    const TOOLS: [&str; 5] = ["racecheck", "synccheck", "initcheck", "memcheck", "streams"];
    // Mistakes, those that each tool reports, and the same of correct kernels.
    let count = |suite: &str, is_wrong: bool| {
        let of = |tool: &str| {
            let mut all = reports("sanitizer_h200_clusters.tsv", suite, tool);
            all.retain(|code, _| code.starts_with("right_") != is_wrong);
            (all.len(), all.values().filter(|found| found.is_some_and(|found| found > 0)).count())
        };
        let [racecheck, synccheck, initcheck, memcheck, streams] = TOOLS.map(of);
        [racecheck.0, racecheck.1, synccheck.1, initcheck.1, memcheck.1, streams.1]
    };
    let suites = ["clusters", "accumulators", "local_arrays", "schedules", "stream_memory", "programs"];
    let mistakes = suites.map(|suite| count(suite, true));
    let expected = [
        [19, 14, 0, 0, 0, 0],
        [6, 0, 0, 0, 0, 0],
        [5, 0, 0, 0, 0, 0],
        [3, 0, 0, 0, 1, 0],
        [6, 0, 0, 0, 1, 6],
        [7, 2, 0, 1, 0, 1],
    ];
    assert_eq!(mistakes, expected);
    let correct: Vec<usize> =
        (0..6).map(|column| suites.iter().map(|suite| count(suite, false)[column]).sum()).collect();
    assert_eq!(correct, [39, 1, 0, 0, 0, 0]);
}
