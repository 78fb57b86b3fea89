//! Tokens, and the single values that they are: integers, words and strings, each with an error that says what to write instead.

use crate::message::source;
use crate::message::span::{Located, SourceSpan};
use proc_macro2::{Delimiter, Group, Literal, TokenStream, TokenTree};
use smem_layout::listed;
use syn::Lit;

/// Returns the tokens of a stream, without the invisible groups that `macro_rules` puts around what it substitutes.
pub(crate) fn flat(stream: TokenStream) -> Vec<TokenTree> {
    let mut all = Vec::new();
    for token in stream {
        match token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::None => all.extend(flat(group.stream())),
            token => all.push(token),
        }
    }
    all
}

/// Returns the items between commas. A trailing comma does not add one.
pub(crate) fn items(tokens: &[TokenTree]) -> Vec<&[TokenTree]> {
    let mut items: Vec<_> = tokens.split(|token| is_punct(token, ',')).collect();
    if items.last().is_some_and(|last| last.is_empty()) {
        items.pop();
    }
    items
}

pub(crate) fn is_punct(token: &TokenTree, punct: char) -> bool {
    matches!(token, TokenTree::Punct(found) if found.as_char() == punct)
}

/// Returns the places of the commas with nothing in front of them.
pub(crate) fn lone_commas(tokens: &[TokenTree]) -> Vec<SourceSpan> {
    let is_comma = |at: usize| tokens.get(at).is_some_and(|token| is_punct(token, ','));
    let alone = (0..tokens.len()).filter(|at| is_comma(*at) && (*at == 0 || is_comma(at - 1)));
    alone.map(|at| SourceSpan::at(tokens[at].span())).collect()
}

/// Returns the tokens as a programmer writes them.
pub(crate) fn text(tokens: &[TokenTree]) -> String {
    source::text(&tokens.iter().cloned().collect::<TokenStream>())
}

pub(crate) fn in_parentheses(tokens: &[TokenTree]) -> Option<&Group> {
    match tokens {
        [TokenTree::Group(group)] if group.delimiter() == Delimiter::Parenthesis => Some(group),
        _ => None,
    }
}

/// Reads an integer that fits in 32 bits and is not negative. `after` is the place where it was expected.
pub(crate) fn integer(tokens: &[TokenTree], after: SourceSpan) -> syn::Result<Located<u32>> {
    from(tokens, after, 0)
}

/// Reads an [`integer`]; the message for a negative number asks for `least` or more.
fn from(tokens: &[TokenTree], after: SourceSpan, least: u32) -> syn::Result<Located<u32>> {
    let found = signed(tokens, after)?;
    let value = u32::try_from(found.value).map_err(|_| {
        found.span.error(if found.value < 0 {
            format!("`{}` is negative\nhelp: write a number from {least}", found.value)
        } else {
            too_large(&found.value.to_string())
        })
    })?;
    Ok(Located { value, span: found.span })
}

/// Reads an [`integer`] above zero. `why` is the message for zero.
pub(crate) fn positive(tokens: &[TokenTree], after: SourceSpan, why: &str) -> syn::Result<Located<u32>> {
    let found = from(tokens, after, 1)?;
    match found.value {
        0 => Err(found.span.error(why)),
        _ => Ok(found),
    }
}

/// Reads an integer with an optional minus.
pub(crate) fn signed(tokens: &[TokenTree], after: SourceSpan) -> syn::Result<Located<i64>> {
    let span = SourceSpan::of(tokens, after);
    let value = match tokens {
        [] => return Err(span.error("expected an integer after this")),
        [equals, ..] if is_punct(equals, '=') => {
            return Err(SourceSpan::of(&tokens[..1], after).error("one `=` is enough\nhelp: leave this one out"));
        }
        [TokenTree::Group(group)] if group.delimiter() != Delimiter::Brace => {
            let brackets = if group.delimiter() == Delimiter::Parenthesis { "parentheses" } else { "brackets" };
            let message = format!("expected a number, found `{}`\nhelp: leave the {brackets} out", text(tokens));
            return Err(span.error(message));
        }
        [TokenTree::Literal(literal)] => magnitude(literal)?,
        [minus, TokenTree::Literal(literal)] if is_punct(minus, '-') => -magnitude(literal)?,
        [TokenTree::Literal(_), second @ (TokenTree::Literal(_) | TokenTree::Ident(_)), ..] => {
            return Err(no_comma(second));
        }
        [TokenTree::Ident(name)] if name == "true" || name == "false" => {
            return Err(span.error(format!("expected an integer, found the boolean `{name}`\n{AS_AN_INTEGER}")));
        }
        [TokenTree::Ident(name)] => {
            return Err(span.error(not_literals(&[name.to_string()])));
        }
        _ => {
            return Err(span.error(format!(
                "`{}` is an expression, and the attribute takes literals only\n\
                 help: write the number itself",
                text(tokens)
            )));
        }
    };
    Ok(Located { value, span })
}

/// Returns the message for constants used as numbers.
pub(crate) fn not_literals(names: &[String]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    let (are, numbers) = match names {
        [_] => ("is not a literal", "number itself"),
        _ => ("are not literals", "numbers themselves"),
    };
    format!(
        "{} {are}, and attributes are read before names have values\nhelp: write the {numbers}",
        listed(&quoted, "and")
    )
}

/// Returns the error for two arguments side by side.
pub(crate) fn no_comma(second: &TokenTree) -> syn::Error {
    let found = second.to_string();
    if found == "x" || found == ";" {
        let message = format!("expected a comma, found `{found}`\nhelp: write `,` in its place");
        return SourceSpan::at(second.span()).error(message);
    }
    SourceSpan::at(second.span())
        .error(format!("expected a comma, found `{second}`\nhelp: separate arguments by commas"))
}

/// Returns the value of an integer literal.
pub(crate) fn magnitude(literal: &Literal) -> syn::Result<i64> {
    let span = SourceSpan::at(literal.span());
    let lit = match Lit::new(literal.clone()) {
        Lit::Int(lit) => lit,
        Lit::Str(lit) if lit.value().parse::<u32>().is_ok() => {
            let help = format!("help: write `{}`, without the quotes", lit.value());
            return Err(span.error(format!("expected an integer, found the string `{literal}`\n{help}")));
        }
        other => {
            let message = format!("expected an integer, found the {} `{literal}`", kind(&other));
            let help = whole(&other).map_or(AS_AN_INTEGER.into(), |whole| format!("help: write `{whole}`"));
            return Err(span.error(format!("{message}\n{help}")));
        }
    };
    let limit = match lit.suffix() {
        "" | "i64" | "u64" | "i128" | "u128" | "isize" | "usize" => i64::MAX,
        "u8" => u8::MAX.into(),
        "u16" => u16::MAX.into(),
        "u32" => u32::MAX.into(),
        "i8" => i8::MAX.into(),
        "i16" => i16::MAX.into(),
        "i32" => i32::MAX.into(),
        suffix => {
            let digits = lit.base10_digits();
            // `32x32`, which is one token.
            let help = match suffix.strip_prefix('x').map(str::parse::<u32>) {
                Some(Ok(second)) => format!("help: write `{digits}, {second}`"),
                _ => format!("help: write `{digits}`"),
            };
            return Err(span.error(format!("`{suffix}` is not an integer type\n{help}")));
        }
    };
    match lit.base10_digits().parse::<i64>() {
        Ok(value) if value <= limit => Ok(value),
        Ok(value) => {
            let message = format!("`{literal}` does not fit in `{}`\nhelp: write `{value}`", lit.suffix());
            Err(span.error(message))
        }
        Err(_) => Err(span.error(too_large(&literal.to_string()))),
    }
}

const AS_AN_INTEGER: &str = "help: write an integer, as in `32`";

/// Returns the integer that a float such as `32.0` or `1e3` is.
fn whole(lit: &Lit) -> Option<u32> {
    let Lit::Float(lit) = lit else { return None };
    let value = lit.base10_digits().parse::<f64>().ok()?;
    let is_whole = value.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&value);
    is_whole.then_some(value as u32)
}

fn too_large(number: &str) -> String {
    format!("`{number}` is too large: numbers go up to {}", u32::MAX)
}

fn kind(lit: &Lit) -> &'static str {
    match lit {
        Lit::Str(_) => "string",
        Lit::ByteStr(_) | Lit::CStr(_) => "byte string",
        Lit::Byte(_) => "byte",
        Lit::Char(_) => "character",
        Lit::Float(_) => "float",
        Lit::Bool(_) => "boolean",
        _ => "literal",
    }
}

/// Reads a [`string`] that is not empty.
pub(crate) fn name(tokens: &[TokenTree], after: SourceSpan, example: &str) -> syn::Result<Located<String>> {
    let name = string(tokens, after, example)?;
    if name.value.is_empty() {
        return Err(name.span.error(format!("expected a name in quotes, found an empty one\nhelp: write `{example}`")));
    }
    Ok(name)
}

/// Reads a string in quotes. `example` is the spelling that messages propose.
pub(crate) fn string(tokens: &[TokenTree], after: SourceSpan, example: &str) -> syn::Result<Located<String>> {
    let span = SourceSpan::of(tokens, after);
    if let [TokenTree::Literal(literal)] = tokens
        && let Lit::Str(lit) = Lit::new(literal.clone())
    {
        return Ok(Located { value: lit.value(), span });
    }
    let found = if tokens.is_empty() { String::new() } else { format!(", found `{}`", text(tokens)) };
    Err(span.error(format!("expected a name in quotes{found}\nhelp: write `{example}`")))
}
