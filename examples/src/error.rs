//! The errors of the programs, each a sentence, and their exit codes.

use std::path::Path;
use std::process::ExitCode;
use std::{fmt, io};

/// An error of a program. Its [`Display`](fmt::Display) is what the user reads: a lowercase sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The input is unusable: an image, a size, a file.
    Input(String),
    /// Compiling or launching failed.
    Launch(smem_launch::Error),
}

impl Error {
    /// Returns the error for a file or a folder that cannot be written.
    pub fn cannot_write(path: &Path, error: &io::Error) -> Error {
        Error::Input(format!("cannot write `{}`: {error}", path.display()))
    }

    /// Returns the exit code of a program that ends on this error: 2 where the input or the machine is at fault, 1 where a
    /// kernel is.
    ///
    /// ```
    /// use smem_examples::Error;
    ///
    /// assert_eq!(Error::Input("the image is empty".into()).exit_code(), 2);
    /// assert_eq!(Error::from(smem_launch::Error::Failed("`scan` reads past its buffer".into())).exit_code(), 1);
    /// ```
    pub fn exit_code(&self) -> u8 {
        match self {
            Error::Input(_) => 2,
            Error::Launch(error) => error.exit_code(),
        }
    }
}

impl From<smem_launch::Error> for Error {
    fn from(error: smem_launch::Error) -> Error {
        Error::Launch(error)
    }
}

impl From<smem_launch::ToolError> for Error {
    fn from(error: smem_launch::ToolError) -> Error {
        Error::Launch(error.into())
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Input(message) => f.write_str(message),
            Error::Launch(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

/// Returns the exit status of a program: 0 where `outcome` is true, 1 where it is false, and the error's own otherwise. Prints the
/// error on standard error.
///
/// ```
/// use std::process::ExitCode;
///
/// assert_eq!(smem_examples::exit_code(Ok(true)), ExitCode::SUCCESS);
/// ```
pub fn exit_code(outcome: Result<bool, Error>) -> ExitCode {
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(error.exit_code())
        }
    }
}
