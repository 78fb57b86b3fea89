//! From the text of a file to what the grammar reads: without comments, inactive arms and words that the grammar does not take.

mod conditionals;
mod directive;
mod pieces;
mod readable;

pub use conditionals::{ActiveArms, Conditionals};
pub(crate) use directive::Macro;
pub(crate) use pieces::is_word;
pub(crate) use readable::readable;
