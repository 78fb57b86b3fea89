//! The answer to a request: the layout of a tile, what its accesses cost, other layouts, and its picture.

use serde::Serialize;
use smem_derive_impl::read::{Mistake, Tile, line};
use smem_layout::{
    Alternative, Dialect, Layout, Map, Outcome, Position, Report, SideBySide, Solution, alternatives, index_expression,
};

/// Rows and columns of a tile that is drawn as a whole, and those that are drawn of a larger one at least.
const WHOLE: u32 = 64;
const PART: u32 = 16;

/// Columns of tiles that are drawn beside each other at most.
const MOST_BESIDE: u32 = 12;

/// The parts of the page about a tile. All fields but the mistakes are empty where the text is not a tile.
#[derive(Serialize, Debug, Default)]
pub struct TileAnswer {
    /// The name of the tile.
    pub name: String,
    /// The layout in words: `32 x 32, pitch 33`.
    pub layout: String,
    /// Bytes of storage.
    pub bytes: usize,
    /// The offset of element (row, col), in elements, as Rust and as CUDA C++.
    pub index: [String; 2],
    /// The accesses, each at the position where it costs most.
    pub accesses: Vec<AccessRow>,
    /// The cheapest layout of each class.
    pub others: Vec<LayoutRow>,
    /// The map, as an SVG document.
    pub svg: String,
    /// The mistakes in the text; a layout with conflicts is one.
    pub mistakes: Vec<TextMistake>,
}

/// The cost of an access.
#[derive(Serialize, Debug)]
pub struct AccessRow {
    /// As the attribute spells it.
    pub access: String,
    /// Passes through the banks.
    pub wavefronts: u32,
    /// Passes without conflicts.
    pub ideal: u32,
    /// N of the worst N-way conflict.
    pub ways: u32,
    /// The lanes that meet.
    pub conflict: Option<String>,
}

/// A layout to compare with.
#[derive(Serialize, Debug)]
pub struct LayoutRow {
    /// `padding`, `XOR of the column`, ..
    pub class: String,
    /// The layout in words, or why there is none.
    pub layout: String,
    /// The option that gives it, where the attribute can spell it.
    pub option: Option<String>,
    /// Bytes of storage, where there is a layout.
    pub bytes: Option<usize>,
    /// Excess wavefronts of all accesses, where there is a layout.
    pub excess: Option<u32>,
}

/// A mistake in the text.
#[derive(Serialize, Debug)]
pub struct TextMistake {
    /// A sentence, and lines that start with `help:`.
    pub message: String,
    /// The characters of the text that it is about, end exclusive.
    pub range: [usize; 2],
}

impl TileAnswer {
    /// Answers a request: a tile, and in lines after it an access, and `before` for the dense tile beside it.
    pub fn of(request: &str) -> TileAnswer {
        let mut lines = request.lines();
        let text = lines.next().unwrap_or_default();
        let (access, before) = (lines.next().unwrap_or_default().trim(), lines.next() == Some("before"));
        match line(text) {
            Ok(tile) => TileAnswer::of_tile(&tile, text, access, before),
            Err(mistakes) => TileAnswer { mistakes: all(&mistakes, text), ..TileAnswer::default() },
        }
    }

    fn of_tile(tile: &Tile, text: &str, access: &str, before: bool) -> TileAnswer {
        let solution = tile.solution();
        let mut mistakes: Vec<Mistake> = tile.refusal().into_iter().cloned().collect();
        let svg = picture(tile, access, before).unwrap_or_else(|wrong| {
            mistakes.extend(wrong);
            String::new()
        });
        TileAnswer {
            name: tile.name().to_owned(),
            layout: solution.description(),
            bytes: solution.bytes(),
            index: [Dialect::Rust, Dialect::Cuda].map(|dialect| index_expression(solution.layout(), dialect)),
            accesses: rows(solution.report()),
            others: tile
                .spec()
                .prefer(tile.prefer())
                .build()
                .map_or(Vec::new(), |spec| alternatives(&spec).iter().map(LayoutRow::of).collect()),
            svg,
            mistakes: all(&mistakes, text),
        }
    }
}

/// Draws the tile with an access, by default the one that costs most on the tile that is drawn first.
fn picture(tile: &Tile, access: &str, before: bool) -> Result<String, Vec<Mistake>> {
    let solution = tile.solution();
    let layout = *solution.layout();
    let dense = Layout::plain(layout.rows(), layout.cols()).ok().filter(|_| before && !layout.is_plain());
    let access = match access {
        "" => worst(tile, dense.as_ref()),
        access => Some(tile.access(access)?),
    };
    let marked = |map: Map| match &access {
        None => map,
        Some(access) => map.clone().access(access, Position::Worst).unwrap_or(map),
    };
    let dense = dense.map(|dense| {
        let map = Map::of(&dense, solution.elem_bytes(), tile.arch()).titled("dense");
        solution.planes().map_or(map.clone(), |planes| map.in_planes(planes))
    });
    let own = Map::of_solution(solution, tile.arch()).titled(tile.name());
    let maps: Vec<Map> = dense.into_iter().chain([own]).map(marked).map(|map| shown(map, solution)).collect();
    let beside = SideBySide::of(&maps);
    Ok(if layout.cols() > MOST_BESIDE { beside.stacked_svg() } else { beside.svg() })
}

/// A map as much as fits on a page.
fn shown(map: Map, solution: &Solution) -> Map {
    let layout = solution.layout();
    let rows = layout.rows() / solution.planes().unwrap_or(1);
    if rows.max(layout.cols()) > WHOLE { map.cropped_to_access(PART) } else { map }
}

/// The access with the most excess wavefronts, on the dense tile where that is drawn.
fn worst(tile: &Tile, dense: Option<&Layout>) -> Option<smem_layout::Access> {
    let solution = tile.solution();
    let of_dense = dense.and_then(|dense| match solution.planes() {
        Some(planes) => Report::in_planes(planes, dense, solution.elem_bytes(), tile.accesses(), tile.arch()).ok(),
        None => Report::of(dense, solution.elem_bytes(), tile.accesses(), tile.arch()).ok(),
    });
    let reports = &of_dense.as_ref().unwrap_or(solution.report()).accesses;
    let costs = tile.accesses().iter().zip(reports);
    costs.max_by_key(|(_, report)| report.excess).map(|(access, _)| access.clone())
}

fn rows(report: &Report) -> Vec<AccessRow> {
    let rows = report.accesses.iter().map(|access| AccessRow {
        access: access.name.clone(),
        wavefronts: access.cost.wavefronts,
        ideal: access.cost.ideal,
        ways: access.ways,
        conflict: access.conflict.as_ref().map(ToString::to_string),
    });
    rows.collect()
}

impl LayoutRow {
    fn of(Alternative { class, outcome, .. }: &Alternative) -> LayoutRow {
        let row =
            |layout: String, bytes| LayoutRow { class: class.to_string(), layout, option: None, bytes, excess: None };
        match outcome {
            Outcome::Found { solution, option } => LayoutRow {
                option: option.map(|option| option.to_string()),
                excess: Some(solution.report().excess()),
                ..row(solution.description(), Some(solution.bytes()))
            },
            Outcome::TooLarge { bytes } => row("more than a block has".to_owned(), Some(*bytes)),
            Outcome::None { proven: true } => row("none without conflicts".to_owned(), None),
            _ => row("none found, and not all of the class was searched".to_owned(), None),
        }
    }
}

/// The mistakes, with their places in characters as a browser counts them.
fn all(mistakes: &[Mistake], text: &str) -> Vec<TextMistake> {
    let place = |byte: usize| text.get(..byte).unwrap_or(text).encode_utf16().count();
    let mistake = |own: &Mistake| TextMistake {
        message: own.message.clone(),
        range: [place(own.range.start), place(own.range.end)],
    };
    mistakes.iter().map(mistake).collect()
}
