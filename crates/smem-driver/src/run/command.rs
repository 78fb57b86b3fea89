//! A command that runs on the simulated driver.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::{Command, ExitStatus};

use super::environment::{LOADER_PATH, building, leading, loader_path, prepare};
use super::mapped_libraries::MappedLibraries;
use super::merge::merged;
use super::obstacle::obstacle;
use super::{variables, wanted};
use crate::options::DriverOptions;
use crate::report::{ReportFolder, RunReport};
use smem_toolchain::{Install, Wheel};

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
    leads: bool,
    nvrtc: Option<Install>,
}

/// How a command ended, and the merged report of its processes.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct CommandOutcome {
    /// The status of the command itself.
    pub status: ExitStatus,
    /// Everything that its processes counted and found.
    pub report: RunReport,
    /// The libraries of CUDA's that its processes had.
    pub libraries: MappedLibraries,
    /// Why the program gets no library of the run, a sentence: it is linked statically, or for another machine.
    pub obstacle: Option<String>,
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

impl CommandOutcome {
    /// The name of the signal that ended the command, `SIGSEGV`, or its number.
    pub fn signal(&self) -> Option<String> {
        #[cfg(unix)]
        return std::os::unix::process::ExitStatusExt::signal(&self.status).map(|signal| {
            let named = SIGNALS.iter().find(|(number, _)| *number == signal);
            named.map_or_else(|| signal.to_string(), |(_, name)| (*name).to_owned())
        });
        #[cfg(not(unix))]
        None
    }
}

/// The signals that end programs, by their numbers, which are the same on every Linux.
#[cfg(unix)]
const SIGNALS: [(i32, &str); 11] = [
    (1, "SIGHUP"),
    (2, "SIGINT"),
    (4, "SIGILL"),
    (5, "SIGTRAP"),
    (6, "SIGABRT"),
    (7, "SIGBUS"),
    (8, "SIGFPE"),
    (9, "SIGKILL"),
    (11, "SIGSEGV"),
    (13, "SIGPIPE"),
    (15, "SIGTERM"),
];

impl DriverCommand {
    /// A command by its words, with the library `libsmem_libcuda.so` at a path.
    pub fn new<W: Into<OsString>>(library: impl Into<PathBuf>, words: impl IntoIterator<Item = W>) -> DriverCommand {
        let words = words.into_iter().map(Into::into).collect();
        DriverCommand {
            library: library.into(),
            words,
            options: DriverOptions::default(),
            last_folders: Vec::new(),
            leads: true,
            nvrtc: None,
        }
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

    /// Sets whether a CUDA runtime that is built into the command, or into a library of it, is led to the one of the library, as by default on
    /// x86-64 Linux: its functions become jumps when the loader has mapped them. Files stay as they are. Objects that are stripped stay, too.
    #[must_use]
    pub fn leads(self, leads: bool) -> DriverCommand {
        DriverCommand { leads, ..self }
    }

    /// Installs NVRTC as `install` allows it, once a process of the command looks for it and finds none, where [`leads`](Self::leads) holds. One that
    /// is installed already is last on the library path in any case.
    #[must_use]
    pub fn nvrtc(mut self, install: Install) -> DriverCommand {
        let found = Wheel::NVRTC.file("lib/libnvrtc.so.12", install.clone().without_installing());
        let folder = found.ok().and_then(|file| std::path::absolute(file.parent()?).ok());
        self.last_folders.extend(folder);
        DriverCommand { nvrtc: Some(install), ..self }
    }

    /// Runs the command to its end, with the streams of this process.
    ///
    /// # Errors
    /// A sentence where there is no command, no library, or the command cannot start.
    pub fn run(&self) -> Result<CommandOutcome, String> {
        let (program, arguments) = self.words.split_first().ok_or("there is no command to run")?;
        let folder = tempfile::Builder::new().prefix(variables::RUN).tempdir();
        let folder = folder.map_err(|error| format!("cannot make a temporary folder: {error}"))?;
        let library = self.library.display();
        let libraries = prepare(folder.path(), &self.library);
        let libraries = libraries.map_err(|error| format!("cannot use the library `{library}`: {error}"))?;
        let place = folder.path().join("reports");
        let reports = ReportFolder::make(&place);
        let reports = reports.map_err(|error| format!("cannot make the folder of the reports: {error}"))?;
        let options = DriverOptions { reports: Some(place), ..self.options.clone() };
        let written = variables::write(folder.path(), &options.variables());
        written.map_err(|error| format!("cannot write the variables of the run: {error}"))?;
        let path = loader_path(&libraries, std::env::var_os(LOADER_PATH), &self.last_folders);
        let mut command = Command::new(program);
        command.args(arguments).envs(options.variables()).env(LOADER_PATH, path);
        command.envs([building(self.leads, |name| std::env::var_os(name))]);
        if self.leads {
            command.envs(leading(&libraries, |name| std::env::var_os(name)));
        }
        MappedLibraries::begin(folder.path())
            .map_err(|error| format!("cannot write the list of libraries: {error}"))?;
        let status = wanted::with_nvrtc(folder.path(), self.nvrtc.as_ref(), || command.status());
        let obstacle = obstacle(program);
        let status = status.map_err(|error| {
            let why = obstacle.as_ref().map(|why| format!("\nhelp: {why}")).unwrap_or_default();
            format!("cannot run `{}`: {error}{why}", program.display())
        })?;
        let libraries = MappedLibraries::read(folder.path());
        Ok(CommandOutcome { status, report: merged(&reports, options.arch), libraries, obstacle })
    }
}
