//! The classes of layouts that a search goes through, one module each.

pub(super) mod cute;
pub(super) mod inner_padding;
pub(super) mod matrix;
pub(super) mod offset_matrix;
pub(super) mod padding;
pub(super) mod rotation;
mod ruled_out;
mod value_set;

use crate::layout::Layout;

/// The outcome of going through a class of layouts one by one.
pub(super) struct Found {
    /// The cheapest that is free of conflict.
    pub(super) layout: Option<Layout>,
    /// True if every cheaper one was judged.
    pub(super) proven: bool,
}
