//! The instruction set of the machine: types, state spaces and decoded operations. It does not depend on a parser, so any front
//! end can produce it.

mod op;
pub(crate) mod sass;
mod types;

pub(crate) use op::*;
pub(crate) use types::{Space, Type};
