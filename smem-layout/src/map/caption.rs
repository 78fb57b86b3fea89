//! The sentences above a map.

use alloc::{format, string::String, vec::Vec};

use crate::map::{map::Map, marks::Marks};

/// Returns the lines above a map, the title first. `gives_first` is true where only the first bank of an element is given.
pub(super) fn heading(map: &Map, gives_first: bool) -> Vec<String> {
    let mut lines = Vec::from([map.title()]);
    lines.extend(cropped(map));
    let first = if gives_first { ", the first of which is given" } else { "" };
    match map.banks_an_element() {
        1 => {}
        banks => lines.push(format!("each element covers {banks} banks{first}")),
    }
    if let Some(marks) = map.marks() {
        lines.push(request(marks));
        lines.extend(marks.conflict.as_ref().map(|conflict| format!("{conflict}")));
    }
    lines
}

/// Returns the lines above a picture, the sentence first.
pub(super) fn of_picture(map: &Map) -> Vec<String> {
    let mut lines = Vec::from([sentence(map)]);
    if map.marks().is_some() {
        lines.push(map.described());
    }
    lines.extend(cropped(map));
    lines.extend((map.banks_an_element() > 1).then(|| format!("each element covers {} banks", map.banks_an_element())));
    if let Some(marks) = map.marks() {
        lines.extend(position(marks));
        lines.extend(marks.conflict.as_ref().map(|conflict| format!("{conflict}")));
    }
    lines
}

/// Returns a sentence that says what a picture shows: what the marked request takes, or else the tile.
pub(super) fn sentence(map: &Map) -> String {
    let Some(marks) = map.marks() else { return map.title() };
    let name = map.name().map(|name| format!("{name}: ")).unwrap_or_default();
    format!("{name}{} takes {}", marks.access, wavefronts(marks))
}

/// Returns what part of the tile is drawn, if it is not all.
fn cropped(map: &Map) -> Option<String> {
    let (rows, cols) = map.shown();
    let (first_row, first_col) = map.first_shown();
    let (all_rows, all_cols) = (map.plane_rows(), map.layout().cols());
    if (first_row, first_col) != (0, 0) {
        let part = |name: &str, first: u32, count: u32, all: u32| match count < all {
            true => format!("{name} {first} to {} of {all}", first + count - 1),
            false => format!("all {all} {name}"),
        };
        if map.is_line() {
            return Some(part("elements", first_col, cols, all_cols));
        }
        let (rows, cols) = (part("rows", first_row, rows, all_rows), part("columns", first_col, cols, all_cols));
        return Some(format!("{rows} and {cols}"));
    }
    match (rows < all_rows, cols < all_cols) {
        (false, false) => None,
        (false, true) if map.is_line() => Some(format!("the first {cols} of {all_cols} elements")),
        (false, true) => Some(format!("the first {cols} of {all_cols} columns")),
        (true, false) => Some(format!("the first {rows} of {all_rows} rows")),
        (true, true) => Some(format!("the first {rows} of {all_rows} rows and {cols} of {all_cols} columns")),
    }
}

/// Returns what the request is and costs.
fn request(marks: &Marks) -> String {
    let at = position(marks).map(|position| format!(", {position}")).unwrap_or_default();
    format!("{}{at}: {}", marks.access, wavefronts(marks))
}

/// Returns which position of how many the request is, if there are several.
fn position(marks: &Marks) -> Option<String> {
    let (number, count) = marks.position;
    let worst = if marks.is_worst { " (the worst)" } else { "" };
    (count > 1).then(|| format!("position {number} of {count}{worst}"))
}

/// Returns what the request costs.
fn wavefronts(marks: &Marks) -> String {
    let cost = &marks.cost;
    let least = if cost.at_least == cost.wavefronts { String::new() } else { format!("{} to ", cost.at_least) };
    let wavefronts = if cost.wavefronts == 1 { "wavefront" } else { "wavefronts" };
    let verdict = match cost.excess() {
        0 => ", without conflict".into(),
        _ => format!(" where {} would do", cost.ideal),
    };
    format!("{least}{} {wavefronts}{verdict}", cost.wavefronts)
}

/// Returns `text` in lines of at most `width` characters, broken between words, but not inside of `Swizzle<5, 0, 5>`; a word
/// that is longer is cut.
pub(super) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut depth = 0;
    let is_gap = |letter: char| {
        match letter {
            '<' => depth += 1,
            '>' => depth -= 1,
            _ => {}
        }
        letter == ' ' && depth == 0
    };
    let mut lines = Vec::from([String::new()]);
    let mut length = 0;
    for word in text.split(is_gap) {
        let mut word: Vec<char> = word.chars().collect();
        if length > 0 && length + 1 + word.len() > width {
            lines.push(String::new());
            length = 0;
        }
        while word.len() > width {
            let rest = word.split_off(width);
            lines.last_mut().expect("there is a line").extend(word);
            lines.push(String::new());
            word = rest;
        }
        let line = lines.last_mut().expect("there is a line");
        if length > 0 {
            line.push(' ');
            length += 1;
        }
        length += word.len();
        line.extend(word);
    }
    lines
}
