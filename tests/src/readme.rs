//! The README's own lines: its code blocks, and a crate made of them as a reader would.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The README.
pub const README: &str = include_str!("../../README.md");

/// Where the README's dependency is, as seen from the crate of a reader: a path in quotes.
const NEIGHBOUR: &str = "\"../smem-tile\"";

/// A fenced block of code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Block<'a> {
    /// What follows the fence: `rust`, `toml`, `rust,ignore`.
    pub language: &'a str,
    /// The lines between the fences, without the last line's end.
    pub code: &'a str,
}

/// The part of the README under `heading`, a whole line, up to the next heading of its kind.
///
/// # Panics
/// Where there is no such heading.
pub fn section(heading: &str) -> &'static str {
    let start = README.find(&format!("\n{heading}\n")).unwrap_or_else(|| panic!("the README has no `{heading}`"));
    let rest = &README[start + 1 + heading.len()..];
    &rest[..rest.find("\n## ").unwrap_or(rest.len())]
}

/// The blocks of code in `text`, in order.
///
/// ```
/// use smem_tests::readme::{Block, blocks};
///
/// let found: Vec<Block> = blocks("Text.\n```rust\nlet a = 1;\n```\nMore.\n").collect();
/// assert_eq!(found, [Block { language: "rust", code: "let a = 1;" }]);
/// ```
pub fn blocks(text: &str) -> impl Iterator<Item = Block<'_>> {
    let fenced = text.split("\n```").skip(1).step_by(2);
    fenced.filter_map(|block| block.split_once('\n')).map(|(language, code)| Block { language, code })
}

/// The dependencies that `text` tells the reader to copy, with this workspace's path in place of the README's.
///
/// # Panics
/// Where there are none, or one of them is not a neighbour's path.
pub fn dependencies(text: &str) -> String {
    let toml = blocks(text).find(|block| block.language == "toml").expect("no dependencies to copy");
    let root = workspace();
    for line in toml.code.lines().filter(|line| line.contains('=')) {
        assert!(line.contains(NEIGHBOUR), "`{line}` is not beside the reader's crate");
    }
    toml.code.replace(NEIGHBOUR, &format!("{:?}", root.display().to_string()))
}

/// Writes a crate into `folder`, replacing what is there: `dependencies` as TOML, and files with their paths. It locks what
/// the workspace locks, so that no network is needed.
///
/// # Errors
/// Where the folder cannot be written.
pub fn write_crate(folder: &Path, dependencies: &str, files: &[(String, String)]) -> io::Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder)?;
    let manifest = format!(
        "[workspace]\n\n[package]\nname = \"reader\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n{dependencies}\n\
         [profile.release]\npanic = \"abort\"\ncodegen-units = 1\n"
    );
    fs::write(folder.join("Cargo.toml"), manifest)?;
    fs::copy(workspace().join("Cargo.lock"), folder.join("Cargo.lock"))?;
    for (path, text) in files {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap_or(folder))?;
        fs::write(path, text)?;
    }
    Ok(())
}

/// The folder of the workspace.
fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().expect("the workspace is where it was built")
}
