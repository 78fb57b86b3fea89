//! The Rust files of the workspace, for tests that read them.

use std::fs;
use std::path::{Path, PathBuf};

use crate::readme::workspace;

/// Returns the files of Rust below a folder, but for what is built and what is hidden. `is_open` says which of its folders are entered, by
/// their names.
///
/// # Panics
/// Where a folder cannot be read.
pub fn rust_files(folder: &Path, is_open: impl Fn(&str) -> bool) -> Vec<PathBuf> {
    let (mut files, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if path.is_dir() {
                if name != "target" && !name.starts_with('.') && is_open(&name) {
                    folders.push(path);
                }
            } else if name.ends_with(".rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// Returns a file's path from the top level, and its text.
///
/// # Panics
/// Where the file is not there, or is not in the workspace.
pub fn named(file: &Path) -> (String, String) {
    let name = file.strip_prefix(workspace()).unwrap().to_string_lossy().replace('\\', "/");
    (name, fs::read_to_string(file).unwrap())
}

/// Returns the lines of code of a source, as rustfmt writes it: without those that are comments, and without unit tests, `mod tests`.
///
/// ```
/// use smem_tests::sources::code_lines;
///
/// let text = "// why\nfn f() {} // how\n#[cfg(test)]\nmod tests {\n    fn g() {}\n}\n#[cfg(test)]\nfn seen() {}\n";
/// assert_eq!(code_lines(text).collect::<Vec<_>>(), ["fn f() {} // how", "#[cfg(test)]", "#[cfg(test)]", "fn seen() {}"]);
/// ```
pub fn code_lines(text: &str) -> impl Iterator<Item = &str> {
    let mut is_test = false;
    text.lines().filter(move |line| {
        is_test |= *line == "mod tests {";
        let is_code = !is_test && !line.trim_start().starts_with("//");
        is_test &= *line != "}";
        is_code
    })
}
