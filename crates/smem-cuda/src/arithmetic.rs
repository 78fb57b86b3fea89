//! Integer expressions as sums and products, with the places of their parts.

use std::ops::Range;

use tree_sitter::Node;

use crate::constants::literal;
use crate::grammar::{ParsedExpression, descendants, named_children};

/// An integer expression.
///
/// ```
/// use smem_cuda::{Arithmetic, ArithmeticForm};
///
/// let index = Arithmetic::parse("y * (N + 1) + x", 0).unwrap();
/// let ArithmeticForm::Sum(summands) = &index.form else { panic!() };
/// assert_eq!((summands[0].1.place.clone(), summands[1].1.place.clone()), (0..11, 14..15));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arithmetic {
    /// Its bytes.
    pub place: Range<usize>,
    /// Its last operation.
    pub form: ArithmeticForm,
    /// Whether its evaluation changes a variable: `i++`.
    pub has_effect: bool,
}

/// The last operation of an expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ArithmeticForm {
    /// Summands, each with whether it is taken away.
    Sum(Vec<(bool, Arithmetic)>),
    /// Factors.
    Product(Vec<Arithmetic>),
    /// An expression in parentheses.
    Parentheses(Box<Arithmetic>),
    /// An integer that is written as one.
    Literal(i64),
    /// A name, a call, an element or a member: it binds more than any operator.
    Operand,
    /// A quotient or a remainder.
    Quotient,
    /// Any other expression, which may bind less than a sum.
    Other,
}

impl Arithmetic {
    /// Reads an expression whose first byte is `at`; `None` where the text is not one.
    pub fn parse(expression: &str, at: usize) -> Option<Arithmetic> {
        let parsed = ParsedExpression::expression(expression)?;
        let root = parsed.root();
        // Blanks in front of the expression are not part of it.
        let blanks = expression.len() - expression.trim_start().len();
        Some(Arithmetic::of(root, parsed.source(), root.start_byte(), at + blanks))
    }

    fn of(node: Node<'_>, source: &str, first: usize, at: usize) -> Arithmetic {
        let of = |node: Node<'_>| Arithmetic::of(node, source, first, at);
        let place = node.start_byte() - first + at..node.end_byte() - first + at;
        let is_effect = |node: Node<'_>| matches!(node.kind(), "update_expression" | "assignment_expression");
        Arithmetic { place, form: form(node, source, &of), has_effect: descendants(node).any(is_effect) }
    }

    /// Returns the expression without the parentheses around all of it.
    pub fn unparenthesized(&self) -> &Arithmetic {
        match &self.form {
            ArithmeticForm::Parentheses(inside) => inside.unparenthesized(),
            _ => self,
        }
    }
}

fn form(node: Node<'_>, source: &str, of: &dyn Fn(Node<'_>) -> Arithmetic) -> ArithmeticForm {
    match node.kind() {
        "number_literal" => match literal(&source[node.byte_range()]).and_then(|number| number.integer()) {
            Some(number) => ArithmeticForm::Literal(number),
            None => ArithmeticForm::Other,
        },
        "parenthesized_expression" => match named_children(node)[..] {
            [only] => ArithmeticForm::Parentheses(Box::new(of(only))),
            _ => ArithmeticForm::Other,
        },
        "identifier" | "qualified_identifier" | "field_expression" | "call_expression" | "subscript_expression" => {
            ArithmeticForm::Operand
        }
        "binary_expression" => binary(node, source, of).unwrap_or(ArithmeticForm::Other),
        _ => ArithmeticForm::Other,
    }
}

fn binary(node: Node<'_>, source: &str, of: &dyn Fn(Node<'_>) -> Arithmetic) -> Option<ArithmeticForm> {
    let (left, right) = (node.child_by_field_name("left")?, node.child_by_field_name("right")?);
    let (left, right) = (of(left), of(right));
    match &source[node.child_by_field_name("operator")?.byte_range()] {
        sign @ ("+" | "-") => {
            let mut summands = match left.form {
                ArithmeticForm::Sum(summands) => summands,
                _ => vec![(false, left)],
            };
            summands.push((sign == "-", right));
            Some(ArithmeticForm::Sum(summands))
        }
        "*" => {
            let mut factors = match left.form {
                ArithmeticForm::Product(factors) => factors,
                _ => vec![left],
            };
            factors.push(right);
            Some(ArithmeticForm::Product(factors))
        }
        "/" | "%" => Some(ArithmeticForm::Quotient),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_and_products_have_their_parts_at_their_places() {
        let text = "  (a - f(b, c)) * 2 * n[i] + (x) - 0x10";
        let sum = Arithmetic::parse(text, 100).unwrap();
        let part = |one: &Arithmetic| text[one.place.start - 100..one.place.end - 100].to_owned();
        let ArithmeticForm::Sum(summands) = &sum.form else { panic!("{sum:?}") };
        let shown: Vec<(bool, String)> = summands.iter().map(|(is_less, one)| (*is_less, part(one))).collect();
        let expected = [(false, "(a - f(b, c)) * 2 * n[i]"), (false, "(x)"), (true, "0x10")];
        assert_eq!(shown, expected.map(|(is_less, text)| (is_less, text.to_owned())));
        let ArithmeticForm::Product(factors) = &summands[0].1.form else { panic!() };
        assert_eq!(factors.iter().map(part).collect::<Vec<_>>(), ["(a - f(b, c))", "2", "n[i]"]);
        assert_eq!(summands[2].1.form, ArithmeticForm::Literal(16));
        assert!(Arithmetic::parse("a[i++]", 0).unwrap().has_effect && !sum.has_effect);
        for other in ["a << 2", "-a", "a ? b : c", "a < b"] {
            assert_eq!(Arithmetic::parse(other, 0).unwrap().form, ArithmeticForm::Other, "{other}");
        }
        for broken in ["", "a +", "a; b", ") + ("] {
            assert_eq!(Arithmetic::parse(broken, 0), None, "{broken}");
        }
    }
}
