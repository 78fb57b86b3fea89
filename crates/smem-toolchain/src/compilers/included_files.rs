//! The files that a text may include, and whose lines a message may hold.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

use crate::system_headers::is_system_header;

/// Folders below which files may be included.
#[derive(Debug, Clone)]
pub(super) struct IncludedFiles {
    /// With links resolved. `None`: any.
    folders: Option<Vec<PathBuf>>,
}

impl IncludedFiles {
    /// Those of a source's own folders, and of the compilers. `programs` are these compilers: what they are installed with is theirs, unless that is all of the system.
    pub(super) fn of(
        own: Option<impl Iterator<Item = PathBuf>>,
        programs: &[&Path],
        installed: Option<PathBuf>,
    ) -> IncludedFiles {
        let Some(own) = own else { return IncludedFiles { folders: None } };
        let prefixes = programs.iter().filter_map(|program| {
            let program = program.canonicalize().ok()?;
            Some(program.parent()?.parent()?.to_owned()).filter(|prefix| prefix.components().count() > 2)
        });
        let all = own.chain(prefixes.collect::<Vec<_>>()).chain(installed);
        IncludedFiles { folders: Some(all.map(|folder| resolved(&folder)).collect()) }
    }

    /// Whether a file, with its links resolved, is in one of the folders.
    pub(super) fn hold(&self, file: &Path) -> bool {
        let Some(folders) = &self.folders else { return true };
        let real = resolved(file);
        is_system_header(&real) || folders.iter().any(|folder| real.starts_with(folder))
    }

    /// Whether a name in an `#include` of a file leads out of the folders, whatever is there: no file is looked at.
    pub(super) fn lead_out(&self, name: &str, from: &Path) -> bool {
        let Some(folders) = &self.folders else { return false };
        let path = lexical(&from.parent().unwrap_or(Path::new("/")).join(name));
        let climbs =
            Path::new(name).is_absolute() || Path::new(name).components().any(|part| part == Component::ParentDir);
        climbs && !is_system_header(&path) && !folders.iter().any(|folder| path.starts_with(folder))
    }
}

/// A path with links resolved, as far as there is something: a text need not be in a file.
fn resolved(path: &Path) -> PathBuf {
    let mut ancestors = path.ancestors();
    let there = ancestors.find_map(|above| Some((above, above.canonicalize().ok()?)));
    let whole = there.and_then(|(above, real)| Some(real.join(path.strip_prefix(above).ok()?)));
    lexical(&whole.unwrap_or_else(|| path.to_owned()))
}

/// A path without `.` and `..`, by its text alone.
fn lexical(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                plain.pop();
            }
            Component::CurDir => {}
            part => plain.push(part),
        }
    }
    plain
}

/// The absolute paths of a rule for `make`, but for those of a folder: each is what comes before a space without a backslash.
pub(super) fn prerequisites(rule: &str, folder: &Path) -> BTreeSet<PathBuf> {
    let files = rule.split_once(": ").map_or("", |(_, files)| files);
    let (mut paths, mut path) = (BTreeSet::new(), String::new());
    let mut marks = files.chars().peekable();
    loop {
        match marks.next() {
            Some('\\') if matches!(marks.peek(), Some('\n')) => {}
            // Only these are escaped, each by one of its own.
            Some('\\') if matches!(marks.peek(), Some(' ' | '\t' | '#' | ':' | '\\')) => path.extend(marks.next()),
            Some('$') if matches!(marks.peek(), Some('$')) => path.extend(marks.next()),
            Some(mark) if !mark.is_whitespace() => path.push(mark),
            end => {
                paths.insert(PathBuf::from(std::mem::take(&mut path)));
                if end.is_none() {
                    break;
                }
            }
        }
    }
    paths.retain(|path| path.is_absolute() && !path.starts_with(folder));
    paths
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn files_in_the_folders_are_held_with_their_links_resolved() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        for name in ["own", "other"] {
            fs::create_dir(root.join(name)).unwrap();
            fs::write(root.join(name).join("a.h"), "").unwrap();
        }
        let files = IncludedFiles::of(Some([root.join("own")].into_iter()), &[Path::new("/bin/sh")], None);
        assert!(files.hold(&root.join("own/a.h")) && files.hold(&root.join("other/../own/a.h")));
        assert!(files.hold(&root.join("own/none.h")) && !files.hold(&root.join("own/../none.h")), "no file");
        assert!(!files.hold(&root.join("other/a.h")) && !files.hold(&root.join("own/../other/a.h")));
        assert!(!files.hold(Path::new("/etc/passwd")) && !files.hold(Path::new("/usr/lib/os-release")));
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(root.join("other/a.h"), root.join("own/link.h")).unwrap();
            assert!(!files.hold(&root.join("own/link.h")));
        }
        let from = root.join("own/k.cu");
        for out in ["../other/a.h", "../other/none.h", "/etc/passwd", "a/../../other/a.h", "../../../../../none"] {
            assert!(files.lead_out(out, &from), "{out}");
        }
        for inside in ["a.h", "none.h", "b/../a.h", "../own/none.h", "lib/none.h"] {
            assert!(!files.lead_out(inside, &from), "{inside}");
        }
        let any = IncludedFiles::of(None::<std::iter::Empty<PathBuf>>, &[], None);
        assert!(any.hold(Path::new("/etc/passwd")) && !any.lead_out("/etc/passwd", &from));
    }

    #[test]
    fn a_rule_of_make_names_the_headers() {
        let rule = "main.o : /tmp/a/main.cu \\\n  /usr/include/stdio.h \\\n /my\\ own/a.h names /a$$b/\\#c.h\n";
        let files: Vec<_> = prerequisites(rule, Path::new("/tmp/a")).into_iter().collect();
        assert_eq!(files, ["/a$b/#c.h", "/my own/a.h", "/usr/include/stdio.h"].map(PathBuf::from));
    }
}
