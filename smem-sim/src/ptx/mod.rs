//! The front end for PTX: text to a syntax tree, and that to kernels of the machine.

mod lower;
mod parse;
mod type_names;

pub(crate) use lower::{Symbols, lower_kernel, lower_variables};
pub(crate) use parse::read;
