//! Errors of modules and kernels that the simulator refuses.

use crate::instruction_set::Isa;
use std::fmt;

/// The error of PTX or of machine code that the simulator does not support, with its line.
///
/// Returned for text that is not PTX, and for PTX with an instruction, a modifier or a directive that the simulator does not
/// know. Nothing is guessed.
///
/// ```
/// let error = smem_ptx::module(".version 8.8\n.target sm_90\n.address_size 64\nnonsense").unwrap_err();
/// assert_eq!(error.line(), 4);
/// assert!(error.to_string().starts_with("PTX line 4: "));
/// ```
#[derive(thiserror::Error, Debug, Clone, PartialEq, Eq)]
pub struct ParseError {
    isa: Isa,
    line: u32,
    message: String,
}

impl ParseError {
    pub fn new(line: u32, message: impl Into<String>) -> Self {
        Self { isa: Isa::Ptx, line, message: message.into() }
    }

    /// In a listing of machine code.
    pub fn listing(line: u32, message: impl Into<String>) -> Self {
        Self { isa: Isa::Sass, line, message: message.into() }
    }

    /// In a cubin.
    pub fn cubin(message: impl Into<String>) -> Self {
        Self::listing(0, message)
    }

    /// The instruction set of the text that the line is in.
    ///
    /// ```
    /// assert_eq!(smem_ptx::module("nonsense").unwrap_err().isa(), smem_sim::Isa::Ptx);
    /// ```
    pub fn isa(&self) -> Isa {
        self.isa
    }

    /// Line of the PTX text, or of the listing of machine code, counted from 1; 0 for an error of the cubin itself.
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
        match self.line {
            0 => write!(f, "cubin: {}", self.message),
            line => write!(f, "{} line {line}: {}", self.isa, self.message),
        }
    }
}

/// All that is unknown in a kernel, at least one.
#[derive(Debug)]
pub struct Refusals(pub Vec<ParseError>);

impl From<ParseError> for Refusals {
    fn from(error: ParseError) -> Self {
        Self(vec![error])
    }
}
