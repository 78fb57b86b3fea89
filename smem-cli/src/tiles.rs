//! From the arguments of a command to its tiles, with every mistake shown.

use smem_derive_impl::read::{self, Mistake, Tile};

use crate::arguments;
use crate::diagnostic;
use crate::failure::EarlyEnd;
use crate::source::{SourceForm, TileSource};

/// The tiles of all sources, and the mistakes of those that are none.
#[derive(Debug)]
pub(crate) struct Tiles {
    pub(crate) sources: Vec<TileSource>,
    pub(crate) tiles: Vec<FoundTile>,
    pub(crate) mistakes: Vec<Misread>,
}

/// A tile and where it is.
#[derive(Debug)]
pub(crate) struct FoundTile {
    pub(crate) tile: Tile,
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

impl Tiles {
    /// Reads the tiles, and shows their mistakes.
    pub(crate) fn read(options: &arguments::TileArguments) -> Result<Tiles, EarlyEnd> {
        let mut all = Tiles { sources: Vec::new(), tiles: Vec::new(), mistakes: Vec::new() };
        for argument in &options.tiles {
            let source = TileSource::read(argument)?;
            let number = all.sources.len();
            let (tiles, mistakes) = tiles_of(&source);
            if tiles.is_empty() && mistakes.is_empty() {
                return Err(EarlyEnd::Message(format!(
                    "`{}` has no tiles: no struct in it has the attribute `#[smem_tile]`\n\
                     help: write `#[smem_tile(32, 32)]` above `struct Tile(f32);`",
                    source.name.escape_debug()
                )));
            }
            all.tiles.extend(tiles.into_iter().map(|tile| FoundTile { tile, source: number }));
            all.mistakes.extend(mistakes.into_iter().map(|mistake| Misread { mistake, source: number }));
            all.sources.push(source);
        }
        for Misread { mistake, source } in &all.mistakes {
            diagnostic::show(mistake, &all.sources[*source]);
        }
        all.keep_only(&options.only)?;
        Ok(all)
    }

    /// Keeps the tiles of these names, or all if there are none.
    fn keep_only(&mut self, names: &[String]) -> Result<(), EarlyEnd> {
        if let Some(name) = names.iter().find(|name| !self.tiles.iter().any(|found| found.tile.name() == *name)) {
            let known: Vec<String> = self.tiles.iter().map(|found| format!("`{}`", found.tile.name())).collect();
            let name = name.escape_debug();
            let help = match known.len() {
                0 => String::new(),
                _ => format!("\nhelp: there are {}", smem_layout::listed(&known, "and")),
            };
            return Err(EarlyEnd::Message(format!("no tile is called `{name}`{help}")));
        }
        self.tiles.retain(|found| names.is_empty() || names.iter().any(|name| name == found.tile.name()));
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

/// Returns the tiles of a source, and the mistakes in it.
fn tiles_of(source: &TileSource) -> (Vec<Tile>, Vec<Mistake>) {
    let read = match source.kind {
        SourceForm::Line => vec![read::line(&source.text)],
        SourceForm::Rust => match read::source(&source.text) {
            Ok(tiles) => tiles,
            Err(mistake) => return (Vec::new(), vec![mistake]),
        },
    };
    // A file that the compiler will not read either has its own mistake first.
    if source.kind == SourceForm::Rust
        && let Err(mistake) = check_syntax(&source.text)
    {
        return (Vec::new(), vec![mistake]);
    }
    let (mut tiles, mut mistakes) = (Vec::new(), Vec::new());
    for tile in read {
        match tile {
            Ok(tile) => tiles.push(tile),
            Err(all) => mistakes.extend(all),
        }
    }
    (tiles, mistakes)
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
