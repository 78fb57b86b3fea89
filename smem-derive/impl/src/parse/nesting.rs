//! How deep tokens nest. Parsers call themselves, so a text that nests without end takes all of the stack, and the process dies.

use crate::message::span::SourceSpan;
use proc_macro2::{Delimiter, TokenStream, TokenTree, token_stream};

/// The most brackets inside one another, and the most tokens without a `,` or a `;` on the way to any token: each may be a level of an
/// expression, as in `- - 1` or `if a {} else if b {}`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    brackets: usize,
    tokens: usize,
}

/// The most characters of a number: reading its digits takes time that grows with the square of them.
const MOST_DIGITS: usize = 1000;

/// The most `<` that are open at once, as in `<<<<T`: each is a level of a type.
const MOST_ANGLES: usize = 64;

/// Those of a source file.
#[cfg(feature = "read")]
pub(crate) const OF_FILE: Limits = Limits { brackets: 200, tokens: 20_000 };

/// Those of the attribute's arguments, which are short.
pub(crate) const OF_ARGUMENTS: Limits = Limits { brackets: 64, tokens: 2_000 };

/// Tokens of one group, and how many came without a separator before it and in it.
struct Level {
    tokens: token_stream::IntoIter,
    before: usize,
    run: usize,
    /// The last token ended an item or a statement, unless an `else` follows.
    may_end: bool,
    angles: Angles,
}

impl Level {
    fn of(stream: TokenStream, before: usize, angles: usize) -> Level {
        let angles = Angles { before: angles, ..Angles::default() };
        Level { tokens: stream.into_iter(), before, run: 0, may_end: false, angles }
    }
}

/// The `<` that are open: those of types, and comparisons and shifts, which tokens do not distinguish from them.
#[derive(Debug, Default)]
struct Angles {
    /// Outside of the group.
    before: usize,
    open: usize,
    /// Those directly in front.
    last: usize,
    /// The last token was `-` or `=`, which `>` makes an arrow.
    is_arrow: bool,
}

impl Angles {
    fn pass(&mut self, token: &TokenTree, is_end: bool) {
        if is_end {
            self.open = 0;
        }
        let sign = if let TokenTree::Punct(punct) = token { punct.as_char() } else { ' ' };
        match (sign, token) {
            ('<', _) => self.open += 1,
            ('>', _) if !self.is_arrow => self.open = self.open.saturating_sub(1),
            // A comparison with a number or a shift by one, which nothing closes.
            (_, TokenTree::Literal(_)) if self.last <= 2 => self.open = self.open.saturating_sub(self.last),
            _ => {}
        }
        self.last = if sign == '<' { self.last + 1 } else { 0 };
        self.is_arrow = matches!(sign, '-' | '=');
    }

    fn all(&self) -> usize {
        self.before + self.open
    }
}

/// Checks that tokens are within the limits.
///
/// # Errors
/// At the token that is too deep.
pub(crate) fn check(stream: &TokenStream, limits: Limits) -> syn::Result<()> {
    let mut levels = vec![Level::of(stream.clone(), 0, 0)];
    while let Some(level) = levels.last_mut() {
        let Some(token) = level.tokens.next() else {
            levels.pop();
            continue;
        };
        let goes_on = matches!(&token, TokenTree::Ident(word) if word == "else");
        let separates = matches!(&token, TokenTree::Punct(punct) if matches!(punct.as_char(), ',' | ';'));
        let ends = level.may_end && !goes_on;
        level.angles.pass(&token, ends || matches!(&token, TokenTree::Punct(punct) if punct.as_char() == ';'));
        level.run = if separates || ends { 0 } else { level.run + 1 };
        level.may_end = matches!(&token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace);
        let sum = level.before + level.run;
        let error = |message: String| Err(SourceSpan::at(token.span()).error(message));
        if sum > limits.tokens {
            return error(format!("this has more than {} tokens without a `,` or a `;`", limits.tokens));
        }
        let angles = level.angles.all();
        if angles > MOST_ANGLES {
            return error(format!("more than {MOST_ANGLES} `<` are open here"));
        }
        if is_long_number(&token) {
            return error(format!("this number has more than {MOST_DIGITS} characters"));
        }
        if let TokenTree::Group(group) = &token {
            if levels.len() > limits.brackets {
                return error(format!("this is inside more than {} brackets", limits.brackets));
            }
            levels.push(Level::of(group.stream(), sum, angles));
        }
    }
    Ok(())
}

fn is_long_number(token: &TokenTree) -> bool {
    let TokenTree::Literal(literal) = token else { return false };
    let text = literal.to_string();
    text.len() > MOST_DIGITS && text.starts_with(|first: char| first.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_within(text: &str) -> bool {
        check(&text.parse().unwrap(), Limits { brackets: 3, tokens: 10 }).is_ok()
    }

    #[test]
    fn numbers_have_a_limit_and_strings_have_none() {
        let digits = "9".repeat(MOST_DIGITS);
        assert!(is_within(&digits) && !is_within(&format!("{digits}9")) && !is_within(&format!("a(1.{digits})")));
        assert!(is_within(&format!("\"{digits}{digits}\"")));
    }

    #[test]
    fn open_angles_have_a_limit_and_closed_ones_and_numbers_do_not_count() {
        let is_within = |text: &str| check(&text.parse().unwrap(), Limits { brackets: 200, tokens: 10_000 }).is_ok();
        assert!(is_within(&"<".repeat(64)) && !is_within(&"<".repeat(65)));
        assert!(!is_within(&format!("{}{}", "A<(".repeat(65), ")".repeat(65))));
        assert!(!is_within(&format!("{}4", "A<<".repeat(33))));
        assert!(is_within(&"1 << 2, a < 4, ".repeat(100)) && is_within(&"fn f(a: A<B<C>>) -> D<E> {}".repeat(100)));
        assert!(is_within(&"let a = b < c;".repeat(100)) && is_within(&"if a < b {} ".repeat(100)));
    }

    #[test]
    fn brackets_and_tokens_without_a_separator_are_counted() {
        assert!(is_within("([{a}]) (((a)))") && !is_within("((((a))))"));
        assert!(is_within("a b c d e f g h i j, a b c d e f g h i j; a") && !is_within("a b c d e f g h i j k"));
        assert!(!is_within("a b c d e f (g h i j)"), "on the way to `j`");
        assert!(is_within("fn a() {} fn b() {} fn c() {} fn d() {}"), "items need no separator");
        assert!(!is_within("if a {} else if a {} else if a {} else {}"), "a chain is one expression");
    }
}
