//! The instruction sets that the simulator runs.

use std::fmt;

/// An instruction set that the simulator runs.
///
/// ```
/// assert_eq!(smem_sim::Isa::Sass.to_string(), "SASS");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Isa {
    /// PTX, the compiler's portable output.
    Ptx,
    /// SASS, the machine code of one architecture.
    Sass,
}

impl fmt::Display for Isa {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Ptx => "PTX",
            Self::Sass => "SASS",
        })
    }
}
