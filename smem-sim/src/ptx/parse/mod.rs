//! PTX text to a syntax tree. Nothing here knows what an instruction means.

mod declarations;
mod initializer;
mod lexer;
mod reader;
mod statements;
pub(crate) mod syntax;

pub(crate) use reader::read;
