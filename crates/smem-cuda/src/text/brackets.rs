//! The bracket that closes another one.

use super::pieces::{PieceKind, pieces};

/// Returns the byte of the bracket that closes the one at byte `open`; brackets in comments and literals are none. Angle brackets are not
/// looked at.
///
/// ```
/// let text = "f(a[0], ')' /* ) */, (b)) + c";
/// assert_eq!(smem_cuda::closing_bracket(text, 1), Some(24));
/// assert_eq!(smem_cuda::closing_bracket("f(a", 1), None);
/// assert_eq!(smem_cuda::closing_bracket("f(a)", 0), None);
/// ```
pub fn closing_bracket(text: &str, open: usize) -> Option<usize> {
    let rest = text.get(open..).filter(|rest| rest.starts_with(['(', '[', '{']))?;
    let mut depth = 0_usize;
    for mark in pieces(rest).iter().filter(|piece| piece.kind == PieceKind::Mark) {
        match &rest[mark.span.clone()] {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" if depth == 1 => return Some(open + mark.span.start),
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
    }
    None
}
