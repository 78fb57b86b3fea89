//! The folders that the paths of a stranger may not leave, with links resolved.
//!
//! A path that leaves them is not looked at: whether there is such a file, or a folder on the way to it, changes no answer.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::fs;
use std::path::{Component, Path, PathBuf};

/// The most links of one path, as the kernel of Linux has it.
const MOST_LINKS: usize = 40;

/// Folders with all that is below them.
#[derive(Debug, Clone, Default)]
pub struct Roots {
    roots: Vec<Root>,
}

#[derive(Debug, Clone)]
struct Root {
    /// As it is named, from the root folder on.
    named: PathBuf,
    /// With links resolved.
    real: PathBuf,
}

/// A part of a path that is still to be walked.
enum PathStep {
    Top(PathBuf),
    Up,
    Down(OsString),
}

impl Roots {
    /// Returns the folders with their links resolved.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.roots.iter().map(|root| root.real.as_path())
    }

    /// Returns these folders. One that does not exist holds nothing.
    pub fn of<P: AsRef<Path>>(folders: impl IntoIterator<Item = P>) -> Roots {
        let root = |folder: P| {
            let named = folder.as_ref();
            let named = if named.as_os_str().is_empty() { Path::new(".") } else { named };
            Some(Root { real: named.canonicalize().ok()?, named: std::path::absolute(named).ok()? })
        };
        Roots { roots: folders.into_iter().filter_map(root).collect() }
    }

    /// Returns true for a path without links that is one of the folders or below one.
    pub fn hold(&self, real: &Path) -> bool {
        self.roots.iter().any(|root| real.starts_with(&root.real))
    }

    /// Returns a path with its links resolved if it stays below the folders, whether or not there is such a file. `None` if it leaves them, be it on
    /// the way.
    pub fn real(&self, path: &Path) -> Option<PathBuf> {
        let path = std::path::absolute(path).ok()?;
        // Compilers and users name folders with links as they are, such as `/tmp` of macOS.
        let known = self.roots.iter().find_map(|root| Some(root.real.join(path.strip_prefix(&root.named).ok()?)));
        let path = known.unwrap_or(path);
        if cfg!(not(unix)) {
            // Names with prefixes are compared by the system.
            return path.canonicalize().ok().filter(|real| self.hold(real));
        }
        let (mut steps, mut at, mut links) = (steps(&path), PathBuf::new(), 0);
        while let Some(step) = steps.pop_front() {
            let next = match step {
                PathStep::Top(top) => top,
                PathStep::Up => at.parent().unwrap_or(&at).to_owned(),
                PathStep::Down(name) => at.join(name),
            };
            if !self.is_on_the_way(&next) {
                // The users' own way to the folders, as a home folder that is a link.
                at = next.canonicalize().ok().filter(|real| is_link(&next) && self.is_on_the_way(real))?;
                continue;
            }
            if self.hold(&next) && is_link(&next) && !self.roots.iter().any(|root| root.real == next) {
                links += 1;
                let target = fs::read_link(&next).ok().filter(|_| links <= MOST_LINKS)?;
                for step in self::steps(&target).into_iter().rev() {
                    steps.push_front(step);
                }
                continue;
            }
            at = next;
        }
        self.hold(&at).then_some(at)
    }

    /// Whether a path without links is below a folder or leads to one.
    fn is_on_the_way(&self, real: &Path) -> bool {
        self.hold(real) || self.roots.iter().any(|root| root.real.starts_with(real))
    }
}

fn steps(path: &Path) -> VecDeque<PathStep> {
    let step = |part: Component<'_>| match part {
        Component::RootDir | Component::Prefix(_) => Some(PathStep::Top(PathBuf::from(part.as_os_str()))),
        Component::CurDir => None,
        Component::ParentDir => Some(PathStep::Up),
        Component::Normal(name) => Some(PathStep::Down(name.to_owned())),
    };
    path.components().filter_map(step).collect()
}

fn is_link(path: &Path) -> bool {
    path.symlink_metadata().is_ok_and(|data| data.is_symlink())
}

/// Returns true unless links lead a file that a user names out of the folder that the user sees: the working folder where the path is below that, else the
/// file's own. A path below one of `allowed` may lead there as well.
pub fn stays<P: AsRef<Path>>(path: &Path, allowed: &[P]) -> bool {
    // No path at all has an error of its own.
    let Ok(absolute) = std::path::absolute(path) else { return true };
    let here = std::env::current_dir().unwrap_or_default();
    let is_here = absolute.starts_with(here) && !path.components().any(|part| part == Component::ParentDir);
    let own = if is_here { Path::new("") } else { path.parent().unwrap_or(path) };
    // The standard input and pipes of a shell are links of the system.
    let is_of_system = || ["/dev", "/proc"].iter().any(|folder| absolute.starts_with(folder));
    let folders = [own].into_iter().chain(allowed.iter().map(AsRef::as_ref));
    Roots::of(folders).real(path).is_some() || (!is_here && is_of_system()) || !own_exists(own)
}

/// A folder that does not exist has no links: its error is that of the file.
fn own_exists(own: &Path) -> bool {
    own.as_os_str().is_empty() || own.exists()
}

/// Begins the message for a file that does not [stay](stays).
pub fn led_out(path: &Path) -> String {
    let name = path.display().to_string();
    let name = name.escape_debug();
    format!(
        "a symbolic link leads `{name}` out of its folder and of the working folder\nhelp: name the file that it leads to"
    )
}

/// Returns the repository around a folder: the nearest folder with `.git`. A repository of a whole home folder is none of a project.
pub fn repository(folder: &Path) -> Option<PathBuf> {
    let real = folder.canonicalize().ok()?;
    let home = std::env::var_os("HOME").and_then(|home| Path::new(&home).canonicalize().ok());
    let found = real.ancestors().find(|folder| folder.join(".git").exists())?;
    (!home.is_some_and(|home| home.starts_with(found))).then(|| found.to_owned())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    /// `own` and `other`, each with `a.h`, and links in `own`.
    fn folders() -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        for name in ["own/deep", "other"] {
            fs::create_dir_all(root.join(name)).unwrap();
            fs::write(root.join(name).join("a.h"), "").unwrap();
        }
        for (link, target) in [
            ("inside.h", "deep/a.h"),
            ("outside.h", "../other/a.h"),
            ("dangling.h", "../other/missing.h"),
            ("absolute.h", "/etc/passwd"),
            ("folder", "../other"),
            ("round", "round"),
            ("up", ".."),
        ] {
            symlink(target, root.join("own").join(link)).unwrap();
        }
        symlink(root.join("own"), root.join("way")).unwrap();
        (folder, root)
    }

    #[test]
    fn a_path_that_stays_below_is_resolved_whether_or_not_there_is_a_file() {
        let (_folder, root) = folders();
        let roots = Roots::of([root.join("own")]);
        for (path, real) in [
            ("own/deep/a.h", "own/deep/a.h"),
            ("own/missing/../deep/a.h", "own/deep/a.h"),
            ("own/inside.h", "own/deep/a.h"),
            ("own/up/own/deep/a.h", "own/deep/a.h"),
            ("way/deep/b.h", "own/deep/b.h"),
            ("own/deep/../../own/b.h", "own/b.h"),
        ] {
            assert_eq!(roots.real(&root.join(path)), Some(root.join(real)), "{path}");
        }
    }

    #[test]
    fn a_path_that_leaves_has_one_answer_whatever_is_there() {
        let (_folder, root) = folders();
        let roots = Roots::of([root.join("own")]);
        for path in [
            "other/a.h",
            "other/missing.h",
            "own/../other/a.h",
            "own/outside.h",
            "own/dangling.h",
            "own/absolute.h",
            "own/folder/a.h",
            "own/folder/../own/a.h",
            "other/../own/deep/a.h",
            "missing/../own/deep/a.h",
            "own/round",
            "own/..",
        ] {
            assert_eq!(roots.real(&root.join(path)), None, "{path}");
        }
        assert_eq!(Roots::of([root.join("missing")]).real(&root.join("missing/a.h")), None);
    }
}
