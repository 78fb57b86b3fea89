//! The kinds of findings, and those of an answer of the program.

use std::fmt;

use serde_json::Value;

/// A kind of finding.
///
/// ```
/// use smem_hardware::suites::SuiteFinding;
///
/// assert_eq!(SuiteFinding::parse("unwritten"), Some(SuiteFinding::Unwritten));
/// assert_eq!(SuiteFinding::Barrier.to_string(), "barrier");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SuiteFinding {
    /// A race on shared memory.
    Race,
    /// A race on global memory.
    GlobalRace,
    /// A barrier that not all lanes or warps reach together, or with a mask or count that does not fit.
    Barrier,
    /// No warp can go on.
    Deadlock,
    /// A read of uninitialized shared memory.
    Unwritten,
    /// Several threads write one value without order: a warning.
    SameValue,
    /// An access beyond a shared array.
    Overrun,
    /// Any other fault.
    Fault,
}

const WORDS: [(SuiteFinding, &str); 8] = [
    (SuiteFinding::Race, "race"),
    (SuiteFinding::GlobalRace, "global-race"),
    (SuiteFinding::Barrier, "barrier"),
    (SuiteFinding::Deadlock, "deadlock"),
    (SuiteFinding::Unwritten, "unwritten"),
    (SuiteFinding::SameValue, "same-value"),
    (SuiteFinding::Overrun, "overrun"),
    (SuiteFinding::Fault, "fault"),
];

impl SuiteFinding {
    /// Reads the word of a data file.
    pub fn parse(word: &str) -> Option<SuiteFinding> {
        WORDS.iter().find(|(_, known)| *known == word).map(|(finding, _)| *finding)
    }
}

impl fmt::Display for SuiteFinding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(WORDS.iter().find(|(finding, _)| finding == self).map_or("", |(_, word)| word))
    }
}

/// Returns the kinds of findings in the JSON document that `smem-tile profile` printed, each once.
pub fn findings(document: &Value) -> Vec<SuiteFinding> {
    let launches = document["launches"].as_array().map(Vec::as_slice).unwrap_or_default();
    let mut found: Vec<SuiteFinding> = launches.iter().flat_map(launch_findings).collect();
    let faults = ["earlier_fault", "fault"].map(|name| &document[name]);
    found.extend(faults.into_iter().filter(|fault| !fault.is_null()).map(|fault| of_fault(&fault.to_string())));
    found.sort_unstable();
    found.dedup();
    found
}

/// Returns the kinds of findings of one launch of such a document.
pub fn launch_findings(launch: &Value) -> Vec<SuiteFinding> {
    let all = launch["findings"].as_array().map(Vec::as_slice).unwrap_or_default();
    let kind = |finding: &Value| match finding["id"].as_str()? {
        "shared-memory-race" => Some(SuiteFinding::Race),
        "global-memory-race" => Some(SuiteFinding::GlobalRace),
        "shared-array-overrun" => Some(SuiteFinding::Overrun),
        "unwritten-read" => Some(SuiteFinding::Unwritten),
        "divergent-barrier" => Some(SuiteFinding::Barrier),
        "same-value-writes" => Some(SuiteFinding::SameValue),
        _ => None,
    };
    all.iter().filter_map(kind).collect()
}

/// The kind of a fault by its message: after the kernel's name and in front of the place, which may have any words in them.
fn of_fault(text: &str) -> SuiteFinding {
    let message = text.split_once("`: ").map_or(text, |(_, message)| message);
    let message = message.split("; block (").next().unwrap_or_default();
    let has = |words: &[&str]| words.iter().any(|word| message.contains(word));
    if has(&["can go on", "deadlock", "nobody left"]) {
        SuiteFinding::Deadlock
    } else if has(&["wait for lanes", "barrier", "not active in the shuffle", "not in the mask", "names the lanes"]) {
        SuiteFinding::Barrier
    } else {
        SuiteFinding::Fault
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn races_warnings_and_faults_are_findings() {
        let document = serde_json::json!({
            "launches": [{ "findings": [{ "id": "shared-memory-race" }, { "id": "unwritten-read" }] }],
            "fault": "`k`: barrier not reached by every thread",
        });
        assert_eq!(findings(&document), [SuiteFinding::Race, SuiteFinding::Barrier, SuiteFinding::Unwritten]);
    }

    #[test]
    fn the_words_of_a_path_or_of_a_name_are_not_those_of_a_fault() {
        let fault = "`barrier_of`: an access of 4 bytes is outside shared memory; block (0, 0, 0), thread (0, 0, 0); barriers/kernel.cu:8";
        assert_eq!(findings(&serde_json::json!({ "launches": [], "fault": fault })), [SuiteFinding::Fault]);
        let fault = "`k`: barrier not reached by every thread: block (0, 0, 0), thread (1, 0, 0) waits at line 59";
        assert_eq!(findings(&serde_json::json!({ "launches": [], "fault": fault })), [SuiteFinding::Barrier]);
    }

    #[test]
    fn a_clean_launch_has_none() {
        let document = serde_json::json!({ "launches": [{ "findings": [], "checks": { "remarks": [{ "kind": "judgement" }] } }], "fault": null });
        assert!(findings(&document).is_empty());
    }
}
