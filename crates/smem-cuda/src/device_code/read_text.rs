//! A text of a program with its declarations.

use super::unit::Unit;
use crate::text::ActiveArms;

/// A text with its declarations, once for each choice of the arms of its conditions: the most likely one first.
#[derive(Debug)]
pub(super) struct ReadText<'a> {
    pub(super) text: &'a str,
    pub(super) choices: Vec<(ActiveArms, Vec<Unit<'a>>)>,
}
