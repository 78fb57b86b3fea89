//! The part of a text that a compiler reads, at its place: everything else is blanked.

use std::collections::BTreeSet;
use std::ops::Range;

use super::conditionals::{ActiveArms, Conditionals, is_in};
use super::directive::{Directive, Macro};
use super::pieces::{PieceKind, TextPiece, pieces};

/// A text of the same length as its source, without comments, directives, and inactive arms.
#[derive(Debug)]
pub(crate) struct ReadableText {
    pub(crate) text: String,
    /// The macros of active arms, in order.
    pub(crate) macros: Vec<Macro>,
    /// The directives of active arms.
    pub(crate) directives: Vec<Range<usize>>,
    /// Attributes that the grammar does not take, in order.
    pub(crate) attributes: Vec<Range<usize>>,
}

/// Words in front of a declaration or inside one, with parentheses after them, that the grammar does not take.
const ATTRIBUTES: [&str; 6] =
    ["__align__", "__attribute__", "__declspec", "__cluster_dims__", "__block_size__", "__maxnreg__"];

/// Words without parentheses that it does not take.
const WORDS: [&str; 3] = ["__extension__", "__noinline__", "__inline_hint__"];

/// Returns what a compiler that takes `active` arms reads. The macros begin with `before`.
pub(crate) fn readable(source: &str, active: &ActiveArms, before: Vec<Macro>) -> ReadableText {
    let found = pieces(source);
    let inactive = Conditionals::of(source).inactive(active);
    let (mut macros, mut blanked, mut code) = (before, inactive.clone(), Vec::new());
    let mut directives = Vec::new();
    for piece in &found {
        if is_in(&inactive, piece.span.start) {
            continue;
        }
        if let Some(directive) = Directive::of(piece, source) {
            macros.extend(Macro::of(&directive));
            directives.push(directive.span);
        }
        match piece.kind {
            PieceKind::Comment | PieceKind::Directive => blanked.push(piece.span.clone()),
            _ => code.push(piece),
        }
    }
    let attributes = attributes(&code, source, &macros);
    blanked.extend(attributes.iter().cloned());
    ReadableText { text: self::blanked(source, &blanked), macros, directives, attributes }
}

/// The places of what the grammar does not take.
fn attributes(code: &[&TextPiece], source: &str, macros: &[Macro]) -> Vec<Range<usize>> {
    let text = |at: usize| code.get(at).map_or("", |piece: &&TextPiece| &source[piece.span.clone()]);
    let shared: BTreeSet<&str> =
        macros.iter().filter(|known| is_shared_macro(known)).map(|known| known.name.as_str()).collect();
    let mut found = Vec::new();
    for (at, piece) in code.iter().enumerate() {
        let word = text(at);
        // `[=] __device__ (int i) { .. }`
        let is_of_lambda = matches!(word, "__device__" | "__host__") && is_behind_capture(at, &text);
        if WORDS.contains(&word) || is_of_lambda || shared.contains(word) {
            found.push(piece.span.clone());
        } else if ATTRIBUTES.contains(&word) && text(at + 1) == "(" {
            let end = closing(at + 1, &text).map_or(piece.span.end, |close| code[close].span.end);
            found.push(piece.span.start..end);
        }
    }
    found
}

/// Returns true for `SHARED` with `#define SHARED __shared__`, which the grammar takes for a type.
pub(crate) fn is_shared_word(word: &str, macros: &[Macro]) -> bool {
    macros.iter().any(|known| known.name == word && is_shared_macro(known))
}

fn is_shared_macro(known: &Macro) -> bool {
    known.parameters.is_none() && known.body == "__shared__"
}

fn is_behind_capture<'s>(at: usize, text: &dyn Fn(usize) -> &'s str) -> bool {
    let before = (0..at).rev().map(text).find(|word| !matches!(*word, "__device__" | "__host__"));
    before == Some("]")
}

/// Returns the place of the parenthesis that closes the one at `open`.
fn closing<'s>(open: usize, text: &dyn Fn(usize) -> &'s str) -> Option<usize> {
    let mut depth = 0_usize;
    for at in open.. {
        match text(at) {
            "(" => depth += 1,
            ")" if depth == 1 => return Some(at),
            ")" => depth -= 1,
            "" => return None,
            _ => {}
        }
    }
    None
}

/// Returns a text with blanks in some places; lines and places stay.
pub(crate) fn blanked(source: &str, spans: &[Range<usize>]) -> String {
    let mut bytes = source.as_bytes().to_vec();
    for span in spans {
        let inside = bytes.get_mut(span.clone()).into_iter().flatten();
        inside.filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
    }
    String::from_utf8(bytes).unwrap_or_else(|halves| {
        // A span with half of a character has all of it.
        let mut bytes = halves.into_bytes();
        bytes.iter_mut().filter(|byte| !byte.is_ascii()).for_each(|byte| *byte = b' ');
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grammar::parse;

    fn read(source: &str) -> String {
        let text = readable(source, &Conditionals::assumed(source, &[]), Vec::new()).text;
        assert_eq!((text.len(), text.lines().count()), (source.len(), source.lines().count()));
        text
    }

    #[test]
    fn comments_inactive_arms_and_directives_are_blank() {
        let text = read("#define N 4 // four\nint a; /* int ü; */\n#if 0\nint b;\n#else\nint c = \"//\";\n#endif\n");
        let words: Vec<&str> = text.split_whitespace().collect();
        assert_eq!(words, ["int", "a;", "int", "c", "=", "\"//\";"]);
    }

    #[test]
    fn attributes_that_the_grammar_lacks_do_not_break_it() {
        for source in [
            "struct __align__(16) X { int a; };",
            "__align__(8) struct Res { int a; };",
            "__cluster_dims__(2, 1, 1) __global__ void k(int* a) { }",
            "__global__ void k() { extern __shared__ __align__(sizeof(float) * (4)) float s[]; }",
            "__attribute__((optimize(\"O0\"))) void f() {}",
            "void f() { auto l = [=] __host__ __device__ (int i) { return i; }; }",
            "__global__ void k() { __shared__ alignas(16) float t[4]; }",
            "__device__ __noinline__ float f(float a) { return a; }",
            "#define SMEM __shared__\n__global__ void k() { SMEM float t[4]; extern SMEM float s[]; }",
        ] {
            assert!(!parse(&read(source)).root_node().has_error(), "{source}");
        }
    }
}
