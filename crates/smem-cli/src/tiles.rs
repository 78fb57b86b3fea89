//! From the arguments of a command to its tiles and blocks, with every mistake shown.

use std::path::Path;

use smem_derive_impl::read::{self, Block, Configuration, Mistake, Tile};

use crate::arguments;
use crate::cute::CuteTile;
use crate::diagnostic;
use crate::failure::EarlyEnd;
use crate::output::Checkout;
use crate::source::{SourceForm, TileSource};

/// The tiles and blocks of all sources, and the mistakes of those that are none.
#[derive(Debug)]
pub(crate) struct Tiles {
    pub(crate) sources: Vec<TileSource>,
    pub(crate) tiles: Vec<FoundTile>,
    pub(crate) blocks: Vec<FoundBlock>,
    pub(crate) mistakes: Vec<Misread>,
}

/// A tile and where it is.
#[derive(Debug)]
pub(crate) struct FoundTile {
    pub(crate) tile: Tile,
    /// The number of the source.
    pub(crate) source: usize,
}

/// A block and where it is.
#[derive(Debug)]
pub(crate) struct FoundBlock {
    pub(crate) block: Block,
    /// The number of the source.
    pub(crate) source: usize,
}

/// A mistake and where it is.
#[derive(Debug)]
pub(crate) struct Misread {
    pub(crate) mistake: Mistake,
    /// The number of the source.
    pub(crate) source: usize,
}

/// Returns the checkout of the files among the arguments.
pub(crate) fn tile_checkout(options: &arguments::TileArguments) -> Checkout {
    let files = options.tiles.iter().map(Path::new).filter(|path| path.is_file());
    Checkout::of(files)
}

impl Tiles {
    /// Reads the tiles and the blocks, whatever `cfg` says, and shows their mistakes.
    pub(crate) fn read(options: &arguments::TileArguments) -> Result<Tiles, EarlyEnd> {
        Tiles::of(options, None)
    }

    /// Reads the tiles and the blocks that there are in this configuration, and shows their mistakes. A layout of CuTe is refused.
    pub(crate) fn under(options: &arguments::TileArguments, configuration: &Configuration) -> Result<Tiles, EarlyEnd> {
        if let Some(layout) = options.tiles.iter().find(|argument| CuteTile::is_cute_text(argument)) {
            return Err(EarlyEnd::Message(format!(
                "`{}` is a layout of CuTe, which `explain` and `map` take",
                layout.trim().escape_debug()
            )));
        }
        Tiles::of(options, Some(configuration))
    }

    fn of(options: &arguments::TileArguments, configuration: Option<&Configuration>) -> Result<Tiles, EarlyEnd> {
        options.limits.hold_strictly();
        let mut all = Tiles { sources: Vec::new(), tiles: Vec::new(), blocks: Vec::new(), mistakes: Vec::new() };
        for argument in options.tiles.iter().filter(|argument| !CuteTile::is_cute_text(argument)) {
            let source = TileSource::read(argument)?;
            let number = all.sources.len();
            let before = (all.tiles.len(), all.blocks.len(), all.mistakes.len());
            for mistake in all.add(number, &source, configuration) {
                all.mistakes.push(Misread { mistake, source: number });
            }
            if before == (all.tiles.len(), all.blocks.len(), all.mistakes.len()) {
                return Err(EarlyEnd::Message(format!(
                    "`{}` has no tiles: no struct in it has the attribute `#[smem_tile]`\n\
                     help: write `#[smem_tile(32, 32)]` above `struct Tile(f32);`",
                    source.name.escape_debug()
                )));
            }
            all.sources.push(source);
        }
        for Misread { mistake, source } in &all.mistakes {
            diagnostic::show(mistake, &all.sources[*source]);
        }
        all.keep_only(&options.only)?;
        Ok(all)
    }

    /// Reads the layouts that are in CuTe's notation.
    pub(crate) fn of_cute(options: &arguments::TileArguments) -> Result<Vec<CuteTile>, EarlyEnd> {
        options
            .tiles
            .iter()
            .filter(|argument| CuteTile::is_cute_text(argument))
            .map(|text| CuteTile::parse(text))
            .collect()
    }

    /// Adds the tiles and blocks of a source, and returns its mistakes.
    fn add(&mut self, number: usize, source: &TileSource, configuration: Option<&Configuration>) -> Vec<Mistake> {
        let (tiles, blocks) = match source.kind {
            SourceForm::Line => (vec![read::line(&source.text)], Vec::new()),
            SourceForm::Rust => {
                let items = match configuration {
                    None => read::file(&source.text),
                    Some(configuration) => read::file_under(&source.text, configuration),
                };
                // A file that the compiler will not read either has its own mistake first.
                match items.and_then(|items| check_syntax(&source.text).map(|()| items)) {
                    Ok(items) => (items.tiles, items.blocks),
                    Err(mistake) => return vec![mistake],
                }
            }
        };
        let mut mistakes = Vec::new();
        for tile in tiles {
            match tile {
                Ok(tile) => self.tiles.push(FoundTile { tile, source: number }),
                Err(all) => mistakes.extend(all),
            }
        }
        for block in blocks {
            match block {
                Ok(block) => {
                    mistakes.extend(block.refusals().iter().cloned());
                    self.blocks.push(FoundBlock { block, source: number });
                }
                Err(all) => mistakes.extend(all),
            }
        }
        mistakes
    }

    /// Keeps the tiles and blocks of these names, or all if there are none.
    fn keep_only(&mut self, names: &[String]) -> Result<(), EarlyEnd> {
        let tiles = self.tiles.iter().map(|found| found.tile.name());
        let known: Vec<&str> = tiles.chain(self.blocks.iter().map(|found| found.block.name())).collect();
        if let Some(name) = names.iter().find(|name| !known.contains(&name.as_str())) {
            let known: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
            let name = name.escape_debug();
            let help = match known.len() {
                0 => String::new(),
                _ => format!("\nhelp: there are {}", smem_layout::listed(&known, "and")),
            };
            return Err(EarlyEnd::Message(format!("no tile is called `{name}`{help}")));
        }
        let is_kept = |own: &str| names.is_empty() || names.iter().any(|name| name == own);
        self.tiles.retain(|found| is_kept(found.tile.name()));
        self.blocks.retain(|found| is_kept(found.block.name()));
        Ok(())
    }

    /// Returns where a tile is: the name of the source, the line and the column, from 1.
    pub(crate) fn place(&self, source: usize, at: usize) -> TilePlace<'_> {
        let TileSource { name, text, .. } = &self.sources[source];
        let before = &text[..at];
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line = 1 + before.bytes().filter(|byte| *byte == b'\n').count();
        TilePlace { name, line, column: 1 + text[start..at].chars().count() }
    }
}

/// A place in a source, for people.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TilePlace<'a> {
    pub(crate) name: &'a str,
    pub(crate) line: usize,
    /// Characters, from 1.
    pub(crate) column: usize,
}

/// Parses the whole file, of which only the tiles are used.
fn check_syntax(text: &str) -> Result<(), Mistake> {
    let Err(error) = syn::parse_file(text) else { return Ok(()) };
    let start = error.span().byte_range();
    // The parser does not count what a file may begin with.
    let mark = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let rest = &text[mark..];
    let script = if rest.starts_with("#!") && !rest[2..].trim_start().starts_with('[') {
        rest.find('\n').unwrap_or(rest.len())
    } else {
        0
    };
    let moved = |at: usize| (at + mark + script).min(text.len());
    let (start, end) = (moved(start.start), moved(start.end));
    // A place without text is that of the end.
    let range = if start == end { text.trim_end().len()..text.trim_end().len() } else { start..end };
    Err(Mistake { message: format!("this file is not Rust: {error}"), range })
}
