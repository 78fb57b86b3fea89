//! Maps as a reader sees them.

use smem_layout::{Access, Arch, Layout, Map, Position, SideBySide, Style};

fn text(maps: &[Map], style: Style, width: usize) -> String {
    SideBySide::of(maps).text(style, width).unwrap()
}

fn column(layout: Layout) -> Map {
    Map::of(&layout, 4, Arch::DEFAULT).access(&Access::col(), Position::Worst).unwrap()
}

#[test]
fn a_column_before_and_after_padding() {
    let maps = [column(Layout::plain(32, 32).unwrap()), column(Layout::padded(32, 32, 1).unwrap())];
    insta::assert_snapshot!(text(&maps.map(|map| map.cropped(8, 8)), Style::Plain, 80));
}

#[test]
fn a_tile_in_a_terminal_of_80_columns_is_folded() {
    insta::assert_snapshot!(text(&[column(Layout::plain(4, 32).unwrap())], Style::Plain, 80));
}

#[test]
fn planes_follow_each_other() {
    let map = Map::of(&Layout::plain(12, 16).unwrap(), 4, Arch::DEFAULT).in_planes(3);
    let map = map.access(&Access::depth(), Position::Number(2)).unwrap();
    insta::assert_snapshot!(text(&[map], Style::Plain, 80));
}

#[test]
fn a_line_is_folded_at_32_words_and_its_padding_is_drawn() {
    let map = Map::of(&Layout::lines(130, 32, 1).unwrap(), 4, Arch::DEFAULT);
    insta::assert_snapshot!(text(&[map.access(&Access::stride(2), Position::Worst).unwrap()], Style::Plain, 120));
}

#[test]
fn halves_of_one_word_are_one_box() {
    let map = Map::of(&Layout::plain(8, 64).unwrap(), 2, Arch::DEFAULT);
    insta::assert_snapshot!(text(&[map.access(&Access::ldmatrix(), Position::Number(1)).unwrap()], Style::Plain, 140));
}

#[test]
fn bytes_of_one_word_are_apart_where_only_some_are_accessed() {
    let map = Map::of(&Layout::plain(4, 32).unwrap(), 1, Arch::DEFAULT);
    insta::assert_snapshot!(text(&[map.access(&Access::col(), Position::Number(3)).unwrap()], Style::Plain, 120));
}

#[test]
fn colors_of_a_terminal() {
    let map = Map::of(&Layout::plain(2, 4).unwrap(), 64 / 4, Arch::DEFAULT);
    let text = text(&[map.access(&Access::block(2, 2), Position::Worst).unwrap()], Style::Ansi, 80);
    insta::assert_snapshot!(text.replace('\x1b', "ESC"));
}

#[test]
fn an_excerpt_is_short_enough_for_a_hover() {
    let excerpts = [
        Map::of(&Layout::padded(32, 32, 1).unwrap(), 4, Arch::DEFAULT),
        Map::of(&Layout::plain(64, 64).unwrap(), 2, Arch::DEFAULT),
        Map::of(&Layout::lines(1024, 32, 1).unwrap(), 4, Arch::DEFAULT),
        Map::of(&Layout::plain(12, 16).unwrap(), 4, Arch::DEFAULT).in_planes(3),
        Map::of(&Layout::plain(2, 3).unwrap(), 8, Arch::DEFAULT),
        Map::of(&Layout::padded_every(8, 20, 1, 16).unwrap(), 4, Arch::DEFAULT),
    ]
    .map(|map| map.excerpt());
    assert!(excerpts.iter().flat_map(|text| text.lines()).all(|line| line.len() <= 60));
    insta::assert_snapshot!(excerpts.join("\n"));
}
