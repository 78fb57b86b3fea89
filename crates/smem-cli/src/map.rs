//! `smem-tile map`: the banks of each element, as text or as SVG.

use std::io::{self, IsTerminal};

use anstream::{AutoStream, ColorChoice};
use serde::Serialize;
use smem_derive_impl::read::Tile;
use smem_layout::{Access, Layout, Map, Position, Report, RequestMap, SideBySide, Solution, Style};

use crate::arguments;
use crate::cute::{self, DrawnCute};
use crate::diagnostic;
use crate::failure::{BAD_INPUT, CHECK_FAILED, EarlyEnd, GOOD};
use crate::json::{self, JsonError};
use crate::source::{SourceForm, TileSource};
use crate::terminal;
use crate::tiles::{Tiles, tile_checkout};

/// The most maps of one SVG document: more are unreadable.
const MOST_IN_SVG: usize = 64;

/// The most rows and columns of a picture, unless more are asked for: of a larger tile the part around the access is drawn.
const MOST_IN_PICTURE: u32 = 64;

/// The least rows and columns of such a part.
const LEAST_IN_PICTURE: u32 = 16;

/// The most rows that are drawn, of all planes together, unless more are asked for.
const MOST_ROWS: u32 = 128;

/// The most columns, likewise.
const MOST_COLS: u32 = 256;

/// The most elements of a tile of one row, likewise: it is folded to rows of 32 words.
const MOST_OF_LINE: u32 = 4096;

/// Draws the tiles, and returns the exit code.
pub(crate) fn run(options: &arguments::MapArguments) -> Result<u8, EarlyEnd> {
    let tiles = Tiles::read(&options.tiles)?;
    let mut drawn: Vec<Drawn> = Vec::new();
    for found in tiles.blocks.iter().filter(|_| !options.quiet) {
        let name = found.block.name();
        diagnostic::note(&format!(
            "`{name}` is a block, whose banks are those of its tiles: `explain` shows where its fields lie"
        ));
    }
    let mut conflicts = false;
    for found in &tiles.tiles {
        if let Some(refusal) = found.tile.refusal() {
            diagnostic::show(refusal, &tiles.sources[found.source]);
            conflicts = true;
        }
        let Some(tile) = Drawn::of(&found.tile, options)? else { return Ok(BAD_INPUT) };
        drawn.push(tile);
    }
    let cute = cute_maps(options)?;
    conflicts |= cute.iter().any(|layout| layout.has_conflicts);
    if let Some(path) = &options.svg
        && drawn.is_empty()
        && !cute.is_empty()
    {
        let pictures: Vec<RequestMap> = cute.iter().flat_map(|layout| layout.pictures.clone()).collect();
        tile_checkout(&options.tiles).write(path, &RequestMap::svg(&pictures))?;
    } else if let Some(path) = &options.svg
        && !drawn.is_empty()
    {
        if !cute.is_empty() {
            let message =
                "a picture has layouts of CuTe alone, or tiles alone\nhelp: draw the others into another file";
            return Err(EarlyEnd::Message(message.to_string()));
        }
        let maps: Vec<Map> = drawn.iter().flat_map(|tile| tile.maps.clone()).collect();
        if maps.len() > MOST_IN_SVG {
            return Err(EarlyEnd::Message(format!(
                "{} maps are too many for one picture, which has room for {MOST_IN_SVG}\nhelp: choose tiles with `--only`",
                maps.len()
            )));
        }
        tile_checkout(&options.tiles).write(path, &SideBySide::of(&maps).svg())?;
    }
    if options.json {
        let document = MapDocument {
            version: json::VERSION,
            tiles: drawn.iter().map(Drawn::json).chain(cute.into_iter().map(JsonMap::of_cute)).collect(),
            errors: JsonError::all(&tiles),
        };
        json::print(&document)?;
    } else if options.svg.is_none() && !options.quiet {
        print(&drawn, options.width)?;
        let texts: Vec<String> = cute.into_iter().map(|layout| layout.text).collect();
        terminal::print_coloured(&texts.join("\n"))?;
    }
    Ok(match (tiles.mistakes.is_empty(), conflicts) {
        (false, _) => BAD_INPUT,
        (true, true) => CHECK_FAILED,
        (true, false) => GOOD,
    })
}

/// Draws the layouts that are in CuTe's notation, the access that is asked for in place of their own.
fn cute_maps(options: &arguments::MapArguments) -> Result<Vec<DrawnCute>, EarlyEnd> {
    let mut all = Vec::new();
    for mut layout in Tiles::of_cute(&options.tiles)? {
        if let Some(access) = &options.access {
            layout.accesses = layout.declared(access).map_err(|why| format!("`{}`: {why}", access.escape_debug()))?;
        }
        let most = |asked: Option<u32>, most| if options.verbose { u32::MAX } else { asked.unwrap_or(most) };
        all.push(cute::draw(&layout, most(options.rows, LEAST_IN_PICTURE), most(options.cols, MOST_IN_PICTURE))?);
    }
    Ok(all)
}

/// A tile with its map, after that of the dense layout where it is asked for.
struct Drawn {
    name: String,
    layout: Layout,
    access: Option<String>,
    maps: Vec<Map>,
}

impl Drawn {
    /// Returns `None` after it has shown a mistake in the access.
    fn of(tile: &Tile, options: &arguments::MapArguments) -> Result<Option<Drawn>, EarlyEnd> {
        let access = match &options.access {
            None => most_conflicting(tile, options.before),
            Some(text) => match tile.access(text) {
                Ok(access) => Some(access),
                Err(mistakes) => {
                    let source =
                        TileSource { name: "<--access>".to_string(), text: text.clone(), kind: SourceForm::Line };
                    mistakes.iter().for_each(|mistake| diagnostic::show(mistake, &source));
                    return Ok(None);
                }
            },
        };
        let position = options.warp.map_or(options.position, Position::Number);
        let solution = tile.solution();
        let marked = |map: Map| {
            let map = match &access {
                None => map,
                Some(access) => map.access(access, position).map_err(|error| format!("`{}`: {error}", tile.name()))?,
            };
            if is_for_picture(options, solution) {
                return Ok(map.cropped_to_access(LEAST_IN_PICTURE));
            }
            let (rows, cols) = shown(options, &map, solution);
            Ok::<Map, String>(map.cropped(rows, cols))
        };
        let layout = *solution.layout();
        let mut maps = Vec::new();
        if options.before && !layout.is_plain() {
            // A layout of as many elements was one before.
            let dense = Layout::plain(layout.rows(), layout.cols()).map_err(|error| error.to_string())?;
            let dense = Map::of(&dense, solution.elem_bytes(), tile.arch());
            let dense = solution.planes().map_or(dense.clone(), |planes| dense.in_planes(planes));
            maps.push(marked(dense.titled("dense"))?);
        }
        maps.push(marked(Map::of_solution(solution, tile.arch()).titled(tile.name()))?);
        let access = access.map(|access| access.to_string());
        Ok(Some(Drawn { name: tile.name().to_string(), layout, access, maps }))
    }

    fn json(&self) -> JsonMap {
        let rows = |value: fn(&Map, u32, u32) -> u32| {
            let map = self.maps.last();
            let row = |row| {
                map.map_or_else(Vec::new, |map| (0..self.layout.cols()).map(|col| value(map, row, col)).collect())
            };
            (0..self.layout.rows()).map(row).collect()
        };
        JsonMap {
            name: self.name.clone(),
            access: self.access.clone(),
            banks: rows(|map, row, col| map.bank(row, col)),
            marks: rows(|map, row, col| u32::from(map.is_marked(row, col)) + u32::from(map.is_conflicting(row, col))),
        }
    }
}

/// Whether a tile is drawn as a picture of the elements around its access: one that would not be readable on a page as a whole.
fn is_for_picture(options: &arguments::MapArguments, solution: &Solution) -> bool {
    let layout = solution.layout();
    let is_whole = options.verbose || options.rows.is_some() || options.cols.is_some();
    let plane_rows = layout.rows() / solution.planes().unwrap_or(1);
    options.svg.is_some() && !is_whole && layout.rows() > 1 && plane_rows.max(layout.cols()) > MOST_IN_PICTURE
}

/// Returns the rows of a plane and the columns that are drawn: as many as are asked for, or else those up to a limit and up to the
/// access.
fn shown(options: &arguments::MapArguments, map: &Map, solution: &Solution) -> (u32, u32) {
    let (layout, planes) = (solution.layout(), solution.planes().unwrap_or(1));
    let most_cols = if layout.rows() == 1 { MOST_OF_LINE } else { MOST_COLS };
    let plane_rows = layout.rows() / planes;
    let (mut rows, mut cols) = ((MOST_ROWS / planes).clamp(1, plane_rows), most_cols.min(layout.cols()));
    if options.verbose {
        return (plane_rows, layout.cols());
    }
    if (rows, cols) != (plane_rows, layout.cols()) {
        let elements = (0..layout.rows()).flat_map(|row| (0..layout.cols()).map(move |col| (row, col)));
        for (row, col) in elements.filter(|(row, col)| map.is_marked(*row, *col)) {
            (rows, cols) = (rows.max(row % plane_rows + 1), cols.max(col + 1));
        }
    }
    (options.rows.unwrap_or(rows), options.cols.unwrap_or(cols))
}

/// Returns the access with the most excess wavefronts, the last of several: on the tile, or on the dense one that is drawn before it.
fn most_conflicting(tile: &Tile, on_dense: bool) -> Option<Access> {
    let solution = tile.solution();
    let (layout, bytes) = (solution.layout(), solution.elem_bytes());
    let dense = Layout::plain(layout.rows(), layout.cols()).ok().filter(|_| on_dense);
    let dense = dense.and_then(|dense| match solution.planes() {
        Some(planes) => Report::in_planes(planes, &dense, bytes, tile.accesses(), tile.arch()).ok(),
        None => Report::of(&dense, bytes, tile.accesses(), tile.arch()).ok(),
    });
    let reports = &dense.as_ref().unwrap_or(solution.report()).accesses;
    let costs = tile.accesses().iter().zip(reports);
    costs.max_by_key(|(_, report)| report.excess).map(|(access, _)| access.clone())
}

/// Prints the maps as text, those of a tile side by side where there is room.
fn print(drawn: &[Drawn], width: Option<usize>) -> Result<(), EarlyEnd> {
    let stdout = io::stdout();
    let style = match AutoStream::choice(&stdout) {
        ColorChoice::Never => Style::Plain,
        _ => Style::Ansi,
    };
    let of_terminal = || terminal_size::terminal_size_of(&stdout).map(|(width, _)| usize::from(width.0));
    let width = width.or_else(|| of_terminal().filter(|_| stdout.is_terminal())).unwrap_or(usize::MAX / 2);
    let mut text = Vec::new();
    for tile in drawn {
        let drawn = SideBySide::of(&tile.maps).text(style, width);
        text.push(drawn.map_err(|error| format!("{error}\nhelp: write `--svg {}.svg`", tile.name.to_lowercase()))?);
    }
    terminal::print_coloured(&text.join("\n"))
}

/// The document of `--json`.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct MapDocument {
    /// The version of every document.
    #[cfg_attr(test, schemars(extend("const" = json::VERSION)))]
    version: u32,
    /// The tiles, and the layouts in CuTe's notation.
    tiles: Vec<JsonMap>,
    /// Mistakes in the sources.
    errors: Vec<JsonError>,
}

impl JsonMap {
    fn of_cute(layout: DrawnCute) -> JsonMap {
        let DrawnCute { name, access, banks, marks, .. } = layout;
        JsonMap { name, access, banks, marks }
    }
}

/// The map of a tile.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "TileMap"))]
struct JsonMap {
    /// The struct, or the layout.
    name: String,
    /// The access that is marked.
    access: Option<String>,
    /// The bank of the first byte of each element, row by row through all planes.
    banks: Vec<Vec<u32>>,
    /// 0 for an element that is not accessed, 1 for one that is, 2 for one in conflict.
    marks: Vec<Vec<u32>>,
}
