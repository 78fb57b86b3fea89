//! The grid and the block of a launch.

use tree_sitter::Node;

use super::site::LaunchSite;
use crate::constants::{BoundParameter, Constant, ScopedNames};
use crate::cuda_text::CudaText;
use crate::declarations::{DeclaredName, Meaning};
use crate::grammar::{NodePlace, named_children, unparenthesized};
use crate::types::TypeNames;

/// The most extents and elements of arrays before a launch that are looked at: the last ones.
const MOST_PARTS: usize = 64;

/// The declarations of extents and the assignments to elements of arrays in a text, in order.
struct ExtentParts(Vec<NodePlace>);

impl ExtentParts {
    fn of(text: &CudaText) -> ExtentParts {
        let of_interest = |node: &Node<'_>| match node.kind() {
            "declaration" => node.child_by_field_name("type").is_some_and(|own| text.text_of(own) == "dim3"),
            "assignment_expression" => {
                node.child_by_field_name("left").is_some_and(|left| left.kind() == "subscript_expression")
            }
            _ => false,
        };
        let mut places: Vec<NodePlace> = text.nodes_from(0).filter(of_interest).map(NodePlace::of).collect();
        places.sort_by_key(|place| place.range().start);
        ExtentParts(places)
    }
}

impl<'t> LaunchSite<'t> {
    /// Reads the blocks along x, y and z, or the threads.
    pub(super) fn extent(&self, what: &str, node: Node<'t>) -> Result<[u32; 3], String> {
        let given = self.text.text_of(node);
        let parts = self.extent_parts(node, &self.names());
        let unknown = || format!("the {what} `{given}` is not a constant");
        let parts = parts.filter(|parts| (1..=3).contains(&parts.len())).ok_or_else(unknown)?;
        let mut extent = [1; 3];
        for (place, part) in extent.iter_mut().zip(parts) {
            *place = u32::try_from(part).ok().filter(|part| *part > 0).ok_or_else(unknown)?;
        }
        Ok(extent)
    }

    /// The same launch where `block.x` of a `dim3 block(32, 8)` and `size[0]` of an array have their values, for a grid that is made of them.
    pub(super) fn with_parts(mut self) -> LaunchSite<'t> {
        let Some(function) = self.text.ancestors(self.call).find(|node| node.kind() == "function_definition") else {
            return self;
        };
        let parts = self.text.searches.once(|| ExtentParts::of(self.text));
        let earlier = |place: &&NodePlace| {
            place.range().start >= function.start_byte() && place.range().end <= function.end_byte()
        };
        let before = parts.0.partition_point(|place| place.range().start < self.call.start_byte());
        let last = parts.0[..before].iter().rev().take(MOST_PARTS).filter(earlier);
        let mut nodes: Vec<Node<'t>> = last.filter_map(|place| self.text.node(place)).collect();
        nodes.reverse();
        for node in nodes {
            let bound = match node.kind() {
                "declaration" => self.members(node),
                _ => self.element(node, function).into_iter().collect(),
            };
            self.instance.names.extend(bound);
        }
        self
    }

    /// The members of the extents that a statement declares.
    fn members(&self, declaration: Node<'t>) -> Vec<(String, BoundParameter)> {
        let of_name = |declared: DeclaredName<'t>| {
            let name = declared.name(&self.text.readable).unwrap_or_default();
            let parts = self.declared_extent(&declared, &self.names()).unwrap_or_default();
            let value = |(member, value)| (format!("{name}.{member}"), BoundParameter::Value(Constant::Integer(value)));
            ["x", "y", "z"].into_iter().zip(parts).map(value).collect::<Vec<_>>()
        };
        DeclaredName::all(declaration).into_iter().flat_map(of_name).collect()
    }

    /// The element of an array that is set once in a function, and not in a branch of it.
    fn element(&self, assignment: Node<'t>, function: Node<'t>) -> Option<(String, BoundParameter)> {
        let element = self.field(assignment, "left")?;
        let is_straight = self.text.ancestors(assignment).nth(1) == function.child_by_field_name("body");
        let sets = self.text.sets_of(element);
        let is_in_function = |node: &&Node<'t>| function.byte_range().contains(&node.start_byte());
        let is_only = sets.iter().filter(is_in_function).count() == 1;
        let value = self.names().value_at(assignment.child_by_field_name("right")?)?;
        let is_set = is_straight && is_only && self.field(assignment, "operator") == Some("=");
        is_set.then(|| (element.to_owned(), BoundParameter::Value(value)))
    }

    /// The numbers of `4`, `dim3(4, 2)`, `{4, 2}`, or of a variable that is one of these.
    pub(super) fn extent_parts(&self, node: Node<'t>, names: &ScopedNames<'t>) -> Option<Vec<i64>> {
        let node = unparenthesized(node);
        let all =
            |nodes: Vec<Node<'t>>| nodes.into_iter().map(|node| names.value_at(node)?.truncated()?.integer()).collect();
        match node.kind() {
            "call_expression" if self.field(node, "function") == Some("dim3") => {
                all(named_children(node.child_by_field_name("arguments")?))
            }
            "compound_literal_expression" if matches!(self.field(node, "type"), Some("dim3" | "")) => {
                all(named_children(node.child_by_field_name("value")?))
            }
            "initializer_list" | "argument_list" => all(named_children(node)),
            "identifier" => match names.declaration(self.text.text_of(node)) {
                Some(Meaning::Variable(declared)) if declared.type_name(&self.text.readable) == "dim3" => {
                    self.declared_extent(&declared, names)
                }
                Some(Meaning::KernelParameter(declared)) if declared.type_name(&self.text.readable) == "dim3" => {
                    let part =
                        |member| names.value_of_text(&format!("{}.{member}", self.text.text_of(node)))?.integer();
                    ["x", "y", "z"].into_iter().map(part).collect()
                }
                _ => all(vec![node]),
            },
            _ => all(vec![node]),
        }
    }

    /// The numbers of `dim3 grid(4, 2)`, with what members are set to before the launch.
    fn declared_extent(&self, declared: &DeclaredName<'t>, names: &ScopedNames<'t>) -> Option<Vec<i64>> {
        let mut parts = match (declared.initializer(), declared.seeming_parameters()) {
            (Some(initializer), _) => self.extent_parts(initializer, names)?,
            (None, Some(parameters)) => {
                let values = parameters
                    .into_iter()
                    .map(|node| names.value_of_text(self.text.text_of(node))?.truncated()?.integer());
                values.collect::<Option<_>>()?
            }
            (None, None) => Vec::new(),
        };
        parts.resize(3, 1);
        let name = declared.name(&self.text.readable)?;
        let scope = self.text.ancestors(declared.declaration).next()?;
        let place = declared.at()..scope.end_byte();
        for node in self.text.touches_of(name).into_iter().filter(|node| place.contains(&node.start_byte())) {
            let is_address = node.kind() == "pointer_expression" && self.field(node, "argument") == Some(name);
            let target = node.child_by_field_name("left").filter(|_| node.kind() == "assignment_expression");
            let Some(target) = target else {
                if is_address {
                    return None;
                }
                continue;
            };
            if self.text.text_of(target) == name {
                return None;
            }
            if target.kind() != "field_expression" || self.field(target, "argument") != Some(name) {
                continue;
            }
            // A variable that is set in a branch, again, or after the launch has no single value.
            let is_straight = self.text.parent(node).and_then(|statement| self.text.parent(statement)) == Some(scope);
            let member = ["x", "y", "z"].iter().position(|member| self.field(target, "field") == Some(*member))?;
            if !is_straight || self.field(node, "operator") != Some("=") {
                return None;
            }
            if node.start_byte() < self.call.start_byte() {
                parts[member] = names.value_at(node.child_by_field_name("right")?)?.truncated()?.integer()?;
            }
        }
        Some(parts)
    }
}
