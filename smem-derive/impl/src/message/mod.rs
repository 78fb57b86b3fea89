//! Messages: where in the source they point, the source text that they quote, the words that they propose.

pub(crate) mod source;
pub(crate) mod spot;
pub(crate) mod suggest;
