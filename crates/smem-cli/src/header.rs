//! `smem-tile header`: the tiles as a header for CUDA C++.

use serde::Serialize;
use smem_derive_impl::read::Configuration;
use smem_layout::{Header, HeaderError};

use crate::arguments;
use crate::diagnostic;
use crate::failure::{BAD_INPUT, CHECK_FAILED, EarlyEnd, GOOD};
use crate::json::{self, JsonError};
use crate::terminal;
use crate::tiles::{FoundBlock, FoundTile, Misread, Tiles, tile_checkout};

/// The document of `--json`.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct HeaderDocument {
    /// The version of every document.
    #[cfg_attr(test, schemars(extend("const" = json::VERSION)))]
    version: u32,
    /// The include guard.
    guard: String,
    /// The tiles, in their order in the header.
    tiles: Vec<JsonTile>,
    /// The blocks that hold them.
    blocks: Vec<JsonHeaderBlock>,
    /// The text; `null` if there are errors.
    header: Option<String>,
    /// Mistakes in the sources.
    errors: Vec<JsonError>,
}

/// A tile of the header.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "HeaderTile"))]
struct JsonTile {
    /// The struct in Rust.
    name: String,
    /// The struct in CUDA C++.
    cuda_name: String,
    /// Bytes of storage, of all stages.
    bytes: usize,
}

/// A block of the header.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "HeaderBlock"))]
struct JsonHeaderBlock {
    /// The struct or union in Rust.
    name: String,
    /// The struct or union in CUDA C++.
    cuda_name: String,
    /// Bytes; `null` where only the compiler knows them.
    bytes: Option<usize>,
}

/// Writes the header, and returns the exit code. After a mistake there is none.
pub(crate) fn run(options: &arguments::HeaderArguments) -> Result<u8, EarlyEnd> {
    let mut tiles = Tiles::under(&options.tiles, &configuration(options)?)?;
    refuse_unknown_blocks(&mut tiles);
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
        tile_checkout(&options.tiles).write(path, text)?;
    }
    if options.json {
        let tile = |found: &FoundTile| JsonTile {
            name: found.tile.name().to_string(),
            cuda_name: found.tile.cuda_name().to_string(),
            bytes: found.tile.solution().bytes(),
        };
        let block = |found: &FoundBlock| JsonHeaderBlock {
            name: found.block.name().to_string(),
            cuda_name: found.block.cuda_name().to_string(),
            bytes: found.block.bytes(),
        };
        let errors = JsonError::all(&tiles);
        let blocks = tiles.blocks.iter().map(block).collect();
        let tiles = tiles.tiles.iter().map(tile).collect();
        json::print(&HeaderDocument { version: json::VERSION, guard, tiles, blocks, header: text, errors })?;
    } else if let (Some(text), None) = (text, &options.output) {
        terminal::print_exact(&text)?;
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
    let blocks = tiles.blocks.iter().filter_map(|found| found.block.header_block().ok()).collect();
    let header = header.blocks(blocks).map_err(|error| match (&error, options.tiles.only.is_empty()) {
        (HeaderError::NoType { name, .. }, false) => format!("{error}\nhelp: add `--only {name}`"),
        _ => error.to_string(),
    })?;
    Ok(header.to_string())
}

/// Returns what is known of the conditions in `cfg(..)`.
fn configuration(options: &arguments::HeaderArguments) -> Result<Configuration, EarlyEnd> {
    let conditions: Vec<&str> = options.cfg.iter().map(String::as_str).collect();
    if conditions.is_empty() {
        return Ok(Configuration::unknown());
    }
    Configuration::of(&conditions).map_err(|wrong| {
        let wrong = wrong.escape_debug();
        EarlyEnd::Message(format!(
            "`--cfg {wrong}` is not a condition of `cfg`\nhelp: write a name, or one with a value, as in --cfg 'feature = \"wide\"'"
        ))
    })
}

/// Shows the blocks that cannot be written, as mistakes.
fn refuse_unknown_blocks(tiles: &mut Tiles) {
    for found in &tiles.blocks {
        if let Err(mistake) = found.block.header_block() {
            diagnostic::show(&mistake, &tiles.sources[found.source]);
            tiles.mistakes.push(Misread { mistake, source: found.source });
        }
    }
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
    let tile_names = tiles.tiles.iter().map(|found| found.tile.cuda_name());
    let block_names = tiles.blocks.iter().map(|found| found.block.cuda_name());
    let names = || tile_names.chain(block_names).collect::<Vec<_>>().join("_");
    let name = file.unwrap_or_else(|| names() + "_cuh");
    let all = options.namespace.iter().map(|namespace| format!("{namespace}_")).collect::<String>() + &name;
    let letter = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { '_' };
    // Two underscores side by side are reserved.
    let parts: String = all.chars().map(letter).collect();
    let parts: Vec<&str> = parts.split('_').filter(|part| !part.is_empty()).collect();
    format!("SMEM_TILE_{}", parts.join("_"))
}
