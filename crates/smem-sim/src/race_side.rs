//! The two sides of a race.

use crate::source_loc::SourceLoc;
use std::fmt;
use std::sync::Arc;

/// The order of two accesses that nothing orders, as the code has them.
///
/// ```
/// assert_eq!(smem_sim::RaceKind::ReadAfterWrite.to_string(), "read-after-write");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum RaceKind {
    /// The second access may read what was there before the first one wrote.
    ReadAfterWrite,
    /// The second access may write before the first one has read.
    WriteAfterRead,
    /// The first access may overwrite the second.
    WriteAfterWrite,
    /// A read and a write, of which neither comes after the other: each is in a branch of its own.
    ReadBesideWrite,
    /// Two writes, of which neither comes after the other.
    WriteBesideWrite,
}

impl RaceKind {
    /// All of them.
    pub const ALL: [RaceKind; 5] = [
        Self::ReadAfterWrite,
        Self::WriteAfterRead,
        Self::WriteAfterWrite,
        Self::ReadBesideWrite,
        Self::WriteBesideWrite,
    ];

    /// Whether one access comes first in the code.
    pub fn has_order(self) -> bool {
        !matches!(self, Self::ReadBesideWrite | Self::WriteBesideWrite)
    }
}

impl fmt::Display for RaceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::ReadAfterWrite => "read-after-write",
            Self::WriteAfterRead => "write-after-read",
            Self::WriteAfterWrite => "write-after-write",
            Self::ReadBesideWrite => "read-beside-write",
            Self::WriteBesideWrite => "write-beside-write",
        })
    }
}

/// The kind of access on one side of a race.
///
/// ```
/// assert_eq!(smem_sim::RaceAccess::Copy.to_string(), "asynchronous copy");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum RaceAccess {
    /// A load.
    Read,
    /// A store.
    Write,
    /// An atomic operation, which races with loads and stores but not with other atomics.
    Atomic,
    /// The write of `cp.async` or of a bulk copy.
    Copy,
}

impl RaceAccess {
    /// All of them.
    pub const ALL: [RaceAccess; 4] = [Self::Read, Self::Write, Self::Atomic, Self::Copy];
}

impl fmt::Display for RaceAccess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Read => "read",
            Self::Write => "write",
            Self::Atomic => "atomic",
            Self::Copy => "asynchronous copy",
        })
    }
}

/// One of the two accesses of a [`Race`](crate::Race), or a read of an [`UnwrittenRead`](crate::UnwrittenRead).
///
/// ```
/// # fn show(race: &smem_sim::Race) {
/// println!("{} at line {} by {:?}", race.first.access, race.first.line, race.first.thread);
/// # }
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct RaceSide {
    /// The kind of the access.
    pub access: RaceAccess,
    /// Line of the PTX text, or of the listing of machine code, counted from 1.
    pub line: u32,
    /// The instruction, as written in that text.
    pub text: Arc<str>,
    /// The source line, if the module has source lines.
    pub loc: Option<Arc<SourceLoc>>,
    /// `threadIdx`.
    pub thread: [u32; 3],
}

impl RaceSide {
    /// The number of its source line, or of the text's line for code without source lines.
    pub(crate) fn line_number(&self) -> u32 {
        self.loc.as_ref().map_or(self.line, |loc| loc.line)
    }

    /// Whether both do the same on the same source line, in the same call.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        let is_place = match (&self.loc, &other.loc) {
            (Some(one), Some(other)) => is_line(one, other),
            (None, None) => (self.line, &self.text) == (other.line, &other.text),
            _ => false,
        };
        self.access == other.access && is_place
    }
}

fn is_line(one: &SourceLoc, other: &SourceLoc) -> bool {
    (&one.file, one.line) == (&other.file, other.line)
        && match (&one.inlined_at, &other.inlined_at) {
            (Some(one), Some(other)) => is_line(one, other),
            (one, other) => one.is_none() && other.is_none(),
        }
}
