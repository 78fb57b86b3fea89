//! `access(row, col(vec = 4), ..)`: the declared accesses, with the place of each of their parts.

use crate::message::span::{Errors, Located, SourceSpan};
use crate::message::suggest;
use crate::parse::fragment::{self, DeclaredFragment};
use crate::parse::given::Given;
use crate::parse::lanes::{self, Axes, Closure};
use crate::parse::tokens;
use crate::parse::wmma::{self, DeclaredWmma};
use proc_macro2::{Delimiter, TokenTree};
use smem_layout::{Access, AccessArgument, LaneTable, Pattern};

/// An access before the tile's shape is known.
#[derive(Debug)]
pub(crate) struct DeclaredAccess {
    shape: DeclaredPattern,
    vec: Option<Located<u32>>,
    max_ways: Option<Located<u32>>,
    pub(crate) span: SourceSpan,
}

#[derive(Debug)]
enum DeclaredPattern {
    Row {
        wrap: bool,
    },
    Col {
        wrap: bool,
    },
    Depth {
        wrap: bool,
    },
    Block(Located<u32>, Located<u32>),
    /// Planes, rows and columns.
    Block3d([Located<u32>; 3]),
    Window(Located<u32>, Located<u32>),
    /// One of three numbers, which no tile has: what to say depends on the tile.
    Window3d([Located<u32>; 3]),
    Stride {
        step: Located<u32>,
        aligned: bool,
    },
    LdMatrix {
        trans: bool,
    },
    Fragment(DeclaredFragment),
    Wmma(DeclaredWmma),
    Transposed(Box<DeclaredAccess>),
    Lanes {
        closure: Closure,
        warps: u32,
    },
}

pub(crate) const NAMES: [&str; 11] =
    ["row", "col", "depth", "block", "window", "stride", "ldmatrix", "fragment", "wmma", "transposed", "lanes"];

impl DeclaredAccess {
    /// The access when the attribute declares none.
    pub(crate) fn implied(name: &str) -> Self {
        let shape =
            if name == "col" { DeclaredPattern::Col { wrap: true } } else { DeclaredPattern::Row { wrap: true } };
        DeclaredAccess { shape, vec: None, max_ways: None, span: SourceSpan::call_site() }
    }

    /// The access on a tile of this shape, where the lanes of a closure get their elements.
    pub(crate) fn on(&self, planes: Option<u32>, rows: u32, cols: u32, one_dimensional: bool) -> syn::Result<Access> {
        self.along(planes, rows, cols, if one_dimensional { Axes::Line } else { Axes::Tile })
    }

    /// Returns the rows of a plane as the table of a closure counts them, where the tile's number is not known; `None` for other accesses.
    pub(crate) fn counted_plane_rows(&self) -> syn::Result<Option<u32>> {
        let (shape, axes) = match &self.shape {
            DeclaredPattern::Transposed(of) => (&of.shape, Axes::Exchanged),
            shape => (shape, Axes::Tile),
        };
        match shape {
            DeclaredPattern::Lanes { closure, warps } => closure.least_plane_rows(*warps, axes).map(Some),
            _ => Ok(None),
        }
    }

    fn along(&self, planes: Option<u32>, rows: u32, cols: u32, axes: Axes) -> syn::Result<Access> {
        let mut access = match &self.shape {
            DeclaredPattern::Row { wrap: true } => Access::row(),
            DeclaredPattern::Row { wrap: false } => Access::unwrapped_row(),
            DeclaredPattern::Col { wrap: true } => Access::col(),
            DeclaredPattern::Col { wrap: false } => Access::unwrapped_col(),
            DeclaredPattern::Depth { wrap: true } => Access::depth(),
            DeclaredPattern::Depth { wrap: false } => Access::unwrapped_depth(),
            DeclaredPattern::Block(height, width) => Access::block(height.value, width.value),
            DeclaredPattern::Block3d([depth, height, width]) => {
                Access::block_3d(depth.value, height.value, width.value)
            }
            DeclaredPattern::Window3d(sides) => return Err(window_3d(*sides, planes.is_some())),
            DeclaredPattern::Window(height, width) => Access::window(height.value, width.value),
            DeclaredPattern::Stride { step, aligned: false } => Access::stride(step.value),
            DeclaredPattern::Stride { step, aligned: true } => Access::aligned_stride(step.value),
            DeclaredPattern::LdMatrix { trans: false } => Access::ldmatrix(),
            DeclaredPattern::LdMatrix { trans: true } => Access::ldmatrix_trans(),
            DeclaredPattern::Fragment(fragment) => Access::fragment(fragment.shape.value, fragment.operand),
            DeclaredPattern::Wmma(wmma) => Access::wmma(wmma.shape.value, wmma.operand),
            // The library refuses a line.
            DeclaredPattern::Transposed(of) if axes == Axes::Line => of.along(planes, rows, cols, axes)?.transposed(),
            DeclaredPattern::Transposed(of) => of.along(planes, cols, rows, Axes::Exchanged)?.transposed(),
            DeclaredPattern::Lanes { closure, warps } => {
                let table = LaneTable::new(closure.table(*warps, planes, rows, cols, axes)?);
                let warps = if *warps > 1 { format!(", warps = {warps}") } else { String::new() };
                let table = table.map_err(|error| self.span.error(error.message()))?;
                Access::lanes(table.shown_as(&format!("{}{warps}", closure.text)))
            }
        };
        if let Some(vec) = self.vec {
            // The library refuses a `vec` of `ldmatrix`, and takes 1 for none.
            let fixed = matches!(self.shape, DeclaredPattern::LdMatrix { .. } | DeclaredPattern::Wmma(_));
            let least = if fixed { 2 } else { 1 };
            access = access.vec(vec.value.max(least));
        }
        if let Some(max_ways) = self.max_ways {
            access = access.max_ways(max_ways.value);
        }
        Ok(access)
    }

    /// Where the user wrote `argument`.
    pub(crate) fn span_of(&self, argument: AccessArgument) -> SourceSpan {
        if let (DeclaredPattern::Transposed(of), false) =
            (&self.shape, matches!(argument, AccessArgument::Pattern | AccessArgument::MaxWays))
        {
            return of.span_of(argument);
        }
        let found = match (argument, &self.shape) {
            (AccessArgument::Vec, _) => self.vec.map(|vec| vec.span),
            (AccessArgument::MaxWays, _) => self.max_ways.map(|max_ways| max_ways.span),
            (AccessArgument::Depth, DeclaredPattern::Block3d([depth, ..])) => Some(depth.span),
            (AccessArgument::Height, DeclaredPattern::Block3d([_, height, _])) => Some(height.span),
            (AccessArgument::Width, DeclaredPattern::Block3d([.., width])) => Some(width.span),
            (AccessArgument::Pattern, DeclaredPattern::Block3d([depth, _, width])) => Some(depth.span.to(width.span)),
            (AccessArgument::Height, DeclaredPattern::Block(height, _) | DeclaredPattern::Window(height, _)) => {
                Some(height.span)
            }
            (AccessArgument::Width, DeclaredPattern::Block(_, width) | DeclaredPattern::Window(_, width)) => {
                Some(width.span)
            }
            (AccessArgument::Step, DeclaredPattern::Stride { step, .. }) => Some(step.span),
            (AccessArgument::Shape, DeclaredPattern::Fragment(fragment)) => Some(fragment.shape.span),
            (AccessArgument::Shape, DeclaredPattern::Wmma(wmma)) => Some(wmma.shape.span),
            (AccessArgument::Lane { .. }, DeclaredPattern::Lanes { closure, .. }) => Some(closure.col_span()),
            _ => None,
        };
        found.unwrap_or(self.span)
    }
}

/// Two accesses of one shape and width check the same thing twice.
pub(crate) fn is_repeated(access: &Access, earlier: &[Access]) -> bool {
    !has_closure(&access.pattern)
        && earlier.iter().any(|other| other.pattern == access.pattern && other.vec == access.vec)
}

fn has_closure(pattern: &Pattern) -> bool {
    match pattern {
        Pattern::Transposed(of) => has_closure(of),
        pattern => matches!(pattern, Pattern::Lanes(_)),
    }
}

/// Returns true if the bytes of an element decide whether the access fits a tile.
pub(crate) fn depends_on_element(pattern: &Pattern) -> bool {
    match pattern {
        Pattern::Transposed(of) => depends_on_element(of),
        pattern => matches!(pattern, Pattern::LdMatrix { .. } | Pattern::Fragment { .. } | Pattern::Wmma { .. }),
    }
}

/// The accesses between the parentheses of `access(..)`.
pub(crate) fn parse(tokens: &[TokenTree], after: SourceSpan, errors: &mut Errors) -> Vec<DeclaredAccess> {
    let items = tokens::items(tokens);
    if items.is_empty() {
        errors.push(after.error("`access()` declares nothing\nhelp: leave it out for the default accesses"));
    }
    let mut lone_commas = tokens::lone_commas(tokens).into_iter();
    let mut access = |item: &[TokenTree]| match item {
        [] => {
            let comma = lone_commas.next().unwrap_or(after);
            Err(comma.error("expected an access in front of the comma\nhelp: leave one comma out"))
        }
        item => one(item, after),
    };
    items.iter().filter_map(|item| errors.keep(access(item))).collect()
}

fn one(tokens: &[TokenTree], after: SourceSpan) -> syn::Result<DeclaredAccess> {
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
        [TokenTree::Punct(equals), ..] if equals.as_char() == '=' => return Err(not_in_parentheses(&name, span)),
        [TokenTree::Literal(_) | TokenTree::Group(_), ..] => return Err(not_in_parentheses(&name, span)),
        rest => {
            let message = format!(
                "unexpected `{}` after the access `{name}`\nhelp: separate accesses by commas",
                tokens::text(rest)
            );
            return Err(SourceSpan::of(rest, span).error(message));
        }
    };
    if name == "transposed" {
        return transposed(&arguments, span);
    }
    let mut head = None;
    let mut rest = arguments.as_slice();
    if name == "lanes" {
        let (found, after_it) = lanes::split(rest, span)?;
        (head, rest) = (Some(Head::Closure(Box::new(found))), after_it);
    } else if name == "fragment" {
        let (found, after_it) = fragment::split(rest, span)?;
        (head, rest) = (Some(Head::Fragment(found)), after_it);
    }
    if name == "wmma" {
        let (found, after_it) = wmma::split(rest, span)?;
        (head, rest) = (Some(Head::Wmma(found)), after_it);
    }
    let given = Given::parse(&name, rest, span)?;
    let wrap = given.wrap.is_none_or(|wrap| wrap.value);
    let shape = match (name.as_str(), head, given.numbers.as_slice()) {
        ("row", _, []) => DeclaredPattern::Row { wrap },
        ("col", _, []) => DeclaredPattern::Col { wrap },
        ("ldmatrix", _, []) => DeclaredPattern::LdMatrix { trans: given.word.is_some() },
        ("depth", _, []) => DeclaredPattern::Depth { wrap },
        ("block", _, &[depth, height, width]) => DeclaredPattern::Block3d([depth, height, width]),
        ("window", _, &[depth, height, width]) => DeclaredPattern::Window3d([depth, height, width]),
        ("block", _, [height, width]) => DeclaredPattern::Block(*height, *width),
        ("window", _, [height, width]) => DeclaredPattern::Window(*height, *width),
        ("stride", _, [step]) => DeclaredPattern::Stride { step: *step, aligned: given.word.is_some() },
        (_, Some(Head::Fragment(fragment)), []) => DeclaredPattern::Fragment(fragment.with_vec(given.vec)?),
        (_, Some(Head::Wmma(wmma)), []) => DeclaredPattern::Wmma(wmma),
        (_, Some(Head::Closure(closure)), []) => lanes_shape(*closure, given.warps, &arguments)?,
        (_, _, numbers) => {
            let wanted = match name.as_str() {
                "block" => "a height and a width, and in front of them a depth in a tile of planes",
                "window" => "a height and a width",
                "stride" => "a step",
                "lanes" => "a closure and no other number",
                "fragment" | "wmma" => "a shape and an operand, and no number",
                _ => "no number",
            };
            let found = numbers.last().map_or(span, |last| numbers[0].span.to(last.span));
            return Err(found.error(format!("`{name}` takes {wanted}\nhelp: write `{}`", example(&name))));
        }
    };
    Ok(DeclaredAccess { shape, vec: given.vec, max_ways: given.max_ways, span })
}

/// Returns the error for an access whose arguments are after its name.
fn not_in_parentheses(name: &str, span: SourceSpan) -> syn::Error {
    span.error(format!("an access takes its arguments in parentheses\nhelp: write `{}`", example(name)))
}

/// Returns the error for a window of three numbers. In a tile without planes the last may be meant as a vector.
fn window_3d([first, second, third]: [Located<u32>; 3], has_planes: bool) -> syn::Error {
    let (one, two, three) = (first.value, second.value, third.value);
    let message = match has_planes {
        true => format!(
            "a window is inside a plane, at every plane: it takes a height and a width\n\
             help: write `window({two}, {three})`, or `block({one}, {two}, {three})` where a warp starts at multiples of its sides"
        ),
        false => format!("`window` takes a height and a width\nhelp: write `window({one}, {two}, vec = {three})`"),
    };
    first.span.to(third.span).error(message)
}

/// The first argument of an access that is not a number.
enum Head {
    Closure(Box<Closure>),
    Fragment(DeclaredFragment),
    Wmma(DeclaredWmma),
}

/// Reads what `transposed(..)` has in its parentheses: an access, and the ways that are accepted.
fn transposed(arguments: &[TokenTree], span: SourceSpan) -> syn::Result<DeclaredAccess> {
    let items = tokens::items(arguments);
    let help = format!("help: write `{}`", example("transposed"));
    let Some((of, _)) = items.split_first().filter(|(of, _)| !of.is_empty()) else {
        return Err(span.error(format!("`transposed` takes an access\n{help}")));
    };
    if let [TokenTree::Ident(name), ..] = of
        && name == "transposed"
    {
        let message = "an access that is transposed twice is the access itself\nhelp: leave both out";
        return Err(SourceSpan::of(of, span).error(message));
    }
    let of_length = of.len();
    let of = one(of, span)?;
    let rest = arguments.get(of_length + 1..).unwrap_or_default();
    for token in rest {
        let message = match token {
            TokenTree::Ident(name) if name == "vec" => {
                "a transposed access has no vectors: they would be neighbours in a column\nhelp: leave `vec` out"
            }
            TokenTree::Ident(name) if name == "wrap" => {
                "`wrap` belongs to the access that is transposed\nhelp: write `transposed(row(wrap = false))`"
            }
            _ => continue,
        };
        return Err(SourceSpan::at(token.span()).error(message));
    }
    let given = Given::parse("transposed", rest, span)?;
    if let [number, ..] = given.numbers.as_slice() {
        return Err(number.span.error(format!("`transposed` takes an access and no number\n{help}")));
    }
    if let (Some(_), Some(second)) = (of.max_ways, given.max_ways) {
        return Err(second.span.error("`max_ways` is given twice\nhelp: keep one"));
    }
    let max_ways = given.max_ways.or(of.max_ways);
    Ok(DeclaredAccess { shape: DeclaredPattern::Transposed(Box::new(of)), vec: None, max_ways, span })
}

fn lanes_shape(closure: Closure, warps: Option<Located<u32>>, arguments: &[TokenTree]) -> syn::Result<DeclaredPattern> {
    let warps = match (warps, closure.warp_span()) {
        (Some(warps), _) if warps.value > 32 => {
            return Err(warps.span.error(format!(
                "a block has at most 32 warps, and this asks for {}\nhelp: write `warps = 32`, or fewer",
                warps.value
            )));
        }
        (Some(warps), None) if warps.value > 1 => {
            let message = "every warp would do the same, since the closure takes only the lane\n\
                           help: begin with `|lane, warp|`, or leave `warps` out";
            return Err(warps.span.error(message));
        }
        (None, Some(warp)) => return Err(warp.error(without_warps(&closure, arguments))),
        (warps, _) => warps.map_or(1, |warps| warps.value),
    };
    Ok(DeclaredPattern::Lanes { closure, warps })
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

/// Returns an access of this name.
pub(crate) fn example(name: &str) -> &'static str {
    match name {
        "row" => "row(vec = 4)",
        "col" => "col(vec = 4)",
        "depth" => "depth(vec = 4)",
        "block" => "block(4, 8)",
        "window" => "window(4, 8)",
        "stride" => "stride(2)",
        "ldmatrix" => "ldmatrix",
        "fragment" => "fragment(m16n8k16, a)",
        "wmma" => "wmma(m16n16k16, a)",
        "transposed" => "transposed(block(4, 8))",
        _ => "lanes(|lane| (lane / 8, lane % 8))",
    }
}
