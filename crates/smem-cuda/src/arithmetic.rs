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
    /// A shift to the left by a number that is written as one: `y << 5`. It binds less than a sum.
    Shift(Box<Arithmetic>, u32),
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
        let reader = ArithmeticReader { source: parsed.source(), first: root.start_byte(), at: at + blanks };
        Some(reader.read(root, 0))
    }

    /// Returns the expression without the parentheses around all of it.
    pub fn unparenthesized(&self) -> &Arithmetic {
        match &self.form {
            ArithmeticForm::Parentheses(inside) => inside.unparenthesized(),
            _ => self,
        }
    }
}

/// Expressions that are nested deeper are not taken apart: real code has none, and the stack is finite.
const MOST_NESTED: u32 = 60;

/// Reads a tree whose first byte is byte `at` of another text.
struct ArithmeticReader<'s> {
    source: &'s str,
    first: usize,
    at: usize,
}

impl ArithmeticReader<'_> {
    fn read(&self, node: Node<'_>, depth: u32) -> Arithmetic {
        let place = node.start_byte() - self.first + self.at..node.end_byte() - self.first + self.at;
        let is_effect = |node: Node<'_>| matches!(node.kind(), "update_expression" | "assignment_expression");
        let inside = |node: Node<'_>| self.read(node, depth + 1);
        let form = if depth > MOST_NESTED { ArithmeticForm::Other } else { form(node, self.source, &inside) };
        Arithmetic { place, form, has_effect: descendants(node).any(is_effect) }
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
        "<<" => match right.form {
            ArithmeticForm::Literal(bits @ 0..32) => Some(ArithmeticForm::Shift(Box::new(left), bits as u32)),
            _ => None,
        },
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
        for other in ["a << b", "a >> 2", "-a", "a ? b : c", "a < b"] {
            assert_eq!(Arithmetic::parse(other, 0).unwrap().form, ArithmeticForm::Other, "{other}");
        }
        let shift = Arithmetic::parse("y + 1 << 5", 0).unwrap();
        assert!(matches!(&shift.form, ArithmeticForm::Shift(rows, 5) if rows.place == (0..5)), "{shift:?}");
        for broken in ["", "a +", "a; b", ") + ("] {
            assert_eq!(Arithmetic::parse(broken, 0), None, "{broken}");
        }
        let deep = format!("{}1{}", "(".repeat(3000), ")".repeat(3000));
        assert!(Arithmetic::parse(&deep, 0).is_some());
    }
}
