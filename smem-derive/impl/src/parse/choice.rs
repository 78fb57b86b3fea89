//! The choice of the layout: `pad = ..`, `swizzle = ..` and `layout = ..`.

use crate::message::span::SourceSpan;
use crate::message::suggest;
use crate::parse::every::{self, Every};
use crate::parse::tokens;
use proc_macro2::{Delimiter, TokenTree};
use smem_layout::{
    AutoOr, Cute, LayoutChoice, OFFSET_BITS, OffsetMatrix, OffsetMatrixError, Rotation, TmaSwizzle, listed,
};

/// Reads the value of one of the three options.
pub(crate) fn parse(option: &str, tokens: &[TokenTree], span: SourceSpan) -> syn::Result<LayoutChoice> {
    match option {
        "pad" => pad(tokens, span),
        "swizzle" => swizzle(tokens, span),
        _ => Ok(match word(option, tokens, &["auto", "plain"], span)? {
            "plain" => LayoutChoice::Plain,
            _ => LayoutChoice::Auto,
        }),
    }
}

fn pad(tokens: &[TokenTree], span: SourceSpan) -> syn::Result<LayoutChoice> {
    let inside =
        tokens::in_parentheses(tokens).map(|group| (tokens::flat(group.stream()), SourceSpan::at(group.span())));
    match (tokens, inside) {
        ([TokenTree::Ident(name)], _) if suggest::nearest(&name.to_string(), &["auto"]).is_some() => {
            word("pad", tokens, &["auto"], span).map(|_| LayoutChoice::Pad(AutoOr::Auto))
        }
        (_, Some((inside, at))) if tokens::items(&inside).len() != 1 || is_every(&inside) => {
            let none = "padding of 0 elements pads nothing\nhelp: the padding is at least 1";
            let Every { number, every } = every::parse(&inside, at, none, "pad = (1, every = 32)")?;
            Ok(match every {
                Some(every) => LayoutChoice::PadEvery { pad: number.value, every: every.value },
                None => LayoutChoice::Pad(AutoOr::Exactly(number.value)),
            })
        }
        _ => Ok(LayoutChoice::Pad(AutoOr::Exactly(tokens::integer(tokens, span)?.value))),
    }
}

/// Returns true for `every = 32`.
fn is_every(tokens: &[TokenTree]) -> bool {
    matches!(tokens, [TokenTree::Ident(name), ..] if name == "every")
}

fn swizzle(tokens: &[TokenTree], span: SourceSpan) -> syn::Result<LayoutChoice> {
    if let Some(group) = tokens::in_parentheses(tokens) {
        return cute(&tokens::flat(group.stream()), SourceSpan::at(group.span()), span);
    }
    if let [TokenTree::Ident(name), TokenTree::Group(group)] = tokens
        && group.delimiter() == Delimiter::Parenthesis
    {
        let (inside, at) = (tokens::flat(group.stream()), SourceSpan::at(group.span()));
        match name.to_string().as_str() {
            "rotate" => return rotation(&inside, at),
            "matrix" => return matrix(&inside, at),
            _ => {}
        }
    }
    match tokens {
        [TokenTree::Ident(name)] if name == "rotate" => {
            let help = "help: write the elements that each row is turned further in parentheses after it";
            return Err(SourceSpan::at(name.span()).error(format!("`rotate` takes a step\n{help}")));
        }
        [TokenTree::Ident(name)] if name == "matrix" => {
            return Err(SourceSpan::at(name.span()).error(format!("{MATRIX}\n{MATRIX_HELP}")));
        }
        _ => {}
    }
    if let Some(numbers) = template_arguments(tokens) {
        let at = SourceSpan::of(tokens, span);
        let choice = cute(&numbers, at, span)?;
        let message = format!(
            "`swizzle` takes the three numbers of CuTe's `Swizzle<B, M, S>`, in parentheses and no more\nhelp: write `{}`",
            choice
        );
        return Err(at.error(message));
    }
    match word("swizzle", tokens, &["auto", "tma128", "tma64", "tma32"], span) {
        Ok("tma128") => Ok(LayoutChoice::Tma(TmaSwizzle::B128)),
        Ok("tma64") => Ok(LayoutChoice::Tma(TmaSwizzle::B64)),
        Ok("tma32") => Ok(LayoutChoice::Tma(TmaSwizzle::B32)),
        Ok(_) => Ok(LayoutChoice::Swizzle(AutoOr::Auto)),
        Err(error) if matches!(tokens, [TokenTree::Ident(_)]) => Err(error),
        Err(_) => {
            let message = format!("`swizzle` cannot be `{}`\n{SWIZZLE_HELP}", tokens::text(tokens));
            Err(SourceSpan::of(tokens, span).error(message))
        }
    }
}

/// Returns the numbers of a swizzle as CuTe writes it: `Swizzle<5, 0, 5>`, `cute::Swizzle<5, 0, 5>{}`, `Swizzle(5, 0, 5)`; or in
/// brackets, or in none.
fn template_arguments(tokens: &[TokenTree]) -> Option<Vec<TokenTree>> {
    let is_number = |token: &TokenTree| matches!(token, TokenTree::Literal(_)) || tokens::is_punct(token, '-');
    match tokens {
        [TokenTree::Group(group)] => return Some(tokens::flat(group.stream())),
        [first, ..] if is_number(first) && tokens.iter().any(|token| tokens::is_punct(token, ',')) => {
            return Some(tokens.to_vec());
        }
        _ => {}
    }
    let path =
        tokens.iter().take_while(|token| matches!(token, TokenTree::Ident(_)) || tokens::is_punct(token, ':')).count();
    let named = tokens[..path].iter().any(|token| token.to_string().to_lowercase().contains("swizzle"));
    match &tokens[path..] {
        [TokenTree::Group(group)] if named && group.delimiter() == Delimiter::Parenthesis => {
            Some(tokens::flat(group.stream()))
        }
        [open, rest @ ..] if path > 0 && tokens::is_punct(open, '<') => {
            let end = rest.iter().position(|token| tokens::is_punct(token, '>'));
            Some(rest[..end.unwrap_or(rest.len())].to_vec())
        }
        _ => None,
    }
}

/// Reads `Swizzle<B, M, S>` from `numbers`. `at` is the place of the numbers, `span` that of the whole option.
fn cute(numbers: &[TokenTree], at: SourceSpan, span: SourceSpan) -> syn::Result<LayoutChoice> {
    let [bits, base, shift] = tokens::items(numbers)[..] else {
        return Err(at.error(format!("a swizzle is three numbers\n{SWIZZLE_HELP}")));
    };
    let (bits, base, shift) = (tokens::integer(bits, at)?, tokens::integer(base, at)?, tokens::signed(shift, at)?);
    let (b, m, s) = (bits.value, base.value, shift.value);
    let cute = i32::try_from(s).ok().and_then(|s| Cute::new(b, m, s)).ok_or_else(|| {
        let written = format!("swizzle = ({b}, {m}, {s})");
        let distance = s.unsigned_abs();
        // The least shift that does not feed the bits to themselves.
        let least = i32::try_from(b).ok().filter(|b| Cute::new(bits.value, m, *b).is_some());
        match least {
            Some(least) if distance < b.into() => span.error(format!(
                "`{written}` is not a bijection: it moves {b} bits by {distance}, onto themselves\nhelp: {}",
                match s {
                    0.. => format!("|S| is at least B, as in `swizzle = ({b}, {m}, {least})`"),
                    _ => format!("|S| is at least B: -{least} or less"),
                }
            )),
            _ => span.error(format!(
                "`{written}` needs bits beyond the 31 of an index\n\
                 help: B + M + |S| is at most 31, and |S| at least B, as in `swizzle = (5, 0, 5)`"
            )),
        }
    })?;
    Ok(LayoutChoice::Swizzle(AutoOr::Exactly(cute)))
}

/// Reads `rotate(1)` or `rotate(1, every = 2)` from what is between the parentheses.
fn rotation(tokens: &[TokenTree], at: SourceSpan) -> syn::Result<LayoutChoice> {
    let none = "a rotation by 0 turns nothing\nhelp: the step is at least 1, as in `swizzle = rotate(1)`";
    let Every { number, every } = every::parse(tokens, at, none, "swizzle = rotate(1, every = 2)")?;
    let rotation = Rotation::new(number.value, every.map_or(1, |every| every.value));
    rotation.map(LayoutChoice::Rotate).ok_or_else(|| number.span.error(none))
}

/// Reads `matrix([0b100001, 0b10])` from what is between the parentheses.
fn matrix(tokens: &[TokenTree], at: SourceSpan) -> syn::Result<LayoutChoice> {
    let [TokenTree::Group(group)] = tokens else { return Err(at.error(format!("{MATRIX}\n{MATRIX_HELP}"))) };
    if group.delimiter() != Delimiter::Bracket {
        return Err(at.error(format!("{MATRIX}\n{MATRIX_HELP}")));
    }
    let at = SourceSpan::at(group.span());
    let inside = tokens::flat(group.stream());
    let items = tokens::items(&inside);
    if items.is_empty() {
        return Err(at.error(format!("a matrix has at least one row\n{MATRIX_HELP}")));
    }
    let rows = items.iter().map(|row| tokens::integer(row, at)).collect::<syn::Result<Vec<_>>>()?;
    let values: Vec<u32> = rows.iter().map(|row| row.value).collect();
    OffsetMatrix::new(&values).map(LayoutChoice::Matrix).map_err(|error| match error {
        OffsetMatrixError::Dependent { .. } => at.error(format!(
            "this matrix is not a bijection: {error}\nhelp: rows that are not written are the identity's, `1 << i`"
        )),
        OffsetMatrixError::Bit { row } => rows[row as usize]
            .span
            .error(format!("{error}\nhelp: the offsets of a tile are below {}", 1u32 << OFFSET_BITS)),
        _ => at.error(error.to_string()),
    })
}

const MATRIX: &str = "`matrix` takes the rows of a matrix in brackets";

const MATRIX_HELP: &str = "help: write a number for each bit of the result, whose bits are those of the offset that it is the XOR of, as in \
                           `swizzle = matrix([0b100001])`";

const SWIZZLE_HELP: &str = "help: a swizzle is `auto`, `tma128`, `rotate(1)`, `matrix([..])`, or three numbers (B, M, S) that count in \
                            elements, as in `swizzle = (5, 0, 5)`";

/// Reads one of `words`.
pub(crate) fn word(
    option: &str,
    tokens: &[TokenTree],
    words: &[&'static str],
    span: SourceSpan,
) -> syn::Result<&'static str> {
    let found = tokens::text(tokens);
    words.iter().find(|word| **word == found).copied().ok_or_else(|| {
        let other = other_option(&found).filter(|other| !other.starts_with(option));
        let help = match (suggest::nearest(&found, words), other) {
            (Some(near), _) => format!("help: did you mean `{option} = {near}`?"),
            (None, Some(other)) => format!("help: write `{other}`"),
            (None, None) => {
                let words: Vec<String> = words.iter().map(|word| format!("`{option} = {word}`")).collect();
                format!("help: write {}", listed(&words, "or"))
            }
        };
        SourceSpan::of(tokens, span).error(format!("`{option}` cannot be `{found}`\n{help}"))
    })
}

/// Returns the option whose value `word` is.
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
