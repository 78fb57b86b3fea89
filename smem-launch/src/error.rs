//! What can go wrong outside the program's own logic, each told in a sentence.

use std::fmt;

/// An error of this crate. Its [`Display`](fmt::Display) is what the user reads: a lowercase sentence, and for a
/// kernel that does not compile the compiler's log and the lines it names.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
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
    /// The exit code of a program that ends on this error: 2 where the input or the machine is at fault, 1 where a
    /// kernel is.
    ///
    /// ```
    /// use smem_launch::Error;
    ///
    /// assert_eq!(Error::Gpu("no GPU to run on".into()).exit_code(), 2);
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
            Error::Nvrtc(message)
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
