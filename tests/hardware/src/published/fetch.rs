//! Fetches published files at their commits, from GitHub or from clones on this machine.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use super::list::{PublishedFile, PublishedList};
use smem_examples::{Error, make_folder};

/// Where files are fetched from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FetchFrom {
    /// GitHub, file by file, by curl.
    GitHub,
    /// Clones, bare or not, in a folder: that of `owner/name` is `owner/name` below it.
    Clones(PathBuf),
}

/// Brings every file of `list` into `folder`, as `owner/name/COMMIT/path`. One that is there is not fetched again. Calls `done` with
/// the number of files so far.
///
/// # Errors
/// [`Error::Input`] where a file cannot be fetched or written, with the words of curl or git.
pub fn fetch(list: &PublishedList, from: &FetchFrom, folder: &Path, done: &mut dyn FnMut(usize)) -> Result<(), Error> {
    for (at, file) in list.files.iter().enumerate() {
        for path in file.paths() {
            let target = file.folder(folder).join(path);
            if target.is_file() {
                continue;
            }
            let bytes = contents(file, path, from)?;
            if let Some(parent) = target.parent() {
                make_folder(parent)?;
            }
            fs::write(&target, bytes).map_err(|error| Error::cannot_write(&target, &error))?;
        }
        done(at + 1);
    }
    Ok(())
}

fn contents(file: &PublishedFile, path: &str, from: &FetchFrom) -> Result<Vec<u8>, Error> {
    let PublishedFile { repository, commit, .. } = file;
    let mut command = match from {
        FetchFrom::GitHub => {
            let mut curl = Command::new("curl");
            curl.args(["--fail", "--silent", "--show-error", "--location", "--retry", "3", "--max-time", "60"]);
            curl.arg(format!("https://raw.githubusercontent.com/{repository}/{commit}/{path}"));
            curl
        }
        FetchFrom::Clones(folder) => {
            let clone = folder.join(repository);
            // A bare clone is its own git folder.
            let git_folder = if clone.join(".git").exists() { clone.join(".git") } else { clone };
            let mut git = Command::new("git");
            git.arg("--git-dir").arg(git_folder).arg("show").arg(format!("{commit}:{path}"));
            git
        }
    };
    let program = command.get_program().to_string_lossy().into_owned();
    let wrong = |told: &str| Error::Input(format!("cannot fetch `{path}` of {repository}: {program}: {told}"));
    let Output { status, stdout, stderr } =
        command.stdin(Stdio::null()).output().map_err(|error| wrong(&error.to_string()))?;
    if status.success() {
        return Ok(stdout);
    }
    Err(wrong(String::from_utf8_lossy(&stderr).trim().lines().last().unwrap_or("it failed without a word")))
}
