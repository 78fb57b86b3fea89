//! The explanation of a tile, as a document: its text is made of the same fields.

use serde::Serialize;

use crate::explain::alternative::{self, JsonAlternative};
use crate::explain::figures::{JsonAccess, JsonIndex, accesses};
use crate::explain::reason;
use crate::tiles::{FoundTile, Tiles};

/// A tile and its layout.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "ExplainedTile"))]
pub(crate) struct Explanation {
    /// The struct.
    pub(crate) name: String,
    /// The file, or the argument that the source is.
    pub(crate) file: String,
    /// The line of the attribute, from 1.
    pub(crate) line: usize,
    /// Characters, from 1.
    pub(crate) column: usize,
    /// The element.
    pub(crate) element: JsonElement,
    /// `null` for a tile of one or two dimensions.
    pub(crate) planes: Option<u32>,
    /// Rows of a plane.
    pub(crate) rows: u32,
    /// Columns.
    pub(crate) cols: u32,
    /// Stages of a pipeline, each with storage of its own.
    pub(crate) stages: u32,
    /// The architecture whose banks decide.
    pub(crate) arch: String,
    /// `static` or `dynamic`.
    #[cfg_attr(test, schemars(extend("enum" = ["static", "dynamic"])))]
    pub(crate) memory: &'static str,
    /// The option that chose the layout, as the attribute spells it.
    pub(crate) option: String,
    /// The shape and the class of the layout, for people.
    pub(crate) layout: String,
    /// Elements of storage from a row to the next, or from a line to the next where the layout is padded inside its rows.
    pub(crate) pitch: u32,
    /// `PITCH`: `null` where element (row, col) is not at `row * row_pitch + col`.
    pub(crate) row_pitch: Option<u32>,
    /// Bytes of storage, of all stages.
    pub(crate) bytes: usize,
    /// Bytes.
    pub(crate) align: u32,
    /// The offset of element (row, col) in elements; with planes, `row` counts through all of them.
    pub(crate) index: JsonIndex,
    /// The accesses that the tile names, or those of its element.
    pub(crate) accesses: Vec<JsonAccess>,
    /// The sum of the excess wavefronts of all accesses.
    pub(crate) excess: u32,
    /// The error with which the attribute refuses the tile; `null` if it does not.
    pub(crate) conflict: Option<String>,
    /// False if the search gave up before it had seen every layout that may be better.
    pub(crate) proven: bool,
    /// Why this layout, in sentences.
    pub(crate) why: Vec<String>,
    /// The cheapest layout of each class, and the one of this tile, the cheapest first.
    pub(crate) alternatives: Vec<JsonAlternative>,
}

/// The element of a tile.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "TileElement"))]
pub(crate) struct JsonElement {
    /// The type in Rust.
    pub(crate) rust: String,
    /// The type in CUDA C++.
    pub(crate) cuda: String,
    /// Bytes of an element.
    pub(crate) bytes: u32,
}

impl Explanation {
    /// Explains a tile.
    pub(crate) fn of(found: &FoundTile, tiles: &Tiles) -> Explanation {
        let tile = &found.tile;
        let solution = tile.solution();
        let layout = solution.layout();
        let place = tiles.place(found.source, tile.range().start);
        let alternatives = alternative::all(tile);
        Explanation {
            name: tile.name().to_string(),
            file: place.name.to_string(),
            line: place.line,
            column: place.column,
            element: JsonElement {
                rust: tile.elem().to_string(),
                cuda: tile.cuda_elem().to_string(),
                bytes: solution.elem_bytes(),
            },
            planes: solution.planes(),
            rows: layout.rows() / solution.planes().unwrap_or(1),
            cols: layout.cols(),
            stages: solution.stages(),
            arch: tile.arch().to_string(),
            memory: if tile.is_dynamic() { "dynamic" } else { "static" },
            option: tile.choice().to_string(),
            layout: solution.description(),
            pitch: layout.pitch(),
            row_pitch: layout.row_pitch().ok(),
            bytes: solution.bytes(),
            align: solution.align(),
            index: JsonIndex::of(layout),
            accesses: accesses(solution.report()),
            excess: solution.report().excess(),
            conflict: tile.refusal().map(|refusal| refusal.message.clone()),
            proven: solution.is_proven(),
            why: reason::of(tile, &alternatives),
            alternatives,
        }
    }
}
