//! `access(row, col(vec = 4), ..)`: the declared accesses, with the place of each of their parts.

use std::mem::discriminant;

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
    pattern: Pattern<DeclaredLanes>,
    transposed: bool,
    vec: Option<Located<u32>>,
    max_ways: Option<Located<u32>>,
    /// Where the arguments of the pattern are.
    places: Vec<(AccessArgument, SourceSpan)>,
    /// The three numbers of a window, which no tile has: the message depends on the tile.
    window_3d: Option<[Located<u32>; 3]>,
    /// The access between the parentheses of `transposed`.
    inside: SourceSpan,
    pub(crate) span: SourceSpan,
}

/// The closure of `lanes(..)`, which makes a table once the shape is known.
#[derive(Debug)]
struct DeclaredLanes {
    closure: Closure,
    warps: u32,
}

impl DeclaredLanes {
    fn table(&self, planes: Option<u32>, rows: u32, cols: u32, axes: Axes, span: SourceSpan) -> syn::Result<LaneTable> {
        let table = LaneTable::new(self.closure.table(self.warps, planes, rows, cols, axes)?);
        let warps = if self.warps > 1 { format!(", warps = {}", self.warps) } else { String::new() };
        let table = table.map_err(|error| span.error(error.message()))?;
        Ok(table.shown_as(&format!("{}{warps}", self.closure.text)))
    }
}

pub(crate) const NAMES: [&str; 11] =
    ["row", "col", "depth", "block", "window", "stride", "ldmatrix", "fragment", "wmma", "transposed", "lanes"];

impl DeclaredAccess {
    /// The access when the attribute declares none.
    pub(crate) fn implied(name: &str) -> Self {
        let pattern = if name == "col" { Pattern::Col { wrap: true } } else { Pattern::Row { wrap: true } };
        let span = SourceSpan::call_site();
        DeclaredAccess {
            pattern,
            transposed: false,
            vec: None,
            max_ways: None,
            places: Vec::new(),
            window_3d: None,
            inside: span,
            span,
        }
    }

    /// The access on a tile of this shape, where the lanes of a closure get their elements.
    pub(crate) fn on(&self, planes: Option<u32>, rows: u32, cols: u32, one_dimensional: bool) -> syn::Result<Access> {
        if let Some(sides) = self.window_3d {
            return Err(window_3d(sides, planes.is_some()));
        }
        // The library refuses a line that is transposed.
        let axes = if one_dimensional { Axes::Line } else { self.axes() };
        let (rows, cols) = if axes == Axes::Exchanged { (cols, rows) } else { (rows, cols) };
        let pattern = self.pattern.with_table(|lanes| lanes.table(planes, rows, cols, axes, self.inside))?;
        // The library refuses a `vec` of `ldmatrix`, and takes 1 for none.
        let fixed = matches!(self.pattern, Pattern::LdMatrix { .. } | Pattern::Wmma { .. });
        let least = if fixed { 2 } else { 1 };
        let vec = self.vec.map_or(1, |vec| vec.value.max(least));
        let max_ways = self.max_ways.map_or(1, |max_ways| max_ways.value);
        Ok(Access::of(pattern, vec, max_ways, self.transposed))
    }

    fn axes(&self) -> Axes {
        if self.transposed { Axes::Exchanged } else { Axes::Tile }
    }

    /// Returns the rows of a plane as the table of a closure counts them, where the tile's number is not known; `None` for other accesses.
    pub(crate) fn counted_plane_rows(&self) -> syn::Result<Option<u32>> {
        match &self.pattern {
            Pattern::Lanes(DeclaredLanes { closure, warps }) => closure.least_plane_rows(*warps, self.axes()).map(Some),
            _ => Ok(None),
        }
    }

    /// Where the user wrote `argument`.
    pub(crate) fn span_of(&self, argument: AccessArgument) -> SourceSpan {
        let is_it = |(own, _): &&(AccessArgument, SourceSpan)| discriminant(own) == discriminant(&argument);
        let found = self.places.iter().find(is_it).map(|(_, span)| *span);
        match argument {
            AccessArgument::MaxWays => self.max_ways.map_or(self.span, |max_ways| max_ways.span),
            AccessArgument::Pattern if self.transposed => self.span,
            AccessArgument::Vec => self.vec.map_or(self.inside, |vec| vec.span),
            _ => found.unwrap_or(self.inside),
        }
    }
}

/// Two accesses of one shape and width check the same thing twice.
pub(crate) fn is_repeated(access: &Access, earlier: &[Access]) -> bool {
    let parts = |access: &Access| (access.pattern.clone(), access.vec, access.transposed);
    let is_same = |other: &Access| parts(other) == parts(access);
    !matches!(access.pattern, Pattern::Lanes(_)) && earlier.iter().any(is_same)
}

/// Returns true if the bytes of an element decide whether the access fits a tile.
pub(crate) fn depends_on_element(pattern: &Pattern) -> bool {
    matches!(pattern, Pattern::LdMatrix { .. } | Pattern::Fragment { .. } | Pattern::Wmma { .. })
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
    let (mut places, mut window_3d) = (Vec::new(), None);
    if let [depth, height, width] = given.numbers.as_slice() {
        places.push((AccessArgument::Depth, depth.span));
        places.push((AccessArgument::Height, height.span));
        places.push((AccessArgument::Width, width.span));
        places.push((AccessArgument::Pattern, depth.span.to(width.span)));
    }
    let pattern = match (name.as_str(), head, given.numbers.as_slice()) {
        ("row", _, []) => Pattern::Row { wrap },
        ("col", _, []) => Pattern::Col { wrap },
        ("ldmatrix", _, []) => Pattern::LdMatrix { trans: given.word.is_some() },
        ("depth", _, []) => Pattern::Depth { wrap },
        ("block", _, [depth, height, width]) => {
            Pattern::Block3d { depth: depth.value, height: height.value, width: width.value }
        }
        ("window", _, &[depth, height, width]) => {
            window_3d = Some([depth, height, width]);
            Pattern::Window { height: height.value, width: width.value }
        }
        ("block" | "window", _, [height, width]) => {
            places.extend([(AccessArgument::Height, height.span), (AccessArgument::Width, width.span)]);
            let (height, width) = (height.value, width.value);
            if name == "block" { Pattern::Block { height, width } } else { Pattern::Window { height, width } }
        }
        ("stride", _, [step]) => {
            places.push((AccessArgument::Step, step.span));
            Pattern::Stride { step: step.value, aligned: given.word.is_some() }
        }
        (_, Some(Head::Fragment(fragment)), []) => {
            let fragment = fragment.with_vec(given.vec)?;
            places.push((AccessArgument::Shape, fragment.shape.span));
            Pattern::Fragment { shape: fragment.shape.value, operand: fragment.operand }
        }
        (_, Some(Head::Wmma(wmma)), []) => {
            places.push((AccessArgument::Shape, wmma.shape.span));
            Pattern::Wmma { shape: wmma.shape.value, operand: wmma.operand }
        }
        (_, Some(Head::Closure(closure)), []) => {
            places.push((AccessArgument::Lane { lane: 0, warp: 0 }, closure.col_span()));
            Pattern::Lanes(declared_lanes(*closure, given.warps, &arguments)?)
        }
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
    let (vec, max_ways) = (given.vec, given.max_ways);
    Ok(DeclaredAccess { pattern, transposed: false, vec, max_ways, places, window_3d, inside: span, span })
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
    Ok(DeclaredAccess { transposed: true, max_ways, span, ..of })
}

fn declared_lanes(
    closure: Closure,
    warps: Option<Located<u32>>,
    arguments: &[TokenTree],
) -> syn::Result<DeclaredLanes> {
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
    Ok(DeclaredLanes { closure, warps })
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
