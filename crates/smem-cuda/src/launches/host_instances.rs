//! The instances of templates of the host: `run<float, 32>()` makes the launches in `template <class T, int N> void run()`.

use tree_sitter::Node;

use crate::constants::{BoundParameter, Constant, ScopedNames};
use crate::cuda_text::CudaText;
use crate::declarations::function_name;
use crate::grammar::{ancestors, descendants, named_children};
use crate::types::{self, Scalar, TypeNames};

/// The parameters of a template and their arguments.
pub(super) type HostInstance = Vec<(String, BoundParameter)>;

/// Templates may call one another in a circle.
const MOST_NESTED: u32 = 4;
const MOST_INSTANCES: usize = 16;

/// The instances of the function around a node: one without parameters outside of templates, and where no call names their arguments.
pub(super) fn instances_around(node: Node<'_>, text: &CudaText) -> Vec<HostInstance> {
    let found = instances(node, text, 0);
    if found.is_empty() { vec![HostInstance::new()] } else { found }
}

/// The instances that are known: none of a template whose arguments no call names.
fn instances(node: Node<'_>, text: &CudaText, depth: u32) -> Vec<HostInstance> {
    let mut around = ancestors(node).filter(|around| around.kind() == "function_definition");
    let function = around.find_map(|function| Some((function, template_around(function)?)));
    let Some((function, template)) = function else { return vec![HostInstance::new()] };
    let name = function_name(function).map(|own| text.text_of(own)).filter(|_| depth < MOST_NESTED);
    let Some(name) = name else { return Vec::new() };
    let mut found: Vec<HostInstance> = Vec::new();
    for call in descendants(text.root()).filter(|node| is_call_of(*node, name, text)) {
        for context in instances(call, text, depth + 1) {
            let instance = instance(call, template, text, context);
            let is_new = |instance: &HostInstance| found.len() < MOST_INSTANCES && !found.contains(instance);
            found.extend(instance.filter(is_new));
        }
    }
    found
}

fn template_around(function: Node<'_>) -> Option<Node<'_>> {
    function.parent().filter(|parent| parent.kind() == "template_declaration")
}

/// Returns true for the declarator of `template void run<float>(..);`.
fn is_instantiation(declarator: Node<'_>) -> bool {
    declarator.kind() == "function_declarator"
        && ancestors(declarator).any(|around| around.kind() == "template_instantiation")
}

/// Returns true for `name<..>` where it is called or instantiated.
fn is_call_of(node: Node<'_>, name: &str, text: &CudaText) -> bool {
    node.kind() == "template_function"
        && node.child_by_field_name("name").is_some_and(|own| text.text_of(own) == name)
        && ancestors(node)
            .find(|parent| parent.kind() != "qualified_identifier")
            .is_some_and(|parent| parent.kind() == "call_expression" || is_instantiation(parent))
}

/// Binds the parameters of a template to the arguments of a call; `None` where one is not known.
fn instance(call: Node<'_>, template: Node<'_>, text: &CudaText, context: HostInstance) -> Option<HostInstance> {
    let names = ScopedNames::of_host(text, call.start_byte()).with(context);
    let list = named_children(call.child_by_field_name("arguments")?);
    let arguments: Vec<String> = list.into_iter().map(|node| template_argument(node, text, &names)).collect();
    names.bound(template, &format!("f<{}>", arguments.join(", ")))
}

/// An argument of a template: a number where it is one, the type behind an alias, else as it is written.
pub(super) fn template_argument(node: Node<'_>, text: &CudaText, names: &ScopedNames<'_>) -> String {
    let written = text.text_of(node);
    if node.kind() == "char_literal" || Scalar::of_cuda(written).is_some() || matches!(written, "true" | "false") {
        return written.to_owned();
    }
    if let Some(Constant::Integer(value)) = names.value_of_text(written) {
        return value.to_string();
    }
    let local = descendants(node).any(|node| {
        node.kind() == "type_identifier" && types::resolved(text.text_of(node), names) != text.text_of(node)
    });
    if local { types::resolved(written, names) } else { written.to_owned() }
}
