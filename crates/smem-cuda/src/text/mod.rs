//! From the text of a file to what the grammar reads: without comments, inactive arms and words that the grammar does not take.

mod brackets;
mod conditionals;
mod directive;
mod header_macros;
mod included;
mod launch_macros;
mod macro_words;
mod nesting;
mod pieces;
mod reach;
mod readable;
mod skeleton;
mod spelled;
mod uncommented;

pub use brackets::closing_bracket;
pub(crate) use conditionals::is_in;
pub use conditionals::{ActiveArms, Conditionals};
pub(crate) use directive::{Directive, Macro};
pub use header_macros::{HeaderMacros, headers_asked_for};
pub use included::{IncludedHeader, included_headers};
pub(crate) use launch_macros::with_expanded_launches;
pub(crate) use macro_words::MacroWords;
pub use nesting::check_nesting;
pub(crate) use pieces::{PieceKind, TextPiece, is_word, pieces};
pub use reach::{HeaderQuestion, HeaderReach, check_definition};
pub(crate) use readable::{blanked, is_shared_word, readable};
pub(crate) use skeleton::{Skeleton, skeleton};
pub(crate) use spelled::spelled;
pub use uncommented::without_comments;
