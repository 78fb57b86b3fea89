//! The kept part of a result.

/// The bits of a product that are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    High,
    Both,
}

/// The changes to halves before and after a function of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct HalfMode {
    pub(crate) bf16: bool,
    /// Subnormal numbers become zeros, before and after.
    pub(crate) ftz: bool,
    /// Results are between 0 and 1, and a NaN is 0.
    pub(crate) saturates: bool,
    /// A result is a NaN where a source is.
    pub(crate) keeps_nan: bool,
}
