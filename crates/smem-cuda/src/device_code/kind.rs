//! The kind of a declaration, by its node of the grammar.

use std::ops::Range;

use tree_sitter::Node;

use super::unit::UnitKind;
use crate::declarations::{DeclaredName, enumerators};
use crate::grammar::{in_field, named_children};

/// Returns what a template declares, or the declaration after `extern "C"`.
pub(super) fn without_template(mut node: Node<'_>) -> Node<'_> {
    loop {
        let inner = match node.kind() {
            "template_declaration" => named_children(node)
                .into_iter()
                .rfind(|child| !matches!(child.kind(), "template_parameter_list" | "requires_clause")),
            "linkage_specification" => node.child_by_field_name("body"),
            _ => None,
        };
        match inner {
            Some(inner) => node = inner,
            None => return node,
        }
    }
}

/// Returns what a node declares.
pub(super) fn kind(node: Node<'_>, source: &str) -> UnitKind {
    match node.kind() {
        "struct_specifier" | "class_specifier" | "union_specifier" | "enum_specifier" => UnitKind::Type,
        "type_definition" | "alias_declaration" | "namespace_alias_definition" | "concept_definition" => {
            UnitKind::Alias
        }
        "static_assert_declaration" => UnitKind::Assertion,
        "expression_statement" => UnitKind::Invocation,
        "using_declaration" => {
            let mut words = source[node.byte_range()].split_whitespace().skip(1);
            if words.next() == Some("namespace") { UnitKind::UsingNamespace } else { UnitKind::UsingName }
        }
        "function_definition" => UnitKind::Function,
        "declaration" => match () {
            () if defines_type(node) => UnitKind::Type,
            () if is_function(node) => UnitKind::Function,
            () if is_constant(node, source) => UnitKind::Constant,
            () => UnitKind::Variable,
        },
        _ => UnitKind::Other,
    }
}

/// Returns true for `struct A { } a;`
fn defines_type(node: Node<'_>) -> bool {
    let specifier = node.child_by_field_name("type").filter(|node| node.kind().ends_with("_specifier"));
    specifier.is_some_and(|node| node.child_by_field_name("body").is_some())
}

/// Returns true for the declaration or the definition of a function.
pub(super) fn is_function(node: Node<'_>) -> bool {
    let declarators = in_field(node, "declarator").into_iter();
    node.kind() == "function_definition" || declarators.filter_map(function_name).next().is_some()
}

/// Returns the name of the function that a declarator declares; `None` for a variable, and for a pointer to a function.
fn function_name(declarator: Node<'_>) -> Option<Node<'_>> {
    let mut node = declarator;
    loop {
        if node.kind() == "operator_cast" {
            return Some(node);
        }
        let inner = node.child_by_field_name("declarator").or_else(|| {
            let is_around = matches!(node.kind(), "parenthesized_declarator" | "reference_declarator");
            named_children(node).into_iter().find(|_| is_around)
        })?;
        if node.kind() == "function_declarator" && inner.kind() != "parenthesized_declarator" {
            return Some(inner);
        }
        node = inner;
    }
}

/// Returns true for a variable that nothing can change: of a pointer, its own `const` counts.
fn is_constant(node: Node<'_>, source: &str) -> bool {
    let is_qualified = |node: Node<'_>, words: &[&str]| {
        let qualifiers = named_children(node).into_iter().filter(|child| child.kind() == "type_qualifier");
        qualifiers.into_iter().any(|child| words.contains(&&source[child.byte_range()]))
    };
    if is_qualified(node, &["constexpr"]) {
        return true;
    }
    let pointer = in_field(node, "declarator").into_iter().find_map(|declarator| {
        let mut inner = Some(declarator);
        while let Some(node) = inner {
            if node.kind() == "pointer_declarator" {
                return Some(node);
            }
            inner = node.child_by_field_name("declarator");
        }
        None
    });
    match pointer {
        Some(pointer) => is_qualified(pointer, &["const"]),
        None => is_qualified(node, &["const"]),
    }
}

/// Returns the word `const` of `const float A = 1;`: a floating-point number that is set to an expression.
pub(super) fn floating_const(node: Node<'_>, source: &str) -> Option<Range<usize>> {
    if node.kind() != "declaration" {
        return None;
    }
    let is_number = matches!(&source[node.child_by_field_name("type")?.byte_range()], "float" | "double");
    let is_plain = |declared: &DeclaredName<'_>| {
        declared.pointers() == 0
            && !declared.is_reference()
            && declared.extents().is_empty()
            && declared.initializer().is_some()
    };
    let words = named_children(node).into_iter().map(|child| (child, &source[child.byte_range()]));
    let is_extern = words.clone().any(|(_, word)| word == "extern" || word == "constexpr" || word == "volatile");
    let only = words.into_iter().find(|(child, word)| child.kind() == "type_qualifier" && *word == "const");
    let all = DeclaredName::all(node);
    (is_number && !is_extern && !all.is_empty() && all.iter().all(is_plain))
        .then(|| only.map(|(child, _)| child.byte_range()))?
}

/// Returns true for a member that the compiler writes for both sides, or for none.
pub(super) fn is_deleted_or_default(member: Node<'_>) -> bool {
    named_children(member).iter().any(|child| matches!(child.kind(), "default_method_clause" | "delete_method_clause"))
}

/// Returns the namespace in `using namespace a::b;` and `namespace c = a::b;`.
pub(super) fn named_namespace(node: Node<'_>, source: &str) -> Option<String> {
    let written = &source[node.byte_range()];
    let path = match node.kind() {
        "using_declaration" => written.strip_prefix("using")?.trim_start().strip_prefix("namespace")?,
        "namespace_alias_definition" => written.split_once('=')?.1,
        _ => return None,
    };
    Some(path.trim_end_matches(';').split_whitespace().collect::<String>().trim_start_matches("::").to_owned())
}

/// Returns the names that a node declares, each as it is written: `N`, `M::run`.
pub(super) fn declared_names(node: Node<'_>, source: &str) -> Vec<String> {
    let text = |node: Node<'_>| {
        let written = source[node.byte_range()].split('<').next().unwrap_or_default();
        written.split_whitespace().collect::<String>()
    };
    let own = node.child_by_field_name("name").map(text);
    match node.kind() {
        "enum_specifier" => {
            let list = node.child_by_field_name("body").map(enumerators).unwrap_or_default();
            own.into_iter()
                .chain(list.into_iter().filter_map(|one| one.child_by_field_name("name").map(text)))
                .collect()
        }
        "using_declaration" => {
            let written = source[node.byte_range()].trim_start_matches("using").trim_end_matches(';');
            vec![written.split_whitespace().filter(|word| *word != "typename").collect()]
        }
        "declaration" | "function_definition" | "type_definition" => {
            let declarators = in_field(node, "declarator");
            let functions = declarators.iter().filter_map(|declarator| function_name(*declarator)).map(text);
            let variables = DeclaredName::all(node).into_iter().filter_map(|one| one.name(source)).map(str::to_owned);
            let of_type = node.child_by_field_name("type").filter(|node| node.kind().ends_with("_specifier"));
            let of_type = of_type.and_then(|node| node.child_by_field_name("name")).map(text);
            functions.chain(variables).chain(of_type).collect()
        }
        // `template <> struct A<int> { }` declares no other name.
        _ => own.into_iter().collect(),
    }
}
