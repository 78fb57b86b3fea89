//! Errors of tools, each of them a sentence.

use thiserror::Error;

use crate::first_errors::first_errors;

/// An error of a tool, or of finding or installing it. Its [`Display`](std::fmt::Display) is for users: a lowercase sentence, and for a source that
/// does not compile the first errors of the compiler's log and the source lines that they name.
///
/// ```
/// use smem_toolchain::{Disassembler, Install, ToolError};
///
/// let error = Disassembler::find(Install::Allowed)?.listing(b"not a cubin").unwrap_err();
/// assert!(matches!(&error, ToolError::Unusable(why) if why.contains("nvdisasm")));
/// # Ok::<(), ToolError>(())
/// ```
#[derive(Error, Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ToolError {
    /// NVRTC, CUDA's headers, or another of NVIDIA's tools: missing, broken, or not to be installed; or a tool refuses its input. The message
    /// names the command that installs a missing part by hand.
    #[error("{0}")]
    Unusable(String),
    /// NVRTC refused an option, which another compiler may know.
    #[error("{0}")]
    RefusedOption(String),
    /// The CUDA C++ source does not compile.
    #[error("{}", refused(.name, .log, .listing))]
    #[non_exhaustive]
    Compile {
        /// The name given to the source.
        name: String,
        /// The compiler's log, all of it.
        log: String,
        /// The numbered source lines around those that its first errors name.
        listing: String,
    },
    /// A kernel that the source does not have.
    #[error("{0}")]
    NoKernel(String),
    /// A compiler crashed on a source, for which another one may do.
    #[error("{0}")]
    Crash(String),
    /// A tool ended with the memory that [`ToolLimits`](crate::ToolLimits) give it.
    #[error("{0}")]
    MemoryLimit(String),
    /// A tool took longer than [`ToolLimits`](crate::ToolLimits) allow.
    #[error("{0}")]
    TimeLimit(String),
    /// The deadline of [`ToolLimits`](crate::ToolLimits) came while a tool ran, or before it was started.
    #[error("{0}")]
    OutOfTime(String),
}

impl ToolError {
    /// Returns true if a limit of time or memory ended the tool, which says nothing about its input.
    ///
    /// ```
    /// use smem_toolchain::ToolError;
    ///
    /// assert!(ToolError::TimeLimit("nvcc took more than 120 seconds".into()).is_over_budget());
    /// assert!(!ToolError::Unusable("nvcc is missing".into()).is_over_budget());
    /// ```
    pub fn is_over_budget(&self) -> bool {
        matches!(self, ToolError::MemoryLimit(_) | ToolError::TimeLimit(_) | ToolError::OutOfTime(_))
    }

    /// Returns the log of a compiler that refuses a source, all of it; `None` for other errors.
    ///
    /// ```
    /// use smem_toolchain::{CudaSource, Install, Nvrtc};
    ///
    /// let refused = Nvrtc::find(Install::Allowed)?.compile(&CudaSource::new("wrong", "k.cu")).unwrap_err();
    /// assert!(refused.log().is_some_and(|log| log.contains("k.cu(1): error")));
    /// # Ok::<(), smem_toolchain::ToolError>(())
    /// ```
    pub fn log(&self) -> Option<&str> {
        match self {
            ToolError::Compile { log, .. } => Some(log),
            _ => None,
        }
    }
}

/// The sentence of a source that does not compile.
fn refused(name: &str, log: &str, listing: &str) -> String {
    let (log, left_out) = first_errors(log);
    let more = match left_out {
        0 => String::new(),
        count => format!("\n\nand {count} more errors, which these may have made"),
    };
    let listing = if listing.is_empty() { String::new() } else { format!("\n\n{}", listing.trim_end()) };
    format!("`{name}` does not compile\n{}{more}{listing}", log.trim_end())
}
