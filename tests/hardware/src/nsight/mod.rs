//! Nsight Compute's command line, `ncu`: found, run over a program's launches, its pages printed.
//!
//! ```text
//! profile   ncu .. --export REPORT PROGRAM     the counters of each launch, into a report
//! page      ncu --import REPORT --csv ..       a page of the report as text
//! launches  the raw page, a line a launch      -> the counters of each launch, in order
//! ```

pub(crate) mod csv;
mod raw_page;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

pub(crate) use raw_page::launches;

/// Passes of shared memory that loads and stores take.
pub(crate) const WAVEFRONTS: [&str; 2] =
    ["l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum"];

/// Warp-wide instructions that load from and store to shared memory.
pub(crate) const SHARED_INSTRUCTIONS: [&str; 2] =
    ["smsp__inst_executed_op_shared_ld.sum", "smsp__inst_executed_op_shared_st.sum"];

/// Warp-wide instructions of all kinds.
pub(crate) const INSTRUCTIONS: &str = "smsp__inst_executed.sum";

/// The sentence that says why nothing is measured where there is no `ncu`.
pub const NO_NSIGHT: &str =
    "Nsight Compute (`ncu`) is neither on PATH, nor in CUDA_PATH, /usr/local/cuda or /opt/nvidia";

/// Nsight Compute on this machine.
#[derive(Debug, Clone)]
pub struct Nsight {
    path: PathBuf,
    version: String,
}

impl Nsight {
    /// Returns the first one that runs, of those on `PATH`, in `CUDA_PATH`, `/usr/local/cuda` and `/opt/nvidia`.
    pub fn find() -> Option<Nsight> {
        let on_path = env::var_os("PATH").map(|path| env::split_paths(&path).collect::<Vec<_>>()).unwrap_or_default();
        let toolkit = env::var_os("CUDA_PATH").filter(|path| !path.is_empty()).map(PathBuf::from);
        let toolkits = toolkit.into_iter().chain([PathBuf::from("/usr/local/cuda")]).map(|root| root.join("bin"));
        let mut releases: Vec<PathBuf> = fs::read_dir("/opt/nvidia/nsight-compute")
            .map(|entries| entries.flatten().map(|entry| entry.path()).collect())
            .unwrap_or_default();
        releases.sort();
        let folders = on_path.into_iter().chain(toolkits).chain(releases.into_iter().rev());
        folders.map(|folder| folder.join("ncu")).find_map(|path| Nsight::at(&path))
    }

    /// Returns the one at `path`, if it runs.
    pub(crate) fn at(path: &Path) -> Option<Nsight> {
        if !path.is_file() {
            return None;
        }
        let output = Command::new(path).arg("--version").stdin(Stdio::null()).output().ok()?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let version = text.lines().find_map(|line| line.trim().strip_prefix("Version ")).unwrap_or("unknown");
        output.status.success().then(|| Nsight { path: path.to_owned(), version: version.to_owned() })
    }

    /// Returns its version, as in `2025.3.1.0 (build ..)`.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Runs `program` under the profiler, which collects `what` (its own options) of the kernels that are called `kernels`,
    /// and leaves `report`. Clocks and caches stay as they are: nothing here is a time.
    ///
    /// The error holds the profiler's own words.
    pub(crate) fn profile(&self, what: &[&str], kernels: &str, program: &Command, report: &Path) -> Result<(), String> {
        let mut command = Command::new(&self.path);
        command.args(["--clock-control", "none", "--cache-control", "none", "--force-overwrite", "--export"]);
        command.arg(report).args(what).args(["--kernel-name", kernels]);
        command.arg(program.get_program()).args(program.get_args());
        run(&mut command).map(|_| ())
    }

    /// Returns the page of `report` that the profiler's options `page` ask for. It must have one of `columns`.
    pub(crate) fn page(&self, report: &Path, page: &[&str], columns: &[&str]) -> Result<String, String> {
        let mut command = Command::new(&self.path);
        command.arg("--import").arg(report).args(["--csv", "--print-units", "base"]).args(page);
        let page = run(&mut command).map(|output| String::from_utf8_lossy(&output.stdout).into_owned())?;
        if columns.iter().any(|column| page.contains(column)) {
            Ok(page)
        } else {
            Err(format!("its page has no column `{}`", columns[0]))
        }
    }
}

/// Runs a command to its end. The error holds the last lines that it printed.
fn run(command: &mut Command) -> Result<Output, String> {
    let output = command.stdin(Stdio::null()).output().map_err(|error| format!("it does not start: {error}"))?;
    if output.status.success() {
        return Ok(output);
    }
    let said = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    let lines: Vec<&str> = said.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    Err(format!("{}: {}", output.status, lines[lines.len().saturating_sub(4)..].join("; ")))
}

/// Returns a profiler that is `script`, as the program `ncu` in `folder`.
#[cfg(all(test, unix))]
pub(crate) fn fake(folder: &Path, script: &str) -> Nsight {
    use std::os::unix::fs::PermissionsExt;

    let path = folder.join("ncu");
    fs::write(&path, script).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    Nsight::at(&path).unwrap()
}
