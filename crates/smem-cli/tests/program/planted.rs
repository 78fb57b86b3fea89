//! `smem-tile profile` finds each planted mistake, and nothing in the kernels without one.
//!
//! The kernels and what is expected of them are in `tests/hardware/suites/planted`.

use std::path::Path;

use serde_json::{Value, json};
use smem_exhaustive::{count, part};
use smem_hardware::suites::{
    Expected, Planted, SuiteFinding, findings, launch_findings, planted_kernels, planted_together,
};

use crate::call::Folder;

/// Kernels whose answer is not yet right, and why. Whoever repairs one takes it from this list: the tests fail if it is right.
const KNOWN: [(&str, &str); 0] = [];

/// The files are divided among as many tests, which run side by side.
const SHARDS: usize = 4;

/// A file's kernels: the correct one, and each of its mistakes.
fn files() -> Vec<Vec<Planted>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/hardware/suites/planted");
    let kernels = planted_kernels(&folder).unwrap();
    kernels.chunk_by(|one, other| file(one) == file(other)).map(<[Planted]>::to_vec).collect()
}

fn file(kernel: &Planted) -> &str {
    kernel.name.split('.').next().unwrap_or_default()
}

/// The kernels of a file that are tried: the correct one, and its first two mistakes or all.
fn tried(kernels: &[Planted]) -> &[Planted] {
    &kernels[..count(kernels.len(), kernels.len().min(3))]
}

/// Whether a kernel's mistake ends a run, in which case nothing is said of other launches' barriers.
fn ends_a_run(kernel: &Planted) -> bool {
    let Expected::Any(findings) = &kernel.expected else { return false };
    findings.iter().any(|finding| matches!(finding, SuiteFinding::Barrier | SuiteFinding::Deadlock))
}

/// Returns the program's findings in each kernel of a file, whose kernels are one source. Those whose mistakes end a run are launched alone.
fn found(kernels: &[Planted]) -> Vec<(&Planted, Vec<SuiteFinding>)> {
    let source = planted_together(kernels).0;
    let (alone, together): (Vec<&Planted>, Vec<&Planted>) = kernels.iter().partition(|kernel| ends_a_run(kernel));
    let mut found: Vec<(&Planted, Vec<SuiteFinding>)> = Vec::new();
    let mut rest = &together[..];
    while !rest.is_empty() {
        let answers = launched(&source, rest);
        let (done, others) = rest.split_at(answers.len());
        found.extend(done.iter().copied().zip(answers));
        rest = others;
    }
    found.extend(alone.into_iter().map(|kernel| (kernel, launched(&source, &[kernel]).remove(0))));
    found
}

/// Returns the program's findings in launches of these kernels, up to the first that ends with a fault.
fn launched(source: &str, kernels: &[&Planted]) -> Vec<Vec<SuiteFinding>> {
    let launches = planted_together(&kernels.iter().copied().cloned().collect::<Vec<_>>()).1;
    let folder = Folder::with(&[("kernels.cu", source), ("launches.toml", &launches)]);
    let answer = folder.call(&["profile", "kernels.cu", "--launch", "launches.toml", "--no-remedies", "--json"]);
    let document: Value = serde_json::from_str(&answer.out).unwrap_or_else(|error| panic!("{error}: {}", answer.err));
    let launches = document["launches"].as_array().unwrap();
    let mut found: Vec<Vec<SuiteFinding>> = launches.iter().map(launch_findings).collect();
    if let Some(fault) = document["fault"].as_str() {
        let is_named = |kernel: &&Planted| fault.contains(&format!(": `{}`: ", kernel.name.replace('.', "_")));
        let at = kernels.iter().position(is_named).unwrap_or_else(|| panic!("of no kernel: {fault}"));
        let own: Vec<&Value> = launches.get(at).into_iter().collect();
        found.truncate(at);
        found.push(findings(&json!({ "launches": own, "fault": fault })));
    }
    found
}

fn is_known(kernel: &Planted) -> bool {
    KNOWN.iter().any(|(name, _)| *name == kernel.name)
}

fn answers_of_shard(shard: usize) {
    let (mut tried_kernels, mut wrong, mut repaired) = (0, Vec::new(), Vec::new());
    for kernels in part(files().iter().skip(shard).step_by(SHARDS), 2) {
        let kernels = tried(kernels);
        tried_kernels += kernels.len();
        for (kernel, found) in found(kernels) {
            match (kernel.is_answered_by(&found), is_known(kernel)) {
                (false, false) => wrong.push(format!("{}: {} expected, found {found:?}", kernel.name, kernel.expected)),
                (true, true) => repaired.push(kernel.name.clone()),
                _ => {}
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {tried_kernels}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(repaired.is_empty(), "right by now, to be taken from the list: {repaired:?}");
    assert!(tried_kernels > count(20, 2), "{tried_kernels}");
}

#[test]
fn planted_mistakes_of_the_first_quarter_of_the_files_are_found_and_correct_kernels_are_clean() {
    answers_of_shard(0);
}

#[test]
fn planted_mistakes_of_the_second_quarter_of_the_files_are_found_and_correct_kernels_are_clean() {
    answers_of_shard(1);
}

#[test]
#[cfg_attr(not(feature = "exhaustive"), ignore = "`--features exhaustive`")]
fn planted_mistakes_of_the_third_quarter_of_the_files_are_found_and_correct_kernels_are_clean() {
    answers_of_shard(2);
}

#[test]
#[cfg_attr(not(feature = "exhaustive"), ignore = "`--features exhaustive`")]
fn planted_mistakes_of_the_last_quarter_of_the_files_are_found_and_correct_kernels_are_clean() {
    answers_of_shard(3);
}

#[test]
fn every_known_miss_is_a_kernel_of_the_suite() {
    let names: Vec<String> = files().concat().into_iter().map(|kernel| kernel.name).collect();
    for (name, _) in KNOWN {
        assert!(names.iter().any(|known| known == name), "{name}");
    }
}
