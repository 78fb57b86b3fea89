//! Calls of macros that make launches or kernels, with the macros' bodies in their place: `LAUNCH(k, 4, 32, a)` is a launch as
//! `k<<<4, 32>>>(a)` is.

use super::brackets::closing_bracket;
use super::directive::Macro;
use super::pieces::{PieceKind, TextPiece, pieces};

/// Macros may be made of others, each of which is expanded in a further round.
const MOST_ROUNDS: usize = 4;

/// The most bytes that calls become, since a macro may double itself in each round.
const MOST_BYTES: usize = 1 << 20;

/// Returns a text without comments and directives whose calls of such macros at a byte or after it are expanded, each line where it was; `None`
/// where it has no such call.
pub(crate) fn with_expanded_launches(text: &str, start: usize, macros: &[Macro]) -> Option<String> {
    let launching = launching(macros);
    let mut expanded = None;
    for _ in 0..if launching.is_empty() { 0 } else { MOST_ROUNDS } {
        let now = expanded.as_deref().unwrap_or(text);
        match expanded_once(now, start, &launching).filter(|next| next.len() < text.len() + MOST_BYTES) {
            Some(next) => expanded = Some(next),
            None => break,
        }
    }
    expanded
}

/// The macros whose bodies make a launch or define a kernel, themselves or by others.
fn launching(macros: &[Macro]) -> Vec<&Macro> {
    let makes_either = |body: &str| body.contains("<<<") || body.contains("__global__") && body.contains('{');
    let mut found: Vec<&Macro> = Vec::new();
    for _ in 0..MOST_ROUNDS {
        let is_one = |body: &str| makes_either(body) || found.iter().any(|known| body.contains(&*known.name));
        let next: Vec<&Macro> = macros.iter().filter(|own| own.parameters.is_some() && is_one(&own.body)).collect();
        if next.len() == found.len() {
            break;
        }
        found = next;
    }
    found
}

fn expanded_once(text: &str, start: usize, launching: &[&Macro]) -> Option<String> {
    let found: Vec<TextPiece> = pieces(&text[start..]).into_iter().map(|piece| piece.shifted_by(start)).collect();
    let (mut result, mut end) = (String::new(), 0);
    for (at, piece) in found.iter().enumerate() {
        let word = &text[piece.span.clone()];
        if piece.kind != PieceKind::Word || piece.span.start < end {
            continue;
        }
        let Some(known) = launching.iter().rfind(|known| known.name == word && known.from <= piece.span.start) else {
            continue;
        };
        let Some(open) = found.get(at + 1).map(|next| next.span.start) else { break };
        let Some(close) = closing_bracket(text, open).filter(|_| text[open..].starts_with('(')) else { continue };
        let inside: Vec<&TextPiece> =
            found.iter().filter(|piece| piece.span.start > open && piece.span.start < close).collect();
        let Some(body) = known.expanded(&arguments(text, open + 1, close, &inside)) else { continue };
        result += &text[end..piece.span.start];
        result += &body.replace('\n', " ");
        end = close + 1;
        result.extend(text[piece.span.start..end].matches('\n'));
    }
    (end > 0).then(|| result + &text[end..])
}

/// The arguments between two brackets: at commas that are in no brackets, as the preprocessor takes them.
fn arguments<'s>(text: &'s str, start: usize, end: usize, inside: &[&TextPiece]) -> Vec<&'s str> {
    let (mut depth, mut from, mut found) = (0_usize, start, Vec::new());
    for piece in inside.iter().filter(|piece| piece.kind == PieceKind::Mark) {
        match &text[piece.span.clone()] {
            "(" => depth += 1,
            ")" => depth = depth.saturating_sub(1),
            "," if depth == 0 => {
                found.push(text[from..piece.span.start].trim());
                from = piece.span.end;
            }
            _ => {}
        }
    }
    found.push(text[from..end].trim());
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{Conditionals, readable};

    fn expanded(source: &str) -> Option<String> {
        let read = readable(source, &Conditionals::assumed(source, &[]), Vec::new());
        let text = with_expanded_launches(&read.text, 0, &read.macros)?;
        assert_eq!(text.lines().count(), source.lines().count());
        Some(text.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn a_call_becomes_the_launch_of_the_body() {
        let text =
            "#define LAUNCH(k, g, ...) k<<<g, 32>>>(__VA_ARGS__)\nvoid f() { LAUNCH(k<1>, dim3(2, 1), a,\n b); }";
        assert_eq!(expanded(text).unwrap(), "void f() { k<1><<<dim3(2, 1), 32>>>(a, b) ; }");
        let text = "#define INNER(k) k##_kernel<<<1, 32>>>()\n#define OUTER(k) do { INNER(k); } while (0)\nvoid f() { OUTER(a); }";
        assert_eq!(expanded(text).unwrap(), "void f() { do { a_kernel<<<1, 32>>>(); } while (0); }");
        let text = "#define DEFINE(name) __global__ void name() { }\nDEFINE(k)\nDEFINE(l)";
        assert_eq!(expanded(text).unwrap(), "__global__ void k() { } __global__ void l() { }");
    }

    #[test]
    fn other_text_stays() {
        for text in [
            "#define N(a) a\nvoid f() { N(1); }",
            "#define LAUNCH(k) k<<<1, 1>>>()\nvoid f() { k<<<1, 1>>>(); }",
            "#define LAUNCH(k, g) k<<<g, 1>>>()\nvoid f() { LAUNCH(k); LAUNCH",
            "#define LAUNCH(k) k<<<1, 1>>>()\n// LAUNCH(k)\nconst char* s = \"LAUNCH(k)\";",
        ] {
            assert_eq!(expanded(text), None, "{text}");
        }
    }
}
