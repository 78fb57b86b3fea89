//! Nodes of a text by the words in them: each question about a name looks at its own nodes, and not at the file.

use std::collections::BTreeMap;

use tree_sitter::Node;

use crate::cuda_text::CudaText;
use crate::grammar::{NodePlace, named_children};

/// Places by a text.
type PlacesByText = BTreeMap<String, Vec<NodePlace>>;

#[derive(Default)]
struct NamedNodes {
    /// Names of variables, functions and members where they are used or declared.
    names: PlacesByText,
    /// Assignments and `n++`, by what they set as it is written: `n`, `size[0]`.
    sets: PlacesByText,
    /// Changes of a variable or of its members, and places that take its address, by the variable.
    touches: PlacesByText,
    /// Calls, by the last part of the function's name.
    calls: PlacesByText,
}

fn add(places: &mut PlacesByText, text: &str, node: Node<'_>) {
    places.entry(text.to_owned()).or_default().push(NodePlace::of(node));
}

impl NamedNodes {
    fn of(text: &CudaText) -> NamedNodes {
        let mut found = NamedNodes::default();
        for node in text.nodes_from(0) {
            let field = |name: &str| node.child_by_field_name(name);
            match node.kind() {
                "identifier" | "field_identifier" => add(&mut found.names, text.text_of(node), node),
                "assignment_expression" | "update_expression" => {
                    if let Some(target) = named_children(node).first() {
                        add(&mut found.sets, text.text_of(*target), node);
                    }
                    let target = field("left").filter(|_| node.kind() == "assignment_expression");
                    if let Some(target) = target {
                        let object =
                            target.child_by_field_name("argument").filter(|_| target.kind() == "field_expression");
                        add(&mut found.touches, text.text_of(object.unwrap_or(target)), node);
                    }
                }
                "pointer_expression" => {
                    if let Some(argument) = field("argument") {
                        add(&mut found.touches, text.text_of(argument), node);
                    }
                }
                "call_expression" => {
                    let name = field("function").map_or("", |name| text.text_of(name));
                    let name = name.rsplit("::").next().and_then(|last| last.split('<').next()).unwrap_or_default();
                    add(&mut found.calls, name.trim(), node);
                }
                _ => {}
            }
        }
        found
    }
}

impl CudaText {
    /// Returns where the file has a name, in order.
    pub(crate) fn names_in_file(&self, name: &str) -> Vec<Node<'_>> {
        let mut names = self.found(|nodes| &nodes.names, name);
        names.retain(|node| node.start_byte() >= self.start);
        names
    }

    /// Returns the assignments and increments of what is written like this, in order.
    pub(crate) fn sets_of(&self, target: &str) -> Vec<Node<'_>> {
        self.found(|nodes| &nodes.sets, target)
    }

    /// Returns what sets a variable or a member of it, or has `&` or `*` in front of it, in order.
    pub(crate) fn touches_of(&self, variable: &str) -> Vec<Node<'_>> {
        self.found(|nodes| &nodes.touches, variable)
    }

    /// Returns the calls of functions whose name ends like this, in order.
    pub(crate) fn calls_named(&self, function: &str) -> Vec<Node<'_>> {
        self.found(|nodes| &nodes.calls, function)
    }

    fn found(&self, places: impl Fn(&NamedNodes) -> &PlacesByText, text: &str) -> Vec<Node<'_>> {
        let nodes = self.searches.once(|| NamedNodes::of(self));
        places(&nodes).get(text).into_iter().flatten().filter_map(|place| self.node(place)).collect()
    }
}
