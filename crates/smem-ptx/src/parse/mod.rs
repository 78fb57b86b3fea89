//! Parses PTX text to a syntax tree. Nothing here depends on the meaning of an instruction.

mod declarations;
mod initializer;
mod known;
mod lexer;
mod reader;
mod statements;
pub(crate) mod syntax;

pub(crate) use known::{KnownDeclaration, read_known};
pub(crate) use lexer::{Lexeme, Token, tokens_until_error};
pub(crate) use reader::read;
