//! Errors of jobs, each of them a sentence.

use std::fmt;

/// The reason why a [`Job`](crate::Job) has no report. Its [`Display`](fmt::Display) is for users: a lowercase sentence, and lines that start
/// with `help:` say what to do instead. They name options as the program `smem-tile` spells them; [`Job`](crate::Job) has a method of each
/// name.
///
/// ```
/// use smem_profile::{Error, Job};
///
/// let error = Job::new("missing.cu").run().unwrap_err();
/// assert!(matches!(error, Error::Input(_)));
/// assert!(error.to_string().starts_with("cannot read `missing.cu`"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// A file, a launch or an option that cannot be used.
    Input(String),
    /// The kernel cannot be compiled, loaded or launched.
    #[non_exhaustive]
    Launch {
        /// The error of the compiler or of the launch.
        cause: smem_launch::Error,
        /// A line that says what helps, where that is known.
        help: Option<String>,
    },
    /// The job was [stopped](crate::LaunchControl::stop) before there was something to report.
    Stopped,
}

impl Error {
    /// Returns true if a budget of time, memory or instructions ended the job, which says nothing about the kernel.
    ///
    /// ```
    /// assert!(!smem_profile::Error::Input("there is no such file".into()).is_over_budget());
    /// ```
    pub fn is_over_budget(&self) -> bool {
        matches!(self, Error::Launch { cause, .. } if cause.is_over_budget())
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Input(message) => f.write_str(message),
            Error::Stopped => f.write_str("the work was stopped before there was something to report"),
            Error::Launch { cause, help: None } => write!(f, "{cause}"),
            Error::Launch { cause, help: Some(help) } => write!(f, "{}\n{help}", cause.to_string().trim_end()),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Input(_) | Error::Stopped => None,
            Error::Launch { cause, .. } => Some(cause),
        }
    }
}

impl From<String> for Error {
    fn from(message: String) -> Error {
        Error::Input(message)
    }
}

impl From<smem_launch::Error> for Error {
    fn from(cause: smem_launch::Error) -> Error {
        Error::Launch { cause, help: None }
    }
}
