//! A log of SARIF 2.1.0, the format in which code hosts take what an analysis found: its rules, and the form of a result.

use std::fmt::Display;

use crate::counted::counted;
use crate::counts::Counts;
use crate::finding::Finding;
use crate::finding_kind::FindingKind;
use crate::place::LinePlace;
use crate::source_remedy::{SourceEdit, SourceRemedy};
use crate::sources::SourceTexts;
use serde_json::{Value, json};

/// The rule of a line with bank conflicts.
pub const CONFLICT: &str = "bank-conflict";

/// The rules: name, level, title and description.
const RULES: [(&str, &str, &str, &str); 14] = [
    (
        CONFLICT,
        "warning",
        "Bank conflicts on shared memory",
        "Lanes of a warp access different words of one bank of shared memory, so the request takes more passes \
                         through the banks than it would without conflicts.",
    ),
    (
        FindingKind::Fault.id(),
        "error",
        "A kernel did something invalid",
        "The kernel accessed memory that is not its own, or did something else that a GPU refuses or does not define.",
    ),
    (
        FindingKind::Race.id(),
        "error",
        "A race on shared memory",
        "Two threads of a block access the same bytes of shared memory, one of them writes, and no barrier orders them.",
    ),
    (
        FindingKind::ClusterAccess.id(),
        "error",
        "An access to the shared memory of a block that may not be there",
        "A thread accesses the shared memory of another block of its cluster, and nothing shows that the block has started, or keeps it from \
         exiting.",
    ),
    (
        FindingKind::UnawaitedResult.id(),
        "error",
        "The result of a matrix product is used before it is there",
        "A thread reads the accumulators of a `wgmma.mma_async` before a `wgmma.wait_group` that waits for its group.",
    ),
    (
        FindingKind::StreamMisuse.id(),
        "error",
        "Stream-ordered memory is used out of order",
        "A kernel uses memory of `cudaMallocAsync` that the order of streams does not show to be allocated, or that is freed before the kernel has \
         ended.",
    ),
    (
        FindingKind::Overrun.id(),
        "error",
        "An access beyond a shared array",
        "The address of an access comes from one array in shared memory, and the access is outside of that array.",
    ),
    (
        FindingKind::LocalOverrun.id(),
        "error",
        "An access beyond a local array",
        "The address of an access comes from one array of a thread in local memory, and the access is outside of that array.",
    ),
    (
        FindingKind::Barrier.id(),
        "error",
        "A barrier that not every thread reaches",
        "Some threads of a block wait at a barrier that others pass by, which CUDA leaves undefined.",
    ),
    (
        FindingKind::GlobalRace.id(),
        "error",
        "A race on global memory",
        "Two threads of a launch access the same bytes of global memory, one of them writes, and nothing orders them.",
    ),
    (
        FindingKind::UnwrittenRead.id(),
        "warning",
        "A read of uninitialized shared memory",
        "A thread reads bytes of shared memory that no thread of its block has written: on a GPU they hold whatever was there.",
    ),
    (
        FindingKind::PastEnd.id(),
        "warning",
        "An access past the end of shared memory",
        "An access past the bytes of shared memory that a block asks for, but inside what a GPU allocates for them, so that it is not a \
         fault.",
    ),
    (
        FindingKind::SameValueWrites.id(),
        "warning",
        "Several threads write one value",
        "Several threads write the same value to the same bytes of shared memory, and nothing orders them.",
    ),
    (
        FindingKind::OrderDependence.id(),
        "warning",
        "Results depend on the order of warps and blocks",
        "Another order of warps and blocks, which a GPU may choose as well, leaves other bytes in global memory.",
    ),
];

/// The whole log of some results and notes.
pub fn log(results: Vec<Value>, notes: &[Value], is_successful: bool) -> String {
    let rules = RULES.map(|(id, level, short, full)| {
        json!({
            "id": id,
            "shortDescription": { "text": short },
            "fullDescription": { "text": full },
            "defaultConfiguration": { "level": level },
        })
    });
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "smem-tile", "version": env!("CARGO_PKG_VERSION"), "rules": rules } },
            "invocations": [{ "executionSuccessful": is_successful, "toolExecutionNotifications": notes }],
            "results": results,
        }],
    });
    // A value of JSON can always be written.
    serde_json::to_string_pretty(&log).unwrap_or_default() + "\n"
}

/// The result of a rule, of the rule's own level, at these places.
pub fn result(rule: &str, text: &str, locations: Vec<Value>) -> Value {
    let number = RULES.iter().take_while(|(id, ..)| *id != rule).count();
    json!({
        "ruleId": rule,
        "ruleIndex": number,
        "level": RULES.get(number).map(|(_, level, ..)| level),
        "message": { "text": text },
        "locations": locations,
    })
}

/// The result of a finding of a kernel, with the places beside it. `file` is that of a finding without a line, if there is one. A place without a source
/// file has no location: code hosts show results in files alone.
pub fn finding_result(finding: &Finding, message: &str, file: Option<&str>, sources: &SourceTexts) -> Value {
    let line = finding.place.as_ref().filter(|place| place.is_in_file()).map(|place| location(place, sources));
    let of_file = || Some(json!({ "physicalLocation": { "artifactLocation": { "uri": uri(file?) } } }));
    let mut result = result(finding.kind().id(), message, line.or_else(of_file).into_iter().collect());
    result["level"] = if finding.is_failure() { "error" } else { "warning" }.into();
    let related = finding.related.iter().filter(|related| related.place.is_in_file());
    let related: Vec<Value> = (1..)
        .zip(related)
        .map(|(id, related)| {
            let mut place = location(&related.place, sources);
            place["id"] = json!(id);
            place["message"] = json!({ "text": related.role });
            place
        })
        .collect();
    if !related.is_empty() {
        result["relatedLocations"] = related.into();
    }
    if let Some(remedy) = &finding.source_remedy {
        result["fixes"] = json!([remedy_fix(remedy)]);
    }
    result
}

/// A change of the source as a fix that code hosts and editors apply.
fn remedy_fix(remedy: &SourceRemedy) -> Value {
    let mut files: Vec<&str> = remedy.edits.iter().map(|edit| &edit.file[..]).collect();
    files.dedup();
    let replacement = |edit: &SourceEdit| {
        let SourceEdit { line, column, end_line, end_column, text, .. } = edit;
        json!({
            "deletedRegion": { "startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column },
            "insertedContent": { "text": text },
        })
    };
    let change = |file: &str| {
        let own = remedy.edits.iter().filter(|edit| edit.file == file).map(replacement);
        json!({ "artifactLocation": { "uri": uri(file) }, "replacements": own.collect::<Vec<_>>() })
    };
    let description = format!("Missing: {}. {}.", remedy.change, remedy.tried());
    json!({
        "description": { "text": description },
        "artifactChanges": files.into_iter().map(change).collect::<Vec<_>>(),
    })
}

/// The sentence of a line with conflicts; `about` is in front of an estimate.
pub fn conflict_sentence(kernel: &str, ways: u32, total: Counts, op: &dyn Display, about: &str) -> String {
    let (requests, ideal) = (counted(total.requests, "request"), total.ideal);
    let wavefronts = counted(total.wavefronts, "wavefront");
    format!(
        "{ways}-way bank conflicts in `{kernel}`: {about}{wavefronts} for {requests} ({op}), where {ideal} would do."
    )
}

/// The location of a line of a file, with its text where that was read.
pub fn location(place: &LinePlace, sources: &SourceTexts) -> Value {
    let artifact = json!({ "uri": uri(&place.file) });
    if place.line == 0 {
        return json!({ "physicalLocation": { "artifactLocation": artifact } });
    }
    let mut region = json!({ "startLine": place.line });
    if let Some(text) = sources.line(place) {
        region["snippet"] = json!({ "text": text });
    }
    json!({ "physicalLocation": { "artifactLocation": artifact, "region": region } })
}

/// Returns a path as a URI: a relative one stays relative, as code hosts want it.
pub fn uri(path: &str) -> String {
    let path = path.replace('\\', "/");
    let mut uri = String::new();
    if path.starts_with('/') {
        uri += "file://";
    } else if path.as_bytes().get(1) == Some(&b':') {
        uri += "file:///";
    }
    for byte in path.trim_start_matches("./").bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/:+@".contains(&byte) {
            uri.push(byte.into());
        } else {
            uri += &format!("%{byte:02X}");
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_uris_of_ascii_characters() {
        for (path, expected) in [
            ("./a/k.cu", "a/k.cu"),
            ("my kernels/é.cu", "my%20kernels/%C3%A9.cu"),
            ("/tmp/k.cu", "file:///tmp/k.cu"),
            ("C:\\k.cu", "file:///C:/k.cu"),
        ] {
            assert_eq!(uri(path), expected);
        }
    }
}
