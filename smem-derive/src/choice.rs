//! The choice of the layout: `pad = ..`, `swizzle = ..` and `layout = ..`.

use crate::spot::Spot;
use crate::suggest;
use crate::value;
use proc_macro2::TokenTree;
use smem_layout::{Choice, Cute, Pick, TmaSwizzle};

/// The value of one of the three options.
pub(crate) fn parse(option: &str, value: &[TokenTree], spot: Spot) -> syn::Result<Choice> {
    match option {
        "pad" => Ok(Choice::Pad(pad(value, spot)?)),
        "swizzle" => swizzle(value, spot),
        _ => Ok(match word(option, value, &["auto", "plain"], spot)? {
            "plain" => Choice::Plain,
            _ => Choice::Auto,
        }),
    }
}

fn pad(tokens: &[TokenTree], spot: Spot) -> syn::Result<Pick<u32>> {
    match tokens {
        [TokenTree::Ident(name)] if suggest::nearest(&name.to_string(), &["auto"]).is_some() => {
            word("pad", tokens, &["auto"], spot).map(|_| Pick::Auto)
        }
        tokens => Ok(Pick::Exactly(value::integer(tokens, spot)?.value)),
    }
}

fn swizzle(tokens: &[TokenTree], spot: Spot) -> syn::Result<Choice> {
    let Some(group) = value::in_parentheses(tokens) else {
        return Ok(match word("swizzle", tokens, &["auto", "tma128", "tma64", "tma32"], spot) {
            Ok("tma128") => Choice::Tma(TmaSwizzle::B128),
            Ok("tma64") => Choice::Tma(TmaSwizzle::B64),
            Ok("tma32") => Choice::Tma(TmaSwizzle::B32),
            Ok(_) => Choice::Swizzle(Pick::Auto),
            Err(error) if matches!(tokens, [TokenTree::Ident(_)]) => return Err(error),
            Err(_) => {
                let message = format!("`swizzle` cannot be `{}`\n{SWIZZLE_HELP}", value::text(tokens));
                return Err(Spot::of(tokens, spot).error(message));
            }
        });
    };
    let numbers = value::tokens(group.stream());
    let [bits, base, shift] = value::items(&numbers)[..] else {
        return Err(Spot::at(group.span()).error(format!("a swizzle is three numbers\n{SWIZZLE_HELP}")));
    };
    let after = Spot::at(group.span());
    let (bits, base, shift) =
        (value::integer(bits, after)?, value::integer(base, after)?, value::signed(shift, after)?);
    let (b, m, s) = (bits.value, base.value, shift.value);
    let cute = i32::try_from(s).ok().and_then(|s| Cute::new(b, m, s)).ok_or_else(|| {
        let why = if s.unsigned_abs() < b.into() {
            format!(
                "`swizzle = ({b}, {m}, {s})` is no bijection: {b} bits, and only {} from source to target",
                s.unsigned_abs()
            )
        } else {
            format!("`swizzle = ({b}, {m}, {s})` needs bits beyond the 31 of an index")
        };
        spot.error(format!("{why}\nhelp: |S| is at least B, and B + M + |S| at most 31, as in `swizzle = (5, 0, 5)`"))
    })?;
    Ok(Choice::Swizzle(Pick::Exactly(cute)))
}

const SWIZZLE_HELP: &str = "help: write `swizzle = auto`, `swizzle = (B, M, S)` in elements, as in `swizzle = (5, 0, 5)`, \
                            or `swizzle = tma128`";

/// One of `words`.
pub(crate) fn word(
    option: &str,
    tokens: &[TokenTree],
    words: &[&'static str],
    spot: Spot,
) -> syn::Result<&'static str> {
    let found = value::text(tokens);
    words.iter().find(|word| **word == found).copied().ok_or_else(|| {
        let other = other_option(&found).filter(|other| !other.starts_with(option));
        let help = match (suggest::nearest(&found, words), other) {
            (Some(near), _) => format!("help: did you mean `{option} = {near}`?"),
            (None, Some(other)) => format!("help: write `{other}`"),
            (None, None) => {
                let words: Vec<String> = words.iter().map(|word| format!("`{option} = {word}`")).collect();
                format!("help: write {}", suggest::either(&words))
            }
        };
        Spot::of(tokens, spot).error(format!("`{option}` cannot be `{found}`\n{help}"))
    })
}

/// The option that a word would be the value of.
fn other_option(word: &str) -> Option<&'static str> {
    Some(match word {
        "none" | "plain" | "dense" | "linear" => "layout = plain",
        "swizzle" | "swizzled" | "xor" => "swizzle = auto",
        "pad" | "padded" | "padding" => "pad = auto",
        "tma128" => "swizzle = tma128",
        "tma64" => "swizzle = tma64",
        "tma32" => "swizzle = tma32",
        _ => return None,
    })
}
