//! The tiles and blocks of a Rust source.

use crate::parse::nesting;
use crate::read::annotated::annotated;
use crate::read::block::Block;
use crate::read::configuration::Configuration;
use crate::read::constants::Constants;
use crate::read::mistake::Mistake;
use crate::read::placed_blocks;
use crate::read::selected::Selected;
use crate::read::tile::Tile;
use proc_macro2::{TokenStream, TokenTree};

/// The tiles and the blocks of a Rust source, in their order, or the mistakes of each; [`file()`] returns them.
#[derive(Debug)]
#[non_exhaustive]
pub struct AnnotatedItems {
    /// The structs under `#[smem_tile]`.
    pub tiles: Vec<Result<Tile, Vec<Mistake>>>,
    /// The structs and unions under `#[shared_block]`.
    pub blocks: Vec<Result<Block, Vec<Mistake>>>,
}

/// Returns the tiles of the annotated structs in a Rust source, in their order, or the mistakes of each.
///
/// The attribute may have any path that ends in `smem_tile`, or a name that a `use` gives it, and may be the argument of
/// `cfg_attr`. Numbers of the shape that are constants are computed if the source defines them.
///
/// ```
/// use smem_derive_impl::read;
///
/// let source = "mod tiles {\n    const N: usize = 4 * 8;\n    #[smem_tile::smem_tile(N, N)]\n    pub struct Tile(f32);\n}\n";
/// let tiles = read::source(source).unwrap();
/// assert_eq!(tiles[0].as_ref().unwrap().solution().layout().rows(), 32);
/// ```
///
/// # Errors
///
/// A text that is not made of tokens of Rust, as where a parenthesis is not closed.
pub fn source(text: &str) -> Result<Vec<Result<Tile, Vec<Mistake>>>, Mistake> {
    let tokens = tokens_of(text)?;
    Ok(tiles(&tokens, &Constants::of(&tokens)))
}

/// Returns the tiles of a Rust source as [`source`] does, and its blocks, whose fields are tiles and blocks of the same source,
/// numbers and arrays.
///
/// ```
/// use smem_derive_impl::read;
///
/// let source = "#[smem_tile(32, 32)] struct Tile(f32);\n#[shared_block] struct Smem { sum: u64, tile: Tile }\n";
/// let items = read::file(source).unwrap();
/// let block = items.blocks[0].as_ref().unwrap();
/// assert_eq!((block.name(), block.bytes(), block.members()[1].offset), ("Smem", Some(4104), Some(8)));
/// ```
///
/// # Errors
///
/// As for `source`.
pub fn file(text: &str) -> Result<AnnotatedItems, Mistake> {
    Ok(items(&tokens_of(text)?))
}

/// Returns the tiles and blocks of a Rust source as [`file`](file()) does, those that there are where `configuration` holds. A tile of which that is
/// not known is a mistake. [`Configuration`] has an example.
///
/// # Errors
///
/// As for `source`.
pub fn file_under(text: &str, configuration: &Configuration) -> Result<AnnotatedItems, Mistake> {
    let mut selected = Selected::new(configuration);
    let tokens = selected.tokens(&tokens_of(text)?);
    let mut items = items(&tokens);
    items.tiles.extend(selected.undecided.into_iter().map(|mistake| Err(vec![mistake])));
    Ok(items)
}

fn items(tokens: &[TokenTree]) -> AnnotatedItems {
    let constants = Constants::of(tokens);
    let tiles = tiles(tokens, &constants);
    let blocks = placed_blocks::resolved(annotated(tokens, "shared_block"), &tiles, &constants);
    AnnotatedItems { tiles, blocks }
}

fn tokens_of(text: &str) -> Result<Vec<TokenTree>, Mistake> {
    let blank = without_first_marks(text);
    let tokens: TokenStream = blank.parse().map_err(|error| Mistake::lexical(&error, &blank))?;
    nesting::check(&tokens, nesting::OF_FILE).map_err(|error| Mistake::of(&error, &(0..text.len())))?;
    Ok(tokens.into_iter().collect())
}

fn tiles(tokens: &[TokenTree], constants: &Constants) -> Vec<Result<Tile, Vec<Mistake>>> {
    annotated(tokens, "smem_tile").into_iter().map(|item| Tile::read(item, constants)).collect()
}

/// Returns the text with spaces for what only a file may begin with, a byte order mark and a `#!` line, so that no place moves.
fn without_first_marks(text: &str) -> String {
    let (mark, rest) = match text.strip_prefix('\u{feff}') {
        Some(rest) => ("   ", rest),
        None => ("", text),
    };
    let is_script = rest.starts_with("#!") && !rest[2..].trim_start().starts_with('[');
    let line = if is_script { rest.find('\n').unwrap_or(rest.len()) } else { 0 };
    [mark, &" ".repeat(line), &rest[line..]].concat()
}
