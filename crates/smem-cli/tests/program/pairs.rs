//! `smem-tile profile` finds the mistake of each wrong kernel of a pair, and nothing in its right twin.
//!
//! `tests/pairs` has the kernels. Their author had not seen the program; `answers.tsv` has the kind of each mistake, its lines and the rule.

use std::path::{Path, PathBuf};

use smem_exhaustive::part;

use crate::call::Folder;

/// Mistakes that are not found, and why. Whoever repairs one takes it from this list: the test fails if it is found.
const NOT_FOUND: [(&str, &str); 7] = [
    ("bin_index_over", "with contents that no one gave it is a warning: `run FILE.cu` finds it"),
    ("break_before_barrier", "the contents that the host writes decide: `run FILE.cu` finds it"),
    ("gather_bad_index", "the contents that the host writes decide: `run FILE.cu` finds it"),
    ("hist_clear_order", "with contents that no one gave it is a warning: `run FILE.cu` finds it"),
    ("dependent_ldg", "loads of read-only memory that the kernel writes are not looked for"),
    ("mbar_reinit_in_loop", "an initialization over a valid `mbarrier` is not looked for"),
    ("source_changed_in_flight", "a store to the source of an asynchronous copy under way is not looked for"),
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/pairs")
}

/// The names of the pairs, in the order of the table.
fn pairs() -> Vec<String> {
    let table = std::fs::read_to_string(folder().join("answers.tsv")).unwrap();
    let names = table.lines().filter_map(|line| line.split('\t').next()?.strip_suffix("_wrong.cu"));
    names.map(str::to_owned).collect()
}

/// The exit code of a profile with all checks, and its report.
fn profiled(name: &str) -> (i32, String) {
    let text = std::fs::read_to_string(folder().join(name)).unwrap();
    let folder = Folder::with(&[(name, &text)]);
    let answer = folder.call(&["profile", name, "--no-remedies", "--global-races", "--overruns"]);
    (answer.code, answer.out + &answer.err)
}

/// Tries the pairs of a shard.
fn try_shard(shard: usize) {
    for name in part(pairs(), 12).enumerate().filter(|(at, _)| at % 4 == shard).map(|(_, name)| name) {
        let (right, report) = profiled(&format!("{name}_right.cu"));
        assert_eq!(right, 0, "{name}_right.cu has nothing wrong:\n{report}");
        let (wrong, report) = profiled(&format!("{name}_wrong.cu"));
        match NOT_FOUND.iter().find(|(known, _)| *known == name) {
            Some((_, why)) => assert_eq!(wrong, 0, "{name}_wrong.cu is found now, though {why}:\n{report}"),
            None => assert_eq!(wrong, 1, "the mistake of {name}_wrong.cu is not found:\n{report}"),
        }
    }
}

#[test]
fn a_first_fourth_of_pairs_is_told_apart() {
    try_shard(0);
}

#[test]
fn a_second_fourth_of_pairs_is_told_apart() {
    try_shard(1);
}

#[test]
fn a_third_fourth_of_pairs_is_told_apart() {
    try_shard(2);
}

#[test]
fn a_last_fourth_of_pairs_is_told_apart() {
    try_shard(3);
}

#[test]
fn each_pair_has_both_of_its_files_and_each_known_miss_is_a_pair() {
    let pairs = pairs();
    assert_eq!(pairs.len(), 120);
    for name in &pairs {
        assert!(["wrong", "right"].iter().all(|twin| folder().join(format!("{name}_{twin}.cu")).is_file()), "{name}");
    }
    assert!(NOT_FOUND.iter().all(|(name, _)| pairs.iter().any(|pair| pair == name)));
}
