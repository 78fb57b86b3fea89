//! A text without comments and literals.

use super::pieces::{PieceKind, pieces};
use super::readable::blanked;

/// Returns a text with blanks in place of comments, strings and characters, byte for byte. Directives stay, without theirs.
///
/// ```
/// let text = "a; // b\nc('\\'', R\"(/*)\", 1'000); /*/ d */\n#define E \"f\" // g";
/// assert_eq!(smem_cuda::without_comments(text), "a;     \nc(    ,        , 1'000);         \n#define E         ");
/// ```
pub fn without_comments(text: &str) -> String {
    let is_gone = |kind: PieceKind| matches!(kind, PieceKind::Comment | PieceKind::Literal);
    let mut gone = Vec::new();
    for piece in pieces(text) {
        if is_gone(piece.kind) {
            gone.push(piece.span);
        } else if piece.kind == PieceKind::Directive {
            // After its `#` a directive is text like any other.
            let start = piece.span.start + 1;
            let inside = pieces(&text[start..piece.span.end]).into_iter().filter(|piece| is_gone(piece.kind));
            gone.extend(inside.map(|piece| start + piece.span.start..start + piece.span.end));
        }
    }
    blanked(text, &gone)
}
