//! A program that is started without arguments: `argc` is 1, and what it does only with arguments is left out.

use tree_sitter::Node;

use super::expression::{NameValues, value};
use super::number::Constant;
use crate::cuda_text::CudaText;
use crate::declarations::{DeclaredName, changes, function_name, parameter_list};
use crate::grammar::{descendants, named_children, without_clause};

/// Returns true for the parameter `argc` of `main`, by any name, where nothing changes it.
pub(crate) fn is_argument_count<'t>(declared: &DeclaredName<'t>, text: &'t CudaText) -> bool {
    let function = text.ancestors(declared.declaration).find(|node| node.kind() == "function_definition");
    function.is_some_and(|function| argument_count(function, text).is_some_and(|count| declared.at() == count.at()))
}

/// Returns true for code of `main` that does not run where the command line has no arguments: after `if (argc > 1)`, in a loop over arguments.
pub(crate) fn needs_arguments<'t>(node: Node<'t>, text: &'t CudaText) -> bool {
    let source = &text.readable;
    let Some(function) = text.ancestors(node).find(|node| node.kind() == "function_definition") else { return false };
    let Some(count) = argument_count(function, text).and_then(|count| count.name(source)) else { return false };
    let names = CommandLine { count };
    let mut inner = node;
    for around in text.ancestors(node).take_while(|around| *around != function) {
        let condition = around.child_by_field_name("condition").filter(|condition| *condition != inner);
        if let Some(condition) = condition.map(without_clause) {
            let runs = match around.kind() {
                "if_statement" => value(condition, source, &names)
                    .is_none_or(|value| value.is_true() == (around.child_by_field_name("consequence") == Some(inner))),
                "while_statement" | "for_statement" => !names.are_in(condition, source),
                _ => true,
            };
            if !runs {
                return true;
            }
        }
        inner = around;
    }
    false
}

/// Returns true for code that always runs where its block does, in a program without arguments: no condition is around it but those of `argc`.
pub(crate) fn always_runs<'t>(node: Node<'t>, block: Node<'t>, text: &'t CudaText) -> bool {
    let source = &text.readable;
    let function = text.ancestors(node).find(|node| node.kind() == "function_definition");
    let count = function.and_then(|function| argument_count(function, text)?.name(source));
    text.ancestors(node).take_while(|around| *around != block).all(|around| match around.kind() {
        "expression_statement" | "compound_statement" | "else_clause" => true,
        "if_statement" => count.is_some_and(|count| {
            let condition = around.child_by_field_name("condition").map(without_clause);
            condition.is_some_and(|condition| value(condition, source, &CommandLine { count }).is_some())
        }),
        _ => false,
    })
}

/// The first parameter of `main`, where nothing changes it.
fn argument_count<'t>(function: Node<'t>, text: &'t CudaText) -> Option<DeclaredName<'t>> {
    let is_main = function_name(function).is_some_and(|name| text.text_of(name) == "main");
    let parameters = named_children(parameter_list(function).filter(|_| is_main)?);
    let [first, _, ..] = parameters[..] else { return None };
    let declared = DeclaredName::of_parameter(first);
    (declared.pointers() == 0 && changes(text, &declared).is_empty()).then_some(declared)
}

/// The names of a command line without arguments.
struct CommandLine<'s> {
    /// The name of `argc`.
    count: &'s str,
}

impl CommandLine<'_> {
    /// Returns true where an expression depends on the number of arguments.
    fn are_in(&self, expression: Node<'_>, source: &str) -> bool {
        descendants(expression).any(|node| node.kind() == "identifier" && &source[node.byte_range()] == self.count)
    }
}

impl NameValues for CommandLine<'_> {
    fn value_of(&self, name: &str) -> Option<Constant> {
        (name == self.count).then_some(Constant::Integer(1))
    }

    fn element(&self, _: &str, _: i64) -> Option<Constant> {
        None
    }

    fn call(&self, _: &str, _: &[&str], _: &dyn Fn(usize) -> Option<Constant>) -> Option<Constant> {
        None
    }

    fn size_of_type(&self, _: &str) -> Option<i64> {
        None
    }

    fn size_of_value(&self, _: Node<'_>, _: &str) -> Option<i64> {
        None
    }
}
