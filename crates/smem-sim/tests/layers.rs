//! The machine, its instruction set and its memories serve every front end and every simulator, so they import none.

use std::fs;
use std::path::Path;

/// Appends the source files under a folder, with their text.
fn read_sources(folder: &Path, out: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            read_sources(&path, out);
        } else {
            out.push((path.display().to_string(), fs::read_to_string(&path).unwrap()));
        }
    }
}

#[test]
fn no_layer_imports_one_above_it() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../src");
    // From the lowest: a layer may import itself and those before it. Every other folder is above them.
    let layers = ["isa", "alu", "memory", "texture", "machine"];
    let folders = fs::read_dir(&source).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir());
    let names: Vec<String> = folders.map(|path| path.file_name().unwrap().to_str().unwrap().to_owned()).collect();
    let above: Vec<&str> = names.iter().map(String::as_str).filter(|name| !layers.contains(name)).collect();
    assert!(above.contains(&"simulator"), "{above:?}");
    for (i, layer) in layers.iter().enumerate() {
        let mut files = Vec::new();
        read_sources(&source.join(layer), &mut files);
        assert!(!files.is_empty(), "src/{layer} is empty");
        for (path, text) in &files {
            for upper in layers[i + 1..].iter().chain(&above) {
                assert!(!text.contains(&format!("crate::{upper}::")), "{path} imports {upper}");
            }
        }
    }
}

#[test]
fn the_two_instruction_sets_of_the_machine_do_not_import_each_other() {
    let machine = Path::new(env!("CARGO_MANIFEST_DIR")).join("../src/machine");
    for (own, other) in [("ptx", "sass"), ("sass", "ptx")] {
        let mut files = Vec::new();
        read_sources(&machine.join(own), &mut files);
        assert!(!files.is_empty(), "src/machine/{own} is empty");
        for (path, text) in &files {
            for name in [format!("machine::{other}::"), format!("super::{other}::"), format!("machine::{{{other}")] {
                assert!(!text.contains(&name), "{path} imports {other}");
            }
        }
    }
}

#[test]
fn the_meanings_that_both_instruction_sets_share_import_neither() {
    let machine = Path::new(env!("CARGO_MANIFEST_DIR")).join("../src/machine");
    let mut files = Vec::new();
    for entry in fs::read_dir(&machine).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && !["ptx", "sass"].iter().any(|name| path.ends_with(name)) {
            read_sources(&path, &mut files);
        }
    }
    assert!(files.iter().any(|(path, _)| path.contains("warp_ops")));
    for (path, text) in &files {
        for name in ["machine::ptx::", "machine::sass::"] {
            assert!(!text.contains(name), "{path} imports {name}");
        }
    }
}
