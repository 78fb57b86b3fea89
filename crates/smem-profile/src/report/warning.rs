//! Warnings: what may be intended, and what was not looked for.

use serde::Serialize;
use smem_driver::FindingKind;
use smem_sim::{PastEnd, Race, UnwrittenRead};

use super::files::Files;
use super::place::LinePlace;
use super::side::shown;

/// A warning of a launch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Warning {
    /// Its kind.
    pub kind: WarningKind,
    /// A sentence, which begins with the place if it has one.
    pub message: String,
    /// Where it is; `None` if it is about the launch.
    #[serde(flatten)]
    pub at: Option<WarningPlace>,
}

/// The place of a warning in the user's files.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct WarningPlace {
    /// As the user names it.
    pub file: String,
    /// From 1.
    pub line: u32,
    /// The byte of shared memory that is accessed first.
    pub address: u32,
    /// `blockIdx`.
    pub block: [u32; 3],
    /// `threadIdx`.
    pub thread: [u32; 3],
    /// How often.
    pub times: u64,
}

/// The kinds of warnings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum WarningKind {
    /// Something was not looked for.
    NotChecked,
    /// The second run that judges what the first cannot show did not come to its end.
    NotJudged,
    /// Findings that are counted and not described.
    LeftOut,
    /// The verdict of a second run on the findings of the first.
    Judgement,
    /// A read of uninitialized shared memory.
    UnwrittenRead,
    /// Writes of one value by several threads.
    SameValueWrites,
    /// An access past the end of a block's shared memory, but inside what a GPU allocates.
    PastEnd,
}

impl WarningKind {
    /// Returns the kind of finding that it is; `None` for a remark on the checks.
    pub(super) fn of_finding(self) -> Option<FindingKind> {
        match self {
            Self::NotChecked | Self::NotJudged | Self::LeftOut | Self::Judgement => None,
            Self::UnwrittenRead => Some(FindingKind::UnwrittenRead),
            Self::SameValueWrites => Some(FindingKind::SameValueWrites),
            Self::PastEnd => Some(FindingKind::PastEnd),
        }
    }
}

impl Warning {
    /// One that is not about a line.
    pub(super) fn of_launch(kind: WarningKind, message: impl Into<String>) -> Warning {
        Warning { kind, message: message.into(), at: None }
    }

    pub(super) fn unwritten(read: &UnwrittenRead, files: &Files) -> Warning {
        let at = WarningPlace {
            address: read.address,
            block: read.block,
            thread: read.side.thread,
            times: read.times,
            ..place(files.place(read.side.loc.as_deref(), read.side.line))
        };
        let what = match read.times {
            1 => "a thread reads uninitialized shared memory".to_owned(),
            times => format!("uninitialized shared memory is read {times} times"),
        };
        let (byte, thread, block) = (read.address, shown(read.side.thread), shown(read.block));
        let message = format!("{}: {what}: byte {byte:#x} by thread {thread} of block {block}", at.shown());
        Warning { kind: WarningKind::UnwrittenRead, message, at: Some(at) }
    }

    pub(super) fn same_values(race: &Race, files: &Files) -> Warning {
        let [first, second] = [&race.first, &race.second].map(|side| files.place(side.loc.as_deref(), side.line));
        let lines = if first == second { first.to_string() } else { format!("{first} and {second}") };
        let message = format!(
            "{lines}: several threads write the same value to byte {:#x} of shared memory, and nothing orders them",
            race.address
        );
        let at = WarningPlace {
            address: race.address,
            block: race.block,
            thread: race.second.thread,
            times: race.times,
            ..place(second)
        };
        Warning { kind: WarningKind::SameValueWrites, message, at: Some(at) }
    }

    /// `is_widened`: the source makes no such access, but its assembler.
    pub(super) fn past_end(found: &PastEnd, is_widened: bool, files: &Files) -> Warning {
        let at = WarningPlace {
            address: found.address,
            block: found.block,
            thread: found.side.thread,
            times: found.times,
            ..place(files.place(found.side.loc.as_deref(), found.side.line))
        };
        let PastEnd { address, declared, allocated, .. } = found;
        let (thread, block) = (shown(found.side.thread), shown(found.block));
        let cause = match is_widened {
            true => "; the PTX has no such access: the assembler widened it",
            false => "",
        };
        let message = format!(
            "{}: {} of byte {address:#x}, past the {declared} bytes of shared memory that the block asks for but inside the {allocated} \
             that a GPU allocates, by thread {thread} of block {block}{cause}",
            at.shown(),
            found.side.access
        );
        Warning { kind: WarningKind::PastEnd, message, at: Some(at) }
    }

    /// Returns its line.
    pub fn place(&self) -> Option<LinePlace> {
        self.at.as_ref().map(|at| LinePlace { file: at.file.clone(), line: at.line })
    }

    /// Returns its sentence, without the place.
    pub fn sentence(&self) -> &str {
        let place = self.at.as_ref().map(|at| at.shown() + ": ");
        place.and_then(|place| self.message.strip_prefix(&place)).unwrap_or(&self.message)
    }
}

impl WarningPlace {
    fn shown(&self) -> String {
        LinePlace { file: self.file.clone(), line: self.line }.to_string()
    }
}

fn place(LinePlace { file, line }: LinePlace) -> WarningPlace {
    WarningPlace { file, line, address: 0, block: [0; 3], thread: [0; 3], times: 0 }
}
