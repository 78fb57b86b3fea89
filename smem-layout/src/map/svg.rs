//! Maps as an SVG document: the cells of each tile, and below them what each bank has to serve in each phase of the marked request.

use alloc::{
    collections::BTreeMap,
    format,
    string::{String, ToString},
    vec::Vec,
};
use core::fmt::Write;

use crate::map::{
    bars::BarStrip,
    caption::{self, wrapped},
    grid::{Cell, Grid, Row, Widths},
    map::Map,
    phases::Phase,
    sheet::{LABEL, LINE, MARGIN, ROW, SENTENCE, TITLE, corners, escaped, head, pixels, put},
};

/// Pixels between two maps.
const GAP: usize = 32;
/// Pixels of the numbers of columns, and of their name above.
const COLUMNS: usize = 16;
const COLUMN_NAME: usize = 12;
/// Pixels that a map has at least, for its sentences.
const LEAST_WIDTH: usize = 300;
/// Pixels of a row whose cells have a bank and a lane.
const MARKED_ROW: usize = 28;
/// Pixels of a bank in the strips below a map, at least and at most.
const BAR: (usize, usize) = (8, 26);
const NUMBER: usize = 70;
const RANGE: usize = 60;

/// Returns the document of `maps`, side by side or below each other.
pub(super) fn document(maps: &[Map], is_stacked: bool) -> String {
    let drawings: Vec<Drawing<'_>> = maps.iter().map(Drawing::new).collect();
    let heading = drawings.iter().map(|drawing| drawing.heading.len()).max().unwrap_or(0) * LINE;
    let mut body = String::new();
    let (mut x, mut y, mut right, mut bottom) = (MARGIN, MARGIN, MARGIN, 0);
    for drawing in &drawings {
        let heading = if is_stacked { drawing.heading.len() * LINE } else { heading };
        bottom = bottom.max(drawing.draw(x, y, heading, &mut body));
        right = right.max(x + drawing.width());
        match is_stacked {
            true => y = bottom + GAP,
            false => x = right + GAP,
        }
    }
    let width = right + MARGIN;
    let height = legend(&drawings, bottom + 12, width - 2 * MARGIN, &mut body) + MARGIN;
    let titles: Vec<String> = maps.iter().map(caption::sentence).collect();
    let mut text = head(width, height, &titles.join("; "), banks(maps.iter()));
    text.push_str(&body);
    text.push_str("</svg>\n");
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
    /// Pixels from a row to the next.
    row: usize,
    phases: Vec<Phase>,
}

impl<'a> Drawing<'a> {
    fn new(map: &'a Map) -> Self {
        let grid = Grid::of(map);
        let words = rows_name(map).len().max("words".len());
        let label = pixels(grid.last_label().to_string().len().max(words), LABEL) + 8;
        let marks = map.marks();
        let number =
            if map.banks_an_element() > 1 { pixels("28–31".chars().count(), RANGE) } else { pixels(2, NUMBER) };
        let widths = grid.widths(number + if marks.is_some() { 12 } else { 8 });
        let row = if marks.is_some() { MARKED_ROW } else { ROW };
        let phases = marks.map(|marks| marks.phases.clone()).unwrap_or_default();
        let mut drawing = Drawing { map, grid, heading: Vec::new(), widths, label, row, phases };
        let width = drawing.width();
        for (number, sentence) in caption::of_picture(map).iter().enumerate() {
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

    /// Returns the strips of the phases, as wide as the map if that is wide enough for numbers.
    fn strip(&self) -> BarStrip<'_> {
        let banks = self.map.model().banks() as usize;
        let bank = ((self.width() - self.label) / banks).clamp(BAR.0, BAR.1);
        BarStrip { model: self.map.model(), left: self.label, bank, served: "words" }
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
                y += COLUMN_NAME + COLUMNS;
            }
            self.draw_rows(rows, x, y, to);
            y += rows.len() * self.row + 8;
        }
        for (number, phase) in self.phases.iter().enumerate() {
            let sentence = phase.sentence(number, self.phases.len(), false);
            for line in wrapped(&sentence, self.width() * 10 / SENTENCE) {
                put!(to, "<text class=\"note\" x=\"{x}\" y=\"{}\">{line}</text>\n", y + 13);
                y += LINE;
            }
            y = self.strip().draw(phase, x, y, to);
        }
        y - 8
    }

    fn draw_columns(&self, x: usize, y: usize, to: &mut String) {
        let (end, columns) = (x + self.label - 5, if self.map.is_line() { "element" } else { "column" });
        put!(to, "<g class=\"label\"><text x=\"{}\" y=\"{}\">{columns}</text></g>", end + 5, y + 9);
        put!(to, "<g class=\"label\" text-anchor=\"end\">");
        put!(to, "<text x=\"{end}\" y=\"{}\">{}</text></g>\n", y + 23, rows_name(self.map));
        let y = y + COLUMN_NAME;
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
        // The bank is in the middle, or above its lane.
        let baseline = if self.row == ROW { 15 } else { 12 };
        for (row, y) in rows.iter().zip((y..).step_by(self.row)) {
            put!(labels, "<text x=\"{}\" y=\"{}\">{}</text>", x + self.label - 5, y + baseline, row.label);
            let mut at = x + self.label;
            for of_box in &self.grid.boxes {
                let cells = row.cells_of(of_box);
                let Some(cell) = cells.first() else { break };
                let bank = self.map.bank_at(cell.offset);
                let class = if cell.at.is_some() { format!("b{bank}") } else { "padding".into() };
                let width = self.widths.of_cells(cells.len());
                put!(fills.entry(class).or_default(), "M{at} {y}h{}v{}h-{0}z", width - 1, self.row - 1);
                if cell.at.is_some() {
                    put!(numbers, "<text x=\"{}\" y=\"{}\">{}</text>", at + width / 2, y + baseline, self.number(bank));
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
        if !self.phases.is_empty() {
            put!(to, "<g class=\"lanes\">{}</g>\n", self.lane_numbers(rows, x + self.label, y));
        }
    }

    /// Returns the lanes that access the cells, each in its first box of a row.
    fn lane_numbers(&self, rows: &[Row], x: usize, y: usize) -> String {
        let mut numbers = String::new();
        for (row, y) in rows.iter().zip((y..).step_by(self.row)) {
            let (mut left, mut last) = (x, None);
            for of_box in &self.grid.boxes {
                let cells = row.cells_of(of_box);
                let lanes = || cells.iter().filter_map(|cell| Some(cell.mark(self.map)?.lane));
                let first = lanes().next();
                if let Some(first) = first.filter(|first| last != Some(*first)) {
                    let more = if lanes().any(|lane| lane != first) { "+" } else { "" };
                    put!(numbers, "<text x=\"{}\" y=\"{}\">L{first}{more}</text>", left + 3, y + 22);
                }
                last = lanes().next_back();
                left += self.widths.of_cells(cells.len());
            }
        }
        numbers
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
                self.row - 2
            );
            let (row, col) = cell.at.unwrap_or_default();
            let bank = self.map.bank_at(cell.offset);
            put!(to, "<title>lane {}: row {row}, column {col}, bank {bank}</title></rect>", mark.lane);
            if mark.is_conflicting {
                put!(to, "{}", corners(x, y, width - 1, self.row - 1));
            }
            to.push('\n');
        }
    }
}

/// Returns the name of the labels in front of rows: a tile of one dimension is folded, and a row has the number of its first element.
fn rows_name(map: &Map) -> &'static str {
    if map.is_line() { "first" } else { "row" }
}

/// Draws what the signs mean, as many a line as fit in `width`; returns the end of the last line.
fn legend(drawings: &[Drawing<'_>], mut y: usize, width: usize, to: &mut String) -> usize {
    let marks = || drawings.iter().filter_map(|drawing| drawing.map.marks()).flat_map(|marks| marks.iter());
    let has_padding = drawings.iter().any(|drawing| drawing.grid.has_padding());
    let banks = banks(drawings.iter().map(|drawing| drawing.map));
    let ramp = format!("number: bank, 0 to {}", banks - 1);
    let mut items = Vec::from([(ramp.as_str(), "ramp")]);
    items.extend(marks().any(|(_, mark)| !mark.is_conflicting).then_some(("accessed, L: lane", "lane")));
    items.extend(marks().any(|(_, mark)| mark.is_conflicting).then_some(("in conflict, L: lane", "lane clash")));
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
