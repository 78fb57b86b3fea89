//! A place in the user's source, and errors at it.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use std::fmt::Display;

/// A range of the source, from the first token to the last that an error is about.
///
/// `Span::join` needs a nightly compiler, so both ends are kept and the compiler joins them when it shows the error.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SourceSpan {
    start: Span,
    end: Span,
}

impl SourceSpan {
    pub(crate) fn at(span: Span) -> Self {
        SourceSpan { start: span, end: span }
    }

    /// Returns the whole attribute.
    pub(crate) fn call_site() -> Self {
        SourceSpan::at(Span::call_site())
    }

    /// Returns the range of `tokens`, or `otherwise` if there are none.
    pub(crate) fn of(tokens: &[TokenTree], otherwise: SourceSpan) -> Self {
        match (tokens.first(), tokens.last()) {
            (Some(first), Some(last)) => SourceSpan { start: first.span(), end: last.span() },
            _ => otherwise,
        }
    }

    pub(crate) fn to(self, end: SourceSpan) -> Self {
        SourceSpan { start: self.start, end: end.end }
    }

    /// Returns the span for emitted tokens whose errors belong here.
    pub(crate) fn first(self) -> Span {
        self.start
    }

    /// Returns the bytes of the source text, empty at 0 for the call site.
    #[cfg(feature = "read")]
    pub(crate) fn range(self) -> std::ops::Range<usize> {
        self.start.byte_range().start..self.end.byte_range().end
    }

    pub(crate) fn error(self, message: impl Display) -> syn::Error {
        let ends = [Ident::new("start", self.start), Ident::new("end", self.end)];
        let tokens: TokenStream = ends.into_iter().map(TokenTree::from).collect();
        syn::Error::new_spanned(tokens, message)
    }
}

/// A value, and the place where the user wrote it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Located<T> {
    pub(crate) value: T,
    pub(crate) span: SourceSpan,
}

/// All mistakes: independent ones are reported together, and equal ones once.
#[derive(Debug, Default)]
pub(crate) struct Errors(Option<syn::Error>);

impl Errors {
    pub(crate) fn push(&mut self, error: syn::Error) {
        match &mut self.0 {
            // A second copy of a message adds nothing.
            Some(first) if first.clone().into_iter().any(|earlier| earlier.to_string() == error.to_string()) => {}
            Some(first) => first.combine(error),
            none => *none = Some(error),
        }
    }

    /// Returns the value, or `None` after an error, which it keeps to report.
    pub(crate) fn keep<T>(&mut self, result: syn::Result<T>) -> Option<T> {
        result.map_err(|error| self.push(error)).ok()
    }

    pub(crate) fn none(&self) -> bool {
        self.0.is_none()
    }

    pub(crate) fn into_error(self) -> Option<syn::Error> {
        self.0
    }
}
