//! What can go wrong outside the program's own logic, each told in a sentence.

use std::path::Path;
use std::process::ExitCode;
use std::{fmt, io};

/// An error of this crate. Its [`Display`](fmt::Display) is what the user reads: a lowercase sentence, and for a
/// kernel that does not compile the compiler's log and the lines it names.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The input is unusable: an image, a size.
    Input(String),
    /// NVRTC, or another of NVIDIA's tools, is missing, broken, or could not be installed.
    Nvrtc(String),
    /// The CUDA C++ source does not compile.
    Compile {
        /// The name given to the source.
        name: String,
        /// NVRTC's log.
        log: String,
        /// The numbered source lines around those that the log names.
        listing: String,
    },
    /// The GPU or its driver refused.
    Gpu(String),
    /// The simulator does not know the kernel's PTX, or was asked for something that is not there.
    Simulator(String),
    /// A kernel did what it must not: a fault with its place.
    Fault(String),
    /// A launch that does not fit its kernel: arguments, shared memory.
    Launch(String),
}

impl Error {
    /// A file or a folder that cannot be written.
    pub fn cannot_write(path: &Path, error: &io::Error) -> Error {
        Error::Input(format!("cannot write `{}`: {error}", path.display()))
    }

    /// The exit code of a program that ends on this error: 2 where the input or the machine is at fault, 1 where a
    /// kernel is.
    ///
    /// ```
    /// use smem_examples::Error;
    ///
    /// assert_eq!(Error::Input("the image is empty".into()).exit_code(), 2);
    /// assert_eq!(Error::Fault("`scan` reads past its buffer".into()).exit_code(), 1);
    /// ```
    pub fn exit_code(&self) -> u8 {
        match self {
            Error::Fault(_) => 1,
            _ => 2,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Input(message)
            | Error::Nvrtc(message)
            | Error::Gpu(message)
            | Error::Simulator(message)
            | Error::Fault(message)
            | Error::Launch(message) => f.write_str(message),
            Error::Compile { name, log, listing } => {
                write!(f, "`{name}` does not compile\n{}", log.trim_end())?;
                if !listing.is_empty() {
                    write!(f, "\n\n{}", listing.trim_end())?;
                }
                Ok(())
            }
        }
    }
}

impl std::error::Error for Error {}

/// The exit status of a program: 0 where `outcome` is true, 1 where what was checked differs, and that of the error, told on
/// standard error, where there is one.
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
