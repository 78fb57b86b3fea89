//! How deep a text nests, which those who read it by functions that call themselves have to know first.

use super::pieces::{PieceKind, pieces};

/// Brackets inside one another, and operators in a row, of a text that can be compiled here. Compilers have limits of the same size.
const DEEPEST: usize = 512;
const MOST_OPERATORS: usize = 4096;

/// Tokens of a statement, each of which may be a level of an expression, with the branches of its `else`s.
const LONGEST_STATEMENT: usize = 20_000;

/// Checks that a CUDA text does not nest so deeply that reading it would take all of the stack.
///
/// ```
/// assert_eq!(smem_cuda::check_nesting("__global__ void k() { }"), Ok(()));
/// let deep = "namespace a {".repeat(1000);
/// assert_eq!(smem_cuda::check_nesting(&deep), Err("line 1 is inside more than 512 brackets".to_owned()));
/// ```
///
/// # Errors
/// A few words with the line that is too deep.
pub fn check_nesting(text: &str) -> Result<(), String> {
    let (mut depth, mut operators) = (0_usize, 0_usize);
    let (mut statement, mut may_end) = (0_usize, false);
    for piece in pieces(text).into_iter().filter(|piece| piece.kind != PieceKind::Comment) {
        let line = || 1 + text[..piece.span.start].matches('\n').count();
        let token = &text[piece.span.clone()];
        match token {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
        statement = if token == "," || may_end && token != "else" { 0 } else { statement + 1 };
        may_end = matches!(token, ";" | "{" | "}");
        operators = if piece.kind == PieceKind::Mark { operators + 1 } else { 0 };
        if depth > DEEPEST {
            return Err(format!("line {} is inside more than {DEEPEST} brackets", line()));
        }
        if operators > MOST_OPERATORS {
            return Err(format!("line {} has more than {MOST_OPERATORS} operators in a row", line()));
        }
        if statement > LONGEST_STATEMENT {
            return Err(format!("the statement on line {} has more than {LONGEST_STATEMENT} tokens", line()));
        }
    }
    Ok(())
}
