//! The error of a module or a kernel that the simulator refuses.

use crate::profile::Isa;
use std::fmt;

/// PTX or machine code that smem-sim does not understand, with its line.
///
/// Raised for text that is not PTX and for PTX with an instruction, a modifier or a directive that the simulator does
/// not know. Nothing is ever guessed.
///
/// ```
/// let error = smem_sim::Module::parse(".version 8.8\n.target sm_90\n.address_size 64\nnonsense").unwrap_err();
/// assert_eq!(error.line, 4);
/// assert!(error.to_string().starts_with("PTX line 4: "));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParseError {
    /// The instruction set of the text.
    pub isa: Isa,
    /// Line of the PTX text, or of the machine code's listing, counted from 1; 0 for the cubin itself.
    pub line: u32,
    /// One lowercase sentence.
    pub message: String,
}

impl ParseError {
    pub(crate) fn new(line: u32, message: impl Into<String>) -> Self {
        Self { isa: Isa::Ptx, line, message: message.into() }
    }

    /// In a listing of machine code.
    pub(crate) fn listing(line: u32, message: impl Into<String>) -> Self {
        Self { isa: Isa::Sass, line, message: message.into() }
    }

    /// In a cubin.
    pub(crate) fn cubin(message: impl Into<String>) -> Self {
        Self::listing(0, message)
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

impl std::error::Error for ParseError {}
