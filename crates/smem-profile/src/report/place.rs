//! Places in source files.

use std::fmt;

use serde::Serialize;

/// A line of a file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LinePlace {
    /// As the user names it: relative to the working folder where it is below that.
    pub file: String,
    /// From 1; 0 where nothing says which line of a CUDA file it is: an assembler leaves the lines of some instances of a template on one line
    /// out. Of PTX and machine code without source lines that of the PTX, or of the listing.
    pub line: u32,
}

impl fmt::Display for LinePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{} (no line)", self.file),
            line => write!(f, "{}:{line}", self.file),
        }
    }
}

/// A call in a file, which the compiler has inlined.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CallPlace {
    /// As the user names it.
    pub file: String,
    /// From 1.
    pub line: u32,
    /// The function that the call is in, if it was inlined as well.
    pub function: Option<String>,
}

impl CallPlace {
    /// Returns its line.
    pub fn place(&self) -> LinePlace {
        LinePlace { file: self.file.clone(), line: self.line }
    }
}
