//! The attribute's arguments: tokens in, options with the place of each out.
//!
//! Every argument is read by itself, so that a mistake in one hides none in another.

use crate::access::{self, Declared};
use crate::arch;
use crate::choice;
use crate::include;
use crate::names;
use crate::spot::{Errors, Spot, Spotted};
use crate::suggest;
use crate::value;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use smem_layout::{Arch, Choice};
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

/// `elem(bytes = 2, cuda = "__half", include = "cuda_fp16.h")`
#[derive(Debug)]
pub(crate) struct ElemOption {
    pub(crate) bytes: Option<Spotted<u32>>,
    pub(crate) cuda: Option<String>,
    /// A header that declares the element in CUDA C++.
    pub(crate) include: Option<String>,
    pub(crate) spot: Spot,
}

const NAMES: [&str; 11] =
    ["pad", "swizzle", "layout", "access", "conflicts", "arch", "memory", "stages", "cuda", "elem", "crate"];

/// What the shape's numbers are called where they have names.
const SHAPE_NAMES: [&str; 5] = ["rows", "cols", "columns", "height", "width"];

const SHAPE_HELP: &str = "help: write the rows and the columns first, as in `#[smem_tile(32, 32)]`";

impl Args {
    pub(crate) fn parse(stream: TokenStream, errors: &mut Errors) -> Args {
        let mut args = Args::default();
        let mut dimensions = Vec::new();
        let mut seen: Vec<(String, Spot)> = Vec::new();
        // Only the outermost invisible groups: those inside `access` may carry the precedence of a closure.
        let tokens = value::tokens(stream);
        for item in arguments(&tokens, errors) {
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
        // Where the shape has names, that is reported already.
        if !seen.iter().any(|(name, _)| SHAPE_NAMES.contains(&name.as_str())) {
            args.shape = errors.keep(shape(&dimensions, seen.first().map(|(_, spot)| *spot))).flatten();
        }
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
        if SHAPE_NAMES.contains(&name) {
            return Err(name_spot.error(format!("the shape is two numbers without names\n{SHAPE_HELP}")));
        }
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
            "pad" | "swizzle" | "layout" => {
                self.choice = Some(Spotted { value: choice::parse(name, value, spot)?, spot });
            }
            "conflicts" => self.allow_conflicts = choice::word(name, value, &["allow", "deny"], spot)? == "allow",
            "memory" => self.dynamic = choice::word(name, value, &["dynamic", "static"], spot)? == "dynamic",
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

/// What stands between the commas, and between options where a comma is missing.
fn arguments<'a>(tokens: &'a [TokenTree], errors: &mut Errors) -> Vec<&'a [TokenTree]> {
    let mut arguments = Vec::new();
    for mut item in value::items(tokens) {
        while let Some(at) = second_option(item) {
            errors.push(value::no_comma(&item[at]));
            let (first, rest) = item.split_at(at);
            arguments.push(first);
            item = rest;
        }
        arguments.push(item);
    }
    arguments
}

/// Where an option begins inside an argument. The name after `::` belongs to a path.
fn second_option(item: &[TokenTree]) -> Option<usize> {
    let is_name =
        |token: &TokenTree| matches!(token, TokenTree::Ident(name) if NAMES.iter().any(|option| name == option));
    (1..item.len()).find(|&at| {
        is_name(&item[at])
            && at + 1 < item.len()
            && is_option_start(&item[at + 1..])
            && !value::is_punct(&item[at - 1], ':')
    })
}

/// True for `name = ..`, `name(..)` and a lone name of an option.
fn is_option(name: &proc_macro2::Ident, rest: &[TokenTree]) -> bool {
    match rest {
        [] => NAMES.iter().any(|option| name == option),
        [TokenTree::Group(group)] => group.delimiter() == Delimiter::Parenthesis,
        [punct, ..] => value::is_punct(punct, '='),
    }
}

/// True for what follows the name of an option.
fn is_option_start(rest: &[TokenTree]) -> bool {
    match rest.first() {
        Some(TokenTree::Group(group)) => group.delimiter() == Delimiter::Parenthesis,
        Some(punct) => value::is_punct(punct, '='),
        None => false,
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

/// What stands between the parentheses of `elem(..)`.
fn elem(tokens: &[TokenTree], spot: Spot) -> syn::Result<ElemOption> {
    let mut option = ElemOption { bytes: None, cuda: None, include: None, spot };
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
                        "an element of {} bytes is nothing that a lane reads at once\nhelp: write 1, 2, 4, 8 or 16",
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
            "include" if option.include.is_some() => return Err(at.error("`include` is given twice\nhelp: keep one")),
            "include" => option.include = Some(include::parse(value, at)?),
            other => {
                let help = suggest::help(other, &["bytes", "cuda", "include"]);
                return Err(Spot::of(&item[..1], at).error(format!("`elem` has no option `{other}`\n{help}")));
            }
        }
    }
    if option.bytes.is_none() && option.cuda.is_none() && option.include.is_none() {
        return Err(spot.error(format!("`elem()` says nothing\nhelp: write `{}`", example("elem"))));
    }
    Ok(option)
}
