//! The headers that a text may have a compiler open, by its own and its headers' words in any spelling: before a compiler reads it.
//!
//! A compiler opens whatever a text names, and shows lines of it in messages. What a file elsewhere is called decides here, and not whether it exists.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

use smem_cuda::{HeaderMacros, HeaderReach};
use smem_launch::is_system_header;
use smem_launch::program::bounded;

use super::folders::SourceFolders;

/// The most headers that are read.
const MOST_FILES: usize = 8192;

/// A search for headers that lead out of the folders where they may be.
pub(super) struct HeaderWalk<'a> {
    search: &'a [PathBuf],
    allowed: &'a SourceFolders,
    macros: HeaderMacros,
    by_macro: Vec<(String, PathBuf)>,
    seen: BTreeSet<PathBuf>,
    bytes: u64,
}

/// The first name that leads elsewhere, or what may.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Leaves {
    /// A header by its name.
    Header(String),
    /// A question or a header that macros make.
    Unknown,
}

impl<'a> HeaderWalk<'a> {
    /// Returns a search with folders of headers, and options of the compiler, which may define macros.
    pub(super) fn new(search: &'a [PathBuf], allowed: &'a SourceFolders, options: Vec<String>) -> HeaderWalk<'a> {
        let macros = HeaderMacros::with_options(options);
        HeaderWalk { search, allowed, macros, by_macro: Vec::new(), seen: BTreeSet::new(), bytes: 0 }
    }

    /// Follows the headers of a text in the file `from`, but not what the text itself opens elsewhere: its caller has answered that.
    ///
    /// # Errors
    /// The first header that leads elsewhere.
    pub(super) fn headers_of(mut self, text: &str, from: &Path) -> Result<(), Leaves> {
        self.macros.read_spelled(text);
        for opened in HeaderReach::of(text).opened {
            if !self.leaves(&opened.name, opened.is_quoted, from) {
                self.follow_header(&opened.name, opened.is_quoted, from)?;
            }
        }
        Ok(())
    }

    /// Checks a header, and all that it may include, to the last name.
    ///
    /// # Errors
    /// A header that leads elsewhere, or may.
    pub(super) fn whole_header(mut self, header: &Path) -> Result<(), Leaves> {
        self.follow_file(header, true)?;
        // A file that macros name may define others.
        loop {
            let before = (self.by_macro.len(), self.seen.len());
            // A macro that no text here defines is one of CUDA's, or an error.
            let known = self.by_macro.iter().filter(|(directive, _)| self.macros.may_define(directive)).cloned();
            for (directive, from) in known.collect::<Vec<_>>() {
                for name in self.macros.headers_of(&directive).ok_or(Leaves::Unknown)? {
                    // In quotes or not, it is looked for in the same folders, and beside the file.
                    self.named(&name, true, &from, true)?;
                }
            }
            if before == (self.by_macro.len(), self.seen.len()) {
                return Ok(());
            }
        }
    }

    fn follow_header(&mut self, name: &str, is_quoted: bool, from: &Path) -> Result<(), Leaves> {
        match self.found(name, is_quoted, from) {
            Some(file) => self.follow_file(&file, false),
            None => Ok(()),
        }
    }

    fn named(&mut self, name: &str, is_quoted: bool, from: &Path, is_whole: bool) -> Result<(), Leaves> {
        if self.leaves(name, is_quoted, from) {
            return Err(Leaves::Header(name.to_owned()));
        }
        match self.found(name, is_quoted, from) {
            Some(file) => self.follow_file(&file, is_whole),
            None => Ok(()),
        }
    }

    fn follow_file(&mut self, file: &Path, is_whole: bool) -> Result<(), Leaves> {
        if !self.seen.insert(file.to_owned()) {
            return Ok(());
        }
        let text = bounded::read(file, bounded::LARGEST_TEXT).map_err(|_| Leaves::Unknown)?;
        self.bytes += text.len() as u64;
        if self.seen.len() > MOST_FILES || self.bytes > bounded::LARGEST_TEXT {
            return Err(Leaves::Unknown);
        }
        let text = String::from_utf8_lossy(&text);
        self.macros.read_spelled(&text);
        let reach = HeaderReach::of(&text);
        if is_whole && reach.is_open {
            return Err(Leaves::Unknown);
        }
        if let Some(asked) = reach.asked.iter().find(|asked| self.leaves(&asked.name, asked.is_quoted, file)) {
            return Err(Leaves::Header(asked.name.clone()));
        }
        if is_whole {
            self.by_macro.extend(reach.by_macro.into_iter().map(|directive| (directive, file.to_owned())));
        }
        reach.opened.iter().try_for_each(|opened| self.named(&opened.name, opened.is_quoted, file, is_whole))
    }

    /// The folders of a name, in the order in which a compiler looks into them.
    fn places(&self, name: &str, is_quoted: bool, from: &Path) -> impl Iterator<Item = PathBuf> {
        let beside = from.parent().filter(|_| is_quoted).map(Path::to_owned);
        let places: Vec<PathBuf> =
            beside.into_iter().chain(self.search.iter().cloned()).map(|folder| folder.join(name)).collect();
        places.into_iter()
    }

    fn found(&self, name: &str, is_quoted: bool, from: &Path) -> Option<PathBuf> {
        let mut places = self.places(name, is_quoted, from);
        places.find_map(|place| self.allowed.real(&place).filter(|real| real.is_file()))
    }

    /// Whether a name leads out of the folders, before a compiler finds it in them.
    pub(super) fn leaves(&self, name: &str, is_quoted: bool, from: &Path) -> bool {
        if is_system_header(Path::new(name)) {
            return false;
        }
        for place in self.places(name, is_quoted, from) {
            match self.allowed.real(&place) {
                None => return true,
                Some(real) if real.is_file() => return false,
                Some(_) => {}
            }
        }
        if Path::new(name).is_absolute() {
            return self.allowed.real(Path::new(name)).is_none();
        }
        // From the folders of the system, which are looked into last.
        Path::new(name).components().any(|part| part == Component::ParentDir)
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::Job;
    use std::fs;

    /// A folder `own` with these headers, and one beside it.
    fn folder(headers: &[(&str, &str)]) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let own = folder.path().canonicalize().unwrap().join("own");
        fs::write(folder.path().join("secret.h"), "").unwrap();
        for (name, text) in headers {
            let path = own.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        (folder, own)
    }

    fn outcome(headers: &[(&str, &str)]) -> Result<(), Leaves> {
        let (_folder, own) = folder(headers);
        let job = Job::new(own.join("k.cu")).include(&own);
        let (search, allowed) = ([own.clone()], SourceFolders::of(&job));
        HeaderWalk::new(&search, &allowed, Vec::new()).whole_header(&own.join("lib/a.h"))
    }

    #[test]
    fn a_library_that_stays_below_is_followed_to_its_end() {
        let headers = [
            (
                "lib/a.h",
                "#include \"b.h\"\n#define STD(x) <cuda/std/x>\n#include STD(array)\n#if __has_include(<new>)\n#endif\n// we #include these",
            ),
            ("lib/b.h", "#include \"../other/c.h\" // #include\n#ifdef __has_include\n#endif"),
            ("other/c.h", "#include <lib/a.h>\n#include <vector>"),
        ];
        assert_eq!(outcome(&headers), Ok(()));
    }

    #[test]
    fn what_leads_elsewhere_is_found_in_any_spelling_and_depth() {
        for hidden in [
            "#include \"../../secret.h\"",
            "#include \"../../missing.h\"",
            "#include </etc/passwd>",
            "#include <../lib/os-release>",
            "#/* a */include \"/etc/passwd\"",
            "#inc\\\nlude \"/etc/passwd\"",
            "%:include \"/etc/passwd\"",
            "#define A \"/*\"\n#include \"/etc/passwd\"",
            "#if __has_include(\"/etc/shadow\")\n#endif",
            "#define ASK(x) __has_include(x)",
            "#define CAT(a, b) a##b\n#if CAT(__has_, include)(\"/etc/shadow\")\n#endif",
            "#define H \"/etc/passwd\"\n#include H",
            "#define H \"c.h\"\n#define Q \"/*\"\n#define H \"/etc/passwd\"\n#include H",
            "#define S(x) #x\n#include S(/etc/passwd)",
            "#embed \"/etc/passwd\"",
        ] {
            let headers = [("lib/a.h", "#include \"b.h\"\n"), ("lib/b.h", hidden), ("lib/c.h", "")];
            assert!(outcome(&headers).is_err(), "{hidden}");
        }
    }
}
