//! The value of an expression whose names have values.

use tree_sitter::Node;

use super::number::{Constant, character, literal};
use crate::grammar::named_children;

/// Returns the value of each name, call and type in an expression.
pub(crate) trait NameValues {
    /// The value of `N` or `Config::N`.
    fn value_of(&self, name: &str) -> Option<Constant>;

    /// The value of an element of an array.
    fn element(&self, array: &str, index: i64) -> Option<Constant>;

    /// The value of a call, given the text and the value of each argument.
    fn call(&self, function: &str, arguments: &[&str], values: &dyn Fn(usize) -> Option<Constant>) -> Option<Constant>;

    /// Bytes of a type.
    fn size_of_type(&self, name: &str) -> Option<i64>;

    /// Bytes of the value of an expression.
    fn size_of_value(&self, expression: Node<'_>, source: &str) -> Option<i64>;
}

/// Expressions that are nested deeper have no value: real code has none, and the stack is finite.
const MOST_NESTED: u32 = 200;

/// Returns the value of an expression, a part of `source`; `None` where it has none before the program runs.
pub(crate) fn value(node: Node<'_>, source: &str, names: &dyn NameValues) -> Option<Constant> {
    nested_value(node, source, names, 0)
}

fn nested_value(node: Node<'_>, source: &str, names: &dyn NameValues, depth: u32) -> Option<Constant> {
    if depth > MOST_NESTED {
        return None;
    }
    let text = &source[node.byte_range()];
    let of = |node: Node<'_>| nested_value(node, source, names, depth + 1);
    let field = |name: &str| node.child_by_field_name(name);
    match node.kind() {
        "number_literal" => literal(text),
        "char_literal" => character(text),
        "true" => Some(Constant::Integer(1)),
        "false" => Some(Constant::Integer(0)),
        "parenthesized_expression" => of(only_child(node)?),
        // `{4}` and `(4)`, as in `int n{4}, m(4)`.
        "initializer_list" | "argument_list" => of(only_child(node)?),
        "type_descriptor" | "type_identifier" | "identifier" | "qualified_identifier" | "template_function" => {
            names.value_of(text)
        }
        // `blockDim.x`, where a launch fixes it.
        "field_expression" => names.value_of(text),
        // `size[0]` of host code, and an element of a constant array.
        "subscript_expression" => names.value_of(text).or_else(|| {
            let array =
                field("argument").filter(|array| matches!(array.kind(), "identifier" | "qualified_identifier"))?;
            let [index] = named_children(field("indices")?)[..] else { return None };
            names.element(&source[array.byte_range()], of(index)?.integer()?)
        }),
        "unary_expression" => Constant::unary(operator(node, source)?, of(field("argument")?)?),
        "binary_expression" => {
            let left = of(field("left")?)?;
            // The other side may have no value: `1 || n`.
            match (operator(node, source)?, left.is_true()) {
                ("||" | "or", true) => Some(Constant::Integer(1)),
                ("&&" | "and", false) => Some(Constant::Integer(0)),
                (operator, _) => Constant::binary(operator, left, of(field("right")?)?),
            }
        }
        "conditional_expression" => match of(field("condition")?)?.is_true() {
            true => of(field("consequence")?),
            false => of(field("alternative")?),
        },
        "cast_expression" => converted(&source[field("type")?.byte_range()], of(field("value")?)?),
        "compound_literal_expression" => {
            converted(&source[field("type")?.byte_range()], of(only_child(field("value")?)?)?)
        }
        "sizeof_expression" => size(node, source, names),
        "call_expression" => call(node, source, names, &of),
        _ => None,
    }
}

fn only_child(node: Node<'_>) -> Option<Node<'_>> {
    match named_children(node)[..] {
        [only] => Some(only),
        _ => None,
    }
}

fn operator<'s>(node: Node<'_>, source: &'s str) -> Option<&'s str> {
    Some(&source[node.child_by_field_name("operator")?.byte_range()])
}

/// Converts a number to a type. A type that is narrower than the number keeps it: real code has none that does not fit.
fn converted(type_name: &str, number: Constant) -> Option<Constant> {
    match type_name.trim() {
        // `(unsigned)-1`
        "unsigned" | "unsigned int" | "uint" | "uint32_t" => {
            Some(Constant::Integer(i64::from(number.truncated()?.integer()? as u32)))
        }
        name if name.contains("unsigned") || name == "size_t" || name.starts_with("uint") => {
            number.truncated().filter(|number| number.float() >= 0.0)
        }
        "float" | "double" | "half" | "__half" => Some(Constant::Float(number.float())),
        "bool" => Some(Constant::Integer(i64::from(number.is_true()))),
        _ => number.truncated(),
    }
}

fn size(node: Node<'_>, source: &str, names: &dyn NameValues) -> Option<Constant> {
    let bytes = match (node.child_by_field_name("type"), node.child_by_field_name("value")) {
        (Some(described), _) => names.size_of_type(&source[described.byte_range()]),
        // `sizeof(real)`, which may be a type or a variable.
        (None, Some(operand)) => {
            let name =
                source[operand.byte_range()].trim_matches(|mark: char| mark.is_whitespace() || "()".contains(mark));
            names.size_of_value(operand, source).or_else(|| names.size_of_type(name))
        }
        (None, None) => None,
    };
    bytes.map(Constant::Integer)
}

fn call(
    node: Node<'_>,
    source: &str,
    names: &dyn NameValues,
    value: &dyn Fn(Node<'_>) -> Option<Constant>,
) -> Option<Constant> {
    let function = node.child_by_field_name("function")?;
    let arguments = named_children(node.child_by_field_name("arguments")?);
    let of = |at: usize| arguments.get(at).and_then(|argument| value(*argument));
    let name = &source[function.byte_range()];
    if function.kind() == "primitive_type" {
        return converted(name, of(0)?);
    }
    if let Some(type_name) = name.strip_prefix("static_cast<").and_then(|rest| rest.strip_suffix('>')) {
        return converted(type_name, of(0)?);
    }
    let texts: Vec<&str> = arguments.iter().map(|argument| &source[argument.byte_range()]).collect();
    match (name.trim_start_matches("std::").trim_start_matches("cuda::std::"), texts.len()) {
        ("min" | "MIN", 2) => extremum(of(0)?, of(1)?, true),
        ("max" | "MAX", 2) => extremum(of(0)?, of(1)?, false),
        ("ceil" | "ceilf", 1) => Some(Constant::Float(of(0)?.float().ceil())),
        ("floor" | "floorf", 1) => Some(Constant::Float(of(0)?.float().floor())),
        ("sqrt" | "sqrtf", 1) => Some(Constant::Float(of(0)?.float().sqrt())).filter(|root| root.float().is_finite()),
        _ => names.call(name, &texts, &of),
    }
}

fn extremum(left: Constant, right: Constant, is_least: bool) -> Option<Constant> {
    let left_is_less = Constant::binary("<", left, right)?.is_true();
    Some(if left_is_less == is_least { left } else { right })
}
