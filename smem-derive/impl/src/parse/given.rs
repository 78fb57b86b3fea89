//! The arguments in an access's parentheses: numbers, options and words.

use crate::message::span::{Located, SourceSpan};
use crate::message::suggest;
use crate::parse::tokens;
use proc_macro2::TokenTree;

/// The arguments of an access, without its closure, its fragment or the access that it transposes.
#[derive(Default)]
pub(crate) struct Given {
    pub(crate) numbers: Vec<Located<u32>>,
    pub(crate) vec: Option<Located<u32>>,
    pub(crate) max_ways: Option<Located<u32>>,
    pub(crate) warps: Option<Located<u32>>,
    pub(crate) wrap: Option<Located<bool>>,
    /// The word of the access: `aligned` of a stride, `trans` of `ldmatrix`.
    pub(crate) word: Option<SourceSpan>,
}

/// Returns the options of an access that have a value.
fn options(access: &str) -> &'static [&'static str] {
    match access {
        "row" | "col" | "depth" => &["vec", "max_ways", "wrap"],
        "lanes" => &["vec", "max_ways", "warps"],
        "ldmatrix" | "transposed" | "wmma" => &["max_ways"],
        _ => &["vec", "max_ways"],
    }
}

/// Returns the word that an access can have beside its numbers.
fn word(access: &str) -> Option<&'static str> {
    match access {
        "stride" => Some("aligned"),
        "ldmatrix" => Some("trans"),
        _ => None,
    }
}

/// Words for `wrap = false`.
const UNWRAPPED: [&str; 4] = ["nowrap", "no_wrap", "unwrap", "unwrapped"];

impl Given {
    /// Reads the arguments of `access`.
    pub(crate) fn parse(access: &str, tokens: &[TokenTree], after: SourceSpan) -> syn::Result<Given> {
        let mut given = Given::default();
        let options = options(access);
        let words: Vec<&str> = word(access).into_iter().chain(options.iter().copied()).collect();
        for item in tokens::items(tokens) {
            let span = SourceSpan::of(item, after);
            if let Some(TokenTree::Ident(name)) = item.first()
                && options.contains(&"wrap")
                && UNWRAPPED.iter().any(|unwrapped| name == unwrapped)
            {
                return Err(span.error(format!(
                    "`{access}` has no option `{name}`\nhelp: write `wrap = false`, with which a warp stays in its line"
                )));
            }
            let (name, value) = match item {
                [TokenTree::Ident(name), equals, value @ ..] if tokens::is_punct(equals, '=') => {
                    (name.to_string(), value)
                }
                [TokenTree::Ident(name), colon, value @ ..] if tokens::is_punct(colon, ':') && !value.is_empty() => {
                    let value = tokens::text(value);
                    return Err(span.error(format!("`{name}` needs `=`\nhelp: write `{name} = {value}`")));
                }
                [TokenTree::Ident(name), TokenTree::Literal(number)] => {
                    return Err(span.error(format!("`{name}` needs `=`\nhelp: write `{name} = {number}`")));
                }
                [TokenTree::Ident(name)] if word(access).is_some_and(|word| name == word) => {
                    if given.word.is_some() {
                        return Err(span.error(format!("`{name}` is given twice\nhelp: keep one")));
                    }
                    given.word = Some(span);
                    continue;
                }
                [TokenTree::Ident(name)] if name == "wrap" && options.contains(&"wrap") => {
                    return Err(span.error("`wrap` needs a value\nhelp: write `wrap = false`"));
                }
                [TokenTree::Ident(name)] if suggest::nearest(&name.to_string(), options).is_some() => {
                    return Err(span.error(format!("`{name}` needs a number\nhelp: write `{name} = 4`")));
                }
                // A name in capitals is a constant, in the place of a number.
                [TokenTree::Ident(name)]
                    if (word(access).is_some() || access == "fragment")
                        && name.to_string().contains(|c: char| c.is_lowercase()) =>
                {
                    let help = suggest::help(&name.to_string(), &words);
                    return Err(span.error(format!("`{access}` has no option `{name}`\n{help}")));
                }
                number => {
                    let number = tokens::positive(
                        number,
                        span,
                        &format!("`{access}` counts from 1\nhelp: write a number from 1"),
                    )?;
                    given.numbers.push(number);
                    continue;
                }
            };
            if name == "wrap" && options.contains(&"wrap") {
                if given.wrap.is_some() {
                    return Err(span.error("`wrap` is given twice\nhelp: keep one"));
                }
                given.wrap = Some(Located { value: is_true(value, span)?, span });
                continue;
            }
            if word(access).is_some_and(|word| name == word) {
                return Err(span.error(format!("`{name}` has no value\nhelp: write `{name}` alone")));
            }
            let (slot, zero) = match name.as_str() {
                "vec" => (&mut given.vec, "a lane touches at least one element\nhelp: leave `vec` out for one"),
                "max_ways" => (
                    &mut given.max_ways,
                    "`max_ways` counts from 1: 1-way is free of conflicts\nhelp: leave `max_ways` out, or write 2 or more",
                ),
                "warps" if options.contains(&"warps") => (
                    &mut given.warps,
                    "a block has at least one warp\nhelp: write `warps = N`, where a block has N warps",
                ),
                "warps" => {
                    return Err(
                        span.error(format!("`{access}` is the same for every warp\nhelp: `warps` belongs to `lanes`"))
                    );
                }
                other => {
                    let at = SourceSpan::of(&item[..1], after);
                    let help = suggest::help(other, &words);
                    return Err(at.error(format!("`{access}` has no option `{other}`\n{help}")));
                }
            };
            let mut value = tokens::positive(value, span, zero)?;
            if slot.is_some() {
                return Err(span.error(format!("`{name}` is given twice\nhelp: keep one")));
            }
            value.span = span;
            *slot = Some(value);
        }
        Ok(given)
    }
}

/// Reads `true` or `false`.
fn is_true(value: &[TokenTree], after: SourceSpan) -> syn::Result<bool> {
    match value {
        [TokenTree::Ident(name)] if name == "true" => Ok(true),
        [TokenTree::Ident(name)] if name == "false" => Ok(false),
        [] => Err(after.error("`wrap` needs a value\nhelp: write `wrap = false`")),
        other => {
            let message =
                format!("`wrap` is `true` or `false`, not `{}`\nhelp: write `wrap = false`", tokens::text(other));
            Err(SourceSpan::of(other, after).error(message))
        }
    }
}
