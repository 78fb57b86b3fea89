//! `smem-tile explain`.

use crate::call::{Folder, call};

#[test]
fn a_tile_on_the_command_line_is_explained() {
    let answer = call(&["explain", "ScanTile(f32): 32, 32, pad = auto, access(row, col)"]);
    insta::assert_snapshot!(answer.whole());
}

#[test]
fn a_conflict_is_an_error_and_explained_as_well() {
    insta::assert_snapshot!(call(&["explain", "Tile(f64): 16, 16, pad = 0"]).whole());
}

#[test]
fn every_tile_of_a_file_is_explained() {
    let source = "\
//! Tiles.
use smem_tile::smem_tile;

const N: usize = 16;

pub mod inner {
    /// Planes.
    #[smem_tile(4, 8, 32, access(row, col, depth))]
    pub struct Planes(f32);
}

fn host() {
    #[smem_tile(1000, access(stride(2)), stages = 2, arch = sm_90, memory = dynamic)]
    struct Line(u64);
    #[smem_tile::smem_tile(N, 2 * N, access(row(vec = 4), col), conflicts = least)]
    struct Least([f32; 1]);
}

#[smem_tile(8, 64, swizzle = tma128, elem(cuda = \"__half\"), access(ldmatrix), cuda = \"Operand\")]
struct Tensor(half::f16);
";
    let source = source.replace("[f32; 1]", "f32");
    let folder = Folder::with(&[("tiles.rs", &source)]);
    insta::assert_snapshot!(folder.call(&["explain", "tiles.rs"]).whole());
}

#[test]
fn a_dense_tile_without_conflicts_has_no_alternatives() {
    insta::assert_snapshot!(call(&["explain", "Tile(f32): 32, 33"]).whole());
}

#[test]
fn what_does_not_fit_is_listed() {
    insta::assert_snapshot!(call(&["explain", "Tile(f32): 96, 128"]).whole());
}

#[test]
fn a_tile_that_costs_a_resident_block_says_so() {
    // With the KiB of each block, 228 KiB hold 25 blocks of 8,192 bytes and 24 of 8,316.
    let line = "a multiprocessor has shared memory for 24 blocks with this tile, and for 25 with the dense one";
    let explain = |tile: &str| call(&["explain", tile]).out;
    assert!(explain("T(f32): 32, 64, pad = 1, arch = sm_90, access(row, col)").contains(line));
    let without = explain("T(f32): 32, 64, swizzle = auto, arch = sm_90, access(row, col)");
    assert!(without.contains("dense") && !without.contains("a multiprocessor has"), "{without}");
}

#[test]
fn source_on_the_standard_input_is_read() {
    let folder = Folder::with(&[]);
    let answer = folder.call_with(&["explain", "-"], "#[smem_tile(32, 32)] struct Tile(f32);");
    assert_eq!((answer.code, answer.err.as_str()), (0, ""));
    assert!(answer.out.starts_with("Tile: 32 x 32, Swizzle<5, 0, 5>"), "{}", answer.out);
}

#[test]
fn json_has_the_numbers_of_the_text() {
    let answer = call(&["explain", "--json", "Tile(f32): 32, 32, pad = auto"]);
    insta::assert_snapshot!(answer.whole());
}

#[test]
fn json_has_the_mistakes_and_the_tiles_that_are_right() {
    let source = "#[smem_tile(32, 32)]\nstruct A(f32);\n#[smem_tile(32, swizle = auto)]\nstruct B(f32);\n";
    let answer = Folder::with(&[("tiles.rs", source)]).call(&["explain", "--json", "tiles.rs"]);
    assert_eq!(answer.code, 2);
    let document: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!(document["tiles"].as_array().unwrap().len(), 1);
    let error = &document["errors"][0];
    assert_eq!((&error["file"], &error["line"], &error["column"]), (&"tiles.rs".into(), &3.into(), &17.into()));
}

#[test]
fn the_limit_of_excess_decides_where_it_is_given() {
    let code = |arguments: &[&str]| call(&[&["explain"], arguments].concat()).code;
    let conflicting = "Tile(f32): 32, 32, layout = plain";
    let allowed = "Tile(f32): 32, 32, layout = plain, conflicts = allow";
    assert_eq!(code(&[conflicting]), 1);
    assert_eq!(code(&[allowed]), 0);
    for tile in [conflicting, allowed] {
        assert_eq!(code(&[tile, "--max-excess", "30"]), 1, "{tile}");
        assert_eq!(code(&[tile, "--max-excess", "31"]), 0, "{tile}");
    }
}

#[test]
fn colours_are_for_terminals_and_those_who_ask() {
    let tile = "Tile(f32): 32, 32, pad = 0";
    let plain = call(&["explain", tile]);
    assert!(!plain.out.contains('\u{1b}') && !plain.err.contains('\u{1b}'));
    let coloured = call(&["explain", tile, "--color", "always"]);
    assert!(coloured.out.contains("\u{1b}[") && coloured.err.contains("\u{1b}["));
    assert_eq!(call(&["explain", tile, "--color", "never"]).out, plain.out);
}

#[test]
fn only_the_tiles_that_are_named_are_explained() {
    let source =
        "#[smem_tile(8, 8)] struct A(f32);\n#[smem_tile(8, 8)] struct B(f32);\n#[smem_tile(8, 8)] struct C(f32);";
    let folder = Folder::with(&[("tiles.rs", source)]);
    let answer = folder.call(&["explain", "tiles.rs", "--only", "C", "--only", "A"]);
    let names: Vec<&str> = answer.out.lines().filter(|line| line.contains("tiles.rs:")).collect();
    assert!(names.len() == 2 && names[0].starts_with("A:") && names[1].starts_with("C:"), "{names:?}");
}

/// Tiles, and blocks with every kind of field.
const BLOCKS: &str = "\
const N: usize = 64;
#[smem_tile(32, 32)]
struct TileA(f32);
#[smem_tile(64, 64, swizzle = tma128, access(ldmatrix), arch = sm_90)]
struct TileB(u16);
#[smem_tile::shared_block(cuda = \"SmemOfKernel\")]
struct Smem {
    flag: u8,
    b: TileB,
    a: [TileA; 2],
    bias: [f32; N],
    lives: crate::Lives,
}
#[shared_block]
union Lives {
    input: core::mem::ManuallyDrop<TileA>,
    sums: [[u8; 7]; 3],
}
#[shared_block]
#[repr(align(128))]
struct Partly { head: u32, tail: Elsewhere, last: u8 }
";

#[test]
fn the_fields_of_a_block_are_explained() {
    let folder = Folder::with(&[("blocks.rs", BLOCKS)]);
    let only = ["--only", "Smem", "--only", "Lives", "--only", "Partly"];
    insta::assert_snapshot!(folder.call(&[&["explain", "blocks.rs"][..], &only].concat()).whole());
    let json: serde_json::Value = serde_json::from_str(&folder.call(&["explain", "blocks.rs", "--json"]).out).unwrap();
    let smem = &json["blocks"][0];
    assert_eq!((&smem["cuda_name"], &smem["arch"]), (&"SmemOfKernel".into(), &"sm_90".into()));
    assert_eq!((&smem["members"][1]["offset"], &smem["unused"]), (&1024.into(), &1791.into()));
}

#[test]
fn a_block_with_too_many_bytes_is_an_error_at_its_name_and_explained() {
    let source = "#[shared_block]\nstruct Big { left: [f64; 6000], right: [f32; 1000] }\n";
    insta::assert_snapshot!(Folder::with(&[("big.rs", source)]).call(&["explain", "big.rs"]).whole());
}

#[test]
fn a_block_that_contains_itself_or_has_mistakes_ends_with_a_sentence() {
    for (block, sentence) in [
        ("struct A { b: B } #[shared_block] struct B { a: A }", "the size of `B` is not known"),
        ("struct A { a: usize }", "`a` cannot be `usize`"),
        ("struct A { a: [u8; LENGTH] }", "the value of `LENGTH` is not known without the compiler"),
        ("struct A(u8);", "the fields of `A` have no names"),
    ] {
        let answer = Folder::with(&[("a.rs", &format!("#[shared_block]\n{block}\n"))]).call(&["explain", "a.rs"]);
        assert!((answer.out.clone() + &answer.err).contains(sentence), "{block}: {}{}", answer.out, answer.err);
    }
}

#[test]
fn quiet_is_about_tiles_with_conflicts_alone_and_verbose_has_the_banks() {
    let (free, dense) = ("Free(f32): 32, 32", "Dense(f32): 32, 32, layout = plain, conflicts = allow");
    let quiet = call(&["explain", free, dense, "--quiet"]);
    assert!(quiet.code == 0 && quiet.out.starts_with("Dense: ") && !quiet.out.contains("Free"), "{quiet:?}");
    assert_eq!(call(&["explain", free, "-q"]).whole(), "---- exit code 0\n");
    let verbose = call(&["explain", free, "-v"]);
    assert!(verbose.out.contains("\n  banks\n  col     0  1  2  3"), "{verbose:?}");
    assert!(!call(&["explain", free]).out.contains("  banks\n"));
}
