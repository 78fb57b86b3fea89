//! A number and how often it counts: `(1, every = 32)`.

use crate::message::span::{Located, SourceSpan};
use crate::message::suggest;
use crate::parse::tokens;
use proc_macro2::TokenTree;

/// The two numbers, where the user wrote them.
#[derive(Debug)]
pub(crate) struct Every {
    pub(crate) number: Located<u32>,
    pub(crate) every: Option<Located<u32>>,
}

/// Reads `1` or `1, every = 32` from the tokens between parentheses. `at` is their place, `none` the message for a number of 0,
/// `example` what to write.
pub(crate) fn parse(tokens: &[TokenTree], at: SourceSpan, none: &str, example: &str) -> syn::Result<Every> {
    let (number, every) = match tokens::items(tokens)[..] {
        [[TokenTree::Ident(name), ..], ..] if name == "every" => {
            let message = format!("expected a number before `every`\nhelp: write both, as in `{example}`");
            return Err(SourceSpan::at(name.span()).error(message));
        }
        [number] => (number, None),
        [number, [TokenTree::Ident(name), equals, value @ ..]] if tokens::is_punct(equals, '=') => {
            if name != "every" {
                let help = suggest::help(&name.to_string(), &["every"]);
                return Err(SourceSpan::at(name.span()).error(format!("there is no `{name}` here\n{help}")));
            }
            (number, Some(value))
        }
        [_, [TokenTree::Ident(name)]] if name == "every" => {
            let message = format!("`every` needs a number\nhelp: write it, as in `{example}`");
            return Err(SourceSpan::at(name.span()).error(message));
        }
        [_, second] => {
            let message =
                format!("expected `every`, found `{}`\nhelp: write both, as in `{example}`", tokens::text(second));
            return Err(SourceSpan::of(second, at).error(message));
        }
        [] => return Err(at.error(format!("expected a number\nhelp: write it, as in `{example}`"))),
        [_, _, third, ..] => {
            let message = match third {
                [TokenTree::Ident(name), ..] if name == "every" => "`every` is given twice\nhelp: keep one".to_string(),
                _ => format!("there is one part too many\nhelp: write a number and `every`, as in `{example}`"),
            };
            return Err(SourceSpan::of(third, at).error(message));
        }
    };
    for value in every.iter().chain([&number]) {
        if let [TokenTree::Ident(name)] = *value
            && name == "auto"
        {
            let message =
                format!("`auto` is not a number\nhelp: write both numbers, as in `{example}`, or `auto` alone");
            return Err(SourceSpan::at(name.span()).error(message));
        }
    }
    let number = tokens::positive(number, at, none)?;
    let never = "`every = 0` leaves nothing between one and the next\nhelp: `every` is at least 1";
    let every = every.map(|value| tokens::positive(value, at, never)).transpose()?;
    Ok(Every { number, every })
}
