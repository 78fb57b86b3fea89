//! Whether PTX names the lines of a source.

use super::parse::{Token, tokens_until_error};

/// Returns true for PTX whose code names lines of a source, by `.loc`.
///
/// ```
/// assert!(smem_ptx::ptx_has_source_lines(".version 7.0 .entry k() {\n\t.loc\t1 2 3\n}"));
/// assert!(!smem_ptx::ptx_has_source_lines(".version 7.0 .entry k() { ret; } // .loc 1 2 3"));
/// ```
pub fn ptx_has_source_lines(ptx: &str) -> bool {
    tokens_until_error(ptx).any(|lexeme| lexeme.token == Token::Word(".loc"))
}
