//! Errors of modules and kernels that the simulator refuses.

use std::fmt;

/// The error of PTX that the simulator does not support, with its line.
///
/// Returned for text that is not PTX, and for PTX with an instruction, a modifier or a directive that the simulator does not
/// know. Nothing is guessed.
///
/// ```
/// let error = smem_sim::Module::parse(".version 8.8\n.target sm_90\n.address_size 64\nnonsense").unwrap_err();
/// assert_eq!(error.line(), 4);
/// assert!(error.to_string().starts_with("PTX line 4: "));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseError {
    line: u32,
    message: String,
}

impl ParseError {
    pub(crate) fn new(line: u32, message: impl Into<String>) -> Self {
        Self { line, message: message.into() }
    }

    /// Line of the PTX text, counted from 1.
    ///
    /// ```
    /// # fn show(error: &smem_sim::ParseError) {
    /// println!("kernel.ptx:{}: {}", error.line(), error.message());
    /// # }
    /// ```
    pub fn line(&self) -> u32 {
        self.line
    }

    /// The message, one lowercase sentence without the line; [`line`](Self::line) has an example.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PTX line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for ParseError {}
