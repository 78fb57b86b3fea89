//! The classes of layouts that a search goes through, one module each.

mod avoiding;
mod bit_space;
mod branch_and_bound;
pub(super) mod cute;
pub(super) mod inner_padding;
pub(super) mod matrix;
pub(super) mod offset_matrix;
pub(super) mod padding;
pub(super) mod padding_set;
mod part_meetings;
pub(super) mod rotation;
mod ruled_out;
mod value_set;

use crate::{layout::Layout, solve::excess::Excess};

/// The outcome of going through a class of layouts one by one.
pub(super) struct Found {
    /// The cheapest that is free of conflict.
    pub(super) layout: Option<Layout>,
    /// True if every cheaper one was judged.
    pub(super) proven: bool,
}

/// The matrix that a search for the least excess looks for.
#[derive(Clone, Copy)]
pub(super) struct Wanted {
    /// Excess that no matrix avoids, or that is low enough: the search ends with the first matrix that leaves no more.
    pub(super) floor: Excess,
    /// Excess that the matrix must stay below.
    pub(super) limit: Excess,
    /// The most diagonals of the matrix beside the identity; its index is a sum of one term each.
    pub(super) most_diagonals: u32,
}
