//! Definitions of functions, by name.

use std::collections::BTreeMap;

use tree_sitter::Node;

use super::scope::function_name;
use crate::cuda_text::CudaText;
use crate::grammar::NodePlace;

/// The definitions of a text, by name.
struct FunctionPlaces(BTreeMap<String, Vec<NodePlace>>);

/// Returns the definitions of the functions of a name, without namespaces, in the order of the text.
pub(crate) fn functions_named<'t>(text: &'t CudaText, name: &str) -> Vec<Node<'t>> {
    let places = text.searches.once(|| FunctionPlaces::of(text));
    let places = places.0.get(name).into_iter().flatten();
    places.filter_map(|place| text.node(place)).collect()
}

impl FunctionPlaces {
    fn of(text: &CudaText) -> FunctionPlaces {
        let mut places: BTreeMap<String, Vec<NodePlace>> = BTreeMap::new();
        for node in text.nodes_from(0).filter(|node| node.kind() == "function_definition") {
            if let Some(name) = function_name(node) {
                places.entry(text.text_of(name).to_owned()).or_default().push(NodePlace::of(node));
            }
        }
        FunctionPlaces(places)
    }
}
