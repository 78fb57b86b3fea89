//! What the machine executes: types, spaces and decoded operations. It knows of no text that they came from, so that a parser of
//! another language can make them.

mod op;
mod types;

pub(crate) use op::*;
pub(crate) use types::{Space, Type};
