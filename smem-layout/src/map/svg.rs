//! Maps as an SVG document.
//!
//! The document has its own paper, so that it is readable on any page, and changes colours with the viewer's preference for light or
//! dark. Nothing is said by colour alone: banks have numbers, lanes in conflict corners and a thick outline, padding is hatched. Every
//! text is in a monospaced font, so that its width is known.

use alloc::{
    collections::BTreeMap,
    format,
    string::{String, ToString},
    vec::Vec,
};
use core::fmt::Write;

use crate::map::{
    caption::{self, wrapped},
    grid::{Cell, Grid, Row, Widths},
    map::Map,
    palette::{self, Rgb},
};

/// Pixels from the paper's edge to what is drawn.
pub(super) const MARGIN: usize = 16;
/// Pixels between two maps.
const GAP: usize = 32;
/// Pixels from a row of cells to the next.
pub(super) const ROW: usize = 22;
/// Pixels of a line of sentences, of a line of column numbers.
pub(super) const LINE: usize = 18;
const COLUMNS: usize = 16;
/// Pixels that a map has at least, for its sentences.
const LEAST_WIDTH: usize = 300;

/// Tenths of a pixel that a character takes at most in the fonts for titles, sentences, banks and labels.
pub(super) const TITLE: usize = 84;
pub(super) const SENTENCE: usize = 78;
const NUMBER: usize = 70;
const RANGE: usize = 60;
const LABEL: usize = 64;

/// Returns the pixels of `characters`, each of `tenths` of a pixel.
fn pixels(characters: usize, tenths: usize) -> usize {
    (characters * tenths).div_ceil(10)
}

/// Writes into a string, which does not fail.
macro_rules! put {
    ($to:expr, $($what:tt)*) => { { let _ = write!($to, $($what)*); } };
}
pub(super) use put;

/// Returns the document of `maps`, side by side.
pub(super) fn document(maps: &[Map]) -> String {
    let drawings: Vec<Drawing<'_>> = maps.iter().map(Drawing::new).collect();
    let heading = drawings.iter().map(|drawing| drawing.heading.len()).max().unwrap_or(0) * LINE;
    let mut body = String::new();
    let (mut x, mut bottom) = (MARGIN, 0);
    for drawing in &drawings {
        bottom = bottom.max(drawing.draw(x, MARGIN, heading, &mut body));
        x += drawing.width() + GAP;
    }
    let width = x.saturating_sub(GAP).max(MARGIN) + MARGIN;
    let height = legend(&drawings, bottom + 12, width - 2 * MARGIN, &mut body) + MARGIN;
    let titles: Vec<String> = maps.iter().map(Map::title).collect();
    let mut text = head(width, height, &titles.join("; "), banks(maps.iter()));
    text.push_str(&body);
    text.push_str("</svg>\n");
    text
}

/// Returns the start of a document of these pixels: its title, its colours for so many banks, and its paper.
pub(super) fn head(width: usize, height: usize, title: &str, banks: u32) -> String {
    let mut text = String::new();
    put!(
        text,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" "
    );
    put!(text, "class=\"smem-map\" role=\"img\" style=\"max-width:100%;height:auto\" ");
    put!(text, "font-family=\"ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace\">\n");
    put!(text, "<title>{}</title>\n", escaped(title));
    put!(text, "<style>{}</style>\n", style(banks));
    put!(text, "<defs><pattern id=\"smem-map-padding\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\">");
    put!(text, "<path class=\"hatch\" d=\"M-1 1l2-2M0 6l6-6M5 7l2-2\"/></pattern></defs>\n");
    put!(
        text,
        "<rect class=\"paper\" x=\"0.5\" y=\"0.5\" width=\"{}\" height=\"{}\" rx=\"6\"/>\n",
        width - 1,
        height - 1
    );
    text
}

/// A map with the places of what is drawn.
struct Drawing<'a> {
    map: &'a Map,
    grid: Grid,
    /// The lines of the sentences, the first of the title true.
    heading: Vec<(String, bool)>,
    /// Pixels of a box.
    widths: Widths,
    /// Pixels of the labels of rows.
    label: usize,
}

impl<'a> Drawing<'a> {
    fn new(map: &'a Map) -> Self {
        let grid = Grid::of(map);
        let label = pixels(grid.last_label().to_string().len(), LABEL) + 8;
        let number =
            if map.banks_an_element() > 1 { pixels("28–31".chars().count(), RANGE) } else { pixels(2, NUMBER) };
        let widths = grid.widths(number + 8);
        let mut drawing = Drawing { map, grid, heading: Vec::new(), widths, label };
        let width = drawing.width();
        for (number, sentence) in caption::heading(map, false).iter().enumerate() {
            let tenths = if number == 0 { TITLE } else { SENTENCE };
            let lines = wrapped(sentence, width * 10 / tenths);
            drawing.heading.extend(lines.into_iter().map(|line| (line, number == 0)));
        }
        drawing
    }

    /// Returns the pixels of the map from left to right.
    fn width(&self) -> usize {
        (self.label + self.widths.of_boxes(&self.grid.boxes)).max(LEAST_WIDTH)
    }

    /// Draws the map with its left upper corner at (x, y), its cells below `heading` pixels; returns the end of its last row.
    fn draw(&self, x: usize, mut y: usize, heading: usize, to: &mut String) -> usize {
        for (number, (line, is_title)) in self.heading.iter().enumerate() {
            let class = if *is_title { "title" } else { "note" };
            put!(to, "<text class=\"{class}\" x=\"{x}\" y=\"{}\">{}</text>\n", y + number * LINE + 13, escaped(line));
        }
        y += heading + 6;
        for (plane, rows) in self.grid.planes.iter().enumerate() {
            if self.map.planes().is_some() {
                put!(to, "<text class=\"note\" x=\"{x}\" y=\"{}\">plane {plane}</text>\n", y + 15);
                y += LINE + 4;
            }
            if self.grid.columns.is_some() {
                self.draw_columns(x, y, to);
                y += COLUMNS;
            }
            self.draw_rows(rows, x, y, to);
            y += rows.len() * ROW + 8;
        }
        y - 8
    }

    fn draw_columns(&self, x: usize, y: usize, to: &mut String) {
        put!(to, "<g class=\"label\" text-anchor=\"middle\">");
        let mut left = x + self.label;
        for (cells, column) in self.grid.boxes.iter().zip(self.grid.columns.iter().flatten()) {
            let width = self.widths.of_cells(cells.len());
            let middle = left + width / 2;
            left += width;
            let Some(column) = column else { continue };
            let is_narrow = width < pixels(column.to_string().len() + 1, LABEL);
            if !is_narrow || column.is_multiple_of(8) {
                put!(to, "<text x=\"{middle}\" y=\"{}\">{column}</text>", y + 11);
            }
        }
        to.push_str("</g>\n");
    }

    fn draw_rows(&self, rows: &[Row], x: usize, y: usize, to: &mut String) {
        let mut fills: BTreeMap<String, String> = BTreeMap::new();
        let (mut numbers, mut labels, mut runs) = (String::new(), String::new(), String::new());
        for (row, y) in rows.iter().zip((y..).step_by(ROW)) {
            put!(labels, "<text x=\"{}\" y=\"{}\">{}</text>", x + self.label - 5, y + 15, row.label);
            let mut at = x + self.label;
            for of_box in &self.grid.boxes {
                let cells = row.cells_of(of_box);
                let Some(cell) = cells.first() else { break };
                let bank = self.map.bank_at(cell.offset);
                let class = if cell.at.is_some() { format!("b{bank}") } else { "padding".into() };
                let width = self.widths.of_cells(cells.len());
                put!(fills.entry(class).or_default(), "M{at} {y}h{}v{}h-{0}z", width - 1, ROW - 1);
                if cell.at.is_some() {
                    put!(numbers, "<text x=\"{}\" y=\"{}\">{}</text>", at + width / 2, y + 15, self.number(bank));
                }
                at += width;
            }
            self.draw_lanes(row, x + self.label, y, &mut runs);
        }
        for (class, path) in &fills {
            put!(to, "<path class=\"{class}\" d=\"{path}\"/>\n");
        }
        put!(to, "<g class=\"label\" text-anchor=\"end\">{labels}</g>\n{runs}");
        let size = if self.map.banks_an_element() > 1 { "range" } else { "number" };
        put!(to, "<g class=\"{size}\" text-anchor=\"middle\">{numbers}</g>\n");
    }

    /// Returns the bank of an element, or the first and the last of several.
    fn number(&self, bank: u32) -> String {
        match self.map.banks_an_element() {
            1 => bank.to_string(),
            banks => format!("{bank}–{}", bank + banks - 1),
        }
    }

    /// Outlines the elements of each lane in a row of cells; those of lanes on one word together.
    fn draw_lanes(&self, row: &Row, mut left: usize, y: usize, to: &mut String) {
        let boxes: Vec<&[Cell]> = self.grid.boxes.iter().map(|of_box| row.cells_of(of_box)).collect();
        let mark = |cell: Option<&Cell>| cell.and_then(|cell| cell.mark(self.map));
        let together = |one: &&[Cell], other: &&[Cell]| match (mark(one.last()), mark(other.first())) {
            (Some(one), Some(other)) => one.is_followed_by(&other),
            (one, other) => one.is_none() && other.is_none(),
        };
        for boxes in boxes.chunk_by(together) {
            let width: usize = boxes.iter().map(|cells| self.widths.of_cells(cells.len())).sum();
            let x = left;
            left += width;
            let Some((cell, mark)) = boxes[0].first().and_then(|cell| Some((cell, cell.mark(self.map)?))) else {
                continue;
            };
            let class = if mark.is_conflicting { "lane clash" } else { "lane" };
            put!(
                to,
                "<rect class=\"{class}\" x=\"{x}.5\" y=\"{y}.5\" width=\"{}\" height=\"{}\" rx=\"2\">",
                width - 2,
                ROW - 2
            );
            let (row, col) = cell.at.unwrap_or_default();
            let bank = self.map.bank_at(cell.offset);
            put!(to, "<title>lane {}: row {row}, column {col}, bank {bank}</title></rect>", mark.lane);
            if mark.is_conflicting {
                put!(to, "{}", corners(x, y, width - 1, ROW - 1));
            }
            to.push('\n');
        }
    }
}

/// Returns the corners, at the left above and at the right below, that distinguish lanes in conflict from others without colour.
pub(super) fn corners(x: usize, y: usize, width: usize, height: usize) -> String {
    format!("<path class=\"corner\" d=\"M{x} {y}h7l-7 7zM{} {}h-7l7-7z\"/>", x + width, y + height)
}

/// Draws what the signs mean, as many a line as fit in `width`; returns the end of the last line.
fn legend(drawings: &[Drawing<'_>], mut y: usize, width: usize, to: &mut String) -> usize {
    let marks = || drawings.iter().filter_map(|drawing| drawing.map.marks()).flat_map(|marks| marks.iter());
    let has_padding = drawings.iter().any(|drawing| drawing.grid.has_padding());
    let banks = banks(drawings.iter().map(|drawing| drawing.map));
    let ramp = format!("banks 0 to {}", banks - 1);
    let mut items = Vec::from([(ramp.as_str(), "ramp")]);
    items.extend(marks().any(|(_, mark)| !mark.is_conflicting).then_some(("accessed", "lane")));
    items.extend(marks().any(|(_, mark)| mark.is_conflicting).then_some(("accessed, in conflict", "lane clash")));
    items.extend(has_padding.then_some(("padding", "padding")));
    let mut x = 0;
    for (text, sign) in items {
        let sign_width = if sign == "ramp" { 4 * 16 } else { 20 };
        let item = sign_width + 6 + pixels(text.len(), SENTENCE);
        if x > 0 && x + item > width {
            (x, y) = (0, y + 24);
        }
        let left = MARGIN + x;
        match sign {
            "ramp" => draw_ramp(banks, left, y, to),
            _ => {
                put!(to, "<rect class=\"{sign}\" x=\"{left}.5\" y=\"{y}.5\" width=\"19\" height=\"17\" rx=\"2\"/>");
                if sign == "lane clash" {
                    put!(to, "{}", corners(left, y, 20, 18));
                }
            }
        }
        put!(to, "<text class=\"note\" x=\"{}\" y=\"{}\">{text}</text>\n", left + sign_width + 6, y + 13);
        x += item + 20;
    }
    y + 18
}

/// Draws the colours of four banks, the first and the last among them.
fn draw_ramp(banks: u32, left: usize, y: usize, to: &mut String) {
    for part in 0..4 {
        let bank = (banks - 1) * part / 3;
        put!(to, "<path class=\"b{bank}\" d=\"M{} {y}h16v18h-16z\"/>", left + 16 * part as usize);
    }
}

/// Returns the number of banks of the maps, the most if they differ.
fn banks<'a>(maps: impl Iterator<Item = &'a Map>) -> u32 {
    maps.map(|map| map.model().banks()).max().unwrap_or(32)
}

/// Returns the rules for both papers.
fn style(banks: u32) -> String {
    let (mut light, mut dark) = (String::new(), String::new());
    for bank in 0..banks {
        let (on_light, on_dark) = palette::colors(bank, banks);
        put!(light, ".smem-map .b{bank}{{fill:{}}}", hex(on_light));
        put!(dark, ".smem-map .b{bank}{{fill:{}}}", hex(on_dark));
    }
    let mut css = String::new();
    put!(
        css,
        "\n.smem-map text{{fill:#16202c}}.smem-map .title{{font-size:13px;font-weight:bold}}.smem-map .note{{font-size:12px}}"
    );
    put!(
        css,
        ".smem-map .number{{font-size:11px}}.smem-map .range{{font-size:9.5px}}.smem-map .label{{font-size:10px}}"
    );
    put!(css, ".smem-map .label text{{fill:#57606a}}.smem-map .paper{{fill:#fff;stroke:#d0d7de}}");
    put!(css, ".smem-map .padding{{fill:url(#smem-map-padding);stroke:#8c959f;stroke-width:.5}}");
    put!(css, ".smem-map .hatch{{stroke:#8c959f;stroke-width:1}}");
    put!(css, ".smem-map .lane{{fill-opacity:0;stroke:#0b1117;stroke-width:1.6}}");
    put!(
        css,
        ".smem-map .clash{{fill:#ff9257;fill-opacity:1;stroke-width:2.2}}.smem-map .corner{{fill:#0b1117}}\n{light}\n"
    );
    put!(
        css,
        "@media (prefers-color-scheme:dark){{.smem-map text{{fill:#f2f5f8}}.smem-map .label text{{fill:#9198a1}}"
    );
    put!(css, ".smem-map .paper{{fill:#0d1117;stroke:#3d444d}}.smem-map .padding,.smem-map .hatch{{stroke:#656c76}}");
    put!(
        css,
        ".smem-map .lane{{stroke:#fff}}.smem-map .clash{{fill:#b34300}}.smem-map .corner{{fill:#fff}}\n{dark}}}\n"
    );
    css
}

fn hex([red, green, blue]: Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Text for a document, without the characters that XML does not have.
pub(super) fn escaped(text: &str) -> String {
    let has_none = |character: char| {
        character.is_control() && !matches!(character, '\t' | '\n') || matches!(character, '\u{fffe}' | '\u{ffff}')
    };
    text.replace(has_none, "\u{fffd}")
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
