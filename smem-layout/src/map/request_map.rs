//! The map of one request on shared memory of unknown rows: rows of all banks, as far as the request touches them.

use alloc::{
    collections::BTreeMap,
    format,
    string::{String, ToString},
    vec::Vec,
};
use core::fmt::Write;

use crate::{
    banks::{Arch, BankModel},
    map::{
        caption::wrapped,
        svg::{LINE, MARGIN, ROW, SENTENCE, TITLE, corners, escaped, head, put},
    },
};

/// Pixels from a cell to the next, and of the labels of rows.
const CELL: usize = 24;
const LABEL: usize = 58;
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
}

/// A word that lanes access.
#[derive(Clone, Debug, Default)]
struct AccessedWord {
    lanes: Vec<u32>,
    is_conflicting: bool,
}

impl RequestMap {
    /// Returns the map of a request. `lanes` has each active lane with its byte address, and each accesses `bytes` bytes.
    pub fn of(lanes: &[(u32, u32)], bytes: u32, arch: Arch) -> RequestMap {
        let (model, lanes) = (arch.bank_model(), lanes.to_vec());
        RequestMap { title: None, notes: Vec::new(), model, bytes: bytes.max(1), lanes, lanes_take_turns: false }
    }

    /// Lets lanes on one word conflict as well, as those of an atomic do.
    #[must_use]
    pub fn lanes_take_turns(self) -> RequestMap {
        RequestMap { lanes_take_turns: true, ..self }
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
        self.words().get(&word).is_some_and(|word| word.is_conflicting)
    }

    /// The words that are accessed, by their byte addresses.
    fn words(&self) -> BTreeMap<u32, AccessedWord> {
        let width = self.model.bank_bytes();
        let per_phase = self.model.lanes_per_phase(self.bytes.min(16)).max(1);
        let mut words: BTreeMap<u32, AccessedWord> = BTreeMap::new();
        // The words of each bank in each phase, and how many lanes access them.
        let mut asked: BTreeMap<(u32, u32), (Vec<u32>, u32)> = BTreeMap::new();
        let own = |address: u32| {
            let first = address - address % width;
            (first..address.saturating_add(self.bytes)).step_by(width as usize)
        };
        for &(lane, address) in &self.lanes {
            for word in own(address) {
                words.entry(word).or_default().lanes.push(lane);
                let (of_bank, lanes) = asked.entry((lane / per_phase, self.model.bank(word))).or_default();
                *lanes += 1;
                if !of_bank.contains(&word) {
                    of_bank.push(word);
                }
            }
        }
        for ((_, _), (of_bank, lanes)) in asked {
            if of_bank.len() > 1 || self.lanes_take_turns && lanes > 1 {
                for word in of_bank {
                    words.entry(word).or_default().is_conflicting = true;
                }
            }
        }
        words
    }

    /// Returns an SVG document with the maps, one below the other, on its own background, light or dark as the viewer prefers. A row has the
    /// byte address of its first word in front, a column its bank above, an accessed word its lane, the first of several.
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
        sign(&mut body, MARGIN, "lane", "accessed by the lane of this number, + by further lanes");
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
        y += 6;
        let left = MARGIN + LABEL;
        put!(to, "<g class=\"label\" text-anchor=\"middle\">");
        for bank in 0..self.model.banks() {
            put!(to, "<text x=\"{}\" y=\"{}\">{bank}</text>", left + bank as usize * CELL + CELL / 2, y + 11);
        }
        put!(to, "<text x=\"{}\" y=\"{}\">byte</text></g>\n", MARGIN + LABEL - 20, y + 11);
        y += 16;
        let row_bytes = self.model.banks() * self.model.bank_bytes();
        let words = self.words();
        let mut rows: Vec<u32> = words.keys().map(|word| word / row_bytes).collect();
        rows.dedup();
        let mut next = rows.first().copied().unwrap_or(0);
        for row in rows {
            if row > next {
                let rows = if row - next == 1 { "1 row".to_string() } else { format!("{} rows", row - next) };
                put!(
                    to,
                    "<text class=\"label\" x=\"{left}\" y=\"{}\">.. {rows} without access</text>\n",
                    y + SKIPPED - 4
                );
                y += SKIPPED;
            }
            self.draw_row(row * row_bytes, y, &words, to);
            y += ROW;
            next = row + 1;
        }
        y
    }

    /// Draws the row that begins at byte `start`.
    fn draw_row(&self, start: u32, y: usize, words: &BTreeMap<u32, AccessedWord>, to: &mut String) {
        let left = MARGIN + LABEL;
        put!(to, "<g class=\"label\"><text text-anchor=\"end\" x=\"{}\" y=\"{}\">{start}</text></g>", left - 6, y + 15);
        let mut marks = String::new();
        for at in 0..self.model.banks() {
            let word = start + at * self.model.bank_bytes();
            let (x, bank) = (left + at as usize * CELL, self.model.bank(word));
            put!(to, "<path class=\"b{bank}\" d=\"M{x} {y}h{0}v{1}h-{0}z\"/>", CELL - 1, ROW - 1);
            let Some(accessed) = words.get(&word) else { continue };
            let class = if accessed.is_conflicting { "lane clash" } else { "lane" };
            let (first, more) = (accessed.lanes.first().copied().unwrap_or_default(), accessed.lanes.len() > 1);
            put!(marks, "<rect class=\"{class}\" x=\"{x}.5\" y=\"{y}.5\" width=\"{}\" ", CELL - 2);
            let of = if more {
                format!("{} lanes from lane {first}", accessed.lanes.len())
            } else {
                format!("lane {first}")
            };
            put!(marks, "height=\"{}\" rx=\"2\"><title>{of}: byte {word}, bank {bank}</title></rect>", ROW - 2);
            if accessed.is_conflicting {
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
    fn only_rows_that_are_accessed_are_drawn() {
        let far = map(4, |lane| if lane == 31 { 128 * 1000 } else { 4 * lane }).titled("a < b");
        let svg = RequestMap::svg(core::slice::from_ref(&far));
        assert_eq!(svg.matches("<path class=\"b0\"").count(), 2, "{svg}");
        assert!(svg.contains(".. 999 rows without access") && svg.contains(">128000</text>"));
        assert!(svg.contains("a &lt; b") && !svg.contains("a < b"));
        assert!(svg.matches("<text").count() == svg.matches("</text>").count());
    }
}
