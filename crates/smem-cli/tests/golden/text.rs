//! Documents as text in which one changed value changes one line, and which repeats little.
//!
//! ```text
//! {                                                an object whose short fields share lines
//!  arch: "sm_90", version: 1
//!  null: fault earlier_fault                       the names of the fields that are null; those of empty lists after `[]:`
//!  launches: [
//!   {
//!    isa: "sass", kernel: "k"
//!    same: block checks                            fields with the values that they have in the item before
//!    lines: columns file line op                   objects of one shape: their keys once, then the values of each
//!     ["k.cu",7,"load"]
//! ```
//!
//! Nothing is left out: two documents have one text only where they are equal, up to the order of fields.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

/// The width up to which fields share a line.
const WIDTH: usize = 140;
/// Fields that are longer than this have lines of their own.
const SHORT: usize = 80;

/// Lays a document out.
pub(crate) fn laid_out(document: &Value) -> String {
    let mut layout = Layout { text: String::new(), columns: BTreeMap::new() };
    layout.put("", document, 0, None);
    layout.text
}

struct Layout {
    text: String,
    /// The keys of the last objects in the list of a name: they are written where they change.
    columns: BTreeMap<String, String>,
}

impl Layout {
    fn line(&mut self, indent: usize, text: &str) {
        self.text += &format!("{:indent$}{text}\n", "");
    }

    /// Writes a value after its name. `before` is the item in front of it in a list.
    fn put(&mut self, name: &str, value: &Value, indent: usize, before: Option<&Map<String, Value>>) {
        let head = if name.is_empty() { String::new() } else { format!("{name}: ") };
        match value {
            Value::Object(fields) if name.is_empty() || value.to_string().len() > WIDTH => {
                self.line(indent, &format!("{head}{{"));
                self.fields(fields, indent + 1, before);
            }
            Value::Array(items) if !items.is_empty() => match columns(items) {
                Some(columns)
                    if items.iter().all(|item| row(item).len() <= if name == "lines" { 6 } else { 3 } * WIDTH) =>
                {
                    if self.columns.insert(name.to_owned(), columns.clone()).as_ref() == Some(&columns) {
                        self.line(indent, &format!("{head}columns as before"));
                    } else {
                        self.line(indent, &format!("{head}columns {columns}"));
                    }
                    for item in items {
                        self.line(indent + 1, &row(item));
                    }
                }
                _ if value.to_string().len() <= WIDTH => self.line(indent, &format!("{head}{value}")),
                _ => {
                    self.line(indent, &format!("{head}["));
                    let mut last = None;
                    for item in items {
                        self.put("", item, indent + 1, last);
                        last = item.as_object();
                    }
                }
            },
            _ => self.line(indent, &format!("{head}{value}")),
        }
    }

    fn fields(&mut self, fields: &Map<String, Value>, indent: usize, before: Option<&Map<String, Value>>) {
        let is_same = |name: &str, value: &Value| {
            value.to_string().len() > 8 && before.and_then(|before| before.get(name)) == Some(value)
        };
        let (mut short, mut long) = (Vec::new(), Vec::new());
        let (mut null, mut empty, mut same) = (Vec::new(), Vec::new(), Vec::new());
        for (name, value) in fields {
            let text = format!("{name}: {value}");
            match value {
                Value::Null => null.push(name.as_str()),
                Value::Array(items) if items.is_empty() => empty.push(name.as_str()),
                _ if is_same(name, value) => same.push(name.as_str()),
                Value::Array(items) if items.iter().any(Value::is_object) => long.push((name, value)),
                _ if text.len() <= SHORT => short.push(text),
                _ => long.push((name, value)),
            }
        }
        self.filled(indent, "", ", ", &short);
        for (head, names) in [("null: ", null), ("[]: ", empty), ("same: ", same)] {
            self.filled(indent, head, " ", &names);
        }
        for (name, value) in long {
            // A list has items of its own to compare with, and so has an object in one.
            self.put(name, value, indent, None);
        }
    }

    /// Writes words into as few lines as they need, each after `head`.
    fn filled<T: AsRef<str>>(&mut self, indent: usize, head: &str, between: &str, words: &[T]) {
        let mut line = String::new();
        for word in words.iter().map(AsRef::as_ref) {
            if !line.is_empty() && indent + line.len() + word.len() > WIDTH {
                self.line(indent, &line);
                line.clear();
            }
            line += if line.is_empty() { head } else { between };
            line += word;
        }
        if !line.is_empty() {
            self.line(indent, &line);
        }
    }
}

/// The keys of objects that all have the same ones.
fn columns(items: &[Value]) -> Option<String> {
    let keys = |item: &Value| Some(item.as_object()?.keys().cloned().collect::<Vec<_>>().join(" "));
    let first = keys(items.first()?)?;
    items.iter().all(|item| keys(item).as_ref() == Some(&first)).then_some(first)
}

/// The values of an object.
fn row(item: &Value) -> String {
    Value::Array(item.as_object().into_iter().flat_map(Map::values).cloned().collect()).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read_back::read;

    fn document() -> Value {
        let long = "x".repeat(4 * WIDTH);
        serde_json::json!({
            "version": 1, "fault": null, "notes": [],
            "launches": [
                { "kernel": "k", "grid": [100, 100, 100], "worst": null, "races": [], "about": long, "counts": { "a": 1, "b": 0 },
                  "lines": [{ "file": "k.cu", "line": 7 }, { "file": "k.cu", "line": 8 }], "list": [1, null, "2"] },
                { "kernel": "l", "grid": [100, 100, 100], "worst": [1], "races": [{ "at": 3 }, { "at": null, "more": true }], "about": long,
                  "counts": { "a": 1, "b": 0 }, "lines": [{ "file": "k.cu", "line": 7 }], "list": [[], {}] },
            ],
        })
    }

    /// The document once for each value in it, with another one in its place.
    fn changed(value: &Value) -> Vec<Value> {
        let mut all: Vec<Value> = [serde_json::json!("new"), serde_json::json!([]), Value::Null]
            .into_iter()
            .filter(|other| other != value)
            .collect();
        match value {
            Value::Array(items) => {
                for (at, item) in items.iter().enumerate() {
                    for other in changed(item) {
                        let mut items = items.clone();
                        items[at] = other;
                        all.push(items.into());
                    }
                }
            }
            Value::Object(fields) => {
                for (name, field) in fields {
                    for other in changed(field) {
                        let mut fields = fields.clone();
                        fields[name] = other;
                        all.push(fields.into());
                    }
                    let mut fewer = fields.clone();
                    fewer.remove(name);
                    all.push(fewer.into());
                }
            }
            _ => {}
        }
        all
    }

    #[test]
    fn every_change_of_a_document_is_one_of_its_text() {
        let (document, all) = (document(), changed(&document()));
        let mut texts: Vec<String> = all.iter().chain([&document]).map(laid_out).collect();
        assert!(texts.len() > 100, "{}", texts.len());
        for (text, document) in texts.iter().zip(all.iter().chain([&document])) {
            assert_eq!(read(text), *document, "{text}");
        }
        texts.sort();
        let mut documents: Vec<String> = all.iter().chain([&document]).map(Value::to_string).collect();
        documents.sort();
        documents.dedup();
        texts.dedup();
        assert_eq!(texts.len(), documents.len());
    }

    #[test]
    fn lists_of_one_shape_have_their_keys_once() {
        let text = laid_out(&document());
        assert!(text.contains("   lines: columns file line\n    [\"k.cu\",7]\n    [\"k.cu\",8]\n"), "{text}");
        assert!(text.contains("   lines: columns as before\n    [\"k.cu\",7]\n"), "{text}");
        assert!(
            text.contains("   null: worst\n   []: races\n") && text.contains("   same: about counts grid\n"),
            "{text}"
        );
    }
}
