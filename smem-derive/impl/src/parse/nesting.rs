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
}

impl Level {
    fn of(stream: TokenStream, before: usize) -> Level {
        Level { tokens: stream.into_iter(), before, run: 0, may_end: false }
    }
}

/// Checks that tokens are within the limits.
///
/// # Errors
/// At the token that is too deep.
pub(crate) fn check(stream: &TokenStream, limits: Limits) -> syn::Result<()> {
    let mut levels = vec![Level::of(stream.clone(), 0)];
    while let Some(level) = levels.last_mut() {
        let Some(token) = level.tokens.next() else {
            levels.pop();
            continue;
        };
        let goes_on = matches!(&token, TokenTree::Ident(word) if word == "else");
        let separates = matches!(&token, TokenTree::Punct(punct) if matches!(punct.as_char(), ',' | ';'));
        level.run = if separates || level.may_end && !goes_on { 0 } else { level.run + 1 };
        level.may_end = matches!(&token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace);
        let sum = level.before + level.run;
        let error = |message: String| Err(SourceSpan::at(token.span()).error(message));
        if sum > limits.tokens {
            return error(format!("this has more than {} tokens without a `,` or a `;`", limits.tokens));
        }
        if is_long_number(&token) {
            return error(format!("this number has more than {MOST_DIGITS} characters"));
        }
        if let TokenTree::Group(group) = &token {
            if levels.len() > limits.brackets {
                return error(format!("this is inside more than {} brackets", limits.brackets));
            }
            levels.push(Level::of(group.stream(), sum));
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
    fn brackets_and_tokens_without_a_separator_are_counted() {
        assert!(is_within("([{a}]) (((a)))") && !is_within("((((a))))"));
        assert!(is_within("a b c d e f g h i j, a b c d e f g h i j; a") && !is_within("a b c d e f g h i j k"));
        assert!(!is_within("a b c d e f (g h i j)"), "on the way to `j`");
        assert!(is_within("fn a() {} fn b() {} fn c() {} fn d() {}"), "items need no separator");
        assert!(!is_within("if a {} else if a {} else if a {} else {}"), "a chain is one expression");
    }
}
