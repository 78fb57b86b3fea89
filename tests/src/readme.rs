//! The README's own lines: its code blocks, its parts, and a crate made of them as a reader would.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The README.
pub const README: &str = include_str!("../../README.md");

/// The README's workspace, as seen from the crate of a reader.
const NEIGHBOUR: &str = "../smem-tile";

/// A fenced block of code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CodeBlock<'a> {
    /// The words after the fence: `rust`, `sh`, `rust,ignore`.
    pub language: &'a str,
    /// The lines between the fences, without the last line's end.
    pub code: &'a str,
}

/// The blocks of code in `text`, in order.
///
/// ```
/// use smem_tests::readme::{CodeBlock, blocks};
///
/// let found: Vec<CodeBlock> = blocks("Text.\n```rust\nlet a = 1;\n```\nMore.\n").collect();
/// assert_eq!(found, [CodeBlock { language: "rust", code: "let a = 1;" }]);
/// ```
pub fn blocks(text: &str) -> impl Iterator<Item = CodeBlock<'_>> {
    let fenced = text.split("\n```").skip(1).step_by(2);
    fenced.filter_map(|block| block.split_once('\n')).map(|(language, code)| CodeBlock { language, code })
}

/// Returns the arguments of each `cargo add` that `text` has the reader run, with this workspace in place of the README's.
///
/// # Panics
/// Where there is none, or one adds what is not in the workspace.
pub fn additions(text: &str) -> Vec<Vec<String>> {
    let shell = blocks(text).filter(|block| block.language == "sh");
    let lines = shell.flat_map(|block| block.code.lines()).filter(|line| line.starts_with("cargo add "));
    let root = workspace().display().to_string();
    let here = |word: &str| match word.strip_prefix(NEIGHBOUR) {
        Some(rest) => format!("{root}{rest}"),
        None => word.to_owned(),
    };
    let found: Vec<Vec<String>> = lines
        .inspect(|line| assert!(line.contains(NEIGHBOUR), "`{line}` adds what is not beside the reader's crate"))
        .map(|line| line.split_whitespace().skip(1).map(here).collect())
        .collect();
    assert!(!found.is_empty(), "no line adds a dependency");
    found
}

/// Writes a crate into `folder`, replacing what is there: files with their paths, and the dependencies that the `additions` add. It
/// locks what the workspace locks, so that no network is needed.
///
/// # Errors
/// Where the folder cannot be written, or Cargo refuses an addition.
pub fn write_crate(folder: &Path, additions: &[Vec<String>], files: &[(String, String)]) -> io::Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder)?;
    let manifest = "[workspace]\n\n[package]\nname = \"reader\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n\
         [profile.release]\npanic = \"abort\"\ncodegen-units = 1\n";
    fs::write(folder.join("Cargo.toml"), manifest)?;
    fs::copy(workspace().join("Cargo.lock"), folder.join("Cargo.lock"))?;
    for (path, text) in files {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap_or(folder))?;
        fs::write(path, text)?;
    }
    for addition in additions {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let added = Command::new(cargo).args(addition).arg("--offline").current_dir(folder).output()?;
        if !added.status.success() {
            return Err(io::Error::other(String::from_utf8_lossy(&added.stderr).into_owned()));
        }
    }
    Ok(())
}

/// Returns the folder of the workspace.
///
/// # Panics
/// Where it is gone.
pub fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().expect("the workspace is where it was built")
}
