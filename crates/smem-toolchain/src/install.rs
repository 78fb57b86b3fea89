//! Installs NVIDIA's wheels with pip: NVRTC, headers, tools.
//!
//! pip fills a folder beside the final one, under a lock, and one rename puts the payload in place: whoever looks sees
//! either nothing or all of it, and of two processes that come at once the second finds the first one's. pip accepts the files whose
//! SHA-256 is known, and nothing else; a [manifest](crate::manifest) of what was put in place shows later damage.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::error::ToolError;
use crate::install_folder::Install;
use crate::install_watch::{InstallProgress, InstallStep, report, report_progress};
use crate::wheels::{PinnedWheel, pinned};
use crate::{manifest, programs, trusted};

/// A wheel of NVIDIA's on PyPI, and the folder in it that is wanted.
///
/// ```
/// use smem_toolchain::Wheel;
///
/// /// Of the file for Linux on x86-64.
/// const SHA256: &str = "5d6a0d32fdc7ea39917c20065614ae93add6f577d840233237ff08e9a38f58f0";
/// const PTXAS: Wheel<'static> =
///     Wheel::new("nvidia-cuda-nvcc-cu12==12.9.86", "nvidia/cuda_nvcc/bin", &[SHA256]).brings("ptxas").bytes(40_500_000);
/// assert_eq!(PTXAS.requirement(), "nvidia-cuda-nvcc-cu12==12.9.86");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wheel<'a> {
    brings: &'a str,
    requirement: &'a str,
    sha256: &'a [&'a str],
    bytes: u64,
    pub(super) payload: &'a str,
    /// Another folder of the wheel, which is kept in the payload.
    inside: Option<&'a str>,
}

impl Wheel<'static> {
    /// The disassembler `nvdisasm`. It reads the machine code of compute capability 7.5 and later, whichever version of NVRTC
    /// wrote it.
    pub const NVDISASM: Wheel<'static> =
        Wheel::of_table("nvidia-cuda-nvdisasm", "13.5.37", "nvidia/cu13/bin").brings("nvdisasm").bytes(5_200_000);

    /// The compiler NVRTC, a library: `lib/libnvrtc.so.12`.
    pub const NVRTC: Wheel<'static> =
        Wheel::of_table("nvidia-cuda-nvrtc-cu12", "12.9.86", "nvidia/cuda_nvrtc").brings("NVRTC").bytes(89_600_000);

    /// The compiler `nvcc` and the assembler `ptxas`, for compute capability 7.5 and later. It has a folder of installed parts of its own,
    /// `nvcc`, because its programs look for one another.
    pub(super) const NVCC: Wheel<'static> = Wheel::of_table("nvidia-cuda-nvcc", "13.5.37", "nvidia/cu13/bin")
        .brings("ptxas and nvcc")
        .bytes(47_000_000)
        .with_inside("nvidia/cu13/include");

    /// A wheel that the table has: it does not compile for another one.
    #[expect(clippy::panic, reason = "it is a mistake at compile time, of this crate")]
    pub(super) const fn of_table(package: &str, version: &str, payload: &'static str) -> Wheel<'static> {
        match pinned(package, version) {
            Some(PinnedWheel { requirement, sha256 }) => Wheel::new(requirement, payload, sha256),
            None => panic!("the table has no such wheel"),
        }
    }
}

impl<'a> Wheel<'a> {
    /// The wheel that pip finds for `requirement`, a name and an exact version. `payload` is the folder in it that is kept, and
    /// is moved into place as one: `nvidia/cuda_nvrtc`. `sha256` are the hashes, in hexadecimal, of the files that are accepted, one for each
    /// platform; pip refuses every other file, and all of them where there is no hash.
    pub const fn new(requirement: &'a str, payload: &'a str, sha256: &'a [&'a str]) -> Wheel<'a> {
        Wheel { brings: requirement, requirement, sha256, bytes: 0, payload, inside: None }
    }

    /// The same, called `what` in messages instead of by its requirement.
    pub const fn brings(self, what: &'a str) -> Wheel<'a> {
        Wheel { brings: what, ..self }
    }

    /// The same, with the size of the wheel in bytes, for messages and the progress.
    pub const fn bytes(self, bytes: u64) -> Wheel<'a> {
        Wheel { bytes, ..self }
    }

    /// The same with another folder of the wheel, kept in the payload by its own name: folders of several wheels have that name.
    const fn with_inside(self, folder: &'a str) -> Wheel<'a> {
        Wheel { inside: Some(folder), ..self }
    }

    /// Name and version, as pip takes them.
    pub const fn requirement(&self) -> &'a str {
        self.requirement
    }
}

impl Wheel<'_> {
    /// The path of `file`, a path inside the payload, after installing the wheel into [`Install::folder`] if it is not there.
    ///
    /// ```
    /// use smem_toolchain::{Install, Wheel};
    ///
    /// let nvdisasm = Wheel::NVDISASM.file("nvdisasm", Install::Allowed)?;
    /// assert!(nvdisasm.is_file());
    /// # Ok::<(), smem_toolchain::ToolError>(())
    /// ```
    ///
    /// # Errors
    /// [`ToolError::Unusable`] where it may not or could not be installed, holds no such file, or was damaged since.
    pub fn file(&self, file: &str, install: Install) -> Result<PathBuf, ToolError> {
        match self.there(file, &install)? {
            Some(path) => Ok(path),
            None => self.install(&install, &|| self.place(file, &install)),
        }
    }

    /// The path of `file` where the wheel is installed.
    ///
    /// # Errors
    /// [`ToolError::Unusable`] where it was damaged since.
    pub(super) fn there(&self, file: &str, install: &Install) -> Result<Option<PathBuf>, ToolError> {
        let folder = install.folder();
        let found = self.place(file, install);
        // A file that is missing may be damage, too: what is left of the rest says so.
        if found.is_some() || folder.as_ref().is_some_and(|folder| folder.join(self.payload).is_dir()) {
            self.check(folder.as_deref())?;
        }
        Ok(found)
    }

    fn place(&self, file: &str, install: &Install) -> Option<PathBuf> {
        let path = install.folder()?.join(self.payload).join(file);
        path.is_file().then_some(path)
    }

    /// Compares what is installed in `folder` with what was.
    ///
    /// # Errors
    /// [`ToolError::Unusable`] where it differs, with what to do.
    pub(super) fn check(&self, folder: Option<&Path>) -> Result<(), ToolError> {
        let Some(folder) = folder else { return Ok(()) };
        let payload = folder.join(self.payload);
        trusted::check_below(folder, &payload).map_err(|why| {
            let (brings, shown) = (self.brings, payload.display());
            ToolError::Unusable(format!("the {brings} in `{shown}` is not used: {why}; remove that folder"))
        })?;
        manifest::check(&payload).map_err(|how| self.damaged(folder, &how))
    }

    /// The error for damage in `folder`.
    pub(super) fn damaged(&self, folder: &Path, how: &str) -> ToolError {
        let payload = folder.join(self.payload);
        ToolError::Unusable(format!(
            "the {} in `{}` is damaged: {how}; remove that folder, and it is installed again where that is allowed, or by hand: `{}`",
            self.brings,
            payload.display(),
            self.by_hand(Some(folder))
        ))
    }

    /// Installs the wheel, unless `installed` finds what another process has put in place meanwhile.
    pub(super) fn install(
        &self,
        install: &Install,
        installed: &dyn Fn() -> Option<PathBuf>,
    ) -> Result<PathBuf, ToolError> {
        let folder = install.folder();
        let Some(folder) = folder.filter(|_| install.is_allowed()) else {
            let why = if install.is_allowed() {
                "no Cargo target folder to install it into: name a folder with `Install::Into`"
            } else {
                "offline none is installed"
            };
            let by_hand = self.by_hand(install.folder().as_deref());
            return Err(ToolError::Unusable(format!(
                "no {} on this machine, and {why}; by hand: `{by_hand}`",
                self.brings
            )));
        };
        let no_folder = |error: io::Error| {
            ToolError::Unusable(format!("cannot write `{}` to install {}: {error}", folder.display(), self.brings))
        };
        fs::create_dir_all(&folder).map_err(no_folder)?;
        let mut lock = fd_lock::RwLock::new(File::create(folder.join(".lock")).map_err(no_folder)?);
        if lock.try_write().is_err() {
            report(InstallStep::Waits { folder: &folder });
        }
        let _held = lock.write().map_err(no_folder)?;
        if let Some(path) = installed() {
            return Ok(path);
        }
        self.install_locked(&folder, no_folder)?;
        installed().ok_or_else(|| {
            ToolError::Unusable(format!("the wheel {} holds no {} for this machine", self.requirement, self.brings))
        })
    }

    fn install_locked(&self, folder: &Path, no_folder: impl Fn(io::Error) -> ToolError) -> Result<(), ToolError> {
        // pip runs in another folder.
        let folder = &std::path::absolute(folder).map_err(&no_folder)?;
        let partial = folder.join(".partial");
        // Leftovers of an interrupted run: no other process writes here while the lock is held.
        remove(&partial).map_err(&no_folder)?;
        fs::create_dir_all(partial.join("tmp")).map_err(&no_folder)?;
        let started = Instant::now();
        let (part, requirement, bytes) = (self.brings, self.requirement, self.bytes);
        report(InstallStep::Starts { part, requirement, bytes, folder });
        let outcome = self.pip(&partial).and_then(|()| self.put_in_place(&partial, folder).map_err(&no_folder));
        let _ = remove(&partial);
        outcome?;
        report(InstallStep::Ends { part, took: started.elapsed() });
        Ok(())
    }

    /// Runs pip into `partial/site`, its temporary files in `partial/tmp`, where their growth shows the progress. It writes nowhere
    /// else: no cache of wheels in the user's home, no compiled files of its own.
    fn pip(&self, partial: &Path) -> Result<(), ToolError> {
        let requirements = partial.join("requirements.txt");
        fs::write(&requirements, self.requirement_with_hashes()).map_err(|error| {
            self.failed(partial, &format!("`{}` cannot be written: {error}", requirements.display()))
        })?;
        let Some(mut command) = programs::python() else {
            return Err(self.failed(partial, "there is no python3 to install it with"));
        };
        command
            .args(["-m", "pip", "install", "--require-hashes", "--only-binary=:all:", "--no-deps", "--no-input"])
            .args(["--disable-pip-version-check", "--quiet", "--no-cache-dir", "--no-compile"])
            .args(["--progress-bar", "off", "--retries", "2", "--timeout", "30", "--target"])
            .arg(partial.join("site"))
            .arg("-r")
            .arg(&requirements)
            .env("TMPDIR", partial.join("tmp"))
            // A user's own `--user` setting contradicts `--target`.
            .env_remove("PIP_USER")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let child =
            command.spawn().map_err(|error| self.failed(partial, &format!("python3 does not start: {error}")))?;
        let running = thread::spawn(move || child.wait_with_output());
        while !running.is_finished() {
            report_progress(Some(InstallProgress::at(wheel_bytes(&partial.join("tmp"), 0), self.bytes)));
            thread::sleep(Duration::from_millis(100));
        }
        report_progress(None);
        let output = running
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            .map_err(|error| self.failed(partial, &format!("pip was lost: {error}")))?;
        if output.status.success() { Ok(()) } else { Err(self.failed(partial, &reason(&output))) }
    }

    fn failed(&self, partial: &Path, why: &str) -> ToolError {
        ToolError::Unusable(format!(
            "no {} on this machine, and {why}; by hand: `{}`",
            self.brings,
            self.by_hand(partial.parent())
        ))
    }

    /// The line of a file of requirements.
    fn requirement_with_hashes(&self) -> String {
        self.sha256.iter().fold(self.requirement.to_owned(), |line, hash| line + " --hash=sha256:" + hash) + "\n"
    }

    /// The command that does by hand what [`install`](Self::install) does, but for the hashes. A user's own folder is a stranger's as
    /// well: `-I` keeps modules in it from being run.
    fn by_hand(&self, folder: Option<&Path>) -> String {
        let command = "python3 -I -m pip install --only-binary=:all: --no-deps";
        match folder {
            Some(folder) => format!("{command} --target {} {}", folder.display(), self.requirement),
            // Among the packages of `python3`, where it is found as well.
            None => format!("{command} {}", self.requirement),
        }
    }

    /// Moves what pip installed into `folder`: the licence and the manifest first, the payload last and in one rename.
    fn put_in_place(&self, partial: &Path, folder: &Path) -> io::Result<()> {
        let site = partial.join("site");
        for entry in fs::read_dir(&site)? {
            let name = entry?.file_name();
            if name.to_string_lossy().ends_with(".dist-info") {
                remove(&folder.join(&name))?;
                fs::rename(site.join(&name), folder.join(&name))?;
            }
        }
        let place = folder.join(self.payload);
        remove(&place)?;
        fs::create_dir_all(place.parent().unwrap_or(folder))?;
        if let Some(inside) = self.inside.map(Path::new) {
            fs::rename(site.join(inside), site.join(self.payload).join(inside.file_name().unwrap_or_default()))?;
        }
        manifest::write(&site.join(self.payload), &place)?;
        fs::rename(site.join(self.payload), place)
    }
}

/// Bytes of the wheel below `folder` so far.
fn wheel_bytes(folder: &Path, depth: u32) -> u64 {
    let Ok(entries) = fs::read_dir(folder) else { return 0 };
    entries
        .flatten()
        .map(|entry| match entry.metadata() {
            Ok(data) if data.is_dir() && depth < 2 => wheel_bytes(&entry.path(), depth + 1),
            Ok(data) if entry.path().extension().is_some_and(|extension| extension == "whl") => data.len(),
            _ => 0,
        })
        .sum()
}

/// pip's own last error in a few words.
fn reason(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stderr);
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    if lines.iter().any(|line| line.contains("No module named pip")) {
        return "this python3 has no pip".to_owned();
    }
    let network = ["connection broken", "resolve", "network", "timed out", "connect"];
    if lines.iter().any(|line| network.iter().any(|word| line.to_lowercase().contains(word))) {
        return "pip cannot reach its package index (no network?)".to_owned();
    }
    let last = lines.iter().rev().find_map(|line| line.strip_prefix("ERROR: "));
    match last.or(lines.last().copied()) {
        Some(line) => format!("pip says: {line}"),
        None => format!("pip ended with {}", output.status),
    }
}

fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_dir_all(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
