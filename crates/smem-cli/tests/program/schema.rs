//! The published JSON Schema, and documents that are held against it.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use jsonschema::Validator;
use serde_json::{Value, json};

/// Commands that print documents.
pub(crate) const COMMANDS: [&str; 7] = ["check", "explain", "fix", "header", "map", "profile", "run"];

/// The schema of each command's document, and that of any document.
static VALIDATORS: LazyLock<BTreeMap<&str, Validator>> = LazyLock::new(|| {
    let schema = published();
    let of_command = |command: &'static str| {
        let name = command[..1].to_uppercase() + &command[1..];
        let one = json!({
            "$schema": schema["$schema"], "$ref": format!("#/$defs/{name}Document"), "$defs": schema["$defs"],
        });
        (command, jsonschema::validator_for(&one).unwrap_or_else(|error| panic!("{command}: {error}")))
    };
    let any = ("any", jsonschema::validator_for(&schema).unwrap_or_else(|error| panic!("{error}")));
    COMMANDS.into_iter().map(of_command).chain([any]).collect()
});

/// The schema in the repository.
pub(crate) fn published() -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema/smem-tile.schema.json");
    serde_json::from_str(&fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
        .unwrap()
}

/// Fails if an answer is a document that is not as the schema of its command says.
pub(crate) fn check_answer(arguments: &[&str], out: &str) {
    let command = arguments.iter().find(|word| COMMANDS.contains(word));
    if let (Some(command), true, Ok(document)) = (command, arguments.contains(&"--json"), serde_json::from_str(out)) {
        check(command, &document);
    }
}

/// Fails if a document is not as the schema of its command says.
pub(crate) fn check(command: &str, document: &Value) {
    let mistake = |error: jsonschema::ValidationError<'_>| format!("{}: {error}", error.instance_path());
    let mistakes: Vec<String> = VALIDATORS[command].iter_errors(document).map(mistake).collect();
    assert!(mistakes.is_empty(), "a document of `{command}` is not as its schema says: {mistakes:#?}\n{document}");
    assert!(VALIDATORS["any"].is_valid(document), "the whole schema has not the documents of `{command}`");
}

/// Fails if the schema of a command accepts its document without a field that it always has, with a value of another type in any place, or with
/// another version.
pub(crate) fn refuses_changes(command: &str, document: &Value) {
    check(command, document);
    let mut places = Vec::new();
    append_places(document, String::new(), &mut places);
    let accepted = |changed: Value, what: String| VALIDATORS[command].is_valid(&changed).then_some(what);
    let changes = places.iter().flat_map(|place| {
        let mut other = document.clone();
        *other.pointer_mut(place).unwrap() = json!([[true]]);
        [
            accepted(other, format!("{place} of another type")),
            without(document, place).and_then(|fewer| accepted(fewer, format!("no {place}"))),
        ]
    });
    let accepted: Vec<String> = changes.flatten().collect();
    assert!(accepted.is_empty(), "the schema of `{command}` accepts {accepted:#?}\n{document}");
    let mut other = document.clone();
    other["version"] = json!(1);
    assert!(!VALIDATORS[command].is_valid(&other), "the schema of `{command}` accepts another version");
}

/// Appends the pointers to all values in a document.
fn append_places(value: &Value, place: String, places: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                append_places(field, format!("{place}/{}", name.replace('~', "~0").replace('/', "~1")), places);
            }
        }
        Value::Array(items) => {
            for (at, item) in items.iter().enumerate() {
                append_places(item, format!("{place}/{at}"), places);
            }
        }
        _ => {}
    }
    places.push(place);
}

/// The document without a field; `None` for an item of a list, and for a field that need not be there.
fn without(document: &Value, place: &str) -> Option<Value> {
    let (object, name) = place.rsplit_once('/')?;
    let mut fewer = document.clone();
    let fields = fewer.pointer_mut(object)?.as_object_mut()?;
    let has = |other: &str| fields.contains_key(other);
    let is_optional = match name {
        "nsight" | "cute" => true,
        // Of a finding, which may have no place.
        "file" | "line" => has("severity"),
        // Of a race, whose array may not be known.
        "array" | "element" => has("same_cause"),
        // Of a class of layouts, of which there may be none.
        "layout" | "option" | "accepted" | "accesses" | "index" | "index_cost" => has("outcome"),
        // Those of a map have any names.
        _ => object.ends_with("/unfinished") || object.ends_with("/pipes") && !has("extrapolated"),
    };
    if is_optional {
        return None;
    }
    fields.remove(name);
    Some(fewer)
}
