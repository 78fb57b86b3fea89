//! The texts that tiles come from: files, the standard input, and the command line.

use std::io::{self, Read};
use std::path::Path;

use smem_profile::program::{bounded, describe, led_out, stays};

use crate::failure::EarlyEnd;

/// A text with tiles.
#[derive(Debug)]
pub(crate) struct TileSource {
    /// The name of the file, for people.
    pub(crate) name: String,
    pub(crate) text: String,
    pub(crate) kind: SourceForm,
}

/// The form of the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SourceForm {
    /// Rust source.
    Rust,
    /// One tile: `Name(f32): 32, 32`; or the value of an option.
    Line,
}

/// The largest file that is read: no source is larger, and a device has no end.
const LARGEST: u64 = 64 << 20;

impl TileSource {
    /// Reads the text that an argument names, or is.
    pub(crate) fn read(argument: &str) -> Result<TileSource, EarlyEnd> {
        let rust = |name: &str, text: String| TileSource { name: name.to_string(), text, kind: SourceForm::Rust };
        if argument == "-" {
            return Ok(rust("<stdin>", text("the standard input", io::stdin().lock())?));
        }
        let path = Path::new(argument);
        if !path.exists() && is_text(argument) {
            let kind = if argument.trim_start().starts_with('#') { SourceForm::Rust } else { SourceForm::Line };
            return Ok(TileSource { name: "<argument>".to_string(), text: argument.to_string(), kind });
        }
        let name = argument.escape_debug();
        if path.is_dir() {
            return Err(EarlyEnd::Message(format!(
                "`{name}` is a folder\nhelp: name the Rust files in it, as in `{name}/tiles.rs`"
            )));
        }
        if !stays(path, &[""; 0]) {
            return Err(EarlyEnd::Message(led_out(path)));
        }
        let (file, _) = bounded::open(path).map_err(|unread| {
            let help = match path.exists() {
                false => "\nhelp: name a Rust file, or write a tile as text: 'Tile(f32): 32, 32, pad = auto'",
                true => "",
            };
            EarlyEnd::Message(format!("{}{help}", unread.sentence(&name.to_string())))
        })?;
        Ok(rust(argument, text(&format!("`{name}`"), file)?))
    }
}

/// Returns true for an argument that is a tile, or means to be one, and not the name of a file.
fn is_text(argument: &str) -> bool {
    argument.contains(['(', '#', ':', ',', ' ']) && !argument.ends_with(".rs")
}

/// Reads the whole text; `what` names it in a message.
fn text(what: &str, reader: impl Read) -> Result<String, EarlyEnd> {
    let mut bytes = Vec::new();
    let read = reader.take(LARGEST + 1).read_to_end(&mut bytes);
    read.map_err(|error| format!("cannot read {what}: {}", describe(&error)))?;
    if bytes.len() as u64 > LARGEST {
        return Err(EarlyEnd::Message(format!(
            "{what} has more than {} MB, and is not a source of tiles",
            LARGEST >> 20
        )));
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let line = 1 + error.as_bytes()[..at].iter().filter(|byte| **byte == b'\n').count();
        EarlyEnd::Message(format!("{what} is not UTF-8: line {line} has other bytes"))
    })
}
