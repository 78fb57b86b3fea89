//! The declaration that a name means at a place.

use tree_sitter::Node;

use super::declared::{DeclaredName, enumerators};
use super::index::{DeclaredNames, is_block};
use crate::cuda_text::CudaText;
use crate::grammar::{descendants_outside, in_field, named_children};

/// The meaning of a name.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Meaning<'t> {
    Variable(DeclaredName<'t>),
    /// An enumerator: its `enum`, and its place in it.
    Enumerator {
        list: Node<'t>,
        at: usize,
    },
    /// A parameter of a function, a lambda or a template.
    KernelParameter(DeclaredName<'t>),
}

/// Returns the meaning of a name at a byte of the text: the innermost declaration before it; one at the level of a namespace or a class
/// elsewhere, if it is the only one.
pub(crate) fn meaning<'t>(text: &'t CudaText, name: &str, at: usize) -> Option<Meaning<'t>> {
    let place = text.node_around(at);
    for around in std::iter::once(place).chain(text.ancestors(place)) {
        // Members of a class may be declared after their use.
        let end = if around.kind() == "field_declaration_list" { usize::MAX } else { at };
        let found = in_block(text, around, name, end)
            .or_else(|| in_condition(text, around, name, end))
            .or_else(|| as_parameter(around, &text.readable, name))
            .or_else(|| as_member(text, around, name));
        if found.is_some() {
            return found;
        }
    }
    only_at_namespace_level(text, name)
}

/// Returns the meaning of a member of a class, an enumeration or a namespace, such as `N` of `Config::N`.
pub(crate) fn member<'t>(text: &'t CudaText, owner: &str, name: &str) -> Option<Meaning<'t>> {
    let owner = owner.split('<').next().unwrap_or(owner).trim();
    let owner = owner.rsplit("::").next().unwrap_or(owner);
    let owners = DeclaredNames::of(text).owners(owner, text);
    owners.into_iter().find_map(|node| match node.kind() {
        "enum_specifier" => in_enumeration(node, &text.readable, name),
        _ => in_block(text, node.child_by_field_name("body")?, name, usize::MAX),
    })
}

/// Returns the variable that a template declares, `template <class T> constexpr int BYTES = sizeof(T);`, if it is the only one of its name.
pub(crate) fn variable_template<'t>(text: &'t CudaText, name: &str) -> Option<Meaning<'t>> {
    let name = name.rsplit("::").next().unwrap_or(name).trim();
    let [only] = DeclaredNames::of(text).variable_templates(name, text)[..] else { return None };
    declared_by(text, only, name)
}

/// Searches the declarations that are directly in a block and begin before `end`; of several, the last.
fn in_block<'t>(text: &'t CudaText, block: Node<'t>, name: &str, end: usize) -> Option<Meaning<'t>> {
    if !is_block(block) {
        return None;
    }
    let statements = DeclaredNames::of(text).in_block(block, name, end, text);
    statements.into_iter().rev().find_map(|statement| declared_by(text, statement, name))
}

/// Searches the condition of an `if` or a loop, and the variable of a loop over a range.
fn in_condition<'t>(text: &'t CudaText, around: Node<'t>, name: &str, end: usize) -> Option<Meaning<'t>> {
    if around.kind() == "for_range_loop" {
        let mut all = DeclaredName::all(around).into_iter();
        return all.find(|declared| declared.name(&text.readable) == Some(name)).map(Meaning::Variable);
    }
    in_block(text, around.child_by_field_name("condition")?, name, end)
}

/// Returns the meaning of a name if this statement or member declares it.
fn declared_by<'t>(text: &'t CudaText, node: Node<'t>, name: &str) -> Option<Meaning<'t>> {
    let source = &text.readable;
    match node.kind() {
        "declaration" | "field_declaration" => {
            let variable = DeclaredName::all(node).into_iter().find(|declared| declared.name(source) == Some(name));
            variable.map(Meaning::Variable).or_else(|| in_enumeration(node.child_by_field_name("type")?, source, name))
        }
        "enum_specifier" => in_enumeration(node, source, name),
        "type_definition" => in_enumeration(node.child_by_field_name("type")?, source, name),
        // `template <class T> constexpr int N = sizeof(T);` is not a number by itself.
        "linkage_specification" => in_block(text, node.child_by_field_name("body")?, name, usize::MAX)
            .or_else(|| declared_by(text, node.child_by_field_name("body")?, name)),
        _ => None,
    }
}

fn in_enumeration<'t>(node: Node<'t>, source: &str, name: &str) -> Option<Meaning<'t>> {
    if node.kind() != "enum_specifier" {
        return None;
    }
    let list = node.child_by_field_name("body")?;
    let is_named =
        |child: &Node<'_>| child.child_by_field_name("name").is_some_and(|own| &source[own.byte_range()] == name);
    let at = enumerators(list).iter().position(is_named)?;
    Some(Meaning::Enumerator { list, at })
}

fn as_parameter<'t>(around: Node<'t>, source: &str, name: &str) -> Option<Meaning<'t>> {
    let list = match around.kind() {
        "function_definition" | "lambda_expression" => parameter_list(around)?,
        "template_declaration" => around.child_by_field_name("parameters")?,
        _ => return None,
    };
    named_children(list).into_iter().find_map(|parameter| {
        let declared = DeclaredName::of_parameter(parameter);
        let is_type = || {
            named_children(parameter)
                .iter()
                .any(|child| child.kind() == "type_identifier" && &source[child.byte_range()] == name)
        };
        let is_named = match parameter.kind() {
            "type_parameter_declaration"
            | "optional_type_parameter_declaration"
            | "variadic_type_parameter_declaration" => is_type(),
            _ => declared.name(source) == Some(name),
        };
        is_named.then_some(Meaning::KernelParameter(declared))
    })
}

/// Returns the member that a name means in a function which is defined outside of its class: `void Solver::run() { .. }`.
fn as_member<'t>(text: &'t CudaText, around: Node<'t>, name: &str) -> Option<Meaning<'t>> {
    // Of another node, such as a file, this would search all of it.
    let function = if around.kind() == "function_definition" { function_name(around)? } else { return None };
    member(text, text.text_of(function.child_by_field_name("scope")?), name)
}

/// Returns the parameters of a function or a lambda.
pub(crate) fn parameter_list(function: Node<'_>) -> Option<Node<'_>> {
    let mut declarator = function.child_by_field_name("declarator")?;
    loop {
        if let Some(list) = declarator.child_by_field_name("parameters") {
            return Some(list);
        }
        declarator = in_field(declarator, "declarator")
            .first()
            .copied()
            .or_else(|| named_children(declarator).first().copied())?;
    }
}

/// Searches all namespaces, enumerations without a class, and static members.
fn only_at_namespace_level<'t>(text: &'t CudaText, name: &str) -> Option<Meaning<'t>> {
    let [only] = DeclaredNames::of(text).namespaces(name, text)[..] else { return None };
    in_block(text, only, name, usize::MAX)
}

/// The name of a function in its definition.
pub(crate) fn function_name(function: Node<'_>) -> Option<Node<'_>> {
    // Not in its body: that may be long.
    let declarator =
        descendants_outside(function, "compound_statement").find(|node| node.kind() == "function_declarator")?;
    declarator.child_by_field_name("declarator")
}
