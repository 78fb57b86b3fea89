//! Modifiers of operations on halves.

/// The changes to halves before and after a function of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct HalfMode {
    pub bf16: bool,
    /// Subnormal numbers become zeros, before and after.
    pub ftz: bool,
    /// Results are between 0 and 1, and a NaN is 0.
    pub saturates: bool,
    /// A result is a NaN where a source is.
    pub keeps_nan: bool,
}

impl HalfMode {
    /// Returns true if neither sources nor results change.
    pub fn is_plain(self) -> bool {
        !(self.ftz || self.saturates || self.keeps_nan)
    }
}
