//! The libraries of CUDA's that the processes of a command had, as the loader noted them.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs::File;
use std::path::Path;

use crate::report::ReportFolder;

/// The file of the list in a run's folder, and its most bytes.
const NAME: &str = "objects";
const MOST_BYTES: u64 = 16 << 20;

/// The libraries of CUDA's that the processes of a command had, by their paths; empty on a machine whose loader does not note them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct MappedLibraries {
    /// Those of this run: the driver, the runtimes.
    pub supplied: BTreeSet<String>,
    /// Objects with a runtime built in that was led to the one of this run.
    pub led: BTreeSet<String>,
    /// Those that the program has brought.
    pub brought: BTreeSet<String>,
}

impl MappedLibraries {
    /// Makes an empty list in a run's folder.
    pub(super) fn begin(run: &Path) -> std::io::Result<()> {
        File::create(run.join(NAME)).map(|_| ())
    }

    /// Reads the list of a run's folder; empty where it cannot be read.
    pub(super) fn read(run: &Path) -> MappedLibraries {
        let list = ReportFolder::open(run).ok().and_then(|folder| folder.read(OsStr::new(NAME), MOST_BYTES).ok());
        MappedLibraries::of_lines(&String::from_utf8_lossy(&list.unwrap_or_default()))
    }

    fn of_lines(lines: &str) -> MappedLibraries {
        let mut all = MappedLibraries::default();
        for (kind, path) in lines.lines().filter_map(|line| line.split_once(' ')) {
            match kind {
                // Its folder is gone with the run.
                "supplied" => all.supplied.insert(path.rsplit('/').next().unwrap_or(path).to_owned()),
                "led" => all.led.insert(path.to_owned()),
                "brought" => all.brought.insert(path.to_owned()),
                _ => false,
            };
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_library_is_listed_once_by_its_kind() {
        let lines = "supplied /tmp/run/libraries/libcuda.so.1\nled /a b/program\nbrought /lib/libcublas.so.13\nled /a b/program\nother x\nsuppl";
        let all = MappedLibraries::of_lines(lines);
        let set = |path: &str| BTreeSet::from([path.to_owned()]);
        assert_eq!(
            (all.supplied, all.led, all.brought),
            (set("libcuda.so.1"), set("/a b/program"), set("/lib/libcublas.so.13"))
        );
    }
}
