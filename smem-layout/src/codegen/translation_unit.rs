//! One translation unit of tiles and a kernel.

use alloc::{format, string::String, vec::Vec};

/// Joins tiles and a kernel in one translation unit: the headers that the tiles include, each once, then the tiles,
/// each once, then the kernel text under its own file name. A tile may be there alone and in the text of a block. Two different
/// tiles of one name in CUDA C++ become an `#error` that says so, in place of the second.
///
/// Each tile and the kernel have a `#line`, so the compiler's messages name the tile (`ScanTile.smem.cuh`) or `file`.
///
/// ```
/// let unit = smem_layout::translation_unit(&["struct A {};"], "scan2d.cu", "__global__ void scan() {}");
/// assert_eq!(unit, "struct A {};\n#line 1 \"scan2d.cu\"\n__global__ void scan() {}\n");
///
/// let tiles = ["#include \"cuda_fp16.h\"\nstruct A {};\n", "#include \"cuda_fp16.h\"\nstruct B {};\n"];
/// let unit = smem_layout::translation_unit(&tiles, "scan2d.cu", "");
/// assert!(unit.starts_with("#include \"cuda_fp16.h\"\nstruct A {};\nstruct B {};\n"));
///
/// let tile = "#line 1 \"A.smem.cuh\"\nstruct A {};\n";
/// let block = "#line 1 \"A.smem.cuh\"\nstruct A {};\n#line 1 \"B.smem.cuh\"\nstruct B { A a; };\n";
/// assert!(smem_layout::translation_unit(&[tile, block], "scan2d.cu", "").starts_with(block));
///
/// let other = "#line 1 \"A.smem.cuh\"\nstruct A { int a; };\n";
/// assert!(smem_layout::translation_unit(&[tile, other], "scan2d.cu", "").contains("#error two different types are called A"));
/// ```
pub fn translation_unit(tiles: &[&str], file: &str, kernel: &str) -> String {
    let mut includes = String::new();
    let mut structs = String::new();
    let mut known = Vec::new();
    for tile in tiles {
        let mut rest = *tile;
        while let Some((line, after)) = rest.split_once('\n').filter(|(line, _)| line.starts_with("#include ")) {
            if !includes.lines().any(|known| known == line) {
                includes.push_str(line);
                includes.push('\n');
            }
            rest = after;
        }
        for definition in definitions(rest) {
            if known.contains(&definition) {
                continue;
            }
            let name = line_name(definition);
            if name.is_some() && known.iter().any(|other| line_name(other) == name) {
                structs.push_str(&two_of_one_name(name.unwrap_or_default()));
                continue;
            }
            known.push(definition);
            structs.push_str(definition);
            if !definition.ends_with('\n') {
                structs.push('\n');
            }
        }
    }
    let file = file.replace('\\', "\\\\").replace('"', "\\\"");
    let mut unit = includes;
    unit.push_str(&structs);
    unit.push_str(&format!("#line 1 \"{file}\"\n{kernel}"));
    if !kernel.ends_with('\n') {
        unit.push('\n');
    }
    unit
}

/// Returns the name of the tile or block that a part of a text defines, which its `#line` has.
fn line_name(definition: &str) -> Option<&str> {
    definition.strip_prefix("#line 1 \"")?.split_once(".smem.cuh\"\n").map(|(name, _)| name)
}

/// Returns the error in place of the second of two types of one name.
fn two_of_one_name(name: &str) -> String {
    format!(
        "#line 1 \"{name}.smem.cuh\"\n#error two different types are called {name} in CUDA C++: give one of them another name with cuda = \"..\"\n"
    )
}

/// Returns the parts of `text` that each begin with the `#line` of a tile or a block, and what is in front of them.
fn definitions(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut start, mut at) = (0, 0);
    for line in text.split_inclusive('\n') {
        if line.starts_with("#line 1 \"") && line.trim_end().ends_with(".smem.cuh\"") && at > start {
            parts.push(&text[start..at]);
            start = at;
        }
        at += line.len();
    }
    parts.push(&text[start..]);
    parts
}
