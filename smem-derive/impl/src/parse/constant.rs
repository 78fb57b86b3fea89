//! Shapes of constants: expressions that only the compiler can compute.

use crate::message::span::SourceSpan;
use crate::message::suggest;
use crate::parse::option::NAMES;
use crate::parse::tokens;
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use syn::{Expr, Ident};

/// A dimension that is not a literal, or a literal beside one that is not.
#[derive(Clone, Debug)]
pub(crate) struct ConstantDimension {
    /// The expression as the user wrote it.
    pub(crate) expression: TokenStream,
    pub(crate) span: SourceSpan,
}

/// Returns true if `tokens` are an expression that is worth handing to the compiler: no literal by itself, and no misspelt
/// option.
///
/// `syn` without its `full` feature does not read `if`, `match` and blocks of more than an expression.
pub(crate) fn is_expression(tokens: &[TokenTree]) -> bool {
    match tokens {
        // A keyword is not the name of a constant.
        [TokenTree::Ident(name)] => {
            is_constant(&name.to_string()) && syn::parse2::<Ident>(tokens[0].clone().into()).is_ok()
        }
        [TokenTree::Group(block)] if block.delimiter() == Delimiter::Brace => {
            let inside = tokens::flat(block.stream());
            matches!(inside[..], [TokenTree::Literal(_)]) || is_expression(&inside)
        }
        tokens => syn::parse2(tokens.iter().cloned().collect()).is_ok_and(|expression| computes(&expression)),
    }
}

/// Returns true for a name that is one of a constant, and not of an option with a slip of the keyboard.
fn is_constant(name: &str) -> bool {
    let is_upper = !name.contains(char::is_lowercase) && name != "_";
    is_upper || suggest::nearest(name, &NAMES).is_none() && name != "_"
}

fn computes(expression: &Expr) -> bool {
    match expression {
        Expr::Path(_) | Expr::Binary(_) | Expr::Call(_) | Expr::MethodCall(_) | Expr::Macro(_) => true,
        Expr::Cast(_) | Expr::Field(_) | Expr::Index(_) => true,
        Expr::Unary(unary) => computes(&unary.expr),
        Expr::Paren(paren) => computes(&paren.expr),
        Expr::Group(group) => computes(&group.expr),
        _ => false,
    }
}

/// Returns the tokens of each dimension with parentheses for the invisible groups that `macro_rules` puts around what it substitutes:
/// they carry the precedence of `$n * 2`, where `$n` is a sum. `flat` are the tokens without.
pub(crate) fn dimensions(stream: TokenStream, flat: &[(&[TokenTree], SourceSpan)]) -> Vec<ConstantDimension> {
    let all: Vec<TokenTree> = stream.into_iter().collect();
    let grouped = tokens::items(&all);
    let same = |number: usize, flat: &[TokenTree]| {
        grouped.get(number).filter(|grouped| {
            let found = tokens::flat(grouped.iter().cloned().collect());
            tokens::text(&found) == tokens::text(flat)
        })
    };
    let dimension = |(number, &(flat, span)): (usize, &(&[TokenTree], SourceSpan))| {
        let grouped = same(number, flat).copied().unwrap_or(flat);
        let expression = in_parentheses(grouped.iter().cloned().collect());
        ConstantDimension { expression, span }
    };
    flat.iter().enumerate().map(dimension).collect()
}

/// Writes parentheses where the compiler put invisible groups, which it does not always read as groups.
fn in_parentheses(stream: TokenStream) -> TokenStream {
    let written = |token| match token {
        TokenTree::Group(group) => {
            let inside = in_parentheses(group.stream());
            let is_one = inside.clone().into_iter().nth(1).is_none();
            match group.delimiter() {
                Delimiter::None if is_one => inside,
                Delimiter::None => TokenTree::from(Group::new(Delimiter::Parenthesis, inside)).into(),
                delimiter => {
                    let mut same = Group::new(delimiter, inside);
                    same.set_span(group.span());
                    TokenTree::from(same).into()
                }
            }
        }
        token => TokenStream::from(token),
    };
    stream.into_iter().map(written).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flat(text: &str) -> Vec<TokenTree> {
        tokens::flat(text.parse().unwrap())
    }

    #[test]
    fn expressions_are_told_from_literals_and_slips() {
        for text in [
            "N",
            "ROWS",
            "config::N",
            "2 * N + 1",
            "{ N / 2 }",
            "N as usize",
            "size_of::<u32>()",
            "(N + 1)",
            "TABLE[3]",
            "SHAPE.rows",
            "-N",
            "4 + 4",
            "<T as Tile>::N",
        ] {
            assert!(is_expression(&flat(text)), "{text}");
        }
        for text in [
            "32",
            "-1",
            "(32)",
            "32.0",
            "\"32\"",
            "swizle",
            "_",
            "32 x 32",
            "N M",
            "",
            "32 +",
            "= N",
            "&N",
            "if BIG { 64 } else { 32 }",
            "{ |lane| }",
        ] {
            assert!(!is_expression(&flat(text)), "{text}");
        }
    }
}
