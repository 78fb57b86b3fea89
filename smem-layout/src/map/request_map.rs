//! The map of one request on shared memory of unknown rows: for each phase rows of all banks, as far as its lanes touch them, and below
//! them what each bank has to serve.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};
use core::fmt::Write;

use smem_banks::{Arch, BankModel};

use crate::map::{
    bars::BarStrip,
    caption::wrapped,
    phases::{Phase, RequestLanes},
    sheet::{LINE, MARGIN, ROW, SENTENCE, TITLE, corners, escaped, head, put},
};

/// Pixels from a cell to the next, and of the labels of rows.
const CELL: usize = 24;
const LABEL: usize = 80;
/// Pixels of the mark for rows that are left out, and between two maps.
const SKIPPED: usize = 14;
const GAP: usize = 28;

/// A map of the words that the lanes of one request access: a row is as long as all banks, and rows that no lane touches are left out. For
/// shared memory whose layout is not known, as where a profiler saw the request. A [`Map`](crate::Map) draws a tile.
///
/// ```
/// use smem_layout::{Arch, RequestMap};
///
/// // A column of a dense tile of 32 x 32 `f32`: each lane with its byte address, 4 bytes each.
/// let column: Vec<(u32, u32)> = (0..32).map(|lane| (lane, 128 * lane)).collect();
/// let map = RequestMap::of(&column, 4, Arch::SM_90).titled("transpose.cu:9").note("32 wavefronts where 1 would do");
/// assert!(map.is_conflicting(0) && !map.is_conflicting(4));
/// let svg = RequestMap::svg(&[map]);
/// assert!(svg.starts_with("<svg") && svg.contains("lane 31: byte 3968, bank 0"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RequestMap {
    title: Option<String>,
    notes: Vec<String>,
    model: BankModel,
    /// Bytes of a lane.
    bytes: u32,
    /// Lanes with the addresses of their first bytes.
    lanes: Vec<(u32, u32)>,
    lanes_take_turns: bool,
    took: Option<u32>,
}

impl RequestMap {
    /// Returns the map of a request. `lanes` has each active lane with its byte address, and each accesses `bytes` bytes.
    pub fn of(lanes: &[(u32, u32)], bytes: u32, arch: Arch) -> RequestMap {
        let (model, lanes) = (arch.bank_model(), lanes.to_vec());
        RequestMap {
            title: None,
            notes: Vec::new(),
            model,
            bytes: bytes.max(1),
            lanes,
            lanes_take_turns: false,
            took: None,
        }
    }

    /// Lets lanes on one word conflict as well, as those of an atomic do.
    #[must_use]
    pub fn lanes_take_turns(self) -> RequestMap {
        RequestMap { lanes_take_turns: true, ..self }
    }

    /// Gives the wavefronts that the request took. A load that took fewer than its phases would may have been served with twice the lanes a
    /// phase, as [`BankModel::load_cost`] says, and is drawn so.
    #[must_use]
    pub fn took(self, wavefronts: u32) -> RequestMap {
        RequestMap { took: Some(wavefronts), ..self }
    }

    /// Gives the map a title.
    #[must_use]
    pub fn titled(self, title: &str) -> RequestMap {
        RequestMap { title: Some(title.to_string()), ..self }
    }

    /// Adds a line below the title and earlier notes.
    #[must_use]
    pub fn note(mut self, note: &str) -> RequestMap {
        self.notes.push(note.to_string());
        self
    }

    /// Returns true if a lane accesses the word at byte `address`, and the word's bank has to serve others in the same phase.
    pub fn is_conflicting(&self, address: u32) -> bool {
        let word = address - address % self.model.bank_bytes();
        let phases = self.phases();
        let mut own = phases.iter().filter(|phase| phase.words.contains_key(&word));
        own.any(|phase| phase.is_conflicting(word, &self.model))
    }

    fn phases(&self) -> Vec<Phase> {
        let Self { lanes, bytes, lanes_take_turns: take_turns, took, .. } = self;
        RequestLanes { lanes, bytes: *bytes, take_turns: *take_turns, took: *took }.phases(&self.model)
    }

    /// Returns an SVG document with the maps, one below the other, on its own background, light or dark as the viewer prefers. Lanes
    /// that are served together are drawn together. A row has the byte address of its first word in front, a column its bank above, an
    /// accessed word its lane, the first of several; the bars below have the words that each bank serves one after the other.
    pub fn svg(maps: &[RequestMap]) -> String {
        let banks = maps.iter().map(|map| map.model.banks()).max().unwrap_or(32);
        let width = 2 * MARGIN + LABEL + banks as usize * CELL;
        let (mut body, mut y) = (String::new(), MARGIN);
        for map in maps {
            y = map.draw(y, width - 2 * MARGIN, &mut body) + GAP;
        }
        let sign = |body: &mut String, x: usize, class: &str, text: &str| {
            put!(body, "<rect class=\"{class}\" x=\"{x}.5\" y=\"{y}.5\" width=\"19\" height=\"17\" rx=\"2\"/>");
            if class == "lane clash" {
                put!(body, "{}", corners(x, y, 20, 18));
            }
            put!(body, "<text class=\"note\" x=\"{}\" y=\"{}\">{text}</text>\n", x + 26, y + 13);
        };
        sign(&mut body, MARGIN, "lane", "accessed by the lane of this number, + by others too");
        sign(&mut body, MARGIN + 470, "lane clash", "the same, in conflict");
        let titles: Vec<&str> = maps.iter().filter_map(|map| map.title.as_deref()).collect();
        let mut text = head(width, y + 18 + MARGIN, &titles.join("; "), banks);
        text.push_str(&body);
        text.push_str("</svg>\n");
        text
    }

    /// Draws the map below `y`; returns its end.
    fn draw(&self, mut y: usize, width: usize, to: &mut String) -> usize {
        let lines = self.title.iter().map(|title| (title, "title", TITLE));
        let lines = lines.chain(self.notes.iter().map(|note| (note, "note", SENTENCE)));
        for (line, class, tenths) in lines {
            for line in wrapped(line, width * 10 / tenths) {
                put!(to, "<text class=\"{class}\" x=\"{MARGIN}\" y=\"{}\">{}</text>\n", y + 13, escaped(&line));
                y += LINE;
            }
        }
        let phases = self.phases();
        for (number, phase) in phases.iter().enumerate() {
            let sentence = phase.sentence(number, phases.len(), self.lanes_take_turns);
            put!(to, "<text class=\"note\" x=\"{MARGIN}\" y=\"{}\">{sentence}</text>\n", y + 19);
            y = self.draw_rows(phase, y + LINE + 8, to);
            let served = if self.lanes_take_turns { "lanes" } else { "words" };
            let strip = BarStrip { model: &self.model, left: LABEL, bank: CELL, served };
            y = strip.draw(phase, MARGIN, y + 4, to);
        }
        y
    }

    /// Draws the words of a phase below `y`, and the banks above them; returns their end.
    fn draw_rows(&self, phase: &Phase, mut y: usize, to: &mut String) -> usize {
        let left = MARGIN + LABEL;
        put!(to, "<g class=\"label\" text-anchor=\"middle\">");
        for bank in 0..self.model.banks() {
            put!(to, "<text x=\"{}\" y=\"{}\">{bank}</text>", left + bank as usize * CELL + CELL / 2, y + 11);
        }
        put!(
            to,
            "</g><g class=\"label\" text-anchor=\"end\"><text x=\"{}\" y=\"{}\">bank</text></g>\n",
            left - 6,
            y + 11
        );
        y += 16;
        let row_bytes = self.model.banks() * self.model.bank_bytes();
        let mut rows: Vec<u32> = phase.words.keys().map(|word| word / row_bytes).collect();
        rows.dedup();
        let mut next = rows.first().copied().unwrap_or(0);
        for row in rows {
            if row > next {
                let rows = if row - next == 1 { "1 row".to_string() } else { format!("{} rows", row - next) };
                put!(
                    to,
                    "<g class=\"label\"><text x=\"{left}\" y=\"{}\">.. {rows} without access</text></g>\n",
                    y + SKIPPED - 4
                );
                y += SKIPPED;
            }
            self.draw_row(row * row_bytes, y, phase, to);
            y += ROW;
            next = row + 1;
        }
        y
    }

    /// Draws the row that begins at byte `start`.
    fn draw_row(&self, start: u32, y: usize, phase: &Phase, to: &mut String) {
        let left = MARGIN + LABEL;
        put!(
            to,
            "<g class=\"label\"><text text-anchor=\"end\" x=\"{}\" y=\"{}\">byte {start}</text></g>",
            left - 6,
            y + 15
        );
        let mut marks = String::new();
        for at in 0..self.model.banks() {
            let word = start + at * self.model.bank_bytes();
            let (x, bank) = (left + at as usize * CELL, self.model.bank(word));
            put!(to, "<path class=\"b{bank}\" d=\"M{x} {y}h{0}v{1}h-{0}z\"/>", CELL - 1, ROW - 1);
            let Some(lanes) = phase.words.get(&word) else { continue };
            let is_conflicting = phase.is_conflicting(word, &self.model);
            let class = if is_conflicting { "lane clash" } else { "lane" };
            let (first, more) = (lanes.first().copied().unwrap_or_default(), lanes.len() > 1);
            put!(marks, "<rect class=\"{class}\" x=\"{x}.5\" y=\"{y}.5\" width=\"{}\" ", CELL - 2);
            let of = if more { format!("{} lanes from lane {first}", lanes.len()) } else { format!("lane {first}") };
            put!(marks, "height=\"{}\" rx=\"2\"><title>{of}: byte {word}, bank {bank}</title></rect>", ROW - 2);
            if is_conflicting {
                put!(marks, "{}", corners(x, y, CELL - 1, ROW - 1));
            }
            let (middle, plus) = (x + CELL / 2, if more { "+" } else { "" });
            put!(
                marks,
                "<text class=\"number\" text-anchor=\"middle\" x=\"{middle}\" y=\"{}\">{first}{plus}</text>",
                y + 15
            );
        }
        put!(to, "{marks}\n");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(bytes: u32, address: impl Fn(u32) -> u32) -> RequestMap {
        let lanes: Vec<(u32, u32)> = (0..32).map(|lane| (lane, address(lane))).collect();
        RequestMap::of(&lanes, bytes, Arch::SM_90)
    }

    #[test]
    fn words_in_one_bank_conflict_and_a_word_for_all_lanes_does_not() {
        let two_way = map(4, |lane| 8 * lane);
        assert!((0..32).all(|lane| two_way.is_conflicting(8 * lane) && !two_way.is_conflicting(8 * lane + 4)));
        assert!(!map(4, |_| 12).is_conflicting(12));
        assert!(map(4, |_| 12).lanes_take_turns().is_conflicting(12));
    }

    #[test]
    fn phases_do_not_conflict_with_one_another() {
        // 16 bytes a lane: eight lanes a phase, and each phase touches every bank once.
        let rows = map(16, |lane| 16 * lane);
        assert!((0..128).all(|word| !rows.is_conflicting(4 * word)));
        let columns = map(16, |lane| 128 * lane);
        assert!((0..32).all(|lane| (0..4).all(|word| columns.is_conflicting(128 * lane + 4 * word))));
    }

    #[test]
    fn lanes_that_are_served_together_are_drawn_together() {
        // Two words a bank in each of four phases: eight rows of words, but no bank with eight words.
        let two_way = RequestMap::svg(&[map(16, |lane| 32 * lane)]);
        for phase in ["phase 0, lanes 0 to 7: up to 2 words in one bank", "phase 3, lanes 24 to 31: up to 2 words"] {
            assert!(two_way.contains(phase), "{two_way}");
        }
        assert!(two_way.contains("<title>bank 0: 2</title>") && !two_way.contains("<title>bank 0: 8</title>"));
        // Neighbours load one address: the load takes two wavefronts, and is drawn in two phases.
        let pairs = map(16, |lane| 16 * (lane / 2));
        assert_eq!(RequestMap::svg(core::slice::from_ref(&pairs)).matches(">phase ").count(), 4);
        assert_eq!(RequestMap::svg(&[pairs.took(2)]).matches(">phase ").count(), 2);
    }

    #[test]
    fn only_rows_that_are_accessed_are_drawn() {
        let far = map(4, |lane| if lane == 31 { 128 * 1000 } else { 4 * lane }).titled("a < b");
        let svg = RequestMap::svg(core::slice::from_ref(&far));
        assert_eq!(svg.matches("<path class=\"b0\"").count(), 2, "{svg}");
        assert!(svg.contains(".. 999 rows without access") && svg.contains(">byte 128000</text>"));
        assert!(svg.contains("a &lt; b") && !svg.contains("a < b"));
        assert!(svg.matches("<text").count() == svg.matches("</text>").count());
    }
}
