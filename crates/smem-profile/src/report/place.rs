//! Places in source files.

use serde::Serialize;

/// A line of a file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LinePlace {
    /// As the user names it: relative to the working folder where it is below that.
    pub file: String,
    /// From 1; the line of the PTX, or of the listing of machine code, where nothing says which source line it is.
    pub line: u32,
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
