//! Nsight Compute's command line, `ncu`: found, run over this program's launches, its pages read.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use super::totals::WAVEFRONTS;
use super::{Part, Request, source_page, totals};
use crate::Error;

/// What is asked for of each instruction.
const PER_INSTRUCTION: &str = "memory_l1_wavefronts_shared,memory_l1_wavefronts_shared_ideal,inst_executed";

/// Beside the total, for whoever reads the raw page, or in its place.
const BESIDE: &str = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum,\
                      l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum,\
                      smsp__inst_executed_op_shared_ld.sum,smsp__inst_executed_op_shared_st.sum";

/// Nsight Compute on this machine.
#[derive(Debug, Clone)]
pub struct Nsight {
    path: PathBuf,
    version: String,
}

impl Nsight {
    /// Looks on `PATH`, in `CUDA_PATH`, `/usr/local/cuda` and `/opt/nvidia`. The first one that runs.
    pub fn find() -> Option<Nsight> {
        let on_path = env::var_os("PATH").map(|path| env::split_paths(&path).collect::<Vec<_>>()).unwrap_or_default();
        let toolkit = env::var_os("CUDA_PATH").filter(|path| !path.is_empty()).map(PathBuf::from);
        let toolkits = toolkit.into_iter().chain([PathBuf::from("/usr/local/cuda")]).map(|root| root.join("bin"));
        let mut releases: Vec<PathBuf> = fs::read_dir("/opt/nvidia/nsight-compute")
            .map(|entries| entries.flatten().map(|entry| entry.path()).collect())
            .unwrap_or_default();
        releases.sort();
        on_path.into_iter().chain(toolkits).chain(releases.into_iter().rev()).find_map(|folder| {
            let path = folder.join("ncu");
            if !path.is_file() {
                return None;
            }
            let output = Command::new(&path).arg("--version").stdin(Stdio::null()).output().ok()?;
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            let version = text.lines().find_map(|line| line.trim().strip_prefix("Version ")).unwrap_or("unknown");
            output.status.success().then(|| Nsight { path, version: version.to_owned() })
        })
    }

    /// Its version, as in `2025.3.1.0 (build ..)`.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Runs `program`, which launches `part`, under the profiler, and leaves the page in `folder` as `<part>.csv`.
    ///
    /// # Errors
    /// [`Error::Gpu`] with the profiler's own words.
    pub fn measure(&self, part: Part, program: &mut Command, folder: &Path) -> Result<(), Error> {
        let report = folder.join(format!("{part}.ncu-rep"));
        let counters = format!("{WAVEFRONTS},{BESIDE}");
        let (kernels, attempts): (_, &[&[&str]]) = match part {
            Part::Source => (
                "regex:requests_",
                &[
                    &["--section", "SourceCounters", "--metrics", PER_INSTRUCTION],
                    &["--metrics", PER_INSTRUCTION],
                    &["--section", "SourceCounters"],
                ],
            ),
            Part::Totals(_) => {
                ("totals", &[&["--metrics", &counters], &["--metrics", WAVEFRONTS], &["--metrics", BESIDE]])
            }
        };
        let mut refused = String::new();
        for what in attempts {
            let mut command = Command::new(&self.path);
            command.args(["--clock-control", "none", "--cache-control", "none", "--force-overwrite", "--export"]);
            command.arg(&report).args(*what).args(["--kernel-name", kernels]);
            command.arg(program.get_program()).args(program.get_args());
            match run(&mut command).and_then(|_| self.page(part, &report)) {
                Ok(page) => {
                    let file = page_file(folder, part);
                    return fs::write(&file, page)
                        .map_err(|error| Error::Input(format!("cannot write `{}`: {error}", file.display())));
                }
                Err(told) => refused = told,
            }
        }
        Err(Error::Gpu(format!("Nsight Compute measures nothing of `{part}`: {refused}")))
    }

    fn page(&self, part: Part, report: &Path) -> Result<String, String> {
        let wanted = match part {
            Part::Source => &[&["--page", "source", "--print-source", "sass"][..], &["--page", "source"]][..],
            Part::Totals(_) => &[&["--page", "raw"][..]],
        };
        let columns: &[&str] = match part {
            Part::Source => &source_page::WAVEFRONTS,
            Part::Totals(_) => &[WAVEFRONTS, "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"],
        };
        let mut refused = String::new();
        for page in wanted {
            let mut command = Command::new(&self.path);
            command.arg("--import").arg(report).args(["--csv", "--print-units", "base"]).args(*page);
            match run(&mut command).map(|output| String::from_utf8_lossy(&output.stdout).into_owned()) {
                Ok(page) if columns.iter().any(|column| page.contains(column)) => return Ok(page),
                Ok(_) => refused = format!("its page has no column `{}`", columns[0]),
                Err(told) => refused = told,
            }
        }
        Err(refused)
    }
}

/// Where [`Nsight::measure`] leaves a part's page.
fn page_file(folder: &Path, part: Part) -> PathBuf {
    folder.join(format!("{part}.csv"))
}

/// What was measured, per request; `None` where it was not. And what is wrong with the pages, a sentence each.
#[derive(Debug, Clone, Default)]
pub(super) struct Pages {
    pub(super) source: Vec<Option<u32>>,
    pub(super) counter: Vec<Option<u32>>,
    pub(super) problems: Vec<String>,
}

impl Pages {
    /// Reads all the pages of `requests` that are in `folder`.
    pub(super) fn read(folder: &Path, requests: &[Request]) -> Pages {
        let nothing = vec![None; requests.len()];
        let mut pages = Pages { source: nothing.clone(), counter: nothing, problems: Vec::new() };
        for part in Part::all(requests.len()) {
            let file = page_file(folder, part);
            if let Err(problem) = pages.read_part(part, &file, requests) {
                pages.problems.push(format!("`{}`: {problem}", file.display()));
            }
        }
        pages
    }

    fn read_part(&mut self, part: Part, file: &Path, requests: &[Request]) -> Result<(), String> {
        let page = fs::read_to_string(file).map_err(|error| format!("cannot be read: {error}"))?;
        let range = part.range(requests.len());
        match part {
            Part::Source => {
                let counts = source_page::wavefronts(&page, requests)?;
                self.source = counts.into_iter().map(Some).collect();
            }
            Part::Totals(_) => {
                let (counts, problems) = totals::wavefronts(&page, range.len())?;
                self.counter[range].copy_from_slice(&counts);
                self.problems.extend(problems.into_iter().map(|problem| format!("`{}`, {problem}", file.display())));
            }
        }
        Ok(())
    }
}

/// Runs to the end; the error holds the last lines of what was said.
fn run(command: &mut Command) -> Result<Output, String> {
    let output = command.stdin(Stdio::null()).output().map_err(|error| format!("it does not start: {error}"))?;
    if output.status.success() {
        return Ok(output);
    }
    let said = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    let lines: Vec<&str> = said.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    Err(format!("{}: {}", output.status, lines[lines.len().saturating_sub(4)..].join("; ")))
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;
    use crate::calibrate::requests;

    /// A profiler in shell: it refuses `BESIDE`, and its raw page tells of one launch.
    const PROFILER: &str = r#"#!/bin/sh
echo "$*" >>"$(dirname "$0")/calls"
case "$*" in
*op_ld*) echo "==ERROR== Failed to find metric"; exit 1 ;;
*--import*) echo '"ID","Kernel Name","l1tex__data_pipe_lsu_wavefronts_mem_shared.sum"'; echo '"0","totals","67"'; echo '"1","totals","0"' ;;
esac
"#;

    #[test]
    fn what_the_profiler_refuses_is_asked_for_in_another_way() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ncu");
        fs::write(&path, PROFILER).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        let nsight = Nsight { path, version: "0".to_owned() };
        let mut program = Command::new("calibrate");
        program.args(["--launch", "totals-0"]);
        nsight.measure(Part::Totals(0), &mut program, folder.path()).unwrap();

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
        assert_eq!(pages.problems.len(), 1, "{:?}", pages.problems);

        // The source page of this profiler has no column of wavefronts.
        let told = nsight.measure(Part::Source, &mut program, folder.path()).unwrap_err().to_string();
        assert!(told.contains("no column `L1 Wavefronts Shared`"), "{told}");
    }
}
