//! Source lines, with the calls that lead to them.

use std::fmt;

/// A source line with the calls that lead to it, from `.loc` (compile with `-lineinfo`).
///
/// ```
/// # use smem_sim::*;
/// # fn show(profile: &Profile) {
/// for count in &profile.shared {
///     if let Some(loc) = &count.loc {
///         println!("{loc}: {} wavefronts", count.wavefronts);   // "scan2d.cu:24:5 in warp_scan, inlined at scan2d.cu:37:5"
///     }
/// }
/// # }
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SourceLoc {
    /// The file's path, as the compiler wrote it.
    pub file: String,
    /// Line, counted from 1.
    pub line: u32,
    /// Column, counted from 1; 0 for machine code, whose listing has none.
    pub column: u32,
    /// The linker name of the function that this line was inlined from, by the compiler or by the simulator, which expands
    /// device functions where they are called.
    pub function: Option<String>,
    /// The line that it was inlined at; `None` for the outermost.
    pub inlined_at: Option<Box<SourceLoc>>,
}

impl SourceLoc {
    /// Returns this line, the one that it was inlined at, and so on to the kernel's.
    pub fn chain(&self) -> impl Iterator<Item = &SourceLoc> {
        std::iter::successors(Some(self), |loc| loc.inlined_at.as_deref())
    }

    /// Returns the common start of two chains, innermost first; `None` if even the first lines differ.
    pub fn common(&self, other: &Self) -> Option<Self> {
        let inner = |loc: &Self| Self { inlined_at: None, ..loc.clone() };
        let same = inner(self);
        if same != inner(other) {
            return None;
        }
        let at = self.inlined_at.as_ref().zip(other.inlined_at.as_ref());
        Some(Self { inlined_at: at.and_then(|(one, other)| one.common(other)).map(Box::new), ..same })
    }
}

impl fmt::Display for SourceLoc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)?;
        if self.column != 0 {
            write!(f, ":{}", self.column)?;
        }
        if let Some(function) = &self.function {
            write!(f, " in {function}")?;
        }
        if let Some(at) = &self.inlined_at {
            write!(f, ", inlined at {at}")?;
        }
        Ok(())
    }
}
