//! A table of options in `smem-tile.toml`, with the places of its keys and values.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use smem_driver::{OptionError, read_options};
use toml::{Spanned, Value};

/// A table whose keys are options, by the names that the command line has.
#[derive(Deserialize, Debug, Clone, Default)]
#[serde(transparent)]
pub(super) struct Entries(BTreeMap<Spanned<String>, Spanned<Value>>);

/// Something wrong in the text of the file: where, and a sentence.
#[derive(Debug)]
pub(super) struct Misplaced {
    pub(super) span: Range<usize>,
    pub(super) message: String,
}

impl Misplaced {
    pub(super) fn missing(field: &str, span: Range<usize>) -> Misplaced {
        Misplaced { span, message: format!("missing field `{field}`") }
    }
}

impl Entries {
    /// Reads the options.
    ///
    /// # Errors
    /// The first option that is unknown or has a wrong value.
    pub(super) fn read<T>(&self) -> Result<T, Misplaced>
    where
        T: Default + Serialize + DeserializeOwned,
    {
        let mut entries = Vec::new();
        for (name, value) in &self.0 {
            let json = serde_json::to_value(value.get_ref());
            let json = json.map_err(|error| Misplaced { span: value.span(), message: error.to_string() })?;
            entries.push((name.get_ref().clone(), json));
        }
        read_options(entries).map_err(|error| self.misplaced(error))
    }

    fn misplaced(&self, error: OptionError) -> Misplaced {
        let own = self.0.iter().find(|(name, _)| *name.get_ref() == error.name);
        let span = own.map(|(name, value)| if error.is_known { value.span() } else { name.span() });
        Misplaced { span: span.unwrap_or_default(), message: error.message }
    }
}
