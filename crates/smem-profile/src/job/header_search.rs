//! A folder of the project that has a header which a file includes and the compiler does not find.

use std::collections::VecDeque;
use std::fs;
use std::path::{Component, Path, PathBuf};

use smem_launch::program::{Roots, repository};

/// The most folders that are looked into, and how far they are below the project's.
const MOST_FOLDERS: usize = 2_000;
const MOST_DEPTH: usize = 6;
/// Returns the folder to name with `-I` so that `file` finds a header, from the working folder: one of its project, which is the repository around it or,
/// without one, its own folder; the nearest to the project's own folder. Names are looked at, and no file is read.
pub(super) fn folder_with(header: &str, file: &Path) -> Option<PathBuf> {
    if header.is_empty() || Path::new(header).components().any(|part| !matches!(part, Component::Normal(_))) {
        return None;
    }
    let own = file.canonicalize().ok()?.parent()?.to_owned();
    let project = repository(&own).unwrap_or(own);
    let roots = Roots::of([&project]);
    let mut open = VecDeque::from([(project, 0)]);
    let mut seen = 0;
    while let Some((folder, depth)) = open.pop_front() {
        if roots.real(&folder.join(header)).is_some_and(|real| real.is_file()) {
            return Some(from_here(&folder));
        }
        seen += 1;
        if seen >= MOST_FOLDERS {
            return None;
        }
        if depth == MOST_DEPTH {
            continue;
        }
        let entries = fs::read_dir(&folder).into_iter().flatten().flatten();
        let is_open = |entry: &fs::DirEntry| {
            let is_hidden = entry.file_name().to_string_lossy().starts_with('.');
            entry.file_type().is_ok_and(|kind| kind.is_dir()) && !is_hidden
        };
        let mut below: Vec<PathBuf> = entries.filter(is_open).map(|entry| entry.path()).collect();
        below.sort_unstable();
        open.extend(below.into_iter().map(|folder| (folder, depth + 1)));
    }
    None
}

/// A folder from the working folder: `../../common`.
fn from_here(folder: &Path) -> PathBuf {
    let Some(here) = std::env::current_dir().and_then(|here| here.canonicalize()).ok() else {
        return folder.to_owned();
    };
    let same = here.components().zip(folder.components()).take_while(|(one, other)| one == other).count();
    let up = here.components().skip(same).map(|_| Component::ParentDir);
    let down: PathBuf = up.chain(folder.components().skip(same)).collect();
    if down.as_os_str().is_empty() { PathBuf::from(".") } else { down }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_is_found_in_the_repository_around_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        let put = |name: &str| {
            fs::create_dir_all(root.join(name).parent().unwrap()).unwrap();
            fs::write(root.join(name), "").unwrap();
        };
        for name in [
            "a/.git/config",
            "a/kernels/one/k.cu",
            "a/common/include/h.h",
            "a/.hidden/i.h",
            "outside/j.h",
            "a/common/lib/l.h",
        ] {
            put(name);
        }
        let file = root.join("a/kernels/one/k.cu");
        let found = |header: &str| folder_with(header, &file).map(|found| found.canonicalize().unwrap());
        assert_eq!(found("h.h"), Some(root.join("a/common/include")));
        assert_eq!(found("lib/l.h"), Some(root.join("a/common")));
        for header in ["i.h", "j.h", "missing.h", "../common/include/h.h", "/etc/passwd", ""] {
            assert_eq!(found(header), None, "{header}");
        }
    }
}
