//! The report of a run, of the files that its processes left. A file that cannot be read is not passed over: it makes the run fail.

use std::ffi::{OsStr, OsString};

use smem_sim::Arch;

use crate::report::{ReportFolder, RunReport, SUFFIX};

/// The most bytes of one process's file, and of the files of all.
const MOST_BYTES: u64 = 256 << 20;
const MOST_BYTES_OF_ALL: u64 = 1 << 30;

/// Merges the reports in a folder, in the order of the processes' numbers.
pub(super) fn merged(reports: &ReportFolder, arch: Arch) -> RunReport {
    let mut merged = RunReport { version: RunReport::VERSION, arch: arch.to_string(), ..RunReport::default() };
    merged.unjudged.extend(reports.check().err());
    let mut names = reports.names(SUFFIX).unwrap_or_else(|error| {
        merged.unjudged.insert(error);
        Vec::new()
    });
    names.sort_by_key(numbers);
    let mut left = MOST_BYTES_OF_ALL;
    for name in names {
        match read(reports, &name, left.min(MOST_BYTES)) {
            Ok((report, bytes)) => {
                merged.merge(&report);
                left = left.saturating_sub(bytes);
            }
            Err(error) => {
                merged.unjudged.insert(format!("the report `{}` cannot be read: {error}", name.display()));
            }
        }
    }
    merged
}

/// Reads a report, and returns the bytes of its file as well.
fn read(reports: &ReportFolder, name: &OsStr, most: u64) -> Result<(RunReport, u64), String> {
    let lines = reports.read(name, most)?;
    let report = RunReport::from_lines(&lines);
    let report = report.ok_or("its process ended while it wrote, or something else has changed it")?;
    Ok((report, lines.len() as u64))
}

/// The number of the process in a file's name, and that of the file.
fn numbers(name: &OsString) -> (Option<u64>, Option<u64>) {
    let name = name.to_string_lossy();
    let (process, file) = name.trim_end_matches(SUFFIX).split_once('-').unwrap_or((&name, ""));
    (process.parse().ok(), file.parse().ok())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::symlink;
    use std::path::{Path, PathBuf};

    /// A folder of reports in one that ends with the test.
    fn folder() -> (tempfile::TempDir, PathBuf, ReportFolder) {
        let above = tempfile::tempdir().unwrap();
        let path = above.path().join("reports");
        let reports = ReportFolder::make(&path).unwrap();
        (above, path, reports)
    }

    fn said(reports: &ReportFolder) -> Vec<String> {
        merged(reports, Arch::SM_90).unjudged.into_iter().collect()
    }

    /// Puts something at the place of a report.
    type Plant<'a> = &'a dyn Fn(&Path);

    #[test]
    fn what_is_not_a_file_of_ours_is_not_waited_for_and_fails_the_run() {
        let plants: [(Plant<'_>, &str); 6] = [
            (&|place| symlink("/dev/zero", place).unwrap(), "it is not a file"),
            (&|place| symlink("/etc/passwd", place).unwrap(), "it is not a file"),
            (&|place| rustix::fs::mkfifoat(rustix::fs::CWD, place, 0o600.into()).unwrap(), "it is not a file"),
            (&|place| fs::create_dir(place).unwrap(), "it is not a file"),
            (&|place| drop(std::os::unix::net::UnixListener::bind(place).unwrap()), "it is not a file"),
            (&|place| fs::write(place, "{}").unwrap(), "its process ended while it wrote"),
        ];
        for (at, (plant, why)) in plants.iter().enumerate() {
            let (_above, path, reports) = folder();
            plant(&path.join("10-0.json"));
            let said = said(&reports);
            assert!(said.len() == 1 && said[0].contains(why) && said[0].contains("10-0.json"), "{at}: {said:?}");
        }
    }

    #[test]
    fn a_file_without_end_is_read_up_to_the_limit() {
        let (_above, path, reports) = folder();
        let file = fs::File::create(path.join("10-0.json")).unwrap();
        file.set_len(MOST_BYTES_OF_ALL * 64).unwrap();
        assert!(said(&reports)[0].contains("it has more than 268435456 bytes"));
    }

    #[test]
    fn a_folder_that_was_replaced_removed_or_opened_to_others_fails_the_run() {
        use std::os::unix::fs::PermissionsExt;
        let (_above, path, reports) = folder();
        assert_eq!(said(&reports), [""; 0]);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o777)).unwrap();
        assert!(said(&reports)[0].contains("has given the folder"));
        fs::set_permissions(&path, fs::Permissions::from_mode(0o700)).unwrap();
        fs::rename(&path, path.with_extension("old")).unwrap();
        assert!(said(&reports)[0].contains("removed or replaced"));
        symlink(path.with_extension("old"), &path).unwrap();
        assert!(said(&reports)[0].contains("removed or replaced"));
    }

    #[test]
    fn the_files_of_processes_with_one_number_are_all_read() {
        let (_above, path, reports) = folder();
        let line = |kernel: &str| {
            let run = smem_report::LaunchReport::uncounted(kernel, smem_sim::Isa::Ptx, Arch::SM_90);
            let report = serde_json::json!({ "report": { "version": RunReport::VERSION, "arch": "sm_90", "processes": 1, "kernels": [run], "missing": [] } });
            format!("{report}\n")
        };
        for (name, kernel) in [("9-0.json", "a"), ("10-0.json", "c"), ("9-1.json", "b")] {
            fs::write(path.join(name), line(kernel)).unwrap();
        }
        let merged = merged(&reports, Arch::SM_90);
        let kernels: Vec<&str> = merged.kernels.iter().map(|run| &run.kernel[..]).collect();
        assert_eq!((kernels, merged.processes, merged.failures()), (vec!["a", "b", "c"], 3, 0));
    }
}
