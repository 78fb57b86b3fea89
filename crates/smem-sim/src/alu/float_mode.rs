//! Modifiers of floating-point instructions.

use crate::isa::Rounding;

/// Modifiers of an instruction on f32 or f64.
#[derive(Debug, Clone, Copy)]
pub struct FloatMode {
    pub rounding: Rounding,
    pub ftz: bool,
    pub sat: bool,
}

impl FloatMode {
    pub(super) fn to_nearest(self) -> bool {
        self.rounding == Rounding::Nearest
    }

    /// Neither `.ftz` nor `.sat`, which f64 does not have.
    pub(super) fn is_whole(self) -> bool {
        !self.ftz && !self.sat
    }

    /// Rounded to the nearest, with no other modifier.
    pub fn is_plain(self) -> bool {
        self.to_nearest() && self.is_whole()
    }
}
