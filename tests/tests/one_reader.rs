//! Only `smem-cuda` reads the text of CUDA C++ character by character: no other crate skips comments or matches brackets.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Folders and files that read other languages: PTX, listings of machine code and linker names, Rust, arguments of launches.
const OTHER_LANGUAGES: [&str; 6] = [
    "crates/smem-cuda/",
    "crates/smem-sim/",
    "smem-derive/",
    "crates/smem-launch/src/kernels/",
    "crates/smem-launch/src/notation.rs",
    "smem-layout/",
];

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().unwrap()
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        // A test may look at text as it likes.
        if path.is_dir() && !["target", "tests", "benches"].contains(&name.as_str()) && !name.starts_with('.') {
            sources(&path, found);
        } else if name.ends_with(".rs") {
            found.push(path);
        }
    }
}

/// Returns the files of products, and of the programs in `tests/hardware`, for which a check is true.
fn files(is_one: impl Fn(&str) -> bool) -> BTreeSet<String> {
    let mut all = Vec::new();
    sources(&workspace(), &mut all);
    sources(&workspace().join("tests/hardware/src"), &mut all);
    let named = all.into_iter().map(|path| {
        let name = path.strip_prefix(workspace()).unwrap().to_string_lossy().replace('\\', "/");
        (name, fs::read_to_string(&path).unwrap())
    });
    let of_cuda = named.filter(|(name, _)| !OTHER_LANGUAGES.iter().any(|folder| name.starts_with(folder)));
    of_cuda.filter(|(_, text)| is_one(text)).map(|(name, _)| name).collect()
}

fn has_any(text: &str, literals: &[&str]) -> bool {
    literals.iter().any(|literal| text.contains(literal))
}

/// Returns true for a file that names both kinds of comments as literals.
fn skips_comments(text: &str) -> bool {
    has_any(text, &["\"//\""]) && has_any(text, &["\"/*\""])
}

/// Returns true for a file that counts how deep brackets are.
fn matches_brackets(text: &str) -> bool {
    let pairs = [("'('", "')'"), ("'{'", "'}'"), ("\"(\"", "\")\""), ("\"{\"", "\"}\"")];
    text.contains("depth") && pairs.iter().any(|(open, close)| text.contains(open) && text.contains(close))
}

#[test]
fn only_smem_cuda_skips_comments_of_cuda_text() {
    assert_eq!(files(skips_comments), BTreeSet::new());
}

#[test]
fn only_smem_cuda_matches_brackets_of_cuda_text() {
    assert_eq!(files(matches_brackets), BTreeSet::new());
}

#[test]
fn the_readers_that_were_there_before_are_found() {
    assert!(skips_comments("'/' if rest.starts_with(\"//\") => .. rest.starts_with(\"/*\")"));
    assert!(skips_comments("rest.starts_with(b\"//\") .. rest.starts_with(b\"/*\")"));
    assert!(matches_brackets("match token.text { \"{\" => depth += 1, \"}\" => depth -= 1 }"));
    assert!(matches_brackets("b'(' | b'[' | b'{' => depth += 1, b')' | b']' | b'}' => depth -= 1"));
}
