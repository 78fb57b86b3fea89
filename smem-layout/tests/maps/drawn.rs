//! Maps of drawn tiles: the banks of the elements, the worst request, and nothing outside of the width or the paper.

use std::collections::BTreeSet;

use proptest::prelude::*;
use roxmltree::{Document, Node};
use smem_layout::{BankModel, LANES, Map, Position, Positions, Report, SideBySide, Style};

use super::tiles::{Tile, any};

/// Wide enough for every tile here.
const WIDE: usize = 2000;

/// The bank of each element in the rows that are drawn.
fn banks(tile: &Tile) -> Vec<Vec<u32>> {
    let Tile { layout, planes, elem_bytes, arch, .. } = tile;
    let model = arch.bank_model();
    let span = (model.span() / elem_bytes).max(1);
    let fold = match layout.line() {
        _ if planes.is_some() || layout.rows() > 1 => layout.cols(),
        line if line < span => span / line * line,
        _ => span,
    };
    let row =
        |row| (0..layout.cols()).map(move |col| model.bank(layout.index(row, col) * elem_bytes)).collect::<Vec<_>>();
    (0..layout.rows())
        .flat_map(|number| row(number).chunks(fold as usize).map(<[u32]>::to_vec).collect::<Vec<_>>())
        .collect()
}

/// Returns true if `numbers` are those of `banks`, where neighbours of one bank may be one number.
fn are_of(numbers: &[u32], banks: &[u32]) -> bool {
    let once = |numbers: &[u32]| {
        let mut numbers = numbers.to_vec();
        numbers.dedup();
        numbers
    };
    numbers.len() <= banks.len() && once(numbers) == once(banks)
}

/// The elements of a map of `tile` that `is_wanted`.
fn elements(tile: &Tile, is_wanted: impl Fn(u32, u32) -> bool) -> BTreeSet<(u32, u32)> {
    let all = (0..tile.layout.rows()).flat_map(|row| (0..tile.layout.cols()).map(move |col| (row, col)));
    all.filter(|(row, col)| is_wanted(*row, *col)).collect()
}

/// The lanes of a request that conflict, by words and banks: in one phase, two different words of one bank.
fn conflicting(addresses: &[Option<u32>; LANES], bytes: u32, model: &BankModel) -> Vec<bool> {
    // Wider requests are several instructions.
    let (bytes, phase) = (bytes.min(16), model.lanes_per_phase(bytes) as usize);
    let words = |address: u32| address / model.bank_bytes()..(address + bytes).div_ceil(model.bank_bytes());
    let meet = |one: u32, other: u32| {
        words(one).any(|one| words(other).any(|other| one != other && one % model.banks() == other % model.banks()))
    };
    let others = |lane: usize| (lane / phase * phase..(lane / phase + 1) * phase).filter_map(|lane| addresses[lane]);
    (0..LANES).map(|lane| addresses[lane].is_some_and(|one| others(lane).any(|other| meet(one, other)))).collect()
}

/// The text without its escapes.
fn without_escapes(text: &str) -> String {
    let mut plain = String::new();
    let mut parts = text.split('\x1b');
    plain.push_str(parts.next().unwrap_or_default());
    for part in parts {
        plain.push_str(part.split_once('m').expect("an escape ends").1);
    }
    plain
}

/// The numbers in the rows of a map without marks.
fn numbers(text: &str) -> Vec<Vec<u32>> {
    let rows = text
        .lines()
        .skip_while(|line| !line.is_empty())
        .filter(|line| line.starts_with(|c: char| c.is_ascii_digit() || c == ' '));
    let numbers =
        |line: &str| line.split_whitespace().filter(|word| *word != "--").map(|word| word.parse().unwrap()).collect();
    rows.map(numbers).collect()
}

fn class<'a>(node: &Node<'a, '_>) -> &'a str {
    node.attribute("class").unwrap_or_default()
}

fn number(node: &Node<'_, '_>, name: &str) -> f64 {
    node.attribute(name).and_then(|value| value.parse().ok()).unwrap_or_else(|| panic!("{name} of {node:?}"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn the_numbers_of_the_text_are_the_banks_of_the_model(tile in any()) {
        let text = tile.map().text(Style::Plain, WIDE).unwrap();
        // Rows begin with a label. Between them are the lines of the columns.
        let mut rows = numbers(&text).into_iter();
        for (row, expected) in banks(&tile).iter().enumerate() {
            let is_found = rows.by_ref().any(|found| found.len() > 1 && are_of(&found[1..], expected));
            prop_assert!(is_found, "row {row}: {expected:?} in\n{text}");
        }
    }

    #[test]
    fn the_numbers_of_the_picture_are_the_banks_of_the_model(tile in any()) {
        let svg = tile.map().svg();
        let document = Document::parse(&svg).unwrap();
        let groups = document.descendants().filter(|node| matches!(class(node), "number" | "range"));
        let mut found: Vec<(u32, Vec<u32>)> = Vec::new();
        for text in groups.flat_map(|group| group.children().filter(Node::is_element).collect::<Vec<_>>()) {
            let (y, bank) = (number(&text, "y") as u32, text.text().unwrap().split('–').next().unwrap().parse().unwrap());
            match found.last_mut() {
                Some((row, banks)) if *row == y => banks.push(bank),
                _ => found.push((y, vec![bank])),
            }
        }
        let expected = banks(&tile);
        prop_assert_eq!(found.len(), expected.len());
        for ((_, found), expected) in found.iter().zip(&expected) {
            prop_assert!(are_of(found, expected), "{found:?} are not {expected:?}");
        }
    }

    #[test]
    fn the_marks_are_those_of_the_worst_request(tile in any()) {
        let Tile { layout, planes, elem_bytes, arch, access } = &tile;
        let Ok(map) = tile.map().access(access, Position::Worst) else { return Ok(()) };
        let model = arch.bank_model();
        let vec = access.lane_elements(*elem_bytes);
        let (positions, report) = match planes {
            Some(planes) => (
                Positions::in_planes(access, *planes, layout.rows() / planes, layout.cols(), *elem_bytes).unwrap(),
                Report::in_planes(*planes, layout, *elem_bytes, core::slice::from_ref(access), *arch).unwrap(),
            ),
            None => (
                Positions::new(access, layout.rows(), layout.cols(), *elem_bytes).unwrap(),
                Report::of(layout, *elem_bytes, core::slice::from_ref(access), *arch).unwrap(),
            ),
        };
        let report = &report.accesses[0];
        let worst = report.conflict.as_ref().map_or(report.cost, |conflict| conflict.cost);
        let marked = elements(&tile, |row, col| map.is_marked(row, col));
        // Some position has these elements, and costs what the report says.
        let found = (0..positions.count()).map(|number| positions.lanes(number)).find(|lanes| {
            let touched: BTreeSet<_> = lanes.iter().flat_map(|(_, row, col)| (0..vec).map(move |i| (row, col + i))).collect();
            touched == marked && model.cost(&lanes.request(layout, *elem_bytes, vec)) == worst
        });
        prop_assert!(found.is_some(), "{marked:?} are not the elements of a request of {worst:?}");
        let lanes = found.unwrap();
        let request = lanes.request(layout, *elem_bytes, vec);
        let mut addresses = [None; LANES];
        lanes.iter().for_each(|(lane, ..)| addresses[lane as usize] = request.address(lane));
        // Words are paired on compute capability 3.x in 4-byte mode, and wide requests split on 1.x.
        if ["sm_35", "sm_13"].contains(&arch.to_string().as_str()) {
            prop_assert_eq!(elements(&tile, |row, col| map.is_conflicting(row, col)).is_empty(), worst.ways <= 1);
            return Ok(());
        }
        let conflicting = conflicting(&addresses, request.bytes(), &model);
        let expected: BTreeSet<_> = lanes
            .iter()
            .filter(|(lane, ..)| conflicting[*lane as usize])
            .flat_map(|(_, row, col)| (0..vec).map(move |i| (row, col + i)))
            .collect();
        prop_assert_eq!(elements(&tile, |row, col| map.is_conflicting(row, col)), expected);
    }

    #[test]
    fn no_line_of_text_is_wider_than_asked(tile in any(), width in 1usize..200, beside in any()) {
        let maps = [tile.marked(Position::Worst), beside.marked(Position::Number(0))];
        let drawn = |style| SideBySide::of(&maps).text(style, width);
        match (drawn(Style::Plain), drawn(Style::Ansi)) {
            (Ok(plain), Ok(colored)) => {
                let lines: Vec<&str> = plain.lines().collect();
                prop_assert!(lines.iter().all(|line| line.chars().count() <= width && *line == line.trim_end()), "{plain}");
                let seen = without_escapes(&colored);
                prop_assert_eq!(lines, seen.lines().map(str::trim_end).collect::<Vec<_>>());
            }
            (Err(error), Err(other)) => {
                prop_assert_eq!(error, other);
                prop_assert!(error.needed > width && error.needed < 48, "{error}");
                prop_assert!(SideBySide::of(&maps).text(Style::Plain, 48).is_ok());
            }
            _ => prop_assert!(false, "one style fits and the other does not"),
        }
    }

    #[test]
    fn nothing_in_a_picture_is_clipped_or_overlaps(tile in any(), beside in any()) {
        let svg = SideBySide::of(&[tile.marked(Position::Worst), beside.marked(Position::Number(0))]).svg();
        prop_assert!(!svg.contains("\n\n"), "a blank line ends HTML in Markdown");
        let document = Document::parse(&svg).unwrap();
        let root = document.root_element();
        let (width, height) = (number(&root, "width"), number(&root, "height"));
        let mut texts: Vec<[f64; 4]> = Vec::new();
        for text in document.descendants().filter(|node| node.has_tag_name("text")) {
            let holder = if class(&text).is_empty() { text.parent_element().unwrap() } else { text };
            // Monospaced fonts have characters of at most 0.62 of their size.
            let size = match class(&holder) {
                "title" => 13.0,
                "note" => 12.0,
                "number" => 11.0,
                "range" => 9.5,
                "label" => 10.0,
                "lanes" => 8.5,
                other => panic!("class {other:?}"),
            };
            let wide = size * 0.62 * text.text().unwrap().chars().count() as f64;
            let (x, y) = (number(&text, "x"), number(&text, "y"));
            let left = match holder.attribute("text-anchor") {
                Some("middle") => x - wide / 2.0,
                Some("end") => x - wide,
                _ => x,
            };
            prop_assert!(left >= 0.0 && left + wide <= width && y - size >= 0.0 && y <= height, "{text:?} is clipped");
            texts.push([left, left + wide, y - size * 0.7, y]);
        }
        for rect in document.descendants().filter(|node| node.has_tag_name("rect") && class(node).starts_with("lane")) {
            let (x, y) = (number(&rect, "x"), number(&rect, "y"));
            prop_assert!(x + number(&rect, "width") <= width && y + number(&rect, "height") <= height);
        }
        texts.sort_by(|one, other| one[2].total_cmp(&other[2]));
        for (place, one) in texts.iter().enumerate() {
            for other in texts[place + 1..].iter().take_while(|other| other[2] < one[3]) {
                prop_assert!(one[1] <= other[0] + 0.01 || other[1] <= one[0] + 0.01, "texts overlap at {one:?} and {other:?}");
            }
        }
    }
}

#[test]
fn a_map_that_cannot_be_folded_further_says_what_it_needs() {
    let layout = smem_layout::Layout::plain(32, 32).unwrap();
    let map = Map::of(&layout, 4, smem_layout::Arch::DEFAULT);
    let error = map.text(Style::Plain, 10).unwrap_err();
    assert!(map.text(Style::Plain, error.needed).is_ok());
    assert!(map.text(Style::Plain, error.needed - 1).is_err());
}
