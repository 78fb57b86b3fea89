//! `lanes(|lane, warp| (row, col))`: the closure, and the element that it gives to every lane.

use crate::message::span::{Located, SourceSpan};
use crate::parse::expr::{self, Expr, LaneOfWarp, Names};
use crate::parse::tokens;
use proc_macro2::{Delimiter, TokenTree};

/// The closure as it was read.
#[derive(Debug)]
pub(crate) struct Closure {
    /// Nothing where the body is not a triple.
    plane: Option<Located<Expr>>,
    /// Nothing where the body is a single expression: the column of a one-dimensional tile.
    row: Option<Located<Expr>>,
    col: Located<Expr>,
    /// The place of the second parameter.
    warp: Option<SourceSpan>,
    /// The closure as it is written.
    pub(crate) text: String,
}

/// Splits a closure from what follows its comma.
pub(crate) fn split(tokens: &[TokenTree], after: SourceSpan) -> syn::Result<(Closure, &[TokenTree])> {
    let (names, warp, rest) = parameters(tokens, after)?;
    let comma = rest.iter().position(|token| tokens::is_punct(token, ',')).unwrap_or(rest.len());
    if let Some(error) = without_parentheses(rest, comma, after) {
        return Err(error);
    }
    let (body, rest) = rest.split_at(comma);
    let end = SourceSpan::of(&tokens[..tokens.len() - rest.len() - body.len()], after);
    let text = tokens::text(&tokens[..tokens.len() - rest.len()]);
    let closure = Closure { text, ..closure(body, &names, warp, end)? };
    Ok((closure, rest.get(1..).unwrap_or_default()))
}

/// Returns the error for `|lane| lane / 8, lane % 8`, whose second part would be an argument of the access.
fn without_parentheses(body: &[TokenTree], comma: usize, after: SourceSpan) -> Option<syn::Error> {
    let items = tokens::items(body);
    let is_option = |item: &&[TokenTree]| matches!(item, [TokenTree::Ident(_), equals, ..] if tokens::is_punct(equals, '=') || tokens::is_punct(equals, ':'));
    let parts: Vec<&[TokenTree]> = items.into_iter().take_while(|item| !item.is_empty() && !is_option(item)).collect();
    let length = parts.iter().map(|part| part.len() + 1).sum::<usize>().saturating_sub(1);
    if !(2..=3).contains(&parts.len()) || length <= comma {
        return None;
    }
    let written = tokens::text(&body[..length]);
    let message = format!("an element of several parts is in parentheses\nhelp: write `({written})`");
    Some(SourceSpan::of(&body[..length], after).error(message))
}

/// `|lane|` or `|lane, warp|`, with the place of the warp, and what follows.
fn parameters(tokens: &[TokenTree], after: SourceSpan) -> syn::Result<(Names, Option<SourceSpan>, &[TokenTree])> {
    let refuse = |tokens: &[TokenTree], what: &str| {
        let help = "help: write `lanes(|lane| (row, col))` or `lanes(|lane, warp| (row, col), warps = N)`";
        Err(SourceSpan::of(tokens, after).error(format!("{what}\n{help}")))
    };
    let inner = match tokens.split_first() {
        Some((bar, inner)) if tokens::is_punct(bar, '|') => inner,
        _ => return refuse(&tokens[..tokens.len().min(1)], "`lanes` takes a closure of the lane"),
    };
    let Some(end) = inner.iter().position(|token| tokens::is_punct(token, '|')) else {
        return refuse(tokens, "the closure's parameters need a second `|`");
    };
    let mut names = Vec::new();
    for parameter in tokens::items(&inner[..end]) {
        match parameter {
            [TokenTree::Ident(name)] => names.push(name.clone()),
            // A type is not needed, and does no harm.
            [TokenTree::Ident(name), colon, TokenTree::Ident(_)] if tokens::is_punct(colon, ':') => {
                names.push(name.clone());
            }
            _ => return refuse(&tokens[..=end + 1], "the closure's parameters are plain names"),
        }
    }
    let (lane, warp) = match names.as_slice() {
        [lane] => (lane, None),
        [lane, warp] => (lane, Some(warp)),
        _ => return refuse(&tokens[..=end + 1], "the closure takes the lane, or the lane and the warp"),
    };
    if let Some(warp) = warp
        && lane == warp
        && lane != "_"
    {
        let message = format!("`{lane}` names the lane and the warp\nhelp: write `|lane, warp|`");
        return Err(SourceSpan::at(warp.span()).error(message));
    }
    let names = Names { lane: lane.to_string(), warp: warp.map(|warp| warp.to_string()) };
    Ok((names, warp.map(|warp| SourceSpan::at(warp.span())), &inner[end + 1..]))
}

fn closure(body: &[TokenTree], names: &Names, warp: Option<SourceSpan>, after: SourceSpan) -> syn::Result<Closure> {
    let located = |tokens: &[TokenTree], after| {
        let value = expr::parse(tokens, names, after)?;
        Ok::<_, syn::Error>(Located { value, span: SourceSpan::of(tokens, after) })
    };
    if let [TokenTree::Group(group)] = body {
        let inner: Vec<TokenTree> = group.stream().into_iter().collect();
        let span = SourceSpan::at(group.span());
        // Substitutions of `macro_rules` come in an invisible group.
        if group.delimiter() == Delimiter::None {
            return closure(&inner, names, warp, span);
        }
        // `|lane| { (lane, 0) }`
        if group.delimiter() == Delimiter::Brace {
            return closure(&inner, names, warp, span);
        }
        let is_tuple = inner.iter().any(|token| tokens::is_punct(token, ','));
        if group.delimiter() == Delimiter::Parenthesis && is_tuple {
            return match tokens::items(&inner).as_slice() {
                [row, col] => Ok(Closure {
                    plane: None,
                    row: Some(located(row, span)?),
                    col: located(col, span)?,
                    warp,
                    text: String::new(),
                }),
                [plane, row, col] => Ok(Closure {
                    plane: Some(located(plane, span)?),
                    row: Some(located(row, span)?),
                    col: located(col, span)?,
                    warp,
                    text: String::new(),
                }),
                items => Err(span.error(format!(
                    "an element is a row and a column, and this has {} part{}\n\
                     help: write `(row, col)`, or `(plane, row, col)` in a tile of three dimensions",
                    items.len(),
                    if items.len() == 1 { "" } else { "s" }
                ))),
            };
        }
    }
    Ok(Closure { plane: None, row: None, col: located(body, after)?, warp, text: String::new() })
}

/// The meaning of a closure's row and column on the tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Axes {
    /// The tile has one dimension, and no row.
    Line,
    /// Its row and its column.
    Tile,
    /// Its column and its row: the access is transposed.
    Exchanged,
}

/// The planes, rows and columns of a tile whose shape only the compiler knows: more than any tile has.
pub(crate) const UNKNOWN: u32 = 1 << 30;

/// The element of every lane, for each warp.
pub(crate) type WarpElements = Vec<[(u32, u32); 32]>;

impl Closure {
    /// Returns the place of the warp parameter, if there is one.
    pub(crate) fn warp_span(&self) -> Option<SourceSpan> {
        self.warp
    }

    /// Returns true if the element depends on the warp.
    pub(crate) fn uses_warp(&self) -> bool {
        let beside_col = [&self.plane, &self.row].into_iter().flatten();
        beside_col.chain([&self.col]).any(|expr| expr.value.uses_warp())
    }

    /// The place of the column's expression.
    pub(crate) fn col_span(&self) -> SourceSpan {
        self.col.span
    }

    /// Evaluates every lane of `warps` warps on a tile of `rows` x `cols`, or of planes of as many. The rows of the table are counted
    /// through all planes; its columns are where the access is transposed.
    pub(crate) fn table(
        &self,
        warps: u32,
        planes: Option<u32>,
        rows: u32,
        cols: u32,
        axes: Axes,
    ) -> syn::Result<WarpElements> {
        self.check_parts(planes)?;
        if self.row.is_none() && axes != Axes::Line {
            let message = "a tile of rows and columns needs both\nhelp: write `(row, col)`";
            return Err(self.col.span.error(message));
        }
        let (down, across) = match axes {
            Axes::Line => ("row", "element"),
            Axes::Tile => ("row", "column"),
            Axes::Exchanged => ("column", "row"),
        };
        let row_of = |place| match &self.row {
            Some(row) if axes == Axes::Line => no_row(row, place),
            Some(row) => inside(row, place, down, rows),
            None => Ok(0),
        };
        let plane_of = |place| match (&self.plane, planes) {
            (Some(plane), Some(planes)) => inside(plane, place, "plane", planes),
            _ => Ok(0),
        };
        let mut table = Vec::new();
        for warp in 0..warps {
            let mut lanes = [(0, 0); 32];
            for (lane, element) in (0..).zip(&mut lanes) {
                let place = LaneOfWarp { lane, warp, many_warps: warps > 1 };
                let (plane, row, col) = (plane_of(place)?, row_of(place)?, inside(&self.col, place, across, cols)?);
                let of_all = |rows: u32, row| {
                    let of_all = plane.checked_mul(rows).and_then(|first| first.checked_add(row));
                    of_all.filter(|row| *row < u32::MAX).ok_or_else(|| self.far_away(place, plane, row))
                };
                *element = match axes {
                    Axes::Exchanged => (row, of_all(cols, col)?),
                    _ => (of_all(rows, row)?, col),
                };
            }
            table.push(lanes);
        }
        Ok(table)
    }
}

impl Closure {
    /// Returns a number of rows of a plane that is enough for every lane, where the tile's number is not known.
    pub(crate) fn least_plane_rows(&self, warps: u32, axes: Axes) -> syn::Result<u32> {
        let rows = if axes == Axes::Exchanged { Some(&self.col) } else { self.row.as_ref() };
        let mut least = 1;
        for (warp, lane) in (0..warps).flat_map(|warp| (0..32).map(move |lane| (warp, lane))) {
            let place = LaneOfWarp { lane, warp, many_warps: warps > 1 };
            least = least.max(rows.map_or(Ok(0), |row| inside(row, place, "row", UNKNOWN))? + 1);
        }
        Ok(least)
    }

    /// Returns the error of a lane whose row in all planes is beyond 32 bits.
    fn far_away(&self, place: LaneOfWarp, plane: u32, row: u32) -> syn::Error {
        let first = self.plane.as_ref().map_or(self.col.span, |plane| plane.span);
        first.to(self.col.span).error(format!(
            "{place} falls outside the tile: it is in plane {plane}, in row {row} of it, and no tile has as many elements\n\
             help: give a lane without an element of its own the element of another lane"
        ))
    }

    /// Checks that an element has as many parts as the tile has dimensions; of one dimension it may have a row too.
    fn check_parts(&self, planes: Option<u32>) -> syn::Result<()> {
        match (&self.plane, planes) {
            (Some(plane), None) => {
                Err(plane.span.to(self.col.span).error("the tile has no planes\nhelp: write `(row, col)`"))
            }
            (None, Some(_)) => {
                let first = self.row.as_ref().map_or(self.col.span, |row| row.span);
                let message = "an element of a tile of planes is a plane, a row and a column\n\
                               help: write `(plane, row, col)`";
                Err(first.to(self.col.span).error(message))
            }
            _ => Ok(()),
        }
    }
}

/// Evaluates the row on a one-dimensional tile, where only zero is allowed.
fn no_row(expr: &Located<Expr>, place: LaneOfWarp) -> syn::Result<u32> {
    match expr.value.eval(place)? {
        0 => Ok(0),
        row => Err(expr.span.error(format!(
            "{place} is at row {row}, and a tile of one dimension has no rows\n\
             help: write the element alone, as in `lanes(|lane| lane)`"
        ))),
    }
}

/// The value of `expr`, which is to be less than `limit`.
fn inside(expr: &Located<Expr>, place: LaneOfWarp, what: &str, limit: u32) -> syn::Result<u32> {
    let value = expr.value.eval(place)?;
    match u32::try_from(value) {
        Ok(inside) if inside < limit => Ok(inside),
        _ => {
            let there = match limit {
                UNKNOWN => format!("{what}s start at 0"),
                _ => format!("there are {what}s 0 to {}", limit.saturating_sub(1)),
            };
            Err(expr.span.error(format!(
                "{place} falls outside the tile: it is at {what} {value}, and {there}\n\
                 help: give a lane without an element of its own the element of another lane"
            )))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(text: &str, warps: u32, one_dimensional: bool) -> Result<WarpElements, String> {
        let tokens: Vec<TokenTree> = text.parse::<proc_macro2::TokenStream>().unwrap().into_iter().collect();
        split(&tokens, SourceSpan::call_site())
            .and_then(|(closure, _)| {
                closure.table(warps, None, 32, 32, if one_dimensional { Axes::Line } else { Axes::Tile })
            })
            .map_err(|error| error.to_string())
    }

    #[test]
    fn a_closure_of_lane_and_warp_gives_each_lane_its_element() {
        let table = table("|lane, warp| (lane / 8 + warp * 4, lane % 8 ^ warp)", 3, false).unwrap();
        assert_eq!(table.len(), 3);
        for (warp, lanes) in (0u32..).zip(table) {
            for (lane, element) in (0u32..).zip(lanes) {
                assert_eq!(element, (lane / 8 + warp * 4, (lane % 8) ^ warp));
            }
        }
    }

    #[test]
    fn parameters_have_any_names_and_a_type_does_no_harm() {
        assert_eq!(table("|t: u32| (t, 0)", 1, false), table("|lane| (lane, 0,)", 1, false));
        assert!(table("|lane, _| (lane, 0)", 1, false).is_ok());
    }

    #[test]
    fn one_dimension_needs_only_a_column() {
        assert_eq!(table("|lane| 31 - lane", 1, true), table("|lane| (0, 31 - lane)", 1, true));
        assert!(table("|lane| 31 - lane", 1, false).unwrap_err().contains("write `(row, col)`"));
    }

    #[test]
    fn a_lane_outside_the_tile_is_named() {
        let outside = table("|lane| (lane + 1, 0)", 1, false).unwrap_err();
        assert!(outside.starts_with("lane 31 falls outside the tile: it is at row 32, and there are rows 0 to 31\n"));
        let negative = table("|lane, warp| (lane, warp - 1)", 2, false).unwrap_err();
        assert!(negative.starts_with("lane 0 of warp 0 falls outside the tile: it is at column -1"));
    }

    #[test]
    fn what_is_no_closure_is_refused() {
        for text in
            ["", "lane", "|", "|lane", "||", "|lane|", "|a, b, c| (a, b)", "|(a, b)| (a, b)", "move |lane| (lane, 0)"]
        {
            assert!(table(text, 1, false).is_err(), "{text}");
        }
    }

    #[test]
    fn options_follow_the_closure() {
        let tokens: Vec<TokenTree> =
            "|lane, warp| (lane, warp), vec = 4".parse::<proc_macro2::TokenStream>().unwrap().into_iter().collect();
        let (_, rest) = split(&tokens, SourceSpan::call_site()).unwrap();
        assert_eq!(tokens::text(rest), "vec = 4");
    }
}
