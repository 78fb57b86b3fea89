//! Several maps beside each other.

use alloc::{string::String, vec, vec::Vec};

use crate::map::{
    ansi::{Paint, TextLine},
    caption::{self, wrapped},
    map::Map,
    style::{Style, TooNarrow},
    svg,
    text::TextMap,
};

/// Maps beside each other, to compare layouts: before and after.
///
/// ```
/// use smem_layout::{Access, Arch, Layout, Map, Position, SideBySide, Style};
///
/// let block = Access::block(4, 4);
/// let map = |layout| Map::of(&layout, 8, Arch::SM_90).access(&block, Position::Worst);
/// let (dense, padded) = (map(Layout::plain(4, 16)?)?, map(Layout::padded(4, 16, 4)?)?);
/// assert_eq!(
///     SideBySide::of(&[dense.cropped(4, 4), padded.cropped(4, 4)]).text(Style::Plain, 80)?,
///     "\
/// 4 x 16, plain: 512 bytes               4 x 16, pitch 20: 608 bytes
/// the first 4 of 16 columns              the first 4 of 16 columns
/// each element covers 2 banks, the       each element covers 2 banks, the
/// first of which is given                first of which is given
/// block(4, 4), position 0 of 4 (the      block(4, 4), position 0 of 4 (the
/// worst): 4 wavefronts where 1 would     worst): 1 wavefront, without
/// do                                     conflict
/// lanes 0, 4, 8 and 12 of column 0
/// all fall in bank 0
///
///     0  1  2  3                             0  1  2  3
/// 0 < 0! 2! 4! 6>                        0 [ 0| 2| 4| 6]
/// 1 < 0! 2! 4! 6>                        1 [ 8|10|12|14]
/// 2 < 0! 2! 4! 6>                        2 [16|18|20|22]
/// 3 < 0! 2! 4! 6>                        3 [24|26|28|30]
///
/// [12] accessed   <12> accessed, in conflict
/// "
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct SideBySide<'a> {
    maps: &'a [Map],
}

/// Columns between two maps.
const GAP: usize = 4;

/// The least width of the sentences above a map, if there is as much.
const LEAST_WIDTH: usize = 35;

impl<'a> SideBySide<'a> {
    /// Returns `maps` side by side, in their order. [`SideBySide`] has an example.
    pub const fn of(maps: &'a [Map]) -> Self {
        SideBySide { maps }
    }

    /// Returns the maps as text, with no line of more than `width` columns: below each other if there is no room beside each other.
    ///
    /// # Errors
    ///
    /// As for [`Map::text`].
    pub fn text(&self, style: Style, width: usize) -> Result<String, TooNarrow> {
        let maps: Vec<TextMap<'_>> = self.maps.iter().map(|map| TextMap::new(map, style)).collect();
        let widths: Vec<usize> = maps.iter().map(|map| map.width().max(LEAST_WIDTH)).collect();
        let gaps = maps.len().saturating_sub(1) * GAP;
        let mut lines = Vec::new();
        if maps.len() > 1 && widths.iter().sum::<usize>() + gaps <= width {
            let headings = self.maps.iter().zip(&widths).map(|(map, width)| heading(map, style, *width));
            push_beside(&mut lines, headings.collect(), &widths);
            lines.push(TextLine::new());
            let bodies: Result<Vec<_>, _> = maps.iter().zip(&widths).map(|(map, width)| map.lines(*width)).collect();
            push_beside(&mut lines, bodies?, &widths);
        } else {
            for (map, drawn) in self.maps.iter().zip(&maps) {
                if !lines.is_empty() {
                    lines.push(TextLine::new());
                }
                lines.extend(heading(map, style, width));
                lines.push(TextLine::new());
                lines.extend(drawn.lines(width)?);
            }
        }
        let legend = self.legend(&maps, style, width);
        if !legend.is_empty() {
            lines.push(TextLine::new());
            lines.extend(legend);
        }
        Ok(lines.into_iter().map(|line| line.finished() + "\n").collect())
    }

    /// Returns the maps as one SVG document, see [`Map::svg`].
    pub fn svg(&self) -> String {
        svg::document(self.maps, false)
    }

    /// Returns the maps as one SVG document below each other, for pages that are narrow.
    ///
    /// ```
    /// use smem_layout::{Arch, Layout, Map, SideBySide};
    ///
    /// let map = |layout| Map::of(&layout, 4, Arch::SM_90).cropped(8, 8);
    /// let maps = [map(Layout::plain(32, 32)?), map(Layout::padded(32, 32, 1)?)];
    /// assert!(SideBySide::of(&maps).stacked_svg().contains("viewBox=\"0 0 332 "));
    /// # Ok::<(), smem_layout::LayoutError>(())
    /// ```
    pub fn stacked_svg(&self) -> String {
        svg::document(self.maps, true)
    }

    /// Returns the meaning of the brackets that are drawn, as many a line as fit.
    fn legend(&self, maps: &[TextMap<'_>], style: Style, width: usize) -> Vec<TextLine> {
        let mut items = Vec::new();
        if self.has_mark(false) {
            items.push("[12] accessed");
        }
        if self.has_mark(true) {
            items.push("<12> accessed, in conflict");
        }
        if maps.iter().any(TextMap::has_padding) {
            items.push("-- padding");
        }
        let mut lines: Vec<TextLine> = Vec::new();
        for item in items {
            for (part, text) in wrapped(item, width).iter().enumerate() {
                let gap = "   ";
                match lines.last_mut() {
                    Some(line) if part == 0 && line.width + gap.len() + text.len() <= width => {
                        line.push(gap, Paint::Normal, style);
                        line.push(text, Paint::Normal, style);
                    }
                    _ => {
                        let mut line = TextLine::new();
                        line.push(text, Paint::Normal, style);
                        lines.push(line);
                    }
                }
            }
        }
        lines
    }

    /// Returns true if some map marks an element of a lane that conflicts, or of one that does not.
    fn has_mark(&self, is_conflicting: bool) -> bool {
        let marks = self.maps.iter().filter_map(Map::marks);
        marks.flat_map(|marks| marks.iter()).any(|(_, mark)| mark.is_conflicting == is_conflicting)
    }
}

/// Returns the sentences above a map, the title bold.
fn heading(map: &Map, style: Style, width: usize) -> Vec<TextLine> {
    let mut lines = Vec::new();
    for (number, sentence) in caption::heading(map, true).iter().enumerate() {
        let paint = if number == 0 { Paint::Bold } else { Paint::Normal };
        for text in wrapped(sentence, width) {
            let mut line = TextLine::new();
            line.push(&text, paint, style);
            lines.push(line);
        }
    }
    lines
}

/// Appends the lines of `blocks`, the first of each on one line.
fn push_beside(lines: &mut Vec<TextLine>, blocks: Vec<Vec<TextLine>>, widths: &[usize]) {
    let height = blocks.iter().map(Vec::len).max().unwrap_or(0);
    let mut beside = vec![TextLine::new(); height];
    let mut at = 0;
    for (block, width) in blocks.into_iter().zip(widths) {
        for (line, part) in beside.iter_mut().zip(block) {
            line.place(at, part);
        }
        at += width + GAP;
    }
    lines.append(&mut beside);
}
