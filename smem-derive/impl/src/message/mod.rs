//! Messages: the place in the source that they point at, the source text that they quote, the words that they propose.

pub(crate) mod source;
pub(crate) mod span;
pub(crate) mod suggest;
