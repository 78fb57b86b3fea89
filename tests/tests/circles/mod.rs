//! Imports go down only: no file of a crate imports, through whatever others, what imports it.

mod crate_files;
mod paths;

use crate_files::CrateFiles;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns the roots of all crates of the workspace but tests and benches.
fn crate_roots() -> Vec<PathBuf> {
    let manifest = fs::read_to_string(workspace().join("Cargo.toml")).unwrap();
    let (_, members) = manifest.split_once("members = [").unwrap();
    let (members, _) = members.split_once(']').unwrap();
    let members = members.split(',').map(|member| member.trim().trim_matches('"')).filter(|member| !member.is_empty());
    let mut roots = Vec::new();
    for member in members.chain([""]) {
        let source = workspace().join(member).join("src");
        roots.extend(["lib.rs", "main.rs"].map(|root| source.join(root)));
        let programs = fs::read_dir(source.join("bin")).into_iter().flatten();
        for program in programs.map(|entry| entry.unwrap().path()) {
            roots.extend([program.join("main.rs"), program]);
        }
    }
    roots.retain(|root| root.is_file());
    roots
}

/// The path of a file from the top level.
fn name(file: &Path) -> String {
    file.strip_prefix(workspace()).unwrap().to_string_lossy().replace('\\', "/")
}

/// Returns the sets of files each of which reaches all others of its set by imports.
fn circles(imports: &BTreeMap<PathBuf, BTreeSet<PathBuf>>) -> Vec<BTreeSet<&PathBuf>> {
    let reached = |from: &PathBuf| {
        let (mut seen, mut open) = (BTreeSet::new(), vec![from.clone()]);
        while let Some(file) = open.pop() {
            for to in imports.get(&file).into_iter().flatten() {
                if seen.insert(to.clone()) {
                    open.push(to.clone());
                }
            }
        }
        seen
    };
    let from: BTreeMap<&PathBuf, BTreeSet<PathBuf>> = imports.keys().map(|file| (file, reached(file))).collect();
    let mut circles: Vec<BTreeSet<&PathBuf>> = Vec::new();
    for (file, reached) in &from {
        if reached.contains(*file) && !circles.iter().any(|circle| circle.contains(file)) {
            circles
                .push(from.keys().copied().filter(|to| reached.contains(*to) && from[*to].contains(*file)).collect());
        }
    }
    circles
}

#[test]
fn no_file_imports_what_imports_it() {
    let mut found = Vec::new();
    for root in crate_roots() {
        let imports = CrateFiles::of(&root).imports();
        for circle in circles(&imports) {
            let arrows = circle.iter().flat_map(|from| {
                let inside = imports[*from].iter().filter(|to| circle.contains(to));
                inside.map(|to| format!("  {} -> {}", name(from), name(to)))
            });
            found.push(arrows.collect::<Vec<_>>().join("\n"));
        }
    }
    assert!(found.is_empty(), "files that import each other:\n{}", found.join("\n\n"));
}

#[test]
fn a_circle_is_found_through_names_that_are_handed_on() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    write("lib.rs", "mod above; mod below; mod aside; pub use above::{Face, other::Deep as Top};");
    write(
        "above/mod.rs",
        "mod other; pub(crate) use other::Deep; use crate::below::low; pub struct Face; fn f() { low() }",
    );
    write("above/other.rs", "pub struct Deep;");
    write("below.rs", "pub fn low() -> crate::Face { todo!() }\n#[cfg(test)] mod tests { use crate::aside::here; }");
    write("aside.rs", "use super::Top; pub fn here() { crate::below::low(); }");
    let imports = CrateFiles::of(&folder.path().join("lib.rs")).imports();
    let circles = circles(&imports);
    let names = |circle: &BTreeSet<&PathBuf>| -> Vec<String> {
        circle.iter().map(|file| file.strip_prefix(folder.path()).unwrap().to_string_lossy().into_owned()).collect()
    };
    assert_eq!(circles.iter().map(names).collect::<Vec<_>>(), [["above/mod.rs", "below.rs"]]);
}
