//! Runs Nsight Compute for `calibrate`, and keeps its pages.

use std::path::Path;
use std::process::Command;

use super::pages::page_file;
use super::totals::{PARTS, WAVEFRONTS};
use super::{ProfilerRun, source_page};
use crate::Nsight;
use crate::nsight::SHARED_INSTRUCTIONS;
use smem_examples::{Error, write_file};

/// The metrics of each instruction.
const PER_INSTRUCTION: &str = "memory_l1_wavefronts_shared,memory_l1_wavefronts_shared_ideal,inst_executed";

impl Nsight {
    /// Runs `program`, which launches `part`, under the profiler, and leaves the page in `folder` as `<part>.csv`.
    ///
    /// # Errors
    /// [`Error::Launch`] with the profiler's own words.
    pub fn measure(&self, part: ProfilerRun, program: &mut Command, folder: &Path) -> Result<(), Error> {
        let report = folder.join(format!("{part}.ncu-rep"));
        // Beside the total, for whoever reads the raw page, or in its place.
        let beside = [PARTS, SHARED_INSTRUCTIONS].concat().join(",");
        let counters = format!("{WAVEFRONTS},{beside}");
        let (kernels, attempts): (_, &[&[&str]]) = match part {
            ProfilerRun::Source => (
                "regex:requests_",
                &[
                    &["--section", "SourceCounters", "--metrics", PER_INSTRUCTION],
                    &["--metrics", PER_INSTRUCTION],
                    &["--section", "SourceCounters"],
                ],
            ),
            ProfilerRun::Totals(_) => {
                ("totals", &[&["--metrics", &counters], &["--metrics", WAVEFRONTS], &["--metrics", &beside]])
            }
        };
        let mut refused = String::new();
        for what in attempts {
            let measured = self.profile(what, kernels, program, &report);
            match measured.and_then(|()| self.page_of(part, &report)) {
                Ok(page) => {
                    let file = page_file(folder, part);
                    return write_file(&file, &page);
                }
                Err(told) => refused = told,
            }
        }
        Err(smem_launch::Error::Gpu(format!("Nsight Compute measures nothing of `{part}`: {refused}")).into())
    }

    fn page_of(&self, part: ProfilerRun, report: &Path) -> Result<String, String> {
        let wanted = match part {
            ProfilerRun::Source => &[&["--page", "source", "--print-source", "sass"][..], &["--page", "source"]][..],
            ProfilerRun::Totals(_) => &[&["--page", "raw"][..]],
        };
        let columns: &[&str] = match part {
            ProfilerRun::Source => &source_page::WAVEFRONTS,
            ProfilerRun::Totals(_) => &[WAVEFRONTS, PARTS[0]],
        };
        let mut refused = String::new();
        for page in wanted {
            match self.page(report, page, columns) {
                Ok(page) => return Ok(page),
                Err(told) => refused = told,
            }
        }
        Err(refused)
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;

    use super::*;
    use crate::calibrate::pages::Pages;
    use crate::calibrate::requests;
    use crate::nsight::fake;

    /// A profiler in shell: it refuses the parts of the total, and its raw page has one launch.
    const PROFILER: &str = r#"#!/bin/sh
[ "$1" = --version ] && exit
echo "$*" >>"$(dirname "$0")/calls"
case "$*" in
*op_ld*) echo "==ERROR== Failed to find metric"; exit 1 ;;
*--import*) echo '"ID","Kernel Name","l1tex__data_pipe_lsu_wavefronts_mem_shared.sum"'; echo '"0","totals","4304"' ;;
esac
"#;

    #[test]
    fn what_the_profiler_refuses_is_asked_for_in_another_way() {
        let folder = tempfile::tempdir().unwrap();
        let nsight = fake(folder.path(), PROFILER);
        let mut program = Command::new("calibrate");
        program.args(["--launch", "totals-0"]);
        nsight.measure(ProfilerRun::Totals(0), &mut program, folder.path()).unwrap();

        let calls = fs::read_to_string(folder.path().join("calls")).unwrap();
        let calls: Vec<&str> = calls.lines().collect();
        assert_eq!(calls.len(), 3, "{calls:?}");
        assert!(calls.iter().take(2).all(|call| call.contains("--clock-control none")), "{calls:?}");
        assert!(calls[1].ends_with("--kernel-name totals calibrate --launch totals-0"), "{calls:?}");
        assert!(calls[2].contains("--page raw"), "{calls:?}");

        let all = requests(2, 1);
        let pages = Pages::read(folder.path(), &all);
        assert_eq!(pages.counter, [Some(3), Some(1)]);
        assert_eq!(pages.source, [None, None]);
        assert_eq!(pages.unowned.into_iter().collect::<Vec<_>>(), [(16, 1)]);
        assert_eq!(pages.problems.len(), 1, "{:?}", pages.problems);

        // The source page of this profiler has no column of wavefronts.
        let told = nsight.measure(ProfilerRun::Source, &mut program, folder.path()).unwrap_err().to_string();
        assert!(told.contains("no column `L1 Wavefronts Shared`"), "{told}");
    }
}
