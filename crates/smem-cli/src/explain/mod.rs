//! `smem-tile explain`: what the layout of a tile is, what it costs, and what others would.

mod alternative;
mod block;
mod block_text;
mod explanation;
mod figures;
mod reason;
mod text;

use serde::Serialize;
use smem_layout::Map;
use smem_profile::program::excess_wavefronts;

use crate::arguments::Explain;
use crate::cute::{self, JsonCute};
use crate::diagnostic;
use crate::explain::block::JsonBlock;
use crate::explain::explanation::Explanation;
use crate::failure::{BAD_INPUT, CHECK_FAILED, EarlyEnd, GOOD};
use crate::json::{self, JsonError};
use crate::terminal;
use crate::tiles::{FoundTile, Tiles};

/// The document of `--json`; the README of this crate describes its fields.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ExplainDocument {
    /// The version of every document.
    #[cfg_attr(test, schemars(extend("const" = json::VERSION)))]
    version: u32,
    /// The tiles.
    tiles: Vec<Explanation>,
    /// The blocks: several tiles in one allocation.
    blocks: Vec<JsonBlock>,
    /// Layouts in CuTe's notation.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cute: Vec<JsonCute>,
    /// Mistakes in the sources.
    errors: Vec<JsonError>,
}

/// Explains the tiles and blocks, and returns the exit code.
pub(crate) fn run(options: &Explain) -> Result<u8, EarlyEnd> {
    let tiles = Tiles::read(&options.tiles)?;
    let cute = Tiles::of_cute(&options.tiles)?.iter().map(cute::explain).collect::<Result<Vec<JsonCute>, _>>()?;
    let explanations: Vec<Explanation> = tiles.tiles.iter().map(|found| Explanation::of(found, &tiles)).collect();
    let blocks: Vec<JsonBlock> = tiles.blocks.iter().map(|found| JsonBlock::of(found, &tiles)).collect();
    for found in &tiles.tiles {
        if let Some(refusal) = found.tile.refusal() {
            diagnostic::show(refusal, &tiles.sources[found.source]);
        }
    }
    let limit = options.max_excess;
    let excesses = explanations.iter().map(|tile| (&tile.name, tile.excess));
    let excesses = excesses.chain(cute.iter().map(|layout| (&layout.layout, layout.excess)));
    let too_many = excesses.filter(|(_, excess)| limit.is_some_and(|limit| *excess > limit));
    for (name, excess) in too_many.clone() {
        let limit = limit.unwrap_or_default();
        diagnostic::say(&format!(
            "`{name}` has {}, more than `--max-excess {limit}` accepts",
            excess_wavefronts(excess.into())
        ));
    }
    // Where the excess is counted, the count decides.
    let has_conflict =
        explanations.iter().any(|tile| tile.conflict.is_some()) || cute.iter().any(|layout| layout.excess > 0);
    let refused = limit.is_none() && has_conflict;
    let code = match (tiles.mistakes.is_empty(), refused || too_many.count() > 0) {
        (false, _) => BAD_INPUT,
        (true, true) => CHECK_FAILED,
        (true, false) => GOOD,
    };
    if options.json {
        let errors = JsonError::all(&tiles);
        json::print(&ExplainDocument { version: json::VERSION, tiles: explanations, blocks, cute, errors })?;
    } else {
        let shown = explanations.iter().zip(&tiles.tiles).filter(|(tile, _)| !options.quiet || tile.excess > 0);
        let banks = |found: &FoundTile| match options.verbose {
            true => Map::of_solution(found.tile.solution(), found.tile.arch()).excerpt(),
            false => String::new(),
        };
        let of_tile = |(tile, found): (&Explanation, &FoundTile)| text::of(tile) + &text::of_banks(&banks(found));
        let blocks = blocks.iter().filter(|_| !options.quiet);
        let cute = cute.iter().filter(|layout| !options.quiet || layout.excess > 0);
        let texts = shown.map(of_tile).chain(blocks.map(block_text::of)).chain(cute.map(JsonCute::text));
        let texts: Vec<String> = texts.collect();
        terminal::print_coloured(&texts.join("\n"))?;
    }
    Ok(code)
}
