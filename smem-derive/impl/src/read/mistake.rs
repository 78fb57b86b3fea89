//! Mistakes with their place in the text.

use crate::message::span::{Errors, SourceSpan};
use proc_macro2::LexError;
use std::ops::Range;

/// A mistake in a source text. [`line`](crate::read::line) shows one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mistake {
    /// A lowercase sentence; lines that start with `help:` say what to write instead.
    pub message: String,
    /// The bytes of the text that it is about.
    pub range: Range<usize>,
}

impl Mistake {
    /// Returns all of `errors` in the order of the text. Those about the whole attribute point at `whole`.
    pub(super) fn all(errors: Errors, whole: &Range<usize>) -> Vec<Mistake> {
        let errors = errors.into_error().into_iter().flatten();
        let mut all: Vec<Mistake> = errors.map(|error| Mistake::of(&error, whole)).collect();
        all.sort_by_key(|mistake| mistake.range.start);
        all
    }

    /// Returns the mistake of one error, which points at `whole` if it is about the whole attribute.
    pub(super) fn of(error: &syn::Error, whole: &Range<usize>) -> Mistake {
        let range = SourceSpan::at(error.span()).range();
        // The call site of a macro is nowhere in the text.
        let range = if range == (0..0) { whole.clone() } else { range };
        Mistake { message: error.to_string(), range }
    }

    /// Returns the mistake of a text that has no tokens.
    pub(super) fn lexical(error: &LexError, text: &str) -> Mistake {
        let start = SourceSpan::at(error.span()).range().start.min(text.len());
        let found = text[start..].chars().next();
        let message = match found {
            Some(open @ ('(' | '[' | '{')) => {
                let close = closing(open);
                format!("this `{open}` is never closed\nhelp: write the `{close}` that ends it")
            }
            Some(close @ (')' | ']' | '}')) => {
                format!("this `{close}` closes nothing\nhelp: leave it out, or open the bracket that it ends")
            }
            Some('"' | '\'') => "this literal does not end, or is not one of Rust".to_string(),
            Some(_) => "this is not Rust".to_string(),
            None => "the text ends too early".to_string(),
        };
        Mistake { message, range: start..start + found.map_or(0, char::len_utf8) }
    }
}

/// Returns the bracket that closes `open`.
fn closing(open: char) -> char {
    match open {
        '(' => ')',
        '[' => ']',
        _ => '}',
    }
}
