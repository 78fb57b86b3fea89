//! `smem-tile header`: the tiles as a header for CUDA C++.

use std::io::{self, Write};

use serde::Serialize;
use smem_layout::Header;

use crate::arguments;
use crate::diagnostic;
use crate::failure::{BAD_INPUT, CHECK_FAILED, EarlyEnd, GOOD};
use crate::json::{self, JsonError};
use crate::output;
use crate::tiles::{FoundTile, Tiles};

/// The document of `--json`.
#[derive(Serialize)]
struct HeaderDocument {
    version: u32,
    /// The include guard.
    guard: String,
    tiles: Vec<JsonTile>,
    /// The text; `null` if there are errors.
    header: Option<String>,
    errors: Vec<JsonError>,
}

/// A tile of the header.
#[derive(Serialize)]
struct JsonTile {
    /// The struct in Rust.
    name: String,
    /// The struct in CUDA C++.
    cuda_name: String,
    bytes: usize,
}

/// Writes the header, and returns the exit code. After a mistake there is none.
pub(crate) fn run(options: &arguments::HeaderArguments) -> Result<u8, EarlyEnd> {
    let tiles = Tiles::read(&options.tiles)?;
    let mut conflicts = false;
    for found in &tiles.tiles {
        if let Some(refusal) = found.tile.refusal() {
            diagnostic::show(refusal, &tiles.sources[found.source]);
            conflicts = true;
        }
    }
    check_names(&tiles)?;
    let guard = options.guard.clone().unwrap_or_else(|| guard(options, &tiles));
    let code = match (tiles.mistakes.is_empty(), conflicts) {
        (false, _) => BAD_INPUT,
        (true, true) => CHECK_FAILED,
        (true, false) => GOOD,
    };
    let text = if code == GOOD { Some(text(options, &guard, &tiles)?) } else { None };
    if let (Some(text), Some(path)) = (&text, &options.output) {
        output::write(path, text)?;
    }
    if options.json {
        let tile = |found: &FoundTile| JsonTile {
            name: found.tile.name().to_string(),
            cuda_name: found.tile.cuda_name().to_string(),
            bytes: found.tile.solution().bytes(),
        };
        let errors = JsonError::all(&tiles);
        let tiles = tiles.tiles.iter().map(tile).collect();
        json::print(&HeaderDocument { version: json::VERSION, guard, tiles, header: text, errors })?;
    } else if let (Some(text), None) = (text, &options.output) {
        io::stdout().write_all(text.as_bytes())?;
        io::stdout().flush()?;
    }
    Ok(code)
}

fn text(options: &arguments::HeaderArguments, guard: &str, tiles: &Tiles) -> Result<String, EarlyEnd> {
    let message = |error: &dyn std::fmt::Display| error.to_string();
    let mut header = Header::new(guard).map_err(|error| message(&error))?;
    if let Some(namespace) = &options.namespace {
        header = header.namespace(namespace).map_err(|error| message(&error))?;
    }
    for found in &tiles.tiles {
        let tile = found.tile.header_tile().map_err(|error| message(&error))?;
        header = header.tile(tile).map_err(|error| message(&error))?;
    }
    Ok(header.to_string())
}

/// Refuses two structs of one name in CUDA C++.
fn check_names(tiles: &Tiles) -> Result<(), EarlyEnd> {
    let place = |found: &FoundTile| {
        let place = tiles.place(found.source, found.tile.range().start);
        format!("{}:{}:{}", place.name, place.line, place.column)
    };
    for (number, found) in tiles.tiles.iter().enumerate() {
        let name = found.tile.cuda_name();
        if let Some(earlier) = tiles.tiles[..number].iter().find(|earlier| earlier.tile.cuda_name() == name) {
            let (first, second) = (place(earlier), place(found));
            let help = match earlier.tile.name() == found.tile.name() {
                true => "rename one of them, or give it another name with `cuda = \"..\"`".to_string(),
                false => format!(
                    "choose one with `--only {}` or `--only {}`, or give one another name with `cuda = \"..\"`",
                    earlier.tile.name(),
                    found.tile.name()
                ),
            };
            return Err(EarlyEnd::Message(format!(
                "two tiles are called `{name}` in CUDA C++: {first} and {second}\nhelp: {help}"
            )));
        }
    }
    Ok(())
}

/// Returns the include guard: `SMEM_TILE_`, the namespace, and the name of the file or of the tiles.
fn guard(options: &arguments::HeaderArguments, tiles: &Tiles) -> String {
    let file =
        options.output.as_ref().and_then(|path| path.file_name()).map(|name| name.to_string_lossy().into_owned());
    let names = || tiles.tiles.iter().map(|found| found.tile.cuda_name()).collect::<Vec<_>>().join("_");
    let name = file.unwrap_or_else(|| names() + "_cuh");
    let all = options.namespace.iter().map(|namespace| format!("{namespace}_")).collect::<String>() + &name;
    let letter = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { '_' };
    // Two underscores side by side are reserved.
    let parts: String = all.chars().map(letter).collect();
    let parts: Vec<&str> = parts.split('_').filter(|part| !part.is_empty()).collect();
    format!("SMEM_TILE_{}", parts.join("_"))
}
