//! The files of a crate as modules, and which of them import which.

use super::paths::{SourcePaths, UsedPath};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// As many names are followed from one that hands it on to the next.
const LONGEST_CHAIN: usize = 16;

/// A module that is a file.
struct Module {
    file: PathBuf,
    parent: Option<usize>,
    children: BTreeMap<String, usize>,
    paths: SourcePaths,
}

/// The modules of a crate, the root first.
pub(crate) struct CrateFiles(Vec<Module>);

impl CrateFiles {
    pub(crate) fn of(root: &Path) -> Self {
        let mut files = Self(Vec::new());
        files.add(root, root.parent().unwrap(), None);
        files
    }

    /// Adds a file, and those of its modules, which are in `folder`.
    fn add(&mut self, file: &Path, folder: &Path, parent: Option<usize>) -> usize {
        let paths = SourcePaths::of(&fs::read_to_string(file).unwrap());
        let number = self.0.len();
        let names = paths.modules.clone();
        self.0.push(Module { file: file.to_owned(), parent, children: BTreeMap::new(), paths });
        for name in names {
            let own = folder.join(&name);
            let candidates = [folder.join(format!("{name}.rs")), own.join("mod.rs")];
            let Some(file) = candidates.iter().find(|file| file.is_file()) else { continue };
            let child = self.add(file, &own, Some(number));
            self.0[number].children.insert(name, child);
        }
        number
    }

    /// The files that each file takes names from. A name that a module hands on is taken from where it is defined, and handing it on takes
    /// nothing.
    pub(crate) fn imports(&self) -> BTreeMap<PathBuf, BTreeSet<PathBuf>> {
        let mut imports: BTreeMap<PathBuf, BTreeSet<PathBuf>> = BTreeMap::new();
        for (number, module) in self.0.iter().enumerate() {
            let own = imports.entry(module.file.clone()).or_default();
            let taken = module.paths.uses.iter().filter(|used| !used.is_handed_on).map(|used| &used.path);
            for path in taken.chain(&module.paths.inline) {
                let definition = self.definition(number, path, 0);
                own.extend(definition.filter(|to| *to != number).map(|to| self.0[to].file.clone()));
            }
        }
        imports
    }

    /// The module in which the item at a path is defined, as module `at` names it; `None` for other crates and for modules themselves.
    fn definition(&self, at: usize, path: &[String], depth: usize) -> Option<usize> {
        let (first, rest) = path.split_first()?;
        match first.as_str() {
            "crate" => self.below(0, rest, depth),
            "self" => self.below(at, rest, depth),
            "super" => match rest.first().map(String::as_str) {
                Some("super") => self.definition(self.0[at].parent?, rest, depth),
                _ => self.below(self.0[at].parent?, rest, depth),
            },
            // Any other name is of another crate, or of the file itself.
            _ if self.0[at].children.contains_key(first) || self.named(at, first).next().is_some() => {
                self.below(at, path, depth)
            }
            _ => None,
        }
    }

    /// The uses of a module by which it has a name.
    fn named<'m>(&'m self, at: usize, name: &'m str) -> impl Iterator<Item = &'m UsedPath> {
        self.0[at].paths.uses.iter().filter(move |used| used.name == name)
    }

    fn below(&self, at: usize, path: &[String], depth: usize) -> Option<usize> {
        let (first, rest) = path.split_first()?;
        if let Some(child) = self.0[at].children.get(first) {
            return self.below(*child, rest, depth);
        }
        if depth > LONGEST_CHAIN {
            return None;
        }
        if let Some(used) = self.named(at, first).next() {
            let whole: Vec<String> = used.path.iter().chain(rest).cloned().collect();
            return self.definition(at, &whole, depth + 1);
        }
        if self.0[at].paths.defined.contains(first) {
            return Some(at);
        }
        let globs = self.0[at].paths.globs.iter();
        let of_glob = |glob: &Vec<String>| {
            let whole: Vec<String> = glob.iter().chain(path).cloned().collect();
            self.definition(at, &whole, depth + 1)
        };
        globs.filter_map(of_glob).next()
    }
}
