//! Values of a TOML text that know where they are written, so that every message names its line and column.

use std::ops::Range;
use std::rc::Rc;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::number::WrittenNumber;
use crate::{Error, LaunchPlace, LaunchProblem};

/// A text and its name in messages.
#[derive(Debug)]
struct LaunchText {
    text: String,
    /// The file; `None` for an argument of a command line, which is quoted instead.
    name: Option<String>,
}

/// Where something is written.
#[derive(Debug, Clone)]
pub(super) struct WrittenAt {
    source: Rc<LaunchText>,
    at: usize,
}

/// A value at its place.
#[derive(Debug)]
pub(super) struct Value {
    kind: ValueKind,
    place: WrittenAt,
}

#[derive(Debug)]
enum ValueKind {
    String(String),
    Number(WrittenNumber),
    Boolean(bool),
    Array(Vec<Value>),
    Table(Vec<Entry>),
    Datetime,
}

#[derive(Debug)]
struct Entry {
    name: String,
    place: WrittenAt,
    value: Value,
}

/// A table whose entries are taken one by one; what is left over is an error.
#[derive(Debug)]
pub(super) struct TomlTable {
    entries: Vec<Entry>,
    /// The names that were asked for.
    asked: Vec<&'static str>,
    place: WrittenAt,
}

impl WrittenAt {
    /// An argument of a command line.
    pub(super) fn of_argument(text: &str) -> WrittenAt {
        WrittenAt { source: Rc::new(LaunchText { text: text.to_owned(), name: None }), at: 0 }
    }

    /// `blur.toml:3:7: ..`, or `` argument `u32:-1`: .. ``
    pub(super) fn error(&self, message: impl std::fmt::Display) -> Error {
        LaunchProblem::Described { place: self.place(), why: message.to_string() }.into()
    }

    fn place(&self) -> LaunchPlace {
        let Some(name) = &self.source.name else { return LaunchPlace::Argument(self.source.text.clone()) };
        let before = self.source.text.get(..self.at).unwrap_or_default();
        let line = 1 + before.matches('\n').count();
        let column = 1 + before.rsplit('\n').next().unwrap_or_default().chars().count();
        LaunchPlace::File { name: name.clone(), line, column }
    }

    fn at(&self, span: Range<usize>) -> WrittenAt {
        WrittenAt { source: Rc::clone(&self.source), at: span.start }
    }

    fn value(&self, value: Spanned<DeValue<'_>>) -> Value {
        let place = self.at(value.span());
        let kind = match value.into_inner() {
            DeValue::String(text) => ValueKind::String(text.into_owned()),
            DeValue::Integer(number) => ValueKind::Number(WrittenNumber::integer(number.as_str(), number.radix())),
            DeValue::Float(number) => ValueKind::Number(WrittenNumber::float(number.as_str())),
            DeValue::Boolean(value) => ValueKind::Boolean(value),
            DeValue::Array(values) => ValueKind::Array(values.into_iter().map(|value| self.value(value)).collect()),
            DeValue::Table(table) => ValueKind::Table(self.entries(table)),
            DeValue::Datetime(_) => ValueKind::Datetime,
        };
        Value { kind, place }
    }

    fn entries(&self, table: DeTable<'_>) -> Vec<Entry> {
        let entry = |(key, value): (Spanned<_>, _)| {
            let place = self.at(key.span());
            let name: std::borrow::Cow<'_, str> = key.into_inner();
            Entry { name: name.into_owned(), place, value: self.value(value) }
        };
        table.into_iter().map(entry).collect()
    }
}

impl Value {
    /// An error at this value.
    pub(super) fn error(&self, message: impl std::fmt::Display) -> Error {
        self.place.error(message)
    }

    /// Its place.
    pub(super) fn place(&self) -> &WrittenAt {
        &self.place
    }

    pub(super) fn is_array(&self) -> bool {
        matches!(self.kind, ValueKind::Array(_))
    }

    pub(super) fn is_string(&self) -> bool {
        matches!(self.kind, ValueKind::String(_))
    }

    /// The text of a string.
    pub(super) fn as_str(&self) -> Option<&str> {
        match &self.kind {
            ValueKind::String(text) => Some(text),
            _ => None,
        }
    }

    /// Whether it is this string.
    pub(super) fn is_str(&self, text: &str) -> bool {
        matches!(&self.kind, ValueKind::String(own) if own == text)
    }

    /// The text of a string; `what` is expected.
    pub(super) fn into_string(self, what: &str) -> Result<String, Error> {
        match self.kind {
            ValueKind::String(text) => Ok(text),
            _ => Err(self.expected(what)),
        }
    }

    pub(super) fn into_array(self, what: &str) -> Result<Vec<Value>, Error> {
        match self.kind {
            ValueKind::Array(values) => Ok(values),
            _ => Err(self.expected(what)),
        }
    }

    pub(super) fn into_table(self, what: &str) -> Result<TomlTable, Error> {
        match self.kind {
            ValueKind::Table(entries) => Ok(TomlTable { entries, asked: Vec::new(), place: self.place }),
            _ => Err(self.expected(what)),
        }
    }

    pub(super) fn into_bool(self) -> Result<bool, Error> {
        match self.kind {
            ValueKind::Boolean(value) => Ok(value),
            _ => Err(self.expected("`true` or `false`")),
        }
    }

    pub(super) fn into_number(self, what: &str) -> Result<WrittenNumber, Error> {
        match self.kind {
            ValueKind::Number(number) => Ok(number),
            _ => Err(self.expected(what)),
        }
    }

    pub(super) fn into_u32(self, what: &str) -> Result<u32, Error> {
        let place = self.place.clone();
        let number = self.into_number(what)?;
        number
            .as_integer()
            .and_then(|number| u32::try_from(number).ok())
            .ok_or_else(|| place.error(format!("expected {what}, from 0 to {}", u32::MAX)))
    }

    pub(super) fn into_u64(self, what: &str) -> Result<u64, Error> {
        let place = self.place.clone();
        let number = self.into_number(what)?;
        number
            .as_integer()
            .and_then(|number| u64::try_from(number).ok())
            .ok_or_else(|| place.error(format!("expected {what}, from 0")))
    }

    fn expected(&self, what: &str) -> Error {
        let found = match self.kind {
            ValueKind::String(_) => "a string",
            ValueKind::Number(_) => "a number",
            ValueKind::Boolean(_) => "`true` or `false`",
            ValueKind::Array(_) => "an array",
            ValueKind::Table(_) => "a table",
            ValueKind::Datetime => "a date",
        };
        self.error(format!("expected {what}, not {found}"))
    }
}

impl TomlTable {
    /// Reads a whole text.
    pub(super) fn document(text: &str, name: &str) -> Result<TomlTable, Error> {
        let place =
            WrittenAt { source: Rc::new(LaunchText { text: text.to_owned(), name: Some(name.to_owned()) }), at: 0 };
        match DeTable::parse(text) {
            Ok(table) => {
                let entries = place.entries(table.into_inner());
                Ok(TomlTable { entries, asked: Vec::new(), place })
            }
            Err(error) => Err(place.at(error.span().unwrap_or(0..0)).error(error.message().replace('\n', ", "))),
        }
    }

    /// Takes an entry.
    pub(super) fn optional(&mut self, name: &'static str) -> Option<Value> {
        self.asked.push(name);
        let at = self.entries.iter().position(|entry| entry.name == name)?;
        Some(self.entries.remove(at).value)
    }

    /// Takes an entry that must be there.
    pub(super) fn required(&mut self, name: &'static str) -> Result<Value, Error> {
        let place = self.place.clone();
        self.optional(name).ok_or_else(|| place.error(format!("`{name}` is missing")))
    }

    /// Checks that every entry was taken.
    pub(super) fn finish(self) -> Result<(), Error> {
        match self.entries.first() {
            None => Ok(()),
            Some(Entry { name, place, .. }) => {
                let known: Vec<String> = self.asked.iter().map(|name| format!("`{name}`")).collect();
                Err(place.error(format!("`{name}` is not one of {}", known.join(", "))))
            }
        }
    }

    /// All entries that were not taken, in alphabetical order.
    pub(super) fn into_entries(self) -> Vec<(String, Value)> {
        self.entries.into_iter().map(|entry| (entry.name, entry.value)).collect()
    }

    /// The table's own place.
    pub(super) fn place(&self) -> &WrittenAt {
        &self.place
    }
}
