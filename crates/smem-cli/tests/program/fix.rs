//! `fix`: what it promises is what a kernel with the layout in its source is counted with.

mod by_hand;
mod forms;
mod indexed;
mod kernels;
mod meant;
mod patch;
mod random;
mod ranked;
mod refusals;
mod told_apart;

use std::fs;

use serde_json::Value;

use crate::call::{Answer, Folder};

/// A file and how its kernel is launched.
pub(crate) struct Launched<'a> {
    pub(crate) text: &'a str,
    pub(crate) launch: &'a [&'a str],
}

/// The wavefronts of a launch, those of the ideal, and its requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Counts {
    pub(crate) requests: u64,
    pub(crate) wavefronts: u64,
    pub(crate) ideal: u64,
}

impl Counts {
    pub(crate) fn of(counts: &Value) -> Counts {
        let number = |name: &str| counts[name].as_u64().unwrap();
        Counts { requests: number("requests"), wavefronts: number("wavefronts"), ideal: number("ideal") }
    }

    pub(crate) fn plus(self, other: Counts) -> Counts {
        Counts {
            requests: self.requests + other.requests,
            wavefronts: self.wavefronts + other.wavefronts,
            ideal: self.ideal + other.ideal,
        }
    }
}

pub(crate) fn json(answer: &Answer) -> Value {
    serde_json::from_str(&answer.out).unwrap_or_else(|error| panic!("{error}: {answer:?}"))
}

/// Runs `fix`, which writes the header `tiles.cuh` into the folder if it finds a layout, and returns its document.
pub(crate) fn fix(folder: &Folder, file: &str, options: &[&str]) -> Value {
    let answer = folder.call(&[&["fix", file, "--json", "-o", "tiles.cuh"], options].concat());
    let document = json(&answer);
    // Drawn kernels may race in a way that no change that is tried removes.
    let findings = document["findings"].as_array().unwrap();
    let is_left = findings.iter().any(|finding| finding["source_remedy"].is_null());
    assert_eq!(answer.code, i32::from(is_left), "{answer:?}");
    document
}

/// The sums of the lines of all kernels before, or after.
pub(crate) fn sums(document: &Value, when: &str) -> Counts {
    let kernels = document["kernels"].as_array().unwrap();
    let lines = kernels.iter().flat_map(|kernel| kernel["lines"].as_array().unwrap());
    // Without a layout there is no second run.
    let counts = |line: &Value| Counts::of(if line[when].is_null() { &line["before"] } else { &line[when] });
    lines.map(counts).fold(Counts::default(), Counts::plus)
}

/// The sums that `profile` counts, races or not: random kernels have some.
pub(crate) fn profiled(folder: &Folder, file: &str, options: &[&str]) -> Counts {
    let answer = folder.call(&[&["profile", file, "--json", "--no-race-check"], options].concat());
    assert_eq!(answer.code, 0, "{answer:?}");
    let document = json(&answer);
    let launches = document["launches"].as_array().unwrap();
    let kinds = launches
        .iter()
        .flat_map(|launch| ["loads", "stores", "atomics", "copies"].map(|kind| Counts::of(&launch[kind])));
    kinds.fold(Counts::default(), Counts::plus)
}

/// Changes the lines of a source as the document says, with the header in front.
pub(crate) fn changed(text: &str, document: &Value) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    for change in document["changes"].as_array().unwrap() {
        let place = change["line"].as_u64().unwrap() as usize - 1;
        let (before, after) = (change["before"].as_str().unwrap(), change["after"].as_str().unwrap());
        assert_eq!(lines[place], before);
        lines[place] = after.to_string();
    }
    if !document["header"].is_null() {
        // In front of a line, which stays as it is numbered.
        let place = document["header_line"].as_u64().unwrap() as usize - 1;
        lines[place].insert_str(0, "#include \"tiles.cuh\"\n");
    }
    format!("{}\n", lines.join("\n"))
}

/// Fixes a kernel, and checks that the source that has the changes is counted as was said. Returns the document.
pub(crate) fn holds(Launched { text, launch }: &Launched<'_>) -> Value {
    let folder = Folder::with(&[("kernel.cu", text)]);
    let document = fix(&folder, "kernel.cu", launch);
    // Options of `profile` as well.
    let named = launch.iter().position(|option| *option == "--array").unwrap_or(launch.len());
    let launch = &launch[..named];
    assert_eq!(sums(&document, "before"), profiled(&folder, "kernel.cu", launch), "{document}");
    if document["changed_source"].is_null() {
        assert!(document["changes"].as_array().unwrap().is_empty());
        return document;
    }
    fs::write(folder.path("changed.cu"), changed(text, &document)).unwrap();
    let counted = profiled(&folder, "changed.cu", launch);
    assert_eq!(Counts::of(&document["changed_source"]["counts"]), counted, "{document}");
    assert_eq!(document["changed_source"]["same_results"], true, "{document}");
    // Where the compiler makes the same instructions of it, that is what was said before.
    if sums(&document, "after").requests == counted.requests {
        assert_eq!(sums(&document, "after"), counted, "{document}");
    }
    document
}
