//! Every remedy that `profile` prints for a kernel of a corpus, applied by `fix --write`, gives a source without that finding.

use std::collections::BTreeMap;
use std::fs;

use serde_json::Value;
use smem_exhaustive::count;
use smem_hardware::suites::{Expected, Planted, planted_kernels, planted_together};

use crate::call::Folder;
use crate::inputs::{Call, LAUNCHES, calls};
use crate::table::{Door, cases};
use crate::{door, repository};

/// The errors of a report by kernel and kind: all, and those with a remedy.
type Errors = BTreeMap<(String, String), [usize; 2]>;

fn call(folder: &Folder, door: &str, source: &str, options: &[&str]) -> (i32, String) {
    let launches: &[&str] = if folder.names().contains(&LAUNCHES.to_owned()) { &["--launch", LAUNCHES] } else { &[] };
    let answer = folder.call(&[&[door, source, "--compiler", "nvrtc"], launches, options].concat());
    assert!(answer.code != 101 && !answer.err.contains("panicked at"), "{answer:?}");
    (answer.code, answer.out)
}

/// The errors that `profile` finds; `None` where it does not run the file.
fn errors(folder: &Folder, source: &str) -> Option<Errors> {
    let (_, out) = call(folder, "profile", source, &["--json"]);
    let document: Value = serde_json::from_str(&out).ok()?;
    let mut errors = Errors::new();
    for launch in document["launches"].as_array()? {
        for finding in launch["findings"].as_array()?.iter().filter(|finding| finding["severity"] == "error") {
            let name = |value: &Value| value.as_str().unwrap_or_default().to_owned();
            let counts = errors.entry((name(&launch["kernel"]), name(&finding["id"]))).or_default();
            // Races that one change of the code ends are one finding.
            let same = finding["same_cause"].as_array().map_or(0, Vec::len);
            counts[0] += 1 + same;
            counts[1] += if finding["source_remedy"].is_object() { 1 + same } else { 0 };
        }
    }
    Some(errors)
}

/// Applies the remedies of a file. Returns how many findings have one.
fn applied(files: &Call) -> usize {
    let folder = Folder::with(&[]);
    for (name, bytes) in &files.files {
        fs::write(folder.path(name), bytes).unwrap();
    }
    let source = files.source();
    let Some(before) = errors(&folder, source) else { return 0 };
    let remedied: usize = before.values().map(|[_, remedied]| remedied).sum();
    let changed = |folder: &Folder| folder.text(source) != files.text(source).unwrap();
    if remedied == 0 {
        return 0;
    }
    let (code, _) = call(&folder, "fix", source, &["--write", "--quiet"]);
    let left: usize = before.values().map(|[all, remedied]| all - remedied).sum();
    assert!(changed(&folder), "{}: nothing was written, exit code {code}\n{}", files.label, folder.text(source));
    assert!(left > 0 || code == 0, "{}: exit code {code}\n{}", files.label, folder.text(source));
    let after = errors(&folder, source).unwrap_or_else(|| panic!("{}:\n{}", files.label, folder.text(source)));
    for (key, [found, _]) in &after {
        let [all, remedied] = before.get(key).copied().unwrap_or_default();
        assert!(*found <= all - remedied, "{} has {found} of {key:?} left:\n{}", files.label, folder.text(source));
    }
    remedied
}

#[test]
fn the_remedies_of_planted_mistakes_are_gone_after_fix() {
    door::install_tools();
    let kernels = planted_kernels(&repository().join("tests/hardware/suites/planted")).unwrap();
    let is_wrong = |kernel: &&Planted| kernel.expected != Expected::Clean;
    let mut remedied = 0;
    // Each takes seconds: of all in every sixth, with what the files of the test below have.
    for kernel in kernels.iter().filter(is_wrong).step_by(count(6, 40)) {
        let (source, launches) = planted_together(std::slice::from_ref(kernel));
        let files = vec![("k.cu".to_owned(), source.into_bytes()), (LAUNCHES.to_owned(), launches.into_bytes())];
        remedied += applied(&Call { label: kernel.name.clone(), files });
    }
    assert!(remedied >= count(25, 4), "{remedied} findings had a remedy");
}

#[test]
#[cfg_attr(not(feature = "exhaustive"), ignore = "the planted mistakes are of the same kinds")]
fn the_remedies_of_other_corpora_are_gone_after_fix() {
    door::install_tools();
    let corpora = ["hazards", "both_machines", "benches", "questions", "first"];
    let is_one = |case: &&crate::table::Case| {
        // Of a file that is run as machine code and as PTX, the first.
        let is_code = case.options.is_empty() || case.options == ["--isa", "sass"];
        case.door == Door::Profile && corpora.contains(&&case.corpus[..]) && is_code
    };
    let mut remedied = 0;
    for case in cases().iter().filter(is_one) {
        for call in calls(case).iter().filter(|call| call.source().ends_with(".cu")) {
            remedied += applied(&Call { label: format!("{} {}", case.name, call.label), ..call.clone() });
        }
    }
    assert!(remedied >= 10, "{remedied} findings had a remedy");
}
