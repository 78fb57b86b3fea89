//! The table of published files: where each is, and how it is compiled.

use std::path::{Path, PathBuf};

use smem_examples::{Error, read_file};

/// A published file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublishedFile {
    /// Its name here: that of its launch file.
    pub name: String,
    /// The repository on GitHub, `owner/name`.
    pub repository: String,
    /// The commit, 40 hexadecimal digits.
    pub commit: String,
    /// The file's path in the repository.
    pub path: String,
    /// The licence that the repository or the file states.
    pub licence: String,
    /// Further files of the repository that it includes.
    pub also: Vec<String>,
    /// Options for NVRTC.
    pub options: Vec<String>,
}

/// The published files that are compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublishedList {
    folder: PathBuf,
    /// The files, in the table's order.
    pub files: Vec<PublishedFile>,
}

const COLUMNS: [&str; 7] = ["name", "repository", "commit", "path", "licence", "also", "options"];

impl PublishedList {
    /// Reads `files.tsv` in `folder`, which also has the launch files.
    ///
    /// # Errors
    /// [`Error::Input`] with the line that is wrong.
    pub fn read(folder: &Path) -> Result<PublishedList, Error> {
        let table = folder.join("files.tsv");
        let wrong = |line: usize, told: &str| Error::Input(format!("`{}`, line {line}: {told}", table.display()));
        let text = read_file(&table)?;
        let mut lines =
            text.lines().enumerate().map(|(at, line)| (at + 1, line)).filter(|(_, line)| !line.starts_with('#'));
        if lines.next().map(|(_, line)| line) != Some(&COLUMNS.join("\t")) {
            return Err(wrong(1, "the columns are not those of this table"));
        }
        let mut files: Vec<PublishedFile> = Vec::new();
        for (line, text) in lines {
            let cells: Vec<&str> = text.split('\t').collect();
            let [name, repository, commit, path, licence, also, options] = cells[..] else {
                return Err(wrong(line, &format!("{} cells instead of {}", cells.len(), COLUMNS.len())));
            };
            if commit.len() != 40 || !commit.bytes().all(|digit| digit.is_ascii_hexdigit()) {
                return Err(wrong(line, &format!("`{commit}` is not a commit")));
            }
            let plain =
                |path: &str| Path::new(path).components().all(|part| matches!(part, std::path::Component::Normal(_)));
            if ![name, repository, path].into_iter().chain(also.split(' ')).all(plain) {
                return Err(wrong(line, "a path leads out of its folder"));
            }
            if files.iter().any(|file| file.name == name) {
                return Err(wrong(line, &format!("`{name}` is there twice")));
            }
            let list = |cell: &str| match cell {
                "-" => Vec::new(),
                cell => cell.split(' ').map(str::to_owned).collect(),
            };
            files.push(PublishedFile {
                name: name.to_owned(),
                repository: repository.to_owned(),
                commit: commit.to_owned(),
                path: path.to_owned(),
                licence: licence.to_owned(),
                also: list(also),
                options: list(options),
            });
        }
        Ok(PublishedList { folder: folder.to_owned(), files })
    }

    /// The list that this project compares, where its sources are.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub fn of_project() -> Result<PublishedList, Error> {
        PublishedList::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("published"))
    }

    /// The same with those files alone that have `text` in their names.
    #[must_use]
    pub fn only(mut self, text: &str) -> PublishedList {
        self.files.retain(|file| file.name.contains(text));
        self
    }

    /// The launch file of `file`.
    pub fn launch_file(&self, file: &PublishedFile) -> PathBuf {
        self.folder.join("launches").join(format!("{}.toml", file.name))
    }

    /// The folder of the table.
    pub fn folder(&self) -> &Path {
        &self.folder
    }
}

impl PublishedFile {
    /// Its path and those of the files that it includes.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        std::iter::once(&self.path).chain(&self.also).map(String::as_str)
    }

    /// The folder below `fetched` that the files of this repository's commit are in.
    pub fn folder(&self, fetched: &Path) -> PathBuf {
        fetched.join(&self.repository).join(&self.commit)
    }
}
