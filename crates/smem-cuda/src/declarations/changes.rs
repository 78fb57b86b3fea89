//! Whether a variable keeps the value that its declaration gives it.

use std::collections::BTreeMap;

use tree_sitter::Node;

use super::declared::DeclaredName;
use crate::cuda_text::CudaText;
use crate::grammar::NodePlace;

/// Returns what gives a variable another value than its declaration, or may: assignments, `n++`, `&n`, references, `std::cin >> n`. All of a variable
/// whose scope is not seen is changed by its declaration.
pub(crate) fn changes<'t>(text: &'t CudaText, declared: &DeclaredName<'t>) -> Vec<Node<'t>> {
    let source = &text.readable;
    let Some((name, scope)) = declared.name(source).zip(scope_of(declared, text)) else {
        return vec![declared.declaration];
    };
    let places = text.searches.once(|| ChangePlaces::of(text));
    let is_within =
        |place: &&NodePlace| scope.start_byte() <= place.range().start && place.range().end <= scope.end_byte();
    let own = places.0.get(name).into_iter().flatten().filter(is_within);
    own.filter_map(|place| text.node(place)).collect()
}

/// All that changes a variable, by the variable's name.
struct ChangePlaces(BTreeMap<String, Vec<NodePlace>>);

impl ChangePlaces {
    fn of(text: &CudaText) -> ChangePlaces {
        let mut places: BTreeMap<String, Vec<NodePlace>> = BTreeMap::new();
        for node in text.nodes_from(0) {
            let names =
                ["left", "argument", "right", "value"].into_iter().filter_map(|field| node.child_by_field_name(field));
            for name in names.map(|child| text.text_of(child)) {
                if changes_name(node, name, &text.readable) {
                    let own = places.entry(name.to_owned()).or_default();
                    if own.last().is_none_or(|last| !last.is_of(node)) {
                        own.push(NodePlace::of(node));
                    }
                }
            }
        }
        ChangePlaces(places)
    }
}

/// Returns the block, the loop or the file that a variable is declared in.
pub(crate) fn scope_of<'t>(declared: &DeclaredName<'t>, text: &'t CudaText) -> Option<Node<'t>> {
    let function = text.parent(declared.declaration).filter(|list| list.kind() == "parameter_list");
    let of_parameter =
        function.and_then(|_| text.ancestors(declared.declaration).find(|node| node.kind() == "function_definition"));
    of_parameter.or_else(|| text.ancestors(declared.declaration).find(|node| is_scope(*node)))
}

fn is_scope(node: Node<'_>) -> bool {
    matches!(
        node.kind(),
        "compound_statement" | "translation_unit" | "for_statement" | "declaration_list" | "field_declaration_list"
    )
}

fn changes_name(node: Node<'_>, name: &str, source: &str) -> bool {
    let is_name =
        |field: &str| node.child_by_field_name(field).is_some_and(|child| &source[child.byte_range()] == name);
    match node.kind() {
        "assignment_expression" => is_name("left"),
        "update_expression" => is_name("argument"),
        "pointer_expression" => is_name("argument") && source[node.byte_range()].starts_with('&'),
        // `std::cin >> n`, but not `1024 >> n`.
        "binary_expression" => is_name("right") && is_stream_input(node, source),
        // `int& alias = n;`
        "init_declarator" => {
            let is_reference =
                node.child_by_field_name("declarator").is_some_and(|inner| inner.kind() == "reference_declarator");
            is_reference && is_name("value")
        }
        _ => false,
    }
}

fn is_stream_input(node: Node<'_>, source: &str) -> bool {
    let operator = node.child_by_field_name("operator").map(|operator| &source[operator.byte_range()]);
    let mut first = node;
    while let Some(left) = first.child_by_field_name("left") {
        first = left;
    }
    let text = &source[first.byte_range()];
    operator == Some(">>")
        && (text.ends_with("cin") || text.ends_with("stream") || text.ends_with("file") || text.ends_with("in"))
}
