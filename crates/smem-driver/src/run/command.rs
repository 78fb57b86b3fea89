//! A command that runs on the simulated driver.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

use super::environment::{LOADER_PATH, loader_path, prepare};
use crate::options::DriverOptions;
use crate::report::RunReport;

/// A command, the driver library that it gets and the options of the devices.
///
/// ```no_run
/// use smem_driver::{DriverCommand, DriverOptions};
///
/// let library = "target/release/libsmem_libcuda.so";
/// let outcome = DriverCommand::new(library, ["cargo", "test"]).options(DriverOptions::default()).run()?;
/// println!("{} launches, exit code {}", outcome.report.launches(), outcome.code());
/// # Ok::<(), String>(())
/// ```
#[derive(Debug, Clone)]
pub struct DriverCommand {
    library: PathBuf,
    words: Vec<OsString>,
    options: DriverOptions,
    last_folders: Vec<PathBuf>,
}

/// How a command ended, and the merged report of its processes.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct CommandOutcome {
    /// The status of the command itself.
    pub status: ExitStatus,
    /// Everything that its processes counted and found.
    pub report: RunReport,
}

impl CommandOutcome {
    /// The exit code as a shell has it: 128 and the signal for a command that a signal ended.
    pub fn code(&self) -> u8 {
        #[cfg(unix)]
        if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&self.status) {
            return (128 + signal) as u8;
        }
        self.status.code().map_or(1, |code| code as u8)
    }
}

impl DriverCommand {
    /// A command by its words, with the library `libsmem_libcuda.so` at a path.
    pub fn new<W: Into<OsString>>(library: impl Into<PathBuf>, words: impl IntoIterator<Item = W>) -> DriverCommand {
        let words = words.into_iter().map(Into::into).collect();
        DriverCommand { library: library.into(), words, options: DriverOptions::default(), last_folders: Vec::new() }
    }

    /// Sets the devices and the checks.
    #[must_use]
    pub fn options(self, options: DriverOptions) -> DriverCommand {
        DriverCommand { options, ..self }
    }

    /// Appends a folder of libraries to the end of the command's library path.
    #[must_use]
    pub fn libraries_last(mut self, folder: impl Into<PathBuf>) -> DriverCommand {
        self.last_folders.push(folder.into());
        self
    }

    /// Runs the command to its end, with the streams of this process.
    ///
    /// # Errors
    /// A sentence where there is no command, no library, or the command cannot start.
    pub fn run(&self) -> Result<CommandOutcome, String> {
        let (program, arguments) = self.words.split_first().ok_or("there is no command to run")?;
        let folder = tempfile::Builder::new().prefix("smem-tile-run").tempdir();
        let folder = folder.map_err(|error| format!("cannot make a temporary folder: {error}"))?;
        let library = self.library.display();
        let prepared = prepare(folder.path(), &self.library);
        let [libraries, reports] = prepared.map_err(|error| format!("cannot use the library `{library}`: {error}"))?;
        let options = DriverOptions { reports: Some(reports.clone()), ..self.options.clone() };
        let path = loader_path(&libraries, std::env::var_os(LOADER_PATH), &self.last_folders);
        let status = Command::new(program).args(arguments).envs(options.variables()).env(LOADER_PATH, path).status();
        let status = status.map_err(|error| format!("cannot run `{}`: {error}", program.display()))?;
        Ok(CommandOutcome { status, report: merged(&reports, &self.options) })
    }
}

/// Merges the reports in a folder, in the order of the processes' numbers.
fn merged(reports: &Path, options: &DriverOptions) -> RunReport {
    let mut merged = RunReport { version: RunReport::VERSION, arch: options.arch.to_string(), ..RunReport::default() };
    let mut files: Vec<PathBuf> =
        fs::read_dir(reports).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
    files.sort_by_key(|file| file.file_stem().and_then(|stem| stem.to_string_lossy().parse::<u64>().ok()));
    for file in files {
        // A file is whole or not there.
        let read = fs::read(file).ok().and_then(|text| serde_json::from_slice::<RunReport>(&text).ok());
        read.iter().for_each(|report| merged.merge(report));
    }
    merged
}
