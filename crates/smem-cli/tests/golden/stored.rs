//! The stored documents, held against the published schema.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::answers::Answers;
use crate::folder;
use crate::read_back::read;
use crate::schema::{check, refuses_changes};

/// The documents in the stored answers, each with its command.
fn documents() -> Vec<(&'static str, Value)> {
    let answers = Answers::read(&folder().join("answers"));
    let mut documents = Vec::new();
    for case in crate::table::cases() {
        let answer = answers.of(&case).unwrap_or_default();
        for call in answer.split("\n---- exit code ") {
            let out = call.split("\n---- stderr\n").next().unwrap();
            let Some(start) = out.find("\n{\n") else { continue };
            let text = &out[start + 1..];
            // Some commands keep the document as it was printed.
            let document = serde_json::from_str(text).unwrap_or_else(|_| read(text));
            documents.push((case.door.word(), document));
        }
    }
    documents
}

#[test]
fn every_stored_document_is_as_the_schema_says() {
    let documents = documents();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for (command, document) in &documents {
        check(command, document);
        *counts.entry(command).or_default() += 1;
    }
    println!("{counts:?}");
    assert!(
        counts["profile"] > 250 && counts["run"] > 80 && counts["explain"] > 100 && counts["check"] > 0,
        "{counts:?}"
    );
}

#[test]
fn the_schema_refuses_what_is_not_a_document_of_its_command() {
    let documents = documents();
    for command in ["profile", "run", "explain", "check"] {
        // The shortest with a finding or a conflict in it.
        let is_of = |(own, document): &&(&str, Value)| *own == command && document.to_string().contains("\"id\":");
        let mut own: Vec<&Value> = documents.iter().filter(is_of).map(|(_, document)| document).collect();
        own.sort_by_key(|document| document.to_string().len());
        let any = documents.iter().find(|(own, _)| *own == command).map(|(_, document)| document);
        refuses_changes(command, own.first().copied().or(any).unwrap());
    }
}
