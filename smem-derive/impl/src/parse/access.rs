//! `access(row, col(vec = 4), ..)`: the declared accesses, with the place of each of their parts.

use crate::message::span::{Errors, Located, SourceSpan};
use crate::message::suggest;
use crate::parse::lanes::{self, Closure};
use crate::parse::tokens;
use proc_macro2::{Delimiter, TokenTree};
use smem_layout::{Access, AccessArgument, LaneTable, Pattern};

/// An access before the tile's shape is known.
#[derive(Debug)]
pub(crate) struct Declared {
    shape: Shape,
    vec: Option<Located<u32>>,
    max_ways: Option<Located<u32>>,
    pub(crate) span: SourceSpan,
}

#[derive(Debug)]
enum Shape {
    Row,
    Col,
    Block(Located<u32>, Located<u32>),
    Window(Located<u32>, Located<u32>),
    Stride(Located<u32>),
    LdMatrix,
    Lanes { closure: Closure, warps: u32 },
}

const NAMES: [&str; 7] = ["row", "col", "block", "window", "stride", "ldmatrix", "lanes"];

impl Declared {
    /// The access when the attribute declares none.
    pub(crate) fn implied(name: &str) -> Self {
        let shape = if name == "col" { Shape::Col } else { Shape::Row };
        Declared { shape, vec: None, max_ways: None, span: SourceSpan::call_site() }
    }

    /// The access on a tile of this shape, where the lanes of a closure get their elements.
    pub(crate) fn on(&self, rows: u32, cols: u32, one_dimensional: bool) -> syn::Result<Access> {
        let mut access = match &self.shape {
            Shape::Row => Access::row(),
            Shape::Col => Access::col(),
            Shape::Block(height, width) => Access::block(height.value, width.value),
            Shape::Window(height, width) => Access::window(height.value, width.value),
            Shape::Stride(step) => Access::stride(step.value),
            Shape::LdMatrix => Access::ldmatrix(),
            Shape::Lanes { closure, warps } => {
                let table = LaneTable::new(closure.table(*warps, rows, cols, one_dimensional)?);
                Access::lanes(table.map_err(|error| self.span.error(error.message()))?)
            }
        };
        if let Some(vec) = self.vec {
            // The library refuses a `vec` of `ldmatrix`, and takes 1 for none.
            let least = if matches!(self.shape, Shape::LdMatrix) { 2 } else { 1 };
            access = access.vec(vec.value.max(least));
        }
        if let Some(max_ways) = self.max_ways {
            access = access.max_ways(max_ways.value);
        }
        Ok(access)
    }

    /// Where the user wrote `argument`.
    pub(crate) fn span_of(&self, argument: AccessArgument) -> SourceSpan {
        let found = match (argument, &self.shape) {
            (AccessArgument::Vec, _) => self.vec.map(|vec| vec.span),
            (AccessArgument::MaxWays, _) => self.max_ways.map(|max_ways| max_ways.span),
            (AccessArgument::Height, Shape::Block(height, _) | Shape::Window(height, _)) => Some(height.span),
            (AccessArgument::Width, Shape::Block(_, width) | Shape::Window(_, width)) => Some(width.span),
            (AccessArgument::Step, Shape::Stride(step)) => Some(step.span),
            (AccessArgument::Lane { .. }, Shape::Lanes { closure, .. }) => Some(closure.col_span()),
            _ => None,
        };
        found.unwrap_or(self.span)
    }
}

/// Two accesses of one shape and width check the same thing twice.
pub(crate) fn is_repeated(access: &Access, earlier: &[Access]) -> bool {
    let closure = matches!(access.pattern, Pattern::Lanes(_));
    !closure && earlier.iter().any(|other| other.pattern == access.pattern && other.vec == access.vec)
}

/// The accesses between the parentheses of `access(..)`.
pub(crate) fn parse(tokens: &[TokenTree], after: SourceSpan, errors: &mut Errors) -> Vec<Declared> {
    let items = tokens::items(tokens);
    if items.is_empty() {
        errors.push(after.error("`access()` declares nothing\nhelp: leave it out for the default accesses"));
    }
    items.iter().filter_map(|item| errors.keep(one(item, after))).collect()
}

fn one(tokens: &[TokenTree], after: SourceSpan) -> syn::Result<Declared> {
    let span = SourceSpan::of(tokens, after);
    let Some((TokenTree::Ident(name), rest)) = tokens.split_first() else {
        let help = suggest::help("", &NAMES);
        return Err(span.error(format!("expected an access such as `row` or `col`\n{help}")));
    };
    let name_span = SourceSpan::at(name.span());
    let name = name.to_string();
    if !NAMES.contains(&name.as_str()) {
        return Err(name_span.error(format!("there is no access `{name}`\n{}", suggest::help(&name, &NAMES))));
    }
    let arguments = match rest {
        [] => Vec::new(),
        // Invisible groups stay here: in a closure they carry the precedence.
        [TokenTree::Group(group)] if group.delimiter() == Delimiter::Parenthesis && name == "lanes" => {
            group.stream().into_iter().collect()
        }
        [TokenTree::Group(group)] if group.delimiter() == Delimiter::Parenthesis => tokens::flat(group.stream()),
        [punct, ..] if tokens::is_punct(punct, '=') => {
            return Err(
                span.error(format!("an access takes its numbers in parentheses\nhelp: write `{}`", example(&name)))
            );
        }
        rest => {
            let message = format!(
                "unexpected `{}` after the access `{name}`\nhelp: separate accesses by commas",
                tokens::text(rest)
            );
            return Err(SourceSpan::of(rest, span).error(message));
        }
    };
    let mut closure = None;
    let mut rest = arguments.as_slice();
    if name == "lanes" {
        let (found, after_it) = lanes::split(rest, span)?;
        (closure, rest) = (Some(found), after_it);
    }
    let given = Given::parse(&name, rest, span)?;
    let shape = match (name.as_str(), closure, given.numbers.as_slice()) {
        ("row", _, []) => Shape::Row,
        ("col", _, []) => Shape::Col,
        ("ldmatrix", _, []) => Shape::LdMatrix,
        ("block", _, [height, width]) => Shape::Block(*height, *width),
        ("window", _, [height, width]) => Shape::Window(*height, *width),
        ("stride", _, [step]) => Shape::Stride(*step),
        ("lanes", Some(closure), []) => lanes_shape(closure, given.warps, &arguments)?,
        (_, _, numbers) => {
            let wanted = match name.as_str() {
                "block" | "window" => "a height and a width",
                "stride" => "a step",
                "lanes" => "a closure and no other number",
                _ => "no number",
            };
            let found = numbers.last().map_or(span, |last| numbers[0].span.to(last.span));
            if let ("block" | "window", [height, width, vec]) = (name.as_str(), numbers) {
                let (height, width, vec) = (height.value, width.value, vec.value);
                let help = format!("help: write `{name}({height}, {width}, vec = {vec})`");
                return Err(found.error(format!("`{name}` takes {wanted}\n{help}")));
            }
            return Err(found.error(format!("`{name}` takes {wanted}\nhelp: write `{}`", example(&name))));
        }
    };
    Ok(Declared { shape, vec: given.vec, max_ways: given.max_ways, span })
}

fn lanes_shape(closure: Closure, warps: Option<Located<u32>>, arguments: &[TokenTree]) -> syn::Result<Shape> {
    let warps = match (warps, closure.warp_span()) {
        (Some(warps), _) if warps.value > 32 => {
            return Err(warps.span.error(format!("a block has at most 32 warps, and this asks for {}", warps.value)));
        }
        (Some(warps), None) if warps.value > 1 => {
            let message = "every warp would do the same, since the closure takes only the lane\n\
                           help: begin with `|lane, warp|`, or leave `warps` out";
            return Err(warps.span.error(message));
        }
        (None, Some(warp)) => return Err(warp.error(without_warps(&closure, arguments))),
        (warps, _) => warps.map_or(1, |warps| warps.value),
    };
    Ok(Shape::Lanes { closure, warps })
}

/// Returns the message for a closure that takes the warp without `warps = N`, of which only warp 0 would be checked.
fn without_warps(closure: &Closure, arguments: &[TokenTree]) -> String {
    // The closure was read, so it begins with a bar and has another.
    let end = arguments.iter().skip(1).position(|token| tokens::is_punct(token, '|')).map_or(0, |end| end + 1);
    let parameters = arguments.get(1..end).unwrap_or_default();
    let rest = arguments.get(end + 1..).unwrap_or_default();
    let rest = tokens::text(rest);
    let rest = rest.trim_end_matches(',');
    if closure.uses_warp() {
        let parameters = tokens::text(parameters);
        format!(
            "a closure of the lane and the warp needs `warps = N`, or warp 0 alone would be checked\n\
             help: write `lanes(|{parameters}| {rest}, warps = N)`, where a block has N warps"
        )
    } else {
        let lane = tokens::text(tokens::items(parameters).first().copied().unwrap_or_default());
        format!(
            "a closure of the lane and the warp needs `warps = N`, and this one does the same in every warp\n\
             help: write `lanes(|{lane}| {rest})`"
        )
    }
}

fn example(name: &str) -> &'static str {
    match name {
        "row" => "row(vec = 4)",
        "col" => "col(vec = 4)",
        "block" => "block(4, 8)",
        "window" => "window(4, 8)",
        "stride" => "stride(2)",
        "ldmatrix" => "ldmatrix",
        _ => "lanes(|lane| (lane / 8, lane % 8))",
    }
}

/// What stands in an access's parentheses.
#[derive(Default)]
struct Given {
    numbers: Vec<Located<u32>>,
    vec: Option<Located<u32>>,
    max_ways: Option<Located<u32>>,
    warps: Option<Located<u32>>,
}

impl Given {
    fn parse(access: &str, tokens: &[TokenTree], after: SourceSpan) -> syn::Result<Given> {
        let mut given = Given::default();
        let options: &[&str] = match access {
            "lanes" => &["vec", "max_ways", "warps"],
            "ldmatrix" => &["max_ways"],
            _ => &["vec", "max_ways"],
        };
        for item in tokens::items(tokens) {
            let span = SourceSpan::of(item, after);
            let (name, value) = match item {
                [TokenTree::Ident(name), equals, value @ ..] if tokens::is_punct(equals, '=') => {
                    (name.to_string(), value)
                }
                [TokenTree::Ident(name), TokenTree::Literal(number)] => {
                    return Err(span.error(format!("`{name}` needs `=`\nhelp: write `{name} = {number}`")));
                }
                [TokenTree::Ident(name)] if suggest::nearest(&name.to_string(), options).is_some() => {
                    return Err(span.error(format!("`{name}` needs a number\nhelp: write `{name} = 4`")));
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
            let (slot, zero) = match name.as_str() {
                "vec" => (&mut given.vec, "a lane touches at least one element\nhelp: leave `vec` out for one"),
                "max_ways" => (
                    &mut given.max_ways,
                    "`max_ways` counts from 1: 1-way is free of conflicts\nhelp: leave `max_ways` out, or write 2 or more",
                ),
                "warps" if options.contains(&"warps") => (&mut given.warps, "a block has at least one warp"),
                "warps" => {
                    return Err(
                        span.error(format!("`{access}` is the same for every warp\nhelp: `warps` belongs to `lanes`"))
                    );
                }
                other => {
                    let at = SourceSpan::of(&item[..1], after);
                    let help = suggest::help(other, options);
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
