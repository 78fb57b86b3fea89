//! Lists of two layers of options.

/// Returns the elements of both lists.
pub(super) fn both<T>(mut first: Vec<T>, then: Vec<T>) -> Vec<T> {
    first.extend(then);
    first
}
