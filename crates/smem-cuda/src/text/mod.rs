//! From the text of a file to what the grammar reads: without comments, inactive arms and words that the grammar does not take.

mod conditionals;
mod directive;
mod included;
mod nesting;
mod pieces;
mod readable;
mod uncommented;

pub use conditionals::{ActiveArms, Conditionals};
pub(crate) use directive::{Directive, Macro};
pub use included::{IncludedHeader, included_headers};
pub use nesting::check_nesting;
pub(crate) use pieces::{PieceKind, TextPiece, is_word, pieces};
pub(crate) use readable::{blanked, readable};
pub use uncommented::without_comments;
