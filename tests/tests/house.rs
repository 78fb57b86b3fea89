//! The rules of the house, and what a reader's crate gets: files of the workspace, and crates that Cargo builds. One program, so that it
//! is linked once.

mod circles;
mod contributing;
mod dependencies;
mod documentation;
mod one_reader;
mod other_versions;
mod packages;
mod prose;
mod public_api;
mod readme;
mod rust_version;
mod supply_chain;
mod type_names;

use std::fs;
use std::path::Path;

/// The programs of this folder, but `hygiene`, which is a crate of its own.
const PROGRAMS: [&str; 2] = [include_str!("house.rs"), include_str!("tiles.rs")];

#[test]
fn every_file_of_this_folder_is_one_of_the_tests() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(files.len() > 25, "{files:?}");
    for name in files.iter().map(|path| path.file_stem().unwrap().to_string_lossy()) {
        let is_named = |program: &&str| program.contains(&format!("\nmod {name};\n"));
        let is_program = ["house", "hygiene", "tiles"].contains(&&*name);
        assert!(is_program || PROGRAMS.iter().any(is_named), "`{name}` is not run");
    }
}
