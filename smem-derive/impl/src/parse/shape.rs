//! The shape: one, two or three numbers before the options.

use crate::message::span::{Errors, Located, SourceSpan};
use crate::message::suggest;
use crate::parse::constant;
use crate::parse::option::{self, NAMES};
use crate::parse::tokens;
use proc_macro2::TokenTree;

/// Rows and columns, in elements, and the planes that have them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TileShape {
    /// `None` for one or two dimensions.
    pub(crate) planes: Option<Located<u32>>,
    /// The rows of a plane.
    pub(crate) rows: u32,
    pub(crate) cols: u32,
    pub(crate) one_dimensional: bool,
    /// The place of the rows, or of the only number.
    pub(crate) first: SourceSpan,
    pub(crate) last: SourceSpan,
}

impl TileShape {
    /// Returns the planes, the rows and the columns; without planes the other two.
    pub(crate) fn sides(&self) -> Vec<u32> {
        self.planes.map(|planes| planes.value).into_iter().chain([self.rows, self.cols]).collect()
    }

    /// Returns the number of elements, if 32 bits can count them.
    pub(crate) fn elements(&self) -> Option<u32> {
        self.sides().into_iter().try_fold(1, u32::checked_mul)
    }

    /// Returns the place of all numbers.
    pub(crate) fn span(&self) -> SourceSpan {
        self.planes.map_or(self.first, |planes| planes.span).to(self.last)
    }
}

/// Names that users give to the shape's numbers.
pub(crate) const NAMED: [&str; 6] = ["planes", "rows", "cols", "columns", "height", "width"];

pub(crate) const HELP: &str = "help: write the rows and the columns first, as in `#[smem_tile(32, 32)]`";

const DIMENSIONS: &str = "a tile has one, two or three dimensions\n\
                          help: write planes, rows and columns, as in `#[smem_tile(4, 8, 32)]`, and `stages = N` for several \
                          tiles back to back";

/// One number of the shape.
pub(crate) struct ShapeNumber<'a> {
    tokens: &'a [TokenTree],
    span: SourceSpan,
    value: syn::Result<Located<u32>>,
}

impl<'a> ShapeNumber<'a> {
    pub(crate) fn new(tokens: &'a [TokenTree], span: SourceSpan) -> Self {
        ShapeNumber { tokens, span, value: dimension(tokens, span) }
    }
}

/// Returns the error for a constant among more than three dimensions.
pub(crate) fn constant_of_many(dimensions: &[ShapeNumber<'_>]) -> Option<syn::Error> {
    let fourth = dimensions.get(3)?;
    let has_constant = dimensions.iter().any(|dimension| constant::is_expression(dimension.tokens));
    has_constant.then(|| fourth.span.error(DIMENSIONS))
}

/// Returns the tokens of the dimensions if one is a constant and the others are literals or constants.
pub(crate) fn constants<'a>(dimensions: &[ShapeNumber<'a>]) -> Option<Vec<(&'a [TokenTree], SourceSpan)>> {
    let is_constant = |dimension: &ShapeNumber<'_>| constant::is_expression(dimension.tokens);
    let all = dimensions.iter().all(|dimension| is_constant(dimension) || dimension.value.is_ok());
    let wanted = (1..=3).contains(&dimensions.len()) && all && dimensions.iter().any(is_constant);
    wanted.then(|| dimensions.iter().map(|dimension| (dimension.tokens, dimension.span)).collect())
}

/// Returns the dimensions that are right, and reports the others: once if all have the same mistake, as in `#[smem_tile(N, N)]`.
pub(crate) fn numbers(dimensions: Vec<ShapeNumber<'_>>, errors: &mut Errors) -> Vec<Option<Located<u32>>> {
    let whole = dimensions.first().zip(dimensions.last()).map(|(first, last)| first.span.to(last.span));
    let mistakes: Vec<&syn::Error> = dimensions.iter().filter_map(|dimension| dimension.value.as_ref().err()).collect();
    let alike = mistakes.iter().all(|mistake| mistake.to_string() == mistakes[0].to_string());
    let all = mistakes.len() > 1 && mistakes.len() == dimensions.len();
    let one = mistakes.first().filter(|_| all && alike).map(ToString::to_string);
    if let (Some(message), Some(whole)) = (one, whole) {
        errors.push(whole.error(message));
        return vec![None; dimensions.len()];
    }
    let keep = |dimension: ShapeNumber<'_>| match constant::is_expression(dimension.tokens) {
        // This one is not a mistake; the one beside it is.
        true => None,
        false => errors.keep(dimension.value),
    };
    dimensions.into_iter().map(keep).collect()
}

fn dimension(tokens: &[TokenTree], span: SourceSpan) -> syn::Result<Located<u32>> {
    if let [TokenTree::Ident(name), ..] = tokens
        && NAMES.iter().any(|option| name == option)
    {
        let takes = if name == "access" || name == "elem" { "parentheses" } else { "`=` and a value" };
        let message = format!("`{name}` takes {takes}\nhelp: write `{}`", option::example(&name.to_string()));
        return Err(SourceSpan::of(&tokens[..1], span).error(message));
    }
    if let [TokenTree::Ident(name), ..] = tokens
        && let Some(near) = suggest::nearest(&name.to_string(), &NAMES)
    {
        let message = format!("expected a number, found `{name}`\nhelp: write `{}`", option::example(near));
        return Err(SourceSpan::of(&tokens[..1], span).error(message));
    }
    if let [TokenTree::Ident(keyword), ..] = tokens
        && ["if", "match", "const", "unsafe", "loop"].iter().any(|known| keyword == known)
    {
        let text = tokens::text(tokens);
        let message = format!(
            "`{text}` is more than the attribute reads\nhelp: name it, `const N: usize = {text};`, and write `N`"
        );
        return Err(span.error(message));
    }
    if let Some(semicolon) = tokens.iter().find(|token| tokens::is_punct(token, ';')) {
        return Err(tokens::no_comma(semicolon));
    }
    if let [TokenTree::Ident(_), second @ (TokenTree::Ident(_) | TokenTree::Literal(_)), ..] = tokens {
        return Err(tokens::no_comma(second));
    }
    if let [TokenTree::Ident(_), _, ..] = tokens {
        return Err(span.error(format!(
            "`{}` is neither a number nor an expression of constants\n\
             help: write the number itself, or the name of a constant",
            tokens::text(tokens)
        )));
    }
    tokens::positive(tokens, span, "a tile of size 0 has no elements\nhelp: write a number from 1")
}

/// Returns the shape of these dimensions; `None` if one is wrong, which is reported already.
pub(crate) fn of(dimensions: &[Option<Located<u32>>], instead: Option<SourceSpan>) -> syn::Result<Option<TileShape>> {
    match *dimensions {
        [] => Err(instead.unwrap_or_else(SourceSpan::call_site).error(format!("the tile has no shape\n{HELP}"))),
        [Some(cols)] => Ok(Some(TileShape {
            planes: None,
            rows: 1,
            cols: cols.value,
            one_dimensional: true,
            first: cols.span,
            last: cols.span,
        })),
        [Some(rows), Some(cols)] => Ok(Some(of_rows(None, rows, cols))),
        [Some(planes), Some(rows), Some(cols)] => Ok(Some(of_rows(Some(planes), rows, cols))),
        [_, _, _, Some(fourth), ..] => Err(fourth.span.error(DIMENSIONS)),
        _ => Ok(None),
    }
}

fn of_rows(planes: Option<Located<u32>>, rows: Located<u32>, cols: Located<u32>) -> TileShape {
    TileShape { planes, rows: rows.value, cols: cols.value, one_dimensional: false, first: rows.span, last: cols.span }
}
