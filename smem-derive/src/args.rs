//! The attribute's arguments: tokens in, options with the place of each out.
//!
//! Every argument is read by itself, so that a mistake in one hides none in another.

use crate::access::{self, Declared};
use crate::arch;
use crate::names;
use crate::spot::{Errors, Spot, Spotted};
use crate::suggest;
use crate::value;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use smem_layout::{Arch, Choice, Cute, Pick, TmaSwizzle};
use syn::parse::Parser;

/// What the user asked for.
#[derive(Debug, Default)]
pub(crate) struct Args {
    /// Nothing where it is missing or wrong, which is reported.
    pub(crate) shape: Option<Shape>,
    pub(crate) choice: Option<Spotted<Choice>>,
    pub(crate) accesses: Option<Vec<Declared>>,
    pub(crate) allow_conflicts: bool,
    pub(crate) arch: Option<Spotted<Arch>>,
    pub(crate) dynamic: bool,
    pub(crate) stages: Option<Spotted<u32>>,
    pub(crate) cuda: Option<Spotted<String>>,
    pub(crate) elem: Option<ElemOption>,
    pub(crate) krate: Option<TokenStream>,
}

/// Rows and columns, in elements.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    pub(crate) rows: u32,
    pub(crate) cols: u32,
    pub(crate) one_dimensional: bool,
    /// The place of the rows, or of the only number.
    pub(crate) first: Spot,
    pub(crate) last: Spot,
}

/// `elem(bytes = 2, cuda = "__half")`
#[derive(Debug)]
pub(crate) struct ElemOption {
    pub(crate) bytes: Option<Spotted<u32>>,
    pub(crate) cuda: Option<String>,
    pub(crate) spot: Spot,
}

const NAMES: [&str; 11] =
    ["pad", "swizzle", "layout", "access", "conflicts", "arch", "memory", "stages", "cuda", "elem", "crate"];

const SHAPE_HELP: &str = "help: write the rows and the columns first, as in `#[smem_tile(32, 32)]`";

impl Args {
    pub(crate) fn parse(stream: TokenStream, errors: &mut Errors) -> Args {
        let mut args = Args::default();
        let mut dimensions = Vec::new();
        let mut seen: Vec<(String, Spot)> = Vec::new();
        // Only the outermost invisible groups: those inside `access` may carry the precedence of a closure.
        let tokens = value::tokens(stream);
        for item in value::items(&tokens) {
            let spot = Spot::of(item, Spot::call_site());
            let result = match item {
                [] => Err(spot.error("there is nothing between two commas")),
                [TokenTree::Ident(name), rest @ ..] if is_option(name, rest) => {
                    let name = name.to_string();
                    match once(&name, spot, &mut seen) {
                        Ok(()) => args.option(&name, item, rest, spot, errors),
                        repeated => repeated,
                    }
                }
                [TokenTree::Ident(name)] if dimensions.len() >= 2 || bare(&name.to_string()).is_some() => {
                    Err(bare_word(&name.to_string(), spot))
                }
                _ if !seen.is_empty() => Err(spot.error(format!("the shape comes before the options\n{SHAPE_HELP}"))),
                number => {
                    dimensions.push(errors.keep(dimension(number, spot)));
                    Ok(())
                }
            };
            errors.keep(result);
        }
        args.shape = errors.keep(shape(&dimensions, seen.first().map(|(_, spot)| *spot))).flatten();
        args
    }

    /// The value of `CUtensorMapSwizzle` for one of the swizzles of the bulk tensor copy.
    pub(crate) fn tensor_map_swizzle(&self) -> Option<u32> {
        match self.choice?.value {
            Choice::Tma(mode) => Some(mode.tensor_map_swizzle()),
            _ => None,
        }
    }

    fn option(
        &mut self,
        name: &str,
        item: &[TokenTree],
        rest: &[TokenTree],
        spot: Spot,
        errors: &mut Errors,
    ) -> syn::Result<()> {
        let name_spot = Spot::of(&item[..1], spot);
        if !NAMES.contains(&name) {
            let help = suggest::help(name, &NAMES);
            return Err(name_spot.error(format!("`smem_tile` has no option `{name}`\n{help}")));
        }
        let (value, group) = match rest {
            [TokenTree::Group(group)] if group.delimiter() == Delimiter::Parenthesis => (&[][..], Some(group)),
            [equals, value @ ..] if value::is_punct(equals, '=') => (value, None),
            _ => (&[][..], None),
        };
        match (name, group) {
            ("access", Some(group)) => {
                let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                self.accesses = Some(access::parse(&inner, spot, errors));
                return Ok(());
            }
            ("elem", Some(group)) => {
                self.elem = Some(elem(&value::tokens(group.stream()), spot)?);
                return Ok(());
            }
            ("access" | "elem", None) => {
                return Err(spot.error(format!("`{name}` takes parentheses\nhelp: write `{}`", example(name))));
            }
            (_, Some(_)) => {
                return Err(spot.error(format!("`{name}` takes `=` and a value\nhelp: write `{}`", example(name))));
            }
            _ => {}
        }
        if value.is_empty() {
            return Err(spot.error(format!("`{name}` needs a value\nhelp: write `{}`", example(name))));
        }
        match name {
            "pad" => self.choice = Some(Spotted { value: Choice::Pad(pad(value, spot)?), spot }),
            "swizzle" => self.choice = Some(Spotted { value: swizzle(value, spot)?, spot }),
            "layout" => {
                let choice = match word(name, value, &["auto", "plain"], spot)? {
                    "plain" => Choice::Plain,
                    _ => Choice::Auto,
                };
                self.choice = Some(Spotted { value: choice, spot });
            }
            "conflicts" => self.allow_conflicts = word(name, value, &["allow", "deny"], spot)? == "allow",
            "memory" => self.dynamic = word(name, value, &["dynamic", "static"], spot)? == "dynamic",
            "arch" => self.arch = Some(Spotted { value: arch::parse(value, spot)?, spot }),
            "stages" => {
                let stages =
                    value::positive(value, spot, "a tile has at least one stage\nhelp: leave `stages` out for one")?;
                self.stages = Some(Spotted { value: stages.value, spot });
            }
            "cuda" => self.cuda = Some(value::string(value, spot, "cuda = \"Tile\"")?),
            _ => {
                let path = value.iter().cloned().collect();
                let path = syn::Path::parse_mod_style.parse2(path).map_err(|_| {
                    spot.error(
                        "expected the path of `smem_layout`, without quotes\nhelp: write `crate = my::smem_layout`",
                    )
                })?;
                self.krate = Some(path.to_token_stream());
            }
        }
        Ok(())
    }
}

/// True for `name = ..`, `name(..)` and a lone name of an option.
fn is_option(name: &proc_macro2::Ident, rest: &[TokenTree]) -> bool {
    match rest {
        [] => NAMES.iter().any(|option| name == option),
        [TokenTree::Group(group)] => group.delimiter() == Delimiter::Parenthesis,
        [punct, ..] => value::is_punct(punct, '='),
    }
}

/// Refuses an option that was given, or that contradicts one.
fn once(name: &str, spot: Spot, seen: &mut Vec<(String, Spot)>) -> syn::Result<()> {
    const LAYOUTS: [&str; 3] = ["pad", "swizzle", "layout"];
    let message = seen.iter().find_map(|(earlier, _)| {
        if earlier == name {
            Some(format!("`{name}` is given twice\nhelp: keep one"))
        } else if LAYOUTS.contains(&name) && LAYOUTS.contains(&earlier.as_str()) {
            Some(format!("`{name}` contradicts `{earlier}`: each of them chooses the layout\nhelp: keep one"))
        } else {
            None
        }
    });
    seen.push((name.into(), spot));
    message.map_or(Ok(()), |message| Err(spot.error(message)))
}

fn example(option: &str) -> &'static str {
    match option {
        "pad" => "pad = auto",
        "swizzle" => "swizzle = auto",
        "layout" => "layout = auto",
        "access" => "access(row, col)",
        "conflicts" => "conflicts = allow",
        "arch" => "arch = sm_90",
        "memory" => "memory = dynamic",
        "stages" => "stages = 2",
        "cuda" => "cuda = \"Tile\"",
        "elem" => "elem(bytes = 2, cuda = \"__half\")",
        _ => "crate = my::smem_layout",
    }
}

/// What a lone word was probably meant to be.
fn bare(word: &str) -> Option<String> {
    Some(match word {
        "auto" | "plain" => format!("layout = {word}"),
        "tma128" | "tma64" | "tma32" => format!("swizzle = {word}"),
        "allow" => "conflicts = allow".into(),
        "dynamic" => "memory = dynamic".into(),
        "row" | "col" | "ldmatrix" => format!("access({word})"),
        "block" | "window" => format!("access({word}(4, 8))"),
        _ if word.starts_with("sm_") => format!("arch = {word}"),
        _ => return None,
    })
}

fn bare_word(word: &str, spot: Spot) -> syn::Error {
    let help = match (bare(word), suggest::nearest(word, &NAMES)) {
        (Some(option), _) => format!("help: write `{option}`"),
        (None, Some(option)) => format!("help: write `{}`", example(option)),
        (None, None) => suggest::help(word, &NAMES),
    };
    spot.error(format!("`{word}` alone is no option\n{help}"))
}

fn dimension(tokens: &[TokenTree], spot: Spot) -> syn::Result<Spotted<u32>> {
    if let [TokenTree::Ident(name), ..] = tokens
        && let Some(near) = suggest::nearest(&name.to_string(), &NAMES)
    {
        let message = format!("expected a number, found `{name}`\nhelp: write `{}`", example(near));
        return Err(Spot::of(&tokens[..1], spot).error(message));
    }
    value::positive(tokens, spot, "a tile of size 0 has no elements\nhelp: write a number from 1")
}

/// Nothing where a dimension is wrong, which is reported already.
fn shape(dimensions: &[Option<Spotted<u32>>], instead: Option<Spot>) -> syn::Result<Option<Shape>> {
    match *dimensions {
        [] => Err(instead.unwrap_or_else(Spot::call_site).error(format!("the tile has no shape\n{SHAPE_HELP}"))),
        [Some(cols)] => {
            Ok(Some(Shape { rows: 1, cols: cols.value, one_dimensional: true, first: cols.spot, last: cols.spot }))
        }
        [Some(rows), Some(cols)] => Ok(Some(Shape {
            rows: rows.value,
            cols: cols.value,
            one_dimensional: false,
            first: rows.spot,
            last: cols.spot,
        })),
        [_, _, Some(third), ..] => {
            let message = "a tile has one or two dimensions\n\
                           help: write `#[smem_tile(rows, columns)]`, and `stages = N` for several tiles back to back";
            Err(third.spot.error(message))
        }
        _ => Ok(None),
    }
}

/// One of `words`.
fn word(option: &str, tokens: &[TokenTree], words: &[&'static str], spot: Spot) -> syn::Result<&'static str> {
    let found = value::text(tokens);
    words.iter().find(|word| **word == found).copied().ok_or_else(|| {
        let either: Vec<String> = words.iter().map(|word| format!("`{option} = {word}`")).collect();
        let help = match suggest::nearest(&found, words) {
            Some(near) => format!("help: did you mean `{option} = {near}`?"),
            None => format!("help: write {}", either.join(" or ")),
        };
        Spot::of(tokens, spot).error(format!("`{option}` cannot be `{found}`\n{help}"))
    })
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

/// What stands between the parentheses of `elem(..)`.
fn elem(tokens: &[TokenTree], spot: Spot) -> syn::Result<ElemOption> {
    let mut option = ElemOption { bytes: None, cuda: None, spot };
    for item in value::items(tokens) {
        let at = Spot::of(item, spot);
        let (name, value) = match item {
            [TokenTree::Ident(name), equals, value @ ..] if value::is_punct(equals, '=') => (name.to_string(), value),
            _ => return Err(at.error(format!("expected `name = value`\nhelp: write `{}`", example("elem")))),
        };
        match name.as_str() {
            "bytes" | "cuda"
                if name == "bytes" && option.bytes.is_some() || name == "cuda" && option.cuda.is_some() =>
            {
                return Err(at.error(format!("`{name}` is given twice\nhelp: keep one")));
            }
            "bytes" => {
                let bytes = value::integer(value, at)?;
                if ![1, 2, 4, 8, 16].contains(&bytes.value) {
                    return Err(at.error(format!(
                        "an element of {} bytes is nothing that a lane reads at once\nhelp: 1, 2, 4, 8 or 16 bytes",
                        bytes.value
                    )));
                }
                option.bytes = Some(Spotted { value: bytes.value, spot: at });
            }
            "cuda" => {
                let name = value::string(value, at, "cuda = \"__half\"")?;
                if !names::is_type(&name.value) {
                    return Err(name.spot.error(format!(
                        "`{}` is no type of CUDA C++\nhelp: write a name such as `__half`, or words such as `unsigned int`",
                        name.value.escape_debug()
                    )));
                }
                option.cuda = Some(name.value);
            }
            other => {
                let help = suggest::help(other, &["bytes", "cuda"]);
                return Err(Spot::of(&item[..1], at).error(format!("`elem` has no option `{other}`\n{help}")));
            }
        }
    }
    if option.bytes.is_none() && option.cuda.is_none() {
        return Err(spot.error(format!("`elem()` says nothing\nhelp: write `{}`", example("elem"))));
    }
    Ok(option)
}

/// The option that makes `choice`, as the user would write it.
pub(crate) fn text(choice: &Choice) -> String {
    match choice {
        Choice::Auto => "layout = auto".into(),
        Choice::Plain => "layout = plain".into(),
        Choice::Pad(Pick::Auto) => "pad = auto".into(),
        Choice::Pad(Pick::Exactly(pad)) => format!("pad = {pad}"),
        Choice::Swizzle(Pick::Auto) => "swizzle = auto".into(),
        Choice::Swizzle(Pick::Exactly(cute)) => {
            format!("swizzle = ({}, {}, {})", cute.bits(), cute.base(), cute.shift())
        }
        Choice::Tma(TmaSwizzle::B128) => "swizzle = tma128".into(),
        Choice::Tma(TmaSwizzle::B64) => "swizzle = tma64".into(),
        Choice::Tma(TmaSwizzle::B32) => "swizzle = tma32".into(),
    }
}
