//! The attribute's arguments: tokens in, options with the place of each out.
//!
//! Every argument is read by itself, so that a mistake in one hides none in another.

use crate::message::span::{Errors, Located, SourceSpan};
use crate::message::suggest;
use crate::parse::access::{self, DeclaredAccess};
use crate::parse::arch;
use crate::parse::choice;
use crate::parse::constant::{self, ConstantDimension};
use crate::parse::include;
use crate::parse::krate;
use crate::parse::lone_word::{bare_word, is_lone_access, is_word, outside_of_access};
use crate::parse::nesting;
use crate::parse::option::{NAMES, example};
use crate::parse::shape::{self, ShapeNumber, TileShape};
use crate::parse::tokens;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use smem_layout::{Arch, ConflictPolicy, LayoutChoice, Prefer, is_cuda_type};

/// The arguments of the attribute.
#[derive(Debug, Default)]
pub(crate) struct Args {
    /// `None` if it is missing or wrong, which is reported.
    pub(crate) shape: Option<TileShape>,
    /// The dimensions if one is a constant; then `shape` is `None`.
    pub(crate) constants: Option<Vec<ConstantDimension>>,
    pub(crate) choice: Option<Located<LayoutChoice>>,
    pub(crate) prefer: Option<Located<Prefer>>,
    pub(crate) accesses: Option<Vec<DeclaredAccess>>,
    pub(crate) conflicts: Option<Located<ConflictPolicy>>,
    pub(crate) arch: Option<Located<Arch>>,
    pub(crate) dynamic: bool,
    pub(crate) stages: Option<Located<u32>>,
    pub(crate) cuda: Option<Located<String>>,
    pub(crate) elem: Option<ElemOption>,
    /// True if `elem(..)` is wrong, so that the element is unknown: checks that depend on it are skipped.
    pub(crate) elem_is_wrong: bool,
    /// The option that asks for the index inside of `#[cube]` functions.
    pub(crate) cubecl: Option<SourceSpan>,
    pub(crate) krate: Option<TokenStream>,
    /// True if the attribute has options beside the shape.
    has_options: bool,
}

/// `elem(bytes = 2, cuda = "__half", include = "cuda_fp16.h")`
#[derive(Debug)]
pub(crate) struct ElemOption {
    pub(crate) bytes: Option<Located<u32>>,
    pub(crate) cuda: Option<String>,
    /// A header that declares the element in CUDA C++.
    pub(crate) include: Option<String>,
    pub(crate) span: SourceSpan,
}

impl Args {
    pub(crate) fn parse(stream: TokenStream, errors: &mut Errors) -> Args {
        let mut args = Args::default();
        if errors.keep(nesting::check(&stream, nesting::OF_ARGUMENTS)).is_none() {
            return args;
        }
        let mut dimensions = Vec::new();
        let mut seen: Vec<(String, SourceSpan)> = Vec::new();
        let mut lone_accesses: Vec<(String, SourceSpan)> = Vec::new();
        // Only the outermost invisible groups: those inside `access` may carry the precedence of a closure.
        let tokens = tokens::flat(stream.clone());
        let mut lone_commas = tokens::lone_commas(&tokens).into_iter();
        for item in arguments(&tokens, errors) {
            let span = SourceSpan::of(item, SourceSpan::call_site());
            let result = match item {
                [] => {
                    let is_first = dimensions.is_empty() && seen.is_empty();
                    let place = if is_first { "in front of the comma" } else { "between two commas" };
                    let comma = lone_commas.next().unwrap_or(span);
                    Err(comma.error(format!("expected an argument {place}\nhelp: leave one comma out")))
                }
                [TokenTree::Ident(name), rest @ ..] if is_lone_access(name, rest, dimensions.len()) => {
                    lone_accesses.push((tokens::text(item), span));
                    Ok(())
                }
                [TokenTree::Ident(name), rest @ ..]
                    if is_option(name, rest, seen.is_empty() && dimensions.len() < 2) =>
                {
                    let name = name.to_string();
                    // A name that is not an option may be one of a dimension: what follows is the shape.
                    let is_known = NAMES.contains(&name.as_str()) || shape::NAMED.contains(&name.as_str());
                    let is_new = if is_known || !dimensions.is_empty() { once(&name, span, &mut seen) } else { Ok(()) };
                    match is_new {
                        Ok(()) => args.option(&name, item, rest, span, errors),
                        repeated => repeated,
                    }
                }
                [TokenTree::Ident(name)] if is_word(&name.to_string(), dimensions.len()) => {
                    Err(bare_word(&name.to_string(), span))
                }
                _ if !seen.is_empty() => {
                    Err(span.error(format!("the shape comes before the options\n{}", shape::HELP)))
                }
                number => {
                    dimensions.push(ShapeNumber::new(number, span));
                    Ok(())
                }
            };
            errors.keep(result);
        }
        args.has_options = !seen.is_empty();
        if let Some(error) = outside_of_access(&lone_accesses) {
            errors.push(error);
        }
        if let Some(error) = shape::constant_of_many(&dimensions) {
            errors.push(error);
            return args;
        }
        if let Some(constants) = shape::constants(&dimensions) {
            args.constants = Some(constant::dimensions(stream, &constants));
            return args;
        }
        let dimensions = shape::numbers(dimensions, errors);
        // A shape with names is reported already.
        if !seen.iter().any(|(name, _)| shape::NAMED.contains(&name.as_str())) {
            args.shape = errors.keep(shape::of(&dimensions, seen.first().map(|(_, span)| *span))).flatten();
        }
        args
    }

    /// Returns the layouts that are allowed.
    pub(crate) fn choice(&self) -> LayoutChoice {
        self.choice.map_or(LayoutChoice::Auto, |choice| choice.value)
    }

    /// Returns which of the allowed layouts comes first.
    pub(crate) fn prefer(&self) -> Prefer {
        self.prefer.map_or(Prefer::Balance, |prefer| prefer.value)
    }

    /// Returns the architecture whose banks and limits apply.
    pub(crate) fn arch(&self) -> Arch {
        self.arch.map_or(Arch::DEFAULT, |arch| arch.value)
    }

    /// Returns true if the attribute has the shape and no option.
    pub(crate) fn is_shape_alone(&self) -> bool {
        !self.has_options
    }

    /// Returns the value of `CUtensorMapSwizzle` for one of the swizzles of the bulk tensor copy.
    pub(crate) fn tensor_map_swizzle(&self) -> Option<u32> {
        match self.choice?.value {
            LayoutChoice::Tma(mode) => Some(mode.tensor_map_swizzle()),
            _ => None,
        }
    }

    fn option(
        &mut self,
        name: &str,
        item: &[TokenTree],
        rest: &[TokenTree],
        span: SourceSpan,
        errors: &mut Errors,
    ) -> syn::Result<()> {
        let name_span = SourceSpan::of(&item[..1], span);
        if shape::NAMED.contains(&name) {
            return Err(name_span.error(format!("the shape is numbers without names\n{}", shape::HELP)));
        }
        if !NAMES.contains(&name) {
            let help = match name {
                "include" => {
                    "help: it belongs to the element: elem(cuda = \"__half\", include = \"cuda_fp16.h\")".to_string()
                }
                "bytes" => "help: it belongs to the element: elem(bytes = 2, cuda = \"__half\")".to_string(),
                "every" => "help: put padding and `every` in parentheses: pad = (1, every = 32)".to_string(),
                _ => suggest::help(name, &NAMES),
            };
            return Err(name_span.error(format!("`smem_tile` has no option `{name}`\n{help}")));
        }
        let (value, group) = match rest {
            [TokenTree::Group(group)] if group.delimiter() == Delimiter::Parenthesis => (&[][..], Some(group)),
            [equals, value @ ..] if tokens::is_punct(equals, '=') => (value, None),
            _ => (&[][..], None),
        };
        match (name, group) {
            ("cubecl", _) if rest.is_empty() => {
                self.cubecl = Some(span);
                return Ok(());
            }
            ("cubecl", _) => return Err(span.error("`cubecl` takes no value\nhelp: write `cubecl`")),
            ("access", Some(group)) => {
                let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                self.accesses = Some(access::parse(&inner, span, errors));
                return Ok(());
            }
            ("elem", Some(group)) => {
                let parsed = elem(&tokens::flat(group.stream()), span);
                self.elem_is_wrong = parsed.is_err();
                self.elem = Some(parsed?);
                return Ok(());
            }
            ("access" | "elem", None) => {
                return Err(span.error(format!("`{name}` takes parentheses\nhelp: write `{}`", example(name))));
            }
            (_, Some(_)) => {
                return Err(span.error(format!("`{name}` takes `=` and a value\nhelp: write `{}`", example(name))));
            }
            _ => {}
        }
        if value.is_empty() {
            return Err(span.error(format!("`{name}` needs a value\nhelp: write `{}`", example(name))));
        }
        match name {
            "pad" | "swizzle" | "layout" => {
                self.choice = Some(Located { value: choice::parse(name, value, span)?, span });
            }
            "prefer" => {
                let prefer = match choice::word(name, value, &["balance", "bytes", "index"], span)? {
                    "bytes" => Prefer::Bytes,
                    "index" => Prefer::Index,
                    _ => Prefer::Balance,
                };
                self.prefer = Some(Located { value: prefer, span });
            }
            "conflicts" => {
                let policy = match choice::word(name, value, &["allow", "deny", "least"], span)? {
                    "allow" => ConflictPolicy::Allow,
                    "least" => ConflictPolicy::Least,
                    _ => ConflictPolicy::Deny,
                };
                self.conflicts = Some(Located { value: policy, span });
            }
            "memory" => self.dynamic = choice::word(name, value, &["dynamic", "static"], span)? == "dynamic",
            "arch" => self.arch = Some(Located { value: arch::parse(value, span)?, span }),
            "stages" => {
                let stages =
                    tokens::positive(value, span, "a tile has at least one stage\nhelp: leave `stages` out for one")?;
                self.stages = Some(Located { value: stages.value, span });
            }
            "cuda" => self.cuda = Some(tokens::name(value, span, "cuda = \"Tile\"")?),
            _ => self.krate = Some(krate::parse(value, span)?),
        }
        Ok(())
    }
}

/// Returns the items between commas, and between options where a comma is missing.
pub(crate) fn arguments<'a>(tokens: &'a [TokenTree], errors: &mut Errors) -> Vec<&'a [TokenTree]> {
    let mut arguments = Vec::new();
    for mut item in with_template_arguments(tokens) {
        while let Some(at) = second_option(item) {
            errors.push(tokens::no_comma(&item[at]));
            let (first, rest) = item.split_at(at);
            arguments.push(first);
            item = rest;
        }
        arguments.push(item);
    }
    arguments
}

/// Splits `tokens` at commas, except inside `Swizzle<5, 0, 5>` and between the bare numbers of `swizzle = 5, 0, 5`.
fn with_template_arguments(tokens: &[TokenTree]) -> Vec<&[TokenTree]> {
    let mut items = tokens::items(tokens);
    let has = |item: &[TokenTree], punct| item.iter().any(|token| tokens::is_punct(token, punct));
    let is_number =
        |item: &[TokenTree]| matches!(item, [TokenTree::Literal(_)] | [TokenTree::Punct(_), TokenTree::Literal(_)]);
    let opens = |item: &[TokenTree]| match item {
        [TokenTree::Ident(option), equals, value @ ..] => {
            let is_open = is_number(value) || has(value, '<') && !has(value, '>');
            option == "swizzle" && tokens::is_punct(equals, '=') && is_open
        }
        _ => false,
    };
    let Some(first) = items.iter().position(|item| opens(item)) else { return items };
    // If it does not close, only numbers belong to it.
    let more = &items[first + 1..];
    let last = first
        + match more.iter().position(|item| has(item, '>')) {
            Some(end) => end + 1,
            None => more.iter().take_while(|item| is_number(item)).count(),
        };
    // The items lie one after the other, a comma between two.
    let length = items[first..=last].iter().map(|item| item.len() + 1).sum::<usize>() - 1;
    let start = items[..first].iter().map(|item| item.len() + 1).sum::<usize>();
    items.splice(first..=last, [&tokens[start..start + length]]);
    items
}

/// Returns the position at which an option begins inside an argument. The name after `::` belongs to a path.
fn second_option(item: &[TokenTree]) -> Option<usize> {
    let is_name =
        |token: &TokenTree| matches!(token, TokenTree::Ident(name) if NAMES.iter().any(|option| name == option));
    (1..item.len()).find(|&at| {
        is_name(&item[at])
            && at + 1 < item.len()
            && is_option_start(&item[at + 1..])
            && !tokens::is_punct(&item[at - 1], ':')
    })
}

/// Returns true for `name = ..`, `name(..)` and the name of an option by itself; where a dimension can be, `name(..)` is a call unless
/// the name is close to that of an option.
fn is_option(name: &proc_macro2::Ident, rest: &[TokenTree], or_dimension: bool) -> bool {
    let is_near = || suggest::nearest(&name.to_string(), &NAMES).is_some() || is_word(&name.to_string(), 0);
    let is_named = || shape::NAMED.iter().any(|dimension| name == dimension);
    match rest {
        [] => NAMES.iter().any(|option| name == option),
        [TokenTree::Group(_)] if or_dimension && !is_near() && !is_named() => false,
        [TokenTree::Group(group)] => group.delimiter() == Delimiter::Parenthesis,
        [punct, ..] => tokens::is_punct(punct, '='),
    }
}

/// Returns true for tokens that can follow the name of an option.
fn is_option_start(rest: &[TokenTree]) -> bool {
    match rest.first() {
        Some(TokenTree::Group(group)) => group.delimiter() == Delimiter::Parenthesis,
        Some(punct) => tokens::is_punct(punct, '='),
        None => false,
    }
}

/// Refuses an option that is repeated, or that contradicts an earlier one.
fn once(name: &str, span: SourceSpan, seen: &mut Vec<(String, SourceSpan)>) -> syn::Result<()> {
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
    seen.push((name.into(), span));
    message.map_or(Ok(()), |message| Err(span.error(message)))
}

/// Reads the arguments of `elem(..)`.
fn elem(tokens: &[TokenTree], span: SourceSpan) -> syn::Result<ElemOption> {
    let mut option = ElemOption { bytes: None, cuda: None, include: None, span };
    for item in tokens::items(tokens) {
        let at = SourceSpan::of(item, span);
        let (name, value) = match item {
            [TokenTree::Ident(name), equals, value @ ..] if tokens::is_punct(equals, '=') => (name.to_string(), value),
            _ => {
                return Err(
                    at.error(format!("expected `bytes = N` or `cuda = \"..\"`\nhelp: write `{}`", example("elem")))
                );
            }
        };
        match name.as_str() {
            "bytes" | "cuda"
                if name == "bytes" && option.bytes.is_some() || name == "cuda" && option.cuda.is_some() =>
            {
                return Err(at.error(format!("`{name}` is given twice\nhelp: keep one")));
            }
            "bytes" => {
                let bytes = tokens::integer(value, at)?;
                if ![1, 2, 4, 8, 16].contains(&bytes.value) {
                    let help = match bytes.value {
                        3..16 => {
                            format!("pad the element to {} bytes, or make its parts", bytes.value.next_power_of_two())
                        }
                        _ => "make its parts".into(),
                    };
                    let message = format!("a lane reads 1, 2, 4, 8 or 16 bytes at once, not {}", bytes.value);
                    return Err(at.error(format!("{message}\nhelp: {help} the elements of the tile")));
                }
                option.bytes = Some(Located { value: bytes.value, span: at });
            }
            "cuda" => {
                let name = tokens::name(value, at, "cuda = \"__half\"")?;
                if !is_cuda_type(&name.value) {
                    return Err(name.span.error(format!(
                        "`{}` is not a type of CUDA C++\nhelp: write a name such as `__half`, or words such as `unsigned int`",
                        name.value.escape_debug()
                    )));
                }
                option.cuda = Some(name.value);
            }
            "include" if option.include.is_some() => return Err(at.error("`include` is given twice\nhelp: keep one")),
            "include" => option.include = Some(include::parse(value, at)?),
            other => {
                let help = suggest::help(other, &["bytes", "cuda", "include"]);
                return Err(SourceSpan::of(&item[..1], at).error(format!("`elem` has no option `{other}`\n{help}")));
            }
        }
    }
    if option.bytes.is_none() && option.cuda.is_none() && option.include.is_none() {
        return Err(span.error(format!("`elem()` says nothing\nhelp: write `{}`", example("elem"))));
    }
    Ok(option)
}
