//! One side of a race as it is found.

use super::shadow::Touch;
use crate::race_side::RaceAccess;

/// One side of a race: an instruction and what it does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct FoundSide {
    pub(super) pc: u32,
    pub(super) access: RaceAccess,
}

impl FoundSide {
    pub(super) fn of(pc: u32, touch: Touch, is_copy: bool) -> Self {
        let access = match touch {
            _ if is_copy => RaceAccess::Copy,
            Touch::Read => RaceAccess::Read,
            Touch::Write => RaceAccess::Write,
            Touch::Atomic => RaceAccess::Atomic,
        };
        Self { pc, access }
    }
}
