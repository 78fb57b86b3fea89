//! Fetches published files at their commits, from GitHub or from clones on this machine. By git, which compares what it receives with the
//! commit's name: that is a hash of all its files.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use super::list::{PublishedFile, PublishedList};
use smem_examples::{Error, make_folder};

/// Where files are fetched from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FetchFrom {
    /// A host of repositories, such as [`GITHUB`]: commits and the files that are asked for, into a folder `clones` below that of the files.
    Host(String),
    /// Clones, bare or not, in a folder: that of `owner/name` is `owner/name` below it.
    Clones(PathBuf),
}

/// The host of all files of the lists.
pub const GITHUB: &str = "https://github.com";

/// Brings every file of `list` into `folder`, as `owner/name/COMMIT/path`. One that is there is not fetched again. Calls `done` with
/// the number of files so far.
///
/// # Errors
/// [`Error::Input`] where a file cannot be fetched or written, with the words of git.
pub fn fetch(list: &PublishedList, from: &FetchFrom, folder: &Path, done: &mut dyn FnMut(usize)) -> Result<(), Error> {
    for (at, file) in list.files.iter().enumerate() {
        for path in file.paths() {
            let target = file.folder(folder).join(path);
            if target.is_file() {
                continue;
            }
            let repository = match from {
                FetchFrom::Host(host) => cloned(file, host, &folder.join("clones"))?,
                FetchFrom::Clones(clones) => clones.join(&file.repository),
            };
            let bytes = contents(file, path, &repository)?;
            if let Some(parent) = target.parent() {
                make_folder(parent)?;
            }
            fs::write(&target, bytes).map_err(|error| Error::cannot_write(&target, &error))?;
        }
        done(at + 1);
    }
    Ok(())
}

/// Returns the folder of a repository that has the file's commit, with the files that were asked for so far.
fn cloned(file: &PublishedFile, host: &str, clones: &Path) -> Result<PathBuf, Error> {
    let PublishedFile { repository, commit, .. } = file;
    let folder = clones.join(repository);
    let wrong = |told: String| Error::Input(format!("cannot fetch {repository}: git: {told}"));
    let git = |args: &[&str]| git(&folder, args).map_err(wrong);
    if !folder.is_dir() {
        make_folder(&folder)?;
        git(&["init", "--quiet", "--bare", "."])?;
        git(&["remote", "add", "origin", &format!("{host}/{repository}")])?;
        // Files are fetched when they are asked for.
        git(&["config", "remote.origin.promisor", "true"])?;
        git(&["config", "remote.origin.partialclonefilter", "blob:none"])?;
    }
    if git(&["rev-parse", "--quiet", "--verify", &format!("refs/published/{commit}")]).is_err() {
        let as_named = format!("{commit}:refs/published/{commit}");
        git(&["fetch", "--quiet", "--depth", "1", "--filter=blob:none", "origin", &as_named])?;
    }
    Ok(folder)
}

fn contents(file: &PublishedFile, path: &str, clone: &Path) -> Result<Vec<u8>, Error> {
    let PublishedFile { repository, commit, .. } = file;
    git(clone, &["show", &format!("{commit}:{path}")])
        .map_err(|told| Error::Input(format!("cannot fetch `{path}` of {repository}: git: {told}")))
}

/// Returns what git prints about a repository, or its last word.
fn git(repository: &Path, args: &[&str]) -> Result<Vec<u8>, String> {
    // A bare clone is its own git folder.
    let git_folder = if repository.join(".git").exists() { repository.join(".git") } else { repository.to_owned() };
    let mut command = Command::new("git");
    command.arg("--git-dir").arg(git_folder).args(args).current_dir(repository).stdin(Stdio::null());
    let Output { status, stdout, stderr } = command.output().map_err(|error| error.to_string())?;
    if status.success() {
        return Ok(stdout);
    }
    Err(String::from_utf8_lossy(&stderr).trim().lines().last().unwrap_or("it failed without a word").to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_fetched_at_its_commit_and_another_commit_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let (host, fetched) = (folder.path().join("host"), folder.path().join("fetched"));
        let repository = host.join("owner/name");
        fs::create_dir_all(&repository).unwrap();
        let run = |args: &[&str]| {
            let name = ["-c", "user.name=a", "-c", "user.email=a@b"];
            let output = Command::new("git").args(name).args(args).current_dir(&repository).output().unwrap();
            assert!(output.status.success(), "{output:?}");
            String::from_utf8(output.stdout).unwrap().trim().to_owned()
        };
        run(&["init", "--quiet"]);
        // As a host answers.
        run(&["config", "uploadpack.allowFilter", "true"]);
        run(&["config", "uploadpack.allowAnySHA1InWant", "true"]);
        fs::write(repository.join("k.cu"), "first").unwrap();
        run(&["add", "k.cu"]);
        run(&["commit", "--quiet", "-m", "first"]);
        let commit = run(&["rev-parse", "HEAD"]);
        fs::write(repository.join("k.cu"), "second").unwrap();
        run(&["commit", "--quiet", "-am", "second"]);

        let from = FetchFrom::Host(format!("file://{}", host.display()));
        let list = |commit: &str| {
            let columns = "name\trepository\tcommit\tpath\tlicence\talso\toptions";
            let table = format!("{columns}\nk\towner/name\t{commit}\tk.cu\tMIT\t-\t-\n");
            fs::write(folder.path().join("files.tsv"), table).unwrap();
            PublishedList::read(folder.path()).unwrap()
        };
        fetch(&list(&commit), &from, &fetched, &mut |_| ()).unwrap();
        assert_eq!(fs::read_to_string(list(&commit).files[0].folder(&fetched).join("k.cu")).unwrap(), "first");
        let error = fetch(&list(&"0".repeat(40)), &from, &fetched, &mut |_| ()).unwrap_err().to_string();
        assert!(error.starts_with("cannot fetch owner/name: git: "), "{error}");
    }
}
