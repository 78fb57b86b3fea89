//! Reports of installations to the program that wants them: this crate prints nothing.

use std::fmt;
use std::path::Path;
use std::sync::OnceLock;
use std::time::Duration;

use crate::error::ToolError;

/// A step of an installation. Its [`Display`](fmt::Display) is a line for users.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum InstallStep<'a> {
    /// Another process installs into the same folder, and this one waits for it.
    #[non_exhaustive]
    Waits {
        /// The folder.
        folder: &'a Path,
    },
    /// pip is started.
    #[non_exhaustive]
    Starts {
        /// The part that is missing, such as `NVRTC`.
        part: &'a str,
        /// Name and version of the wheel.
        requirement: &'a str,
        /// Bytes of the wheel, 0 where unknown.
        bytes: u64,
        /// The folder that it is installed into.
        folder: &'a Path,
    },
    /// The part is in place.
    #[non_exhaustive]
    Ends {
        /// The part.
        part: &'a str,
        /// The time since [`Starts`](InstallStep::Starts).
        took: Duration,
    },
    /// An NVRTC of the machine cannot be used, and another one is installed.
    #[non_exhaustive]
    Unusable {
        /// Why not.
        problem: &'a ToolError,
    },
    /// A program, a library or a folder that the environment names is not used, because others could have put it there.
    #[non_exhaustive]
    PassedOver {
        /// The kind of thing: `program`.
        what: &'a str,
        /// Its path.
        path: &'a Path,
        /// Why it is not used: `it lies below the working folder`.
        why: &'a str,
    },
}

/// The state of a download.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct InstallProgress {
    /// Bytes that are there.
    pub bytes: u64,
    /// Bytes of the wheel, 0 where unknown.
    pub of: u64,
    /// Whether the wheel is being unpacked.
    pub is_unpacking: bool,
}

impl InstallProgress {
    /// The progress with `bytes` of pip's files there, which are the wheel and, once it is whole, what comes out of it.
    pub(super) fn at(bytes: u64, of: u64) -> InstallProgress {
        match of {
            0 => InstallProgress { bytes, of, is_unpacking: false },
            // The size is known to a fiftieth.
            of => InstallProgress { bytes: bytes.min(of), of, is_unpacking: bytes + of / 50 > of },
        }
    }
}

struct InstallWatch {
    step: Box<dyn Fn(&InstallStep<'_>) + Send + Sync>,
    progress: Box<dyn Fn(Option<InstallProgress>) + Send + Sync>,
}

static WATCH: OnceLock<InstallWatch> = OnceLock::new();

/// Has installations reported for the rest of the process: each step as it comes to `step`, and ten times a second the state of the
/// download to `progress`, with `None` at its end. Without a call nothing is reported. Returns whether this call is the first, which
/// is the one that counts.
///
/// ```
/// use smem_toolchain::watch_installs;
///
/// assert!(watch_installs(|step| eprintln!("{step}"), |_| ()));
/// assert!(!watch_installs(|_| (), |_| ()));
/// ```
pub fn watch_installs(
    step: impl Fn(&InstallStep<'_>) + Send + Sync + 'static,
    progress: impl Fn(Option<InstallProgress>) + Send + Sync + 'static,
) -> bool {
    WATCH.set(InstallWatch { step: Box::new(step), progress: Box::new(progress) }).is_ok()
}

pub(super) fn report(step: InstallStep<'_>) {
    if let Some(watch) = WATCH.get() {
        (watch.step)(&step);
    }
}

pub(super) fn report_progress(progress: Option<InstallProgress>) {
    if let Some(watch) = WATCH.get() {
        (watch.progress)(progress);
    }
}

impl fmt::Display for InstallStep<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InstallStep::Waits { folder } => {
                write!(f, "waiting for another process that installs into `{}`", folder.display())
            }
            InstallStep::Starts { part, requirement, bytes, folder } => {
                write!(f, "no {part} on this machine: installing {requirement}")?;
                match (bytes + 500_000) / 1_000_000 {
                    0 => {}
                    megabytes => write!(f, " ({megabytes} MB)")?,
                }
                write!(f, " into `{}` with pip", folder.display())
            }
            InstallStep::Ends { part, took } => write!(f, "installed {part} in {:.0} s", took.as_secs_f64()),
            InstallStep::Unusable { problem } => write!(f, "note: {problem}"),
            InstallStep::PassedOver { what, path, why } => {
                write!(f, "note: the {what} `{}` is not used: {why}", path.display().to_string().escape_debug())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_a_line_for_users() {
        let folder = Path::new("target/cuda");
        let starts = |bytes| InstallStep::Starts { part: "NVRTC", requirement: "nvrtc==1", bytes, folder }.to_string();
        let line = "no NVRTC on this machine: installing nvrtc==1 (90 MB) into `target/cuda` with pip";
        assert_eq!(starts(89_600_000), line);
        assert_eq!(starts(0), line.replace(" (90 MB)", ""));
        let ends = InstallStep::Ends { part: "NVRTC", took: Duration::from_millis(2600) };
        assert_eq!(ends.to_string(), "installed NVRTC in 3 s");
        assert_eq!(
            InstallStep::Waits { folder }.to_string(),
            "waiting for another process that installs into `target/cuda`"
        );
    }

    #[test]
    fn a_download_of_unknown_size_shows_what_came() {
        let unknown = InstallProgress::at(5_000_000, 0);
        assert_eq!((unknown.bytes, unknown.of, unknown.is_unpacking), (5_000_000, 0, false));
        let whole = InstallProgress::at(99_000_000, 98_000_000);
        assert_eq!((whole.bytes, whole.is_unpacking), (98_000_000, true));
        assert!(!InstallProgress::at(50_000_000, 98_000_000).is_unpacking);
    }
}
