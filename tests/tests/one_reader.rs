//! Each language has one reader: only `smem-cuda` reads the text of CUDA C++ character by character, skips comments and matches brackets; only
//! `smem-sim` reads PTX and listings of machine code.

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

/// Files outside of `smem-sim` that handle PTX or listings as text, and why each may.
const OF_TEXT: [(&str, &str); 3] = [
    (
        "crates/smem-toolchain/src/compilers/instances.rs",
        "takes the kernels that it has put into a source out of the PTX",
    ),
    ("crates/smem-driver/libcuda/src/api/links.rs", "puts texts of PTX behind one another, under one head"),
    ("crates/smem-toolchain/src/disassembler.rs", "gives a listing of PTX's lines the name of the PTX"),
];

/// Returns the files outside of `smem-sim` whose code, without comments and unit tests, has one of these literals.
fn files_with(literals: &[&str]) -> BTreeSet<String> {
    let mut all = Vec::new();
    sources(&workspace(), &mut all);
    let has_literal = |text: &str| {
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        code.lines().any(|line| !line.trim_start().starts_with("//") && has_any(line, literals))
    };
    let named = all.into_iter().map(|path| {
        let name = path.strip_prefix(workspace()).unwrap().to_string_lossy().replace('\\', "/");
        (name, fs::read_to_string(&path).unwrap())
    });
    let outside = named.filter(|(name, _)| !name.starts_with("crates/smem-sim/"));
    outside.filter(|(_, text)| has_literal(text)).map(|(name, _)| name).collect()
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
fn only_smem_sim_reads_ptx_and_listings() {
    let directives = [".version", ".target", ".address_size", ".entry", ".visible", ".func", ".loc", ".pragma"];
    let words: Vec<String> = directives.iter().map(|word| format!("\"{word}\"")).collect();
    let of_listings =
        ["//## File", "/*0000*/", ".text.", ".headerflags", ".nv_debug"].map(|words| format!("\"{words}"));
    let literals: Vec<&str> = words.iter().chain(&of_listings).map(String::as_str).collect();
    let expected: BTreeSet<String> = OF_TEXT.iter().map(|(file, _)| (*file).to_owned()).collect();
    assert_eq!(files_with(&literals), expected);
}

#[test]
fn the_readers_that_were_there_before_are_found() {
    assert!(skips_comments("'/' if rest.starts_with(\"//\") => .. rest.starts_with(\"/*\")"));
    assert!(skips_comments("rest.starts_with(b\"//\") .. rest.starts_with(b\"/*\")"));
    assert!(matches_brackets("match token.text { \"{\" => depth += 1, \"}\" => depth -= 1 }"));
    assert!(matches_brackets("b'(' | b'[' | b'{' => depth += 1, b')' | b']' | b'}' => depth -= 1"));
}
