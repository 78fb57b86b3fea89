//! Where names are declared, by name: expressions ask for each of theirs in each block around them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use tree_sitter::Node;

use super::declared::{DeclaredName, enumerators};
use crate::cuda_text::CudaText;
use crate::grammar::{NodePlace, named_children};

/// The declarations of a text.
#[derive(Default)]
pub(super) struct DeclaredNames {
    /// The statements and members that declare a variable or an enumerator.
    statements: BTreeMap<String, Vec<PlaceInBlock>>,
    /// Classes, enumerations and namespaces.
    owners: BTreeMap<String, Vec<NodePlace>>,
    /// The declarations of variables in templates.
    variable_templates: BTreeMap<String, Vec<NodePlace>>,
    specialized: BTreeSet<String>,
    /// Classes, enumerations and aliases of types.
    types: BTreeMap<String, Vec<NodePlace>>,
}

/// A statement and the block that it is directly in.
struct PlaceInBlock {
    block: NodePlace,
    /// The block is a namespace's, outside of functions and templates.
    is_namespace: bool,
    statement: NodePlace,
}

/// Returns true for what holds declarations.
pub(super) fn is_block(node: Node<'_>) -> bool {
    const BLOCKS: [&str; 8] = [
        "compound_statement",
        "translation_unit",
        "declaration_list",
        "field_declaration_list",
        "for_statement",
        "condition_clause",
        "case_statement",
        "linkage_specification",
    ];
    BLOCKS.contains(&node.kind())
}

/// Returns the nodes that declare types of this name: classes, enumerations, aliases.
pub(crate) fn types_named<'t>(text: &'t CudaText, name: &str) -> Vec<Node<'t>> {
    nodes(DeclaredNames::of(text).types.get(name), text)
}

/// Returns true if a template of this name is specialised: `template <> struct Tile<16> { .. };`, or for some of its arguments.
pub(crate) fn is_specialized(text: &CudaText, name: &str) -> bool {
    DeclaredNames::of(text).specialized.contains(name)
}

impl DeclaredNames {
    pub(super) fn of(text: &CudaText) -> Arc<DeclaredNames> {
        text.searches.once(|| {
            let mut found = DeclaredNames::default();
            text.nodes_from(0).for_each(|node| found.add(node, text));
            found
        })
    }

    /// The statements of a block that declare a name and begin before a byte, in order.
    pub(super) fn in_block<'t>(&self, block: Node<'t>, name: &str, end: usize, text: &'t CudaText) -> Vec<Node<'t>> {
        let places = self.statements.get(name).into_iter().flatten();
        let own = places.filter(|place| place.block.is_of(block) && place.statement.range().start < end);
        own.filter_map(|place| text.node(&place.statement)).collect()
    }

    /// The namespaces that declare a name, each once.
    pub(super) fn namespaces<'t>(&self, name: &str, text: &'t CudaText) -> Vec<Node<'t>> {
        let places = self.statements.get(name).into_iter().flatten().filter(|place| place.is_namespace);
        let mut blocks: Vec<&NodePlace> = places.map(|place| &place.block).collect();
        blocks.dedup();
        blocks.into_iter().filter_map(|block| text.node(block)).collect()
    }

    /// The classes, enumerations and namespaces of a name, in order.
    pub(super) fn owners<'t>(&self, name: &str, text: &'t CudaText) -> Vec<Node<'t>> {
        nodes(self.owners.get(name), text)
    }

    /// The declarations of variables of a name in templates, in order.
    pub(super) fn variable_templates<'t>(&self, name: &str, text: &'t CudaText) -> Vec<Node<'t>> {
        nodes(self.variable_templates.get(name), text)
    }

    fn add(&mut self, node: Node<'_>, text: &CudaText) {
        if is_block(node) {
            let is_inside = |around: Node<'_>| {
                matches!(around.kind(), "function_definition" | "lambda_expression" | "template_declaration")
            };
            let is_namespace = node.kind() == "declaration_list" && !text.ancestors(node).any(is_inside);
            for statement in named_children(node) {
                for name in names_declared_by(statement, text) {
                    let (block, statement) = (NodePlace::of(node), NodePlace::of(statement));
                    let place = PlaceInBlock { block, is_namespace, statement };
                    self.statements.entry(name.to_owned()).or_default().push(place);
                }
            }
        }
        for name in types_declared_by(node, text) {
            self.types.entry(name.to_owned()).or_default().push(NodePlace::of(node));
        }
        match node.kind() {
            "enum_specifier" | "struct_specifier" | "class_specifier" | "union_specifier" | "namespace_definition" => {
                let name = node.child_by_field_name("name").and_then(|name| text.text_of(name).rsplit("::").next());
                self.owners.entry(name.unwrap_or_default().to_owned()).or_default().push(NodePlace::of(node));
            }
            "template_declaration" => {
                for declaration in named_children(node).into_iter().filter(|child| child.kind() == "declaration") {
                    for name in names_declared_by(declaration, text) {
                        let places = self.variable_templates.entry(name.to_owned()).or_default();
                        places.push(NodePlace::of(declaration));
                    }
                }
            }
            "template_type" | "template_function" if is_declared(node, text) => {
                let name = node.child_by_field_name("name").map(|name| text.text_of(name).to_owned());
                self.specialized.extend(name);
            }
            _ => {}
        }
    }
}

fn nodes<'t>(places: Option<&Vec<NodePlace>>, text: &'t CudaText) -> Vec<Node<'t>> {
    places.into_iter().flatten().filter_map(|place| text.node(place)).collect()
}

/// The names of variables and enumerators that a statement or a member declares.
fn names_declared_by<'t>(node: Node<'_>, text: &'t CudaText) -> Vec<&'t str> {
    let of_list = |list: Node<'_>| {
        let names = enumerators(list).into_iter().filter_map(|enumerator| enumerator.child_by_field_name("name"));
        names.map(|name| text.text_of(name)).collect::<Vec<_>>()
    };
    let of_type = |of: Node<'_>| {
        let list = of.child_by_field_name("body").filter(|_| of.kind() == "enum_specifier");
        list.map(of_list).unwrap_or_default()
    };
    let field = |name: &str| node.child_by_field_name(name);
    match node.kind() {
        "declaration" | "field_declaration" => {
            let all = DeclaredName::all(node);
            let mut names: Vec<&str> = all.iter().filter_map(|declared| declared.name(&text.readable)).collect();
            names.extend(field("type").map(of_type).unwrap_or_default());
            names
        }
        "enum_specifier" => of_type(node),
        "type_definition" => field("type").map(of_type).unwrap_or_default(),
        "linkage_specification" => {
            let inside = field("body").map(|body| if is_block(body) { named_children(body) } else { vec![body] });
            inside.unwrap_or_default().into_iter().flat_map(|inside| names_declared_by(inside, text)).collect()
        }
        _ => Vec::new(),
    }
}

/// The names of types that a node declares.
fn types_declared_by<'t>(node: Node<'_>, text: &'t CudaText) -> Vec<&'t str> {
    match node.kind() {
        "enum_specifier" | "struct_specifier" | "class_specifier" | "union_specifier" | "alias_declaration" => {
            let name = node.child_by_field_name("name").filter(|name| name.kind() == "type_identifier");
            name.map(|name| text.text_of(name)).into_iter().collect()
        }
        "type_definition" => {
            DeclaredName::all(node).iter().filter_map(|declared| declared.name(&text.readable)).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns true for the name that a class or a variable is declared with.
fn is_declared(name: Node<'_>, text: &CudaText) -> bool {
    text.parent(name).is_some_and(|around| {
        (around.kind().ends_with("_specifier") && around.child_by_field_name("name") == Some(name))
            || around.kind() == "init_declarator" && around.child_by_field_name("declarator") == Some(name)
    })
}
