//! The kept part of a result.

/// The bits of a product that are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    High,
    Both,
}
