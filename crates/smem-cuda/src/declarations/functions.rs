//! Definitions of functions, by name.

use std::collections::BTreeMap;
use std::ops::Range;

use tree_sitter::Node;

use super::scope::function_name;
use crate::cuda_text::CudaText;
use crate::grammar::descendants;

/// Returns the definitions of the functions of a name, without namespaces, in the order of the text.
pub(crate) fn functions_named<'t>(text: &'t CudaText, name: &str) -> impl Iterator<Item = Node<'t>> {
    let places = text.function_places.get_or_init(|| function_places(text)).get(name);
    places.into_iter().flatten().filter_map(|place| text.node_of(place, "function_definition"))
}

/// The bytes of all definitions, by name.
fn function_places(text: &CudaText) -> BTreeMap<String, Vec<Range<usize>>> {
    let mut places: BTreeMap<String, Vec<Range<usize>>> = BTreeMap::new();
    for node in descendants(text.root()).filter(|node| node.kind() == "function_definition") {
        if let Some(name) = function_name(node) {
            places.entry(text.text_of(name).to_owned()).or_default().push(node.byte_range());
        }
    }
    places
}
