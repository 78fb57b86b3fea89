//! Each language has one reader: only `smem-cuda` reads the text of CUDA C++ character by character, skips comments and matches brackets; only
//! `smem-ptx` and `smem-sass` read PTX and listings of machine code.

use std::collections::BTreeSet;

use smem_tests::readme::workspace;
use smem_tests::sources::{code_lines, named, rust_files};

/// Folders and files that read other languages: PTX, listings of machine code and linker names, Rust, arguments of launches.
const OTHER_LANGUAGES: [&str; 8] = [
    "crates/smem-cuda/",
    "crates/smem-ptx/",
    "crates/smem-sass/",
    "crates/smem-sim/",
    "smem-derive/",
    "crates/smem-launch/src/kernels/",
    "crates/smem-launch/src/notation.rs",
    "smem-layout/",
];

/// The folders that read PTX and listings of machine code.
const FRONT_ENDS: [&str; 2] = ["crates/smem-ptx/", "crates/smem-sass/"];

/// Returns the files of products, and of the programs in `tests/hardware`, with their texts. A test may look at text as it likes.
fn sources() -> impl Iterator<Item = (String, String)> {
    let products = rust_files(&workspace(), |folder| !["tests", "benches"].contains(&folder));
    let programs = rust_files(&workspace().join("tests/hardware/src"), |_| true);
    products.into_iter().chain(programs).map(|file| named(&file))
}

/// Returns the files that may read no CUDA C++ and for whose text a check is true.
fn files(is_one: impl Fn(&str) -> bool) -> BTreeSet<String> {
    let of_cuda = sources().filter(|(name, _)| !OTHER_LANGUAGES.iter().any(|folder| name.starts_with(folder)));
    of_cuda.filter(|(_, text)| is_one(text)).map(|(name, _)| name).collect()
}

/// Files outside of the front ends that handle PTX or listings as text, and why each may.
const OF_TEXT: [(&str, &str); 3] = [
    (
        "crates/smem-toolchain/src/compilers/assembler_warnings.rs",
        "gives a warning of the assembler, which names a line of the PTX, the source line there",
    ),
    (
        "crates/smem-toolchain/src/compilers/instances.rs",
        "takes the kernels that it has put into a source out of the PTX",
    ),
    ("crates/smem-toolchain/src/disassembler.rs", "gives a listing of PTX's lines the name of the PTX"),
];

/// Returns the files outside of the front ends whose code has one of these literals.
fn files_with(literals: &[&str]) -> BTreeSet<String> {
    let outside = sources().filter(|(name, _)| !FRONT_ENDS.iter().any(|folder| name.starts_with(folder)));
    let with = outside.filter(|(_, text)| code_lines(text).any(|line| has_any(line, literals)));
    with.map(|(name, _)| name).collect()
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
fn only_the_front_ends_read_ptx_and_listings() {
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
