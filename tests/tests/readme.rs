//! The README's own lines: a crate of its own compiles them as a reader would, each row of its tables has an example, and its parts
//! are the folders that there are.

use std::path::{Path, PathBuf};
use std::process::Command;

use smem_tests::readme::{CodeBlock, README, additions, blocks, section, workspace, write_crate};

/// The text between back quotes in the first column of a table row, `\|` being a bar within it.
fn first_column(row: &str) -> Option<Vec<String>> {
    let row = row.strip_prefix('|')?.replace("\\|", "\u{1}");
    let (cell, _) = row.split_once('|')?;
    let quoted = cell.split('`').skip(1).step_by(2);
    Some(quoted.map(|text| text.replace('\u{1}', "|")).collect())
}

/// The program that the README begins with.
const TILE: &str = include_str!("../../examples/src/bin/tile.rs");

#[test]
fn it_begins_with_the_program_one_line_to_add_and_the_example_of_60_lines() {
    let mut first = blocks(README);
    assert_eq!(first.next().map(|block| block.language), Some("console"));
    assert_eq!(first.next(), Some(CodeBlock { language: "sh", code: "cargo add --path ../smem-tile" }));
    assert_eq!(first.next(), Some(CodeBlock { language: "rust", code: TILE.trim_end() }));
    assert!(TILE.lines().count() <= 60, "{} lines", TILE.lines().count());
}

#[test]
fn every_part_is_a_folder_and_every_crate_of_the_workspace_a_part() {
    let rows: Vec<Vec<String>> = section("## Parts").lines().filter_map(first_column).collect();
    let folders: Vec<&String> = rows.iter().filter_map(|row| row.first()).collect();
    assert!(folders.len() >= 10, "the table was not found: {folders:?}");
    for folder in &folders {
        assert!(workspace().join(folder).is_dir(), "there is no folder `{folder}`");
    }
    let manifest = std::fs::read_to_string(workspace().join("Cargo.toml")).unwrap();
    let members = manifest.lines().find(|line| line.starts_with("members = ")).unwrap();
    for member in members.split('"').skip(1).step_by(2) {
        let named =
            folders.iter().any(|folder| *folder == member || Path::new(member).parent() == Some(Path::new(folder)));
        assert!(named, "`{member}` is in no row");
    }
}

#[test]
fn every_row_of_the_reference_tables_has_an_example() {
    let (tables, examples) = section("## The attribute").split_once("```rust").unwrap();
    let (examples, _) = examples.split_once("```").unwrap();
    let mut rows = 0;
    for options in tables.lines().filter_map(first_column).filter(|options| !options.is_empty()) {
        for option in options {
            let used = examples.lines().any(|line| line.starts_with("#[smem_tile(") && line.contains(&option));
            assert!(used, "`{option}` has no example");
        }
        rows += 1;
    }
    assert!(rows >= 25, "the tables were not found: {rows} rows");
}

/// Runs cargo in `folder` without the network, building into the tests' own folder.
fn cargo(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(folder).args(args).args(["--offline", "--target-dir"]).arg(target());
    command
}

fn target() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("readme-target")
}

#[test]
fn the_lines_to_copy_build_every_example_in_a_crate_of_its_own() {
    let rust: Vec<CodeBlock<'_>> = blocks(README).filter(|block| block.language == "rust").collect();
    assert!(rust.len() >= 3, "the examples were not found: {}", rust.len());
    let mut files = vec![("src/lib.rs".to_owned(), String::new())];
    for (number, block) in rust.iter().enumerate() {
        let program = if block.code.contains("fn main()") {
            block.code.to_owned()
        } else {
            format!("fn main() {{\n{}\n}}\n", block.code)
        };
        files.push((format!("examples/block_{number}.rs"), program));
    }
    // The section for GPUs adds dependencies of another crate.
    let (host, _) = README.split_once("\n## Tiles in GPU Rust\n").unwrap();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("readme");
    write_crate(&folder, &additions(host), &files).unwrap();
    let built = cargo(&folder, &["build", "--examples"]).output().unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    for (number, block) in rust.iter().enumerate() {
        let program = target().join(format!("debug/examples/block_{number}{}", std::env::consts::EXE_SUFFIX));
        // With the NVRTC of the other tests, instead of one more in the reader's target folder.
        let parts = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
        let ran = Command::new(program).env("CARGO_TARGET_DIR", parts).output().unwrap();
        assert!(ran.status.success(), "{}\n{}", block.code, String::from_utf8_lossy(&ran.stderr));
    }
}
