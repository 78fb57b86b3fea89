//! Documents that were [laid out](crate::text), as they were.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

/// Reads a document that was laid out. Fails with the line that is not one of it.
pub(crate) fn read(text: &str) -> Value {
    let line =
        |line: &'_ str| (line.len() - line.trim_start_matches(' ').len(), line.trim_start_matches(' ').to_owned());
    let mut lines: Vec<(usize, String)> = text.lines().map(line).collect();
    lines.reverse();
    let mut reader = Reader { lines, columns: BTreeMap::new() };
    let value = reader.item(0, None).expect("a document has a line");
    assert!(reader.lines.is_empty(), "{:?} is not of the document", reader.lines.last());
    value
}

struct Reader {
    /// The lines that are left with their indents, the next one last.
    lines: Vec<(usize, String)>,
    /// The keys of the last objects in the list of a name.
    columns: BTreeMap<String, String>,
}

impl Reader {
    /// Takes the next line, if it has this indent.
    fn line(&mut self, indent: usize) -> Option<String> {
        self.lines.pop_if(|(own, _)| *own == indent).map(|(_, line)| line)
    }

    /// Reads a value without a name; `None` at the end of its list. `before` is the item in front of it.
    fn item(&mut self, indent: usize, before: Option<&Value>) -> Option<Value> {
        let line = self.line(indent)?;
        Some(match &line[..] {
            "{" => self.fields(indent + 1, before).into(),
            _ => self.value("", &line, indent),
        })
    }

    /// Reads a value of a name by the rest of its line, and by the lines below it.
    fn value(&mut self, name: &str, rest: &str, indent: usize) -> Value {
        match (rest, rest.strip_prefix("columns ")) {
            ("{", _) => self.fields(indent + 1, None).into(),
            ("[", _) => {
                let mut items: Vec<Value> = Vec::new();
                while let Some(item) = self.item(indent + 1, items.last()) {
                    items.push(item);
                }
                items.into()
            }
            (_, Some("as before")) => self.rows(name, indent + 1),
            (_, Some(columns)) => {
                self.columns.insert(name.to_owned(), columns.to_owned());
                self.rows(name, indent + 1)
            }
            _ => serde_json::from_str(rest).unwrap_or_else(|error| panic!("{error}: {rest}")),
        }
    }

    /// Reads objects of one shape.
    fn rows(&mut self, name: &str, indent: usize) -> Value {
        let (mut rows, columns) = (Vec::new(), self.columns[name].clone());
        while let Some(line) = self.line(indent) {
            let values: Vec<Value> = serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"));
            let names = columns.split_whitespace().map(str::to_owned);
            rows.push(names.zip(values).collect::<Map<String, Value>>().into());
        }
        Value::Array(rows)
    }

    fn fields(&mut self, indent: usize, before: Option<&Value>) -> Map<String, Value> {
        let mut fields = Map::new();
        while let Some(line) = self.line(indent) {
            let (name, rest) = line.split_once(": ").unwrap_or_else(|| panic!("not a field: {line}"));
            let of_names = |value: &dyn Fn(&str) -> Value| {
                rest.split_whitespace().map(|name| (name.to_owned(), value(name))).collect::<Vec<_>>()
            };
            match name {
                "null" => fields.extend(of_names(&|_| Value::Null)),
                "[]" => fields.extend(of_names(&|_| Value::Array(Vec::new()))),
                "same" => fields.extend(of_names(&|name| before.unwrap()[name].clone())),
                _ if rest == "{" || rest == "[" || rest.starts_with("columns ") => {
                    let value = self.value(name, rest, indent);
                    fields.insert(name.to_owned(), value);
                }
                _ => append_short(&line, &mut fields),
            }
        }
        fields
    }
}

/// Appends the fields that share a line.
fn append_short(line: &str, fields: &mut Map<String, Value>) {
    let mut left = line;
    while let Some((name, rest)) = left.split_once(": ") {
        let mut values = serde_json::Deserializer::from_str(rest).into_iter::<Value>();
        let value = values.next().and_then(Result::ok).unwrap_or_else(|| panic!("not a value: {rest}"));
        fields.insert(name.to_owned(), value);
        let end = &rest[values.byte_offset()..];
        left = end.strip_prefix(", ").unwrap_or(end);
    }
    assert!(left.is_empty(), "{left} is not a field: {line}");
}
