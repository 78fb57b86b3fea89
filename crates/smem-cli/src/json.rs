//! JSON on the standard output.

use std::io::{self, Write};

use serde::Serialize;
use smem_launch::printable_json;

use crate::failure::EarlyEnd;
use crate::tiles::{Misread, Tiles};

/// The version of every document.
pub(crate) const VERSION: u32 = smem_profile::JSON_VERSION;

/// Prints a document.
pub(crate) fn print(document: &impl Serialize) -> Result<(), EarlyEnd> {
    let text = serde_json::to_string_pretty(document).map_err(io::Error::from)?;
    writeln!(io::stdout(), "{}", printable_json(&text))?;
    Ok(())
}

/// A mistake in a source.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Mistake"))]
pub(crate) struct JsonError {
    /// The file, or the argument that the source is.
    file: String,
    /// From 1.
    line: usize,
    /// Characters, from 1.
    column: usize,
    /// A sentence.
    message: String,
}

impl JsonError {
    /// Returns the mistakes of all sources.
    pub(crate) fn all(tiles: &Tiles) -> Vec<JsonError> {
        let error = |Misread { mistake, source }: &Misread| {
            let place = tiles.place(*source, mistake.range.start);
            JsonError {
                file: place.name.to_string(),
                line: place.line,
                column: place.column,
                message: mistake.message.clone(),
            }
        };
        tiles.mistakes.iter().map(error).collect()
    }
}
