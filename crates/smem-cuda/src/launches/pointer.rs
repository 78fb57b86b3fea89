//! Pointers as arguments of a launch: the memory that the host program allocates.

use tree_sitter::Node;

use super::site::LaunchSite;
use super::values::{ArgumentValue, PointerTarget};
use crate::constants::ScopedNames;
use crate::cuda_text::CudaText;
use crate::declarations::Meaning;
use crate::grammar::{NodePlace, named_children};
use crate::types::{self, Scalar, TypeNames};

impl<'t> LaunchSite<'t> {
    /// A pointer into memory whose size a `cudaMalloc` fixes.
    pub(super) fn pointer(
        &self,
        pointee: &str,
        node: Node<'t>,
        inside: &ScopedNames<'t>,
    ) -> Result<ArgumentValue, String> {
        let (mut place, mut offset) = (self.without_casts(node), 0);
        let arg = self.text.text_of(node);
        if matches!(self.text.text_of(place), "nullptr" | "NULL" | "0") {
            return Ok(ArgumentValue::Null);
        }
        let unknown = || format!("the bytes that `{arg}` points to are not fixed by a `cudaMalloc`");
        if let Some((base, elements)) = self.moved(place) {
            let stride =
                self.names().declaration(self.text.text_of(base)).and_then(|meaning| self.element_bytes(&meaning));
            offset = stride
                .and_then(|bytes| bytes.checked_mul(elements))
                .and_then(|bytes| u64::try_from(bytes).ok())
                .ok_or_else(unknown)?;
            place = base;
        }
        let variable = self.text.text_of(place);
        if place.kind() != "identifier" {
            return Err(unknown());
        }
        if let Some(Meaning::KernelParameter(declared)) = self.names().declaration(variable)
            && let Some(given) = self.instance.pointers.get(&declared.at())
        {
            let moved = given.clone().moved(offset).ok_or_else(unknown)?;
            return Ok(moved.of_elements(Scalar::of_cuda(&types::resolved(pointee, inside))));
        }
        let bytes = self.allocated(variable).filter(|bytes| *bytes > offset).ok_or_else(unknown)?;
        let element = Scalar::of_cuda(&types::resolved(pointee, inside));
        Ok(ArgumentValue::Pointer(PointerTarget { variable: variable.to_owned(), bytes, offset, element }))
    }

    /// The expression inside casts and parentheses.
    pub(super) fn without_casts(&self, mut node: Node<'t>) -> Node<'t> {
        loop {
            let inner = match node.kind() {
                "parenthesized_expression" => named_children(node).first().copied(),
                "cast_expression" => node.child_by_field_name("value"),
                "call_expression" if self.field(node, "function").is_some_and(|name| name.contains("_cast<")) => {
                    node.child_by_field_name("arguments").and_then(|list| named_children(list).first().copied())
                }
                _ => None,
            };
            match inner {
                Some(inner) => node = inner,
                None => return node,
            }
        }
    }

    /// The pointer and the elements of `a + 4` and `&a[4]`.
    fn moved(&self, node: Node<'t>) -> Option<(Node<'t>, i64)> {
        let value = |node: Node<'t>| self.names().value_at(node)?.integer();
        match node.kind() {
            "binary_expression" if self.field(node, "operator") == Some("+") => {
                Some((node.child_by_field_name("left")?, value(node.child_by_field_name("right")?)?))
            }
            "pointer_expression" if self.text.text_of(node).starts_with('&') => {
                let place =
                    node.child_by_field_name("argument").filter(|place| place.kind() == "subscript_expression")?;
                let index = named_children(place.child_by_field_name("indices")?);
                Some((place.child_by_field_name("argument")?, value(*index.first()?)?))
            }
            _ => None,
        }
    }

    fn element_bytes(&self, meaning: &Meaning<'t>) -> Option<i64> {
        let (Meaning::Variable(declared) | Meaning::KernelParameter(declared)) = meaning else { return None };
        if declared.pointers() != 1 {
            return None;
        }
        Some(types::layout(declared.type_name(&self.text.readable), &self.names())?.bytes)
    }

    /// The bytes that `cudaMalloc(&name, bytes)` gives a variable, in the function of the launch, else anywhere; or that a function of the text
    /// allocates for it.
    fn allocated(&self, name: &str) -> Option<u64> {
        let value = |(bytes, at)| self.names_at(at).value_at(bytes)?.truncated()?.integer();
        let direct = self.allocations(name).into_iter().find_map(value);
        let bytes = direct.or_else(|| self.allocated_by_function(name))?;
        u64::try_from(bytes).ok().filter(|bytes| *bytes > 0)
    }

    /// The sizes that a variable's memory is allocated with, and the bytes of the text where: those in the function of the launch first.
    pub(super) fn allocations(&self, name: &str) -> Vec<(Node<'t>, usize)> {
        let own = self.text.ancestors(self.call).find(|node| node.kind() == "function_definition");
        let calls = allocating_calls(self.text);
        let sizes: Vec<(Node<'t>, usize)> = calls.into_iter().filter_map(|call| self.allocation(call, name)).collect();
        let is_own = |at: usize| own.is_some_and(|own| own.byte_range().contains(&at));
        sizes.iter().filter(|(_, at)| is_own(*at)).chain(&sizes).copied().collect()
    }

    /// The bytes that a call allocates for a variable, and the byte of the text where it does.
    fn allocation(&self, call: Node<'t>, name: &str) -> Option<(Node<'t>, usize)> {
        let arguments = named_children(call.child_by_field_name("arguments")?);
        let [to, bytes, ..] = arguments[..] else { return None };
        let to = self.without_casts(to);
        let is_it = self.text.text_of(to).strip_prefix('&').map(str::trim) == Some(name);
        is_it.then(|| (bytes, call.start_byte()))
    }
}

/// The calls of a text that allocate memory.
struct AllocatingCalls(Vec<NodePlace>);

pub(super) fn allocating_calls(text: &CudaText) -> Vec<Node<'_>> {
    const FUNCTIONS: [&str; 5] =
        ["cudaMalloc", "cudaMallocManaged", "cudaMallocAsync", "cudaMallocHost", "cudaHostAlloc"];
    let allocates = |call: &Node<'_>| {
        let function = call.child_by_field_name("function").filter(|_| call.kind() == "call_expression");
        function.is_some_and(|function| {
            FUNCTIONS.iter().any(|name| text.text_of(function).split('<').next() == Some(*name))
        })
    };
    let calls = || AllocatingCalls(text.nodes_from(0).filter(allocates).map(NodePlace::of).collect());
    text.searches.once(calls).0.iter().filter_map(|place| text.node(place)).collect()
}
