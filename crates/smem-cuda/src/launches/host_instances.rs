//! One call of the functions around a launch: the arguments of templates, `run<float, 32>()`, and of parameters, `run(a, 2)`.

use std::collections::BTreeMap;

use tree_sitter::Node;

use super::values::ArgumentValue;
use crate::constants::{BoundParameter, Constant, ScopedNames};
use crate::cuda_text::CudaText;
use crate::grammar::descendants;
use crate::types::{self, Scalar, TypeNames};

/// The constants of a call of the functions around a launch.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct HostInstance {
    /// Parameters of templates, and parts of extents: `block.x`.
    pub(super) names: Vec<(String, BoundParameter)>,
    /// Numbers that parameters are given, by the bytes of the text where these are declared.
    pub(super) numbers: BTreeMap<usize, Constant>,
    /// Memory that parameters point to, in the same way.
    pub(super) pointers: BTreeMap<usize, ArgumentValue>,
    /// The names of kernels that parameters are given, likewise.
    pub(super) kernels: BTreeMap<usize, String>,
}

/// The list of template arguments at the end of a function's name: `<32>` of `ns::run<32>`.
pub(super) fn template_list(function: Node<'_>) -> Option<Node<'_>> {
    let list = descendants(function).filter(|node| node.kind() == "template_argument_list").last();
    list.filter(|list| list.end_byte() == function.end_byte())
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
