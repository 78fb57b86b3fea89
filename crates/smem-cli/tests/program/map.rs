//! `smem-tile map`.

use crate::call::{Folder, call};

#[test]
fn a_conflict_is_drawn_beside_the_layout_without_it() {
    insta::assert_snapshot!(call(&["map", "--before", "Tile(f32): 8, 32, access(block(8, 4)), pad = auto"]).whole());
}

#[test]
fn the_access_that_is_worst_on_the_dense_tile_is_drawn_before_the_cure() {
    // On the cured tiles no access conflicts, and the last one is drawn by itself.
    for (tile, worst, last) in [
        ("Tile(f32): 32, 32, access(col, row)", "col", "row"),
        ("Tile(f32): 16, 64, access(transposed(row(wrap = false)), row)", "transposed(row(wrap = false))", "row"),
        ("Tile(f32): 8, 4, 32, pad = 1, access(depth(wrap = false), row)", "depth(wrap = false)", "row"),
    ] {
        let drawn = |arguments: &[&str], access: &str| {
            let answer = call(&[&["map", "--json", tile], arguments].concat()).out.replace(' ', "");
            assert!(answer.contains(&format!("\"access\":\"{access}\"").replace(' ', "")), "{tile}: {answer}");
        };
        drawn(&["--before"], worst);
        drawn(&[], last);
    }
}

#[test]
fn a_tile_that_is_refused_is_drawn_with_its_conflict() {
    let answer = call(&["map", "Tile(f64): 4, 16, pad = 0, access(block(4, 4))"]);
    assert_eq!(answer.code, 1);
    insta::assert_snapshot!(answer.whole());
}

#[test]
fn access_warp_and_position_choose_what_is_marked() {
    let tile = "Tile(f32): 32, 32, layout = plain, conflicts = allow";
    let marked = |arguments: &[&str]| {
        let answer = call(&[&["map", tile], arguments].concat());
        assert_eq!(answer.code, 0, "{answer:?}");
        answer.out.lines().nth(1).unwrap().to_string()
    };
    assert!(marked(&[]).starts_with("col, position 0"), "{}", marked(&[]));
    assert!(marked(&["--access", "row"]).starts_with("row, position 0"));
    assert!(marked(&["--access", "col", "--warp", "3"]).starts_with("col, position 3"));
    assert!(marked(&["--access", "row", "--position", "5"]).starts_with("row, position 5"));
    assert!(marked(&["--access", "block(4, 8)", "--position", "worst"]).starts_with("block(4, 8), position"));
}

#[test]
fn a_picture_is_written_as_svg() {
    let folder = Folder::with(&[]);
    let answer = folder.call(&["map", "Tile(f32): 32, 32", "--before", "--svg", "map.svg"]);
    assert_eq!(answer.whole(), "---- exit code 0\n");
    let svg = folder.text("map.svg");
    assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>") && svg.contains("dense"), "{}", &svg[..200]);
}

#[test]
fn a_map_too_wide_for_its_width_is_folded_and_then_refused() {
    let tile = "Tile(f32): 4, 64, access(row)";
    let folded = call(&["map", tile, "--width", "60"]);
    assert!(folded.code == 0 && folded.out.lines().all(|line| line.chars().count() <= 60), "{}", folded.out);
    let refused = call(&["map", tile, "--width", "8"]);
    assert!(refused.is_refusal().contains("--svg tile.svg"), "{refused:?}");
}

#[test]
fn colours_are_for_terminals_and_those_who_ask() {
    let tile = "Tile(f32): 8, 32";
    assert!(!call(&["map", tile]).out.contains('\u{1b}'));
    assert!(call(&["map", tile, "--color", "always"]).out.contains("\u{1b}["));
}

#[test]
fn json_has_the_bank_and_the_mark_of_each_element() {
    let answer = call(&["map", "--json", "Tile(f32): 32, 32, pad = 0, access(col)"]);
    assert_eq!(answer.code, 1);
    let document: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
    let tile = &document["tiles"][0];
    assert_eq!((&tile["banks"][3][7], &tile["marks"][3][0], &tile["marks"][3][1]), (&7.into(), &2.into(), &0.into()));
}

#[test]
fn an_access_that_is_none_is_refused_at_its_place() {
    let refused =
        |arguments: &[&str]| call(&[&["map", "Tile(f32): 32, 32"], arguments].concat()).is_refusal().to_string();
    let messages = [
        refused(&["--access", "colum"]),
        refused(&["--access", "col, row"]),
        refused(&["--access", ""]),
        refused(&["--access", "block(64, 64)"]),
        refused(&["--access", "col", "--warp", "32"]),
        refused(&["--position", "best"]),
        refused(&["--warp", "1", "--position", "2"]),
    ];
    insta::assert_snapshot!(messages.join("====\n"));
}

#[test]
fn a_large_map_is_cut_and_says_so_unless_all_of_it_is_asked_for() {
    let large = "Large(u8): 1024, 226, layout = plain, conflicts = allow, arch = sm_90, memory = dynamic";
    let lines = |arguments: &[&str]| {
        let answer = call(&[&["map", large], arguments].concat());
        assert_eq!(answer.code, 0, "{}", answer.err);
        let rows =
            answer.out.lines().filter(|line| line.trim_start().starts_with(|c: char| c.is_ascii_digit())).count();
        (answer.out.lines().find(|line| line.starts_with("the first")).map(str::to_string), rows - 1)
    };
    assert_eq!(lines(&[]), (Some("the first 128 of 1024 rows".to_string()), 128));
    assert_eq!(lines(&["--rows", "3", "--cols", "5"]).1, 3);
    assert_eq!(lines(&["--rows", "1024"]), (None, 1024));
    // The access that is marked is in it, wherever it is.
    let (sentence, rows) = lines(&["--access", "row", "--position", "3000"]);
    assert!((129..1024).contains(&rows), "{rows} {sentence:?}");
    assert_eq!(call(&["map", large, "--rows", "0"]).code, 2);
    let line = call(&["map", "Line(f32): 10000, access(stride(2))"]).out;
    assert!(line.contains("the first 4096 of 10000 elements"), "{}", &line[..300]);
}

#[test]
fn a_picture_of_a_large_tile_is_of_the_elements_around_the_access() {
    let folder = Folder::with(&[]);
    let picture = |more: &[&str]| {
        let arguments =
            [&["map", "Tile(f32): 64, 128, layout = plain, conflicts = allow, access(col)", "--svg", "map.svg"], more]
                .concat();
        let answer = folder.call(&arguments);
        assert_eq!(answer.code, 0, "{answer:?}");
        folder.text("map.svg")
    };
    let around = picture(&["--position", "130"]);
    assert!(around.contains(">Tile: col takes 32 wavefronts where 1 would do</text>"), "{around}");
    assert!(around.contains("rows 0 to 31 of 64 and columns 64 to 79 of 128"), "{around}");
    assert_eq!((around.matches(">L0<").count(), around.matches(">L31<").count()), (1, 1));
    assert!(around.contains("up to 32 words in one bank") && around.contains("<title>bank 1: 32</title>"), "{around}");
    let whole = picture(&["--position", "130", "--rows", "64", "--cols", "128"]);
    assert!(!whole.contains(" of 64 and ") && whole.len() > around.len(), "{whole}");
}

#[test]
fn quiet_prints_no_map_and_verbose_all_of_it() {
    assert_eq!(call(&["map", "Tile(f32): 32, 32", "--quiet"]).whole(), "---- exit code 0\n");
    let large = "Tile(u8): 256, 64, access(row)";
    assert!(call(&["map", large]).out.contains("the first 128 of 256 rows"));
    let all = call(&["map", large, "--verbose"]);
    assert!(!all.out.contains("the first") && all.out.contains("\n255 "), "{}", all.out);
}
