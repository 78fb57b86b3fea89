//! The stored answers: a file for each corpus and door, with a section for each case.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::difference::difference;
use crate::table::Case;

/// The beginning of the line in front of a section, which no answer has.
const MARK: &str = "======== ";

/// The answers of all files, by the name of the file without its ending and the name of the case.
#[derive(Debug)]
pub(crate) struct Answers {
    folder: PathBuf,
    all: BTreeMap<(String, String), String>,
}

impl Answers {
    /// Reads the files of a folder.
    pub(crate) fn read(folder: &Path) -> Answers {
        let mut all = BTreeMap::new();
        for entry in fs::read_dir(folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            for (heading, text) in sections(&fs::read_to_string(&path).unwrap()) {
                let twice = all.insert((name.clone(), heading.clone()), text);
                assert!(twice.is_none(), "`{}` has two answers of `{heading}`", path.display());
            }
        }
        Answers { folder: folder.to_owned(), all }
    }

    /// The files and cases that have an answer.
    pub(crate) fn names(&self) -> BTreeSet<(String, String)> {
        self.all.keys().cloned().collect()
    }

    /// The answer of a case.
    pub(crate) fn of(&self, case: &Case) -> Option<&str> {
        self.all.get(&(case.file(), case.heading())).map(String::as_str)
    }

    pub(crate) fn put(&mut self, case: &Case, answer: String) {
        self.all.insert((case.file(), case.heading()), answer);
    }

    /// Writes the answers of these cases, in their order, and removes all others.
    pub(crate) fn write(&self, cases: &[Case]) {
        let mut files: BTreeMap<String, String> = BTreeMap::new();
        for case in cases {
            if let Some(answer) = self.all.get(&(case.file(), case.heading())) {
                *files.entry(case.file()).or_default() += &format!("{MARK}{}\n{answer}", case.heading());
            }
        }
        fs::create_dir_all(&self.folder).unwrap();
        for entry in fs::read_dir(&self.folder).unwrap() {
            fs::remove_file(entry.unwrap().path()).unwrap();
        }
        for (name, text) in files {
            fs::write(self.folder.join(format!("{name}.txt")), text).unwrap();
        }
    }

    /// Returns the name of the case and the lines that differ, where its answer is not as it was.
    pub(crate) fn difference(&self, case: &Case, found: &str) -> Option<String> {
        let name = format!("{}: {}", case.file(), case.heading());
        match self.all.get(&(case.file(), case.heading())) {
            None => Some(format!("{name}: no answer is stored")),
            Some(stored) if stored == found => None,
            Some(stored) => Some(format!("{name}\n{}", difference(stored, found))),
        }
    }
}

/// The sections of a file: headings and texts.
fn sections(text: &str) -> Vec<(String, String)> {
    let mut sections: Vec<(String, String)> = Vec::new();
    for line in text.split_inclusive('\n') {
        match line.strip_prefix(MARK) {
            Some(heading) => sections.push((heading.trim_end().to_owned(), String::new())),
            None => sections.last_mut().expect("a file begins with a heading").1.push_str(line),
        }
    }
    sections
}

#[test]
fn what_is_written_is_read_and_a_change_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let case = crate::table::cases().remove(0);
    let mut answers = Answers::read(folder.path());
    answers.put(&case, "a\nb\n".to_owned());
    answers.write(std::slice::from_ref(&case));
    let answers = Answers::read(folder.path());
    assert_eq!(answers.difference(&case, "a\nb\n"), None);
    let told = answers.difference(&case, "a\nc\n").unwrap();
    assert!(told.contains("\n  a\n- b\n+ c\n") && told.contains(&case.heading()), "{told}");
    answers.write(&[]);
    assert!(Answers::read(folder.path()).names().is_empty());
}
