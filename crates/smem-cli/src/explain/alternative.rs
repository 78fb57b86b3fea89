//! The layouts to compare with: the cheapest of each class, and the tile's own among them.

use serde::Serialize;
use smem_derive_impl::read::Tile;
use smem_layout::{Alternative, LayoutChoice, LayoutClass, Outcome, Pattern, Prefer, Solution, alternatives};
use smem_profile::{BlockNeeds, Occupancy};

use crate::explain::figures::{JsonAccess, JsonIndex, accesses, cost};

/// A layout, or the outcome of the search for one.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Alternative"))]
pub(crate) struct JsonAlternative {
    /// `dense`, `padding`, `padding inside rows`, `XOR of the column`, `XOR of the offset` or `rotation`; `null` for the tile's own
    /// layout where it is not the cheapest of its class.
    #[cfg_attr(test, schemars(extend("enum" = ["dense", "padding", "padding inside rows", "XOR of the column", "XOR of the offset", "rotation", null])))]
    pub(crate) class: Option<String>,
    /// True for the layout of the tile.
    pub(crate) chosen: bool,
    /// `found`, `too large`, `none`, `none found` where not all of the class was searched, or `no pitch` where an access needs one and the
    /// class has none.
    #[cfg_attr(test, schemars(extend("enum" = ["found", "too large", "none", "none found", "no pitch"])))]
    pub(crate) outcome: &'static str,
    /// Bytes of storage; `null` without a layout.
    pub(crate) bytes: Option<usize>,
    /// Blocks with one such tile and nothing else in shared memory that a multiprocessor holds, where threads and registers allow them; `null`
    /// without a layout, and where the multiprocessor is not known.
    pub(crate) blocks_per_multiprocessor: Option<u32>,
    /// The layout, where one is found that fits.
    #[serde(flatten)]
    pub(crate) layout: Option<JsonLayout>,
}

/// A layout and its costs.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "AlternativeLayout"))]
pub(crate) struct JsonLayout {
    /// The shape and the class of the layout, for people.
    pub(crate) layout: String,
    /// The attribute's option for exactly this layout; `null` if it has no spelling.
    pub(crate) option: Option<String>,
    /// True if no access has more ways than it accepts.
    pub(crate) accepted: bool,
    /// The accesses of the tile on this layout.
    pub(crate) accesses: Vec<JsonAccess>,
    /// The offset of element (row, col), in elements.
    pub(crate) index: JsonIndex,
    /// Instructions beyond `row * pitch + col`, an estimate.
    pub(crate) index_cost: f32,
}

/// Returns the cheapest layout of each class and the tile's own.
pub(crate) fn all(tile: &Tile) -> Vec<JsonAlternative> {
    // The specification was one when the tile was read.
    let Ok(spec) = tile.spec().prefer(tile.prefer()).build() else { return vec![with_blocks(own(tile), tile)] };
    let prefer = tile.prefer();
    let own_index = JsonIndex::of(tile.solution().layout());
    let mut all: Vec<JsonAlternative> = alternatives(&spec)
        .into_iter()
        .map(|alternative| {
            let without_pitch = needs_pitch(tile) && !has_pitch(alternative.class);
            let mut alternative = JsonAlternative::of(&alternative);
            if without_pitch && alternative.outcome == "none" {
                alternative.outcome = "no pitch";
            }
            let index = alternative.layout.as_ref().map(|layout| &layout.index);
            alternative.chosen = index == Some(&own_index) && alternative.bytes == Some(tile.solution().bytes());
            alternative
        })
        .collect();
    if !all.iter().any(|alternative| alternative.chosen) {
        let own = own(tile);
        let rank = own.rank(prefer);
        let at = all.iter().position(|other| other.rank(prefer) > rank).unwrap_or(all.len());
        all.insert(at, own);
    }
    all.into_iter().map(|alternative| with_blocks(alternative, tile)).collect()
}

/// Adds the blocks that a multiprocessor holds.
fn with_blocks(alternative: JsonAlternative, tile: &Tile) -> JsonAlternative {
    let bytes = alternative.layout.as_ref().and(alternative.bytes).and_then(|bytes| u32::try_from(bytes).ok());
    // A warp a block: nothing but shared memory and the number of blocks limits these.
    let occupancy = bytes.and_then(|bytes| Occupancy::of(tile.arch(), BlockNeeds::new(32, 0, bytes)));
    JsonAlternative { blocks_per_multiprocessor: occupancy.map(|occupancy| occupancy.blocks), ..alternative }
}

/// Returns true if an access takes a leading dimension.
fn needs_pitch(tile: &Tile) -> bool {
    tile.accesses().iter().any(|access| matches!(access.pattern, Pattern::Wmma { .. }))
}

/// Returns true if the rows of the layouts of a class are equally far apart.
fn has_pitch(class: LayoutClass) -> bool {
    matches!(class, LayoutClass::Dense | LayoutClass::Padding)
}

/// Returns the layout of the tile, which is not the cheapest of a class.
fn own(tile: &Tile) -> JsonAlternative {
    let option = Some(tile.choice()).filter(|choice| !choice.to_string().ends_with("auto"));
    JsonAlternative {
        class: None,
        chosen: true,
        outcome: "found",
        bytes: Some(tile.solution().bytes()),
        blocks_per_multiprocessor: None,
        layout: Some(JsonLayout::of(tile.solution(), option)),
    }
}

impl JsonAlternative {
    fn of(Alternative { class, outcome, .. }: &Alternative) -> JsonAlternative {
        let (outcome, bytes, layout) = match outcome {
            Outcome::Found { solution, option } => {
                ("found", Some(solution.bytes()), Some(JsonLayout::of(solution, *option)))
            }
            Outcome::TooLarge { bytes } => ("too large", Some(*bytes), None),
            Outcome::None { proven: true } => ("none", None, None),
            _ => ("none found", None, None),
        };
        JsonAlternative {
            class: Some(class_name(*class)),
            chosen: false,
            outcome,
            bytes,
            blocks_per_multiprocessor: None,
            layout,
        }
    }

    /// Returns the place in the list: layouts without conflicts first, then those with conflicts, by their excess wavefronts; of
    /// several by what is preferred, where by default an instruction is worth 0.5 % of the bytes.
    fn rank(&self, prefer: Prefer) -> (u8, u32, usize, usize) {
        match &self.layout {
            Some(layout) => {
                // Halves of an instruction.
                let halves = (2.0 * layout.index_cost) as usize;
                let excess = layout.accesses.iter().map(|access| access.excess).sum();
                let bytes = self.bytes.unwrap_or_default();
                let (first, second) = match prefer {
                    Prefer::Bytes => (bytes, halves),
                    Prefer::Index => (halves, bytes),
                    _ => (bytes * (400 + halves), halves),
                };
                if layout.accepted { (0, 0, first, second) } else { (1, excess, first, second) }
            }
            None => (2, 0, 0, 0),
        }
    }
}

fn class_name(class: LayoutClass) -> String {
    class.to_string()
}

impl JsonLayout {
    fn of(solution: &Solution, option: Option<LayoutChoice>) -> JsonLayout {
        JsonLayout {
            layout: solution.description(),
            option: option.map(|option| option.to_string()),
            accepted: solution.report().is_accepted(),
            accesses: accesses(solution.report()),
            index: JsonIndex::of(solution.layout()),
            index_cost: cost(solution.layout()),
        }
    }
}
