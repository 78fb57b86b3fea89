//! The files that a compilation of a CUDA file may read, besides CUDA's headers: with their contents, an earlier result is known to be that of
//! the same source.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use smem_cuda::{HeaderMacros, headers_asked_for, included_headers};

use super::folders::SourceFolders;
use super::job::Job;
use smem_launch::program::bounded;

/// The most files that are read to find others.
const MOST_FILES: usize = 4096;

/// Words of a text whose meaning is not in files that its `#include`s name, or not in files at all.
const UNTRACKED: [&str; 9] =
    ["__has_include_next", "__has_embed", "#embed", "# embed", "__DATE__", "__TIME__", "__TIMESTAMP__", "%:", "??="];

/// A search for the files that a text includes, in every folder where a compiler may look for them.
pub(super) struct MayRead<'a> {
    folders: Vec<PathBuf>,
    allowed: SourceFolders,
    /// Files that are written for this run.
    temporary: Option<&'a Path>,
    found: BTreeSet<PathBuf>,
    macros: HeaderMacros,
    /// The `#include`s of macros, each with the folder of its file.
    by_macro: Vec<(String, PathBuf)>,
    read: usize,
    bytes: u64,
}

impl<'a> MayRead<'a> {
    /// Returns a search with the folders of a job. `None` where an option reads files that are not known here.
    pub(super) fn of(job: &Job, temporary: Option<&'a Path>) -> Option<MayRead<'a>> {
        let beside = job.file.parent().unwrap_or(Path::new("")).to_owned();
        let mut folders = vec![beside, PathBuf::new()];
        folders.extend(job.spec.source.include.iter().cloned());
        for option in job.spec.source.compiler_option.iter().chain(&job.nvcc_option) {
            folders.extend(folder_of(option)?);
        }
        let options = job.spec.source.define.iter().chain(&job.spec.source.compiler_option).chain(&job.nvcc_option);
        let macros = HeaderMacros::with_options(options.cloned().collect());
        let (allowed, found) = (SourceFolders::of(job), BTreeSet::new());
        Some(MayRead { folders, allowed, temporary, found, macros, by_macro: Vec::new(), read: 0, bytes: 0 })
    }

    /// Returns the files that a text in `folder`, or a file that it includes, may include: those that are there, and those that would be read if
    /// they were. `None` where that is not known.
    pub(super) fn files(mut self, text: &str, folder: &Path, more: &[&Path]) -> Option<Vec<PathBuf>> {
        for file in more {
            self.add(file)?;
        }
        self.follow(text, folder)?;
        self.follow_macros()?;
        Some(self.found.into_iter().collect())
    }

    fn follow(&mut self, text: &str, folder: &Path) -> Option<()> {
        if UNTRACKED.iter().any(|word| text.contains(word)) {
            return None;
        }
        self.macros.read(text);
        for header in included_headers(text) {
            if header.name.is_empty() {
                self.by_macro.push((text[header.span].to_owned(), folder.to_owned()));
            } else {
                self.add_in_folders(&header.name, folder)?;
            }
        }
        headers_asked_for(text)?.into_iter().try_for_each(|name| self.add_in_folders(name, folder))
    }

    /// Follows what macros may name, until no file is new: each may define others.
    fn follow_macros(&mut self) -> Option<()> {
        loop {
            let before = (self.found.len(), self.by_macro.len());
            for (directive, folder) in self.by_macro.clone() {
                for name in self.macros.headers_of(&directive)? {
                    self.add_in_folders(&name, &folder)?;
                }
            }
            if before == (self.found.len(), self.by_macro.len()) {
                return Some(());
            }
        }
    }

    fn add_in_folders(&mut self, name: &str, folder: &Path) -> Option<()> {
        let places: Vec<PathBuf> = self.folders.iter().map(|folder| folder.join(name)).collect();
        std::iter::once(folder.join(name)).chain(places).try_for_each(|place| self.add(&place))
    }

    fn add(&mut self, file: &Path) -> Option<()> {
        if !self.found.insert(file.to_owned()) {
            return Some(());
        }
        let is_temporary = self.temporary.is_some_and(|folder| file.starts_with(folder));
        if !is_temporary && !self.allowed.hold(file) {
            return None;
        }
        if !file.is_file() {
            return Some(());
        }
        let text = bounded::read(file, bounded::LARGEST_TEXT).ok()?;
        (self.read, self.bytes) = (self.read + 1, self.bytes + text.len() as u64);
        if self.read > MOST_FILES || self.bytes > bounded::LARGEST_TEXT {
            return None;
        }
        self.follow(&String::from_utf8_lossy(&text), file.parent().unwrap_or(Path::new("")))
    }
}

/// The folder of headers that an option names, if it does; `None` for an option that names files in another way.
fn folder_of(option: &str) -> Option<Option<PathBuf>> {
    const FOLDERS: [&str; 4] = ["--include-path=", "--system-include=", "-isystem=", "-I"];
    if let Some(folder) = FOLDERS.iter().find_map(|name| option.strip_prefix(name)) {
        return (!folder.is_empty()).then(|| Some(folder.into()));
    }
    let names_files = ["include", "isystem", "file", "pch", "@"].iter().any(|word| option.contains(word));
    (!names_files && option.starts_with('-')).then_some(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn names(job: &Job, text: &str, folder: &Path) -> Option<Vec<String>> {
        let files = MayRead::of(job, None)?.files(text, folder, &[])?;
        let below = |file: PathBuf| file.strip_prefix(folder).ok().map(|file| file.display().to_string());
        Some(files.into_iter().filter_map(below).collect())
    }

    #[test]
    fn files_that_are_not_there_are_among_those_that_may_be_read() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        fs::create_dir(folder.join("include")).unwrap();
        fs::write(folder.join("include/a.h"), "#include \"b.h\"\n#include <lib/c.h>\n").unwrap();
        fs::write(folder.join("include/b.h"), "").unwrap();
        let job = Job::new(folder.join("k.cu")).include(folder.join("include"));
        let asked = "#define A(x) <lib/x.h>\n#if __has_include(<d.h>)\n#include A(e)\n#endif";
        assert_eq!(names(&Job::new(folder.join("k.cu")), asked, folder).unwrap(), ["d.h", "lib/e.h"]);
        let found = names(&job, "#include \"a.h\"\n", folder).unwrap();
        assert_eq!(found, ["a.h", "b.h", "include/a.h", "include/b.h", "include/lib/c.h", "lib/c.h"]);
    }

    #[test]
    fn a_source_whose_files_are_not_known_is_compiled_each_time() {
        let folder = tempfile::tempdir().unwrap();
        let job = || Job::new(folder.path().join("k.cu"));
        for text in [
            "#include A\n",
            "#define A B\n#define A \"a.h\"\n#include A\n",
            "#if __has_include(A)\n#endif",
            "#if __has_include_next(<a.h>)\n#endif",
            "const char* t = __TIME__;",
            "%:include <a>",
        ] {
            assert_eq!(names(&job(), text, folder.path()), None, "{text}");
        }
        assert_eq!(names(&job(), "__global__ void k() {}", folder.path()), Some(Vec::new()));
        for option in ["-include=a.h", "--options-file=a", "@a", "-I", "a.h", "-isystem"] {
            assert_eq!(names(&job().compiler_option(option), "", folder.path()), None, "{option}");
        }
        assert_eq!(names(&job().compiler_option("--use_fast_math"), "", folder.path()), Some(Vec::new()));
    }
}
