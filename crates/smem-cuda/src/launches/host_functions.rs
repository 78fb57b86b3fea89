//! The functions of the host and their calls, by name.

use std::collections::BTreeMap;

use tree_sitter::Node;

use super::host_instances::template_list;
use crate::constants::needs_arguments;
use crate::cuda_text::CudaText;
use crate::declarations::{DeclaredName, function_name, parameter_list};
use crate::grammar::named_children;

/// The functions and lambdas with a name of a text, and the calls of anything that has one.
#[derive(Debug)]
pub(super) struct HostFunctions<'t> {
    text: &'t CudaText,
    definitions: BTreeMap<&'t str, Vec<Node<'t>>>,
    calls: BTreeMap<&'t str, Vec<Node<'t>>>,
    /// The instances of templates of classes that are named outside of templates: `Solver<float>`.
    classes: BTreeMap<&'t str, Vec<Node<'t>>>,
}

impl<'t> HostFunctions<'t> {
    pub(super) fn of(text: &'t CudaText) -> HostFunctions<'t> {
        let mut functions =
            HostFunctions { text, definitions: BTreeMap::new(), calls: BTreeMap::new(), classes: BTreeMap::new() };
        for node in text.nodes_from(0) {
            match node.kind() {
                "function_definition" | "lambda_expression" => {
                    functions.definitions.entry(name(node, text).unwrap_or_default()).or_default().push(node);
                }
                "call_expression" | "function_declarator" if is_call(node, text) => {
                    functions.calls.entry(called(node, text).unwrap_or_default()).or_default().push(node)
                }
                "template_type" if text.ancestors(node).all(|around| around.kind() != "template_declaration") => {
                    let name = node.child_by_field_name("name").map(|name| text.text_of(name));
                    functions.classes.entry(name.unwrap_or_default()).or_default().push(node);
                }
                _ => {}
            }
        }
        functions
    }

    /// Returns the calls of a function that a program without arguments may make; none where its name is also another
    /// one's with as many parameters.
    pub(super) fn calls_of(&self, function: Node<'t>) -> Vec<Node<'t>> {
        let Some(name) = name(function, self.text) else { return Vec::new() };
        let fits = |function: Node<'t>, call: Node<'t>| {
            // `run<float>(a)` calls a template.
            if has_template_arguments(call) && template_around(function, self.text).is_none() {
                return false;
            }
            let given = arguments(call).len();
            let parameters = parameters(function);
            let needed = parameters.iter().filter(|parameter| parameter.initializer().is_none()).count();
            (needed..=parameters.len()).contains(&given)
        };
        let is_only =
            |call: Node<'t>| self.definitions[name].iter().filter(|other| fits(**other, call)).eq([&function]);
        let calls = self.calls.get(name).map_or(&[][..], Vec::as_slice).iter().copied();
        calls.filter(|call| is_only(*call) && !needs_arguments(*call, self.text)).collect()
    }

    /// Returns the instances of a template of classes that the text names, as they are written.
    pub(super) fn instances_of(&self, class: &str) -> impl Iterator<Item = &'t str> {
        let mut named: Vec<&str> =
            self.classes.get(class).into_iter().flatten().map(|node| self.text.text_of(*node)).collect();
        named.sort_unstable();
        named.dedup();
        named.into_iter()
    }
}

/// The template of the class that a function is a member of, and the name of the class.
pub(super) fn class_template<'t>(function: Node<'t>, text: &'t CudaText) -> Option<(Node<'t>, &'t str)> {
    let own = |class: Node<'t>| class.child_by_field_name("name").map(|name| text.text_of(name));
    // `template <class T> void Solver<T>::run() { .. }`
    let scope = function_name(function).and_then(|name| name.child_by_field_name("scope"));
    if let Some(class) = scope.filter(|scope| scope.kind() == "template_type") {
        return template_around(function, text).zip(own(class));
    }
    let is_class = |node: &Node<'_>| matches!(node.kind(), "struct_specifier" | "class_specifier");
    let class = text.ancestors(function).find(is_class)?;
    template_around(class, text).zip(own(class))
}

/// The innermost function or lambda around a node.
pub(super) fn function_around<'t>(node: Node<'t>, text: &'t CudaText) -> Option<Node<'t>> {
    text.ancestors(node).find(|around| matches!(around.kind(), "function_definition" | "lambda_expression"))
}

/// The parameters of a function or a lambda, in order.
pub(super) fn parameters(function: Node<'_>) -> Vec<DeclaredName<'_>> {
    let list = parameter_list(function).map(named_children).unwrap_or_default();
    let declared = list.into_iter().filter(|parameter| parameter.kind().contains("parameter"));
    declared.map(DeclaredName::of_parameter).collect()
}

/// The arguments of a call, in order; of an instantiation its parameters.
pub(super) fn arguments(call: Node<'_>) -> Vec<Node<'_>> {
    let list = call.child_by_field_name("arguments").or_else(|| call.child_by_field_name("parameters"));
    list.map(named_children).unwrap_or_default()
}

/// Returns true for `run<float>(a)`.
fn has_template_arguments(call: Node<'_>) -> bool {
    call.child_by_field_name("function").is_some_and(|function| template_list(function).is_some())
}

/// Returns true for a call, and for what makes an instance of a template without one: `run<float>(int n)` of `template void run<float>(int n);`.
fn is_call(node: Node<'_>, text: &CudaText) -> bool {
    node.kind() == "call_expression" || text.ancestors(node).any(|around| around.kind() == "template_instantiation")
}

/// The template of which a function is.
pub(super) fn template_around<'t>(function: Node<'t>, text: &'t CudaText) -> Option<Node<'t>> {
    text.parent(function).filter(|parent| parent.kind() == "template_declaration")
}

/// The last part of a function's name; of a lambda the variable that holds it.
fn name<'t>(function: Node<'t>, text: &'t CudaText) -> Option<&'t str> {
    let own = match function.kind() {
        "lambda_expression" => {
            let holder = text.parent(function).filter(|parent| parent.kind() == "init_declarator")?;
            text.text_of(holder.child_by_field_name("declarator")?)
        }
        _ => text.text_of(function_name(function)?),
    };
    own.rsplit("::").next().map(str::trim)
}

/// The last part of the name that a call names, without arguments of a template: `run` of `bench::run<32>(a)` and of `solver.run(a)`.
fn called<'t>(call: Node<'t>, text: &'t CudaText) -> Option<&'t str> {
    let mut function = call.child_by_field_name("function").or_else(|| call.child_by_field_name("declarator"))?;
    loop {
        function = match function.kind() {
            "identifier" | "field_identifier" => return Some(text.text_of(function)),
            "field_expression" => function.child_by_field_name("field")?,
            _ => function.child_by_field_name("name")?,
        };
    }
}
