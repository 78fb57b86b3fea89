//! The JSON Schema of all documents, `docs/schema/smem-tile.schema.json`: made of their types, and written anew by `SMEM_BLESS=1`.

use std::path::Path;
use std::{env, fs};

use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{Schema, SchemaGenerator};
use serde_json::{Value, json};
use smem_profile::program::document_schemas;

use crate::check::CheckDocument;
use crate::explain::ExplainDocument;
use crate::header::HeaderDocument;
use crate::map::MapDocument;

const BLESS: &str = "SMEM_BLESS=1 cargo test --locked -p smem-tile-cli --bin smem-tile schema";

/// The schema: a definition for each type, and the documents of all commands.
fn schema() -> Value {
    let settings = SchemaSettings::draft2020_12().for_serialize().with_transform(RecursiveTransform(plain));
    let meta_schema = settings.meta_schema.clone();
    let mut generator = SchemaGenerator::new(settings);
    let mut documents = document_schemas(&mut generator).to_vec();
    documents.push(("check", generator.subschema_for::<CheckDocument<'_>>()));
    documents.push(("explain", generator.subschema_for::<ExplainDocument>()));
    documents.push(("map", generator.subschema_for::<MapDocument>()));
    documents.push(("header", generator.subschema_for::<HeaderDocument>()));
    documents.sort_by_key(|(command, _)| *command);
    let titled = |(command, mut schema): (&str, Schema)| {
        schema.insert("title".to_owned(), format!("smem-tile {command} --json").into());
        schema
    };
    json!({
        "$schema": meta_schema,
        "title": "The JSON of smem-tile",
        "description": "The documents that the commands of smem-tile print with `--json`. To hold a document against that of one command, refer to its definition, \
                        such as `#/$defs/ProfileDocument`. Fields that are not listed may be added in any version, so others are allowed everywhere.",
        "anyOf": documents.into_iter().map(titled).collect::<Vec<_>>(),
        "$defs": generator.take_definitions(true),
    })
}

/// Takes from a schema what is Rust's: the widths of numbers, examples of code, links between items, and `None`, which is null in JSON.
fn plain(schema: &mut Schema) {
    schema.remove("format");
    schema.remove("default");
    if let Some(Value::String(text)) = schema.get_mut("description") {
        let prose = text.split("```").next().unwrap_or_default();
        let words: Vec<&str> = prose.split_whitespace().collect();
        *text = without_links(&words.join(" ")).replace("`None`", "null");
    }
}

/// A text of Markdown with the words of its links alone.
fn without_links(text: &str) -> String {
    let mut parts = text.split("[`");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |all, part| match part.split_once("`]") {
        Some((name, rest)) => {
            let rest = rest.strip_prefix('(').and_then(|rest| rest.split_once(')')).map_or(rest, |(_, rest)| rest);
            format!("{all}`{name}`{rest}")
        }
        None => format!("{all}[`{part}"),
    })
}

#[test]
fn the_published_schema_is_that_of_the_documents() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema/smem-tile.schema.json");
    let text = serde_json::to_string_pretty(&schema()).unwrap() + "\n";
    if env::var_os("SMEM_BLESS").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        return;
    }
    let published = fs::read_to_string(&path).unwrap_or_default();
    let first = published.lines().zip(text.lines()).find(|(old, new)| old != new);
    assert!(
        published == text,
        "{} is not the schema of the documents: `{BLESS}` writes it anew. {first:?}",
        path.display()
    );
}

/// Appends the properties without a description in a schema, and in those below it.
fn append_undescribed(schema: &Value, at: &str, found: &mut Vec<String>) {
    for (name, below) in schema.as_object().into_iter().flatten() {
        let place = format!("{at}/{name}");
        for (property, value) in below.as_object().into_iter().flatten().filter(|_| name == "properties") {
            let is_said = value.get("description").is_some() || value.get("const").is_some();
            found.extend((!is_said).then(|| format!("{place}/{property}")));
        }
        append_undescribed(below, &place, found);
    }
    schema.as_array().into_iter().flatten().for_each(|item| append_undescribed(item, at, found));
}

#[test]
fn every_field_is_described() {
    let mut found = Vec::new();
    append_undescribed(&schema(), "", &mut found);
    // Pipes have the names of Nsight Compute.
    found.retain(|place| !place.contains("/PipeTotals/"));
    assert!(found.is_empty(), "fields without a comment: {found:#?}");
}

#[test]
fn links_are_words_in_a_schema() {
    assert_eq!(
        without_links("As of [`Line`]: see [`of`](Self::of), [x] and [`y"),
        "As of `Line`: see `of`, [x] and [`y"
    );
}
