//! The classes of layouts that a search goes through, one module each.

pub(super) mod cute;
pub(super) mod matrix;
pub(super) mod padding;
