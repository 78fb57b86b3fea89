//! Errors of jobs, each of them a sentence.

/// The reason why a [`Job`](crate::Job) has no report. Its [`Display`](std::fmt::Display) is for users: a lowercase sentence, and lines that start
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
#[derive(thiserror::Error, Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// A file, a launch or an option that cannot be used.
    #[error("{0}")]
    Input(String),
    /// The kernel cannot be compiled, loaded or launched.
    #[error("{}", with_help(.cause, .help.as_ref()))]
    #[non_exhaustive]
    Launch {
        /// The error of the compiler or of the launch.
        #[source]
        cause: smem_launch::Error,
        /// A line that says what helps, where that is known.
        help: Option<String>,
    },
    /// The job was [stopped](crate::LaunchControl::stop) before there was something to report.
    #[error("the work was stopped before there was something to report")]
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

fn with_help(cause: &smem_launch::Error, help: Option<&String>) -> String {
    match help {
        None => cause.to_string(),
        Some(help) => format!("{}\n{help}", cause.to_string().trim_end()),
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
