//! The arguments of a launch.

use tree_sitter::Node;

use super::site::LaunchSite;
use super::values::ArgumentValue;
use crate::constants::{Constant, ScopedNames, literal};
use crate::declarations::{DeclaredName, Meaning};
use crate::grammar::{descendants, named_children};
use crate::kernels::{CudaKernel, KernelParameter};
use crate::types::{self, Scalar, TypeNames};

impl<'t> LaunchSite<'t> {
    /// Reads an argument for a parameter of the kernel, whose names are those `inside` it.
    pub(super) fn argument(
        &self,
        parameter: &KernelParameter,
        node: Node<'t>,
        inside: &ScopedNames<'t>,
    ) -> Result<ArgumentValue, String> {
        let resolved = types::resolved(parameter.type_name().trim_end_matches('&'), inside);
        if let Some(pointee) = resolved.strip_suffix('*') {
            return self.pointer(pointee, node, inside);
        }
        let (arg, names) = (self.text.text_of(node), self.names());
        if let Some(scalar) = Scalar::of_cuda(&resolved) {
            let number = names.value_at(node).ok_or_else(|| format!("the argument `{arg}` is not a constant"))?;
            let number = if scalar.is_float() { Some(Constant::Float(number.float())) } else { number.truncated() };
            return number
                .map(|number| ArgumentValue::Number(scalar, number))
                .ok_or_else(|| format!("the argument `{arg}` is not a constant"));
        }
        let zeros = types::layout(&resolved, inside).filter(|_| self.is_zero(node));
        zeros
            .map(|layout| ArgumentValue::Zeros { bytes: layout.bytes as usize, align: layout.align as usize })
            .ok_or_else(|| {
                format!("the argument `{arg}` of type `{}` is not a number that can be read", parameter.type_name())
            })
    }

    /// The number of a kernel's parameters that are of another type than the arguments, where the types of both are known.
    pub(super) fn unlike_arguments(&self, kernel: &CudaKernel) -> usize {
        let inside = self.text.names_in(kernel, &self.written_name());
        let arguments = self.call.child_by_field_name("arguments").map(named_children).unwrap_or_default();
        let pairs = kernel.parameters().iter().zip(arguments);
        let is_unlike = |(parameter, node): &(&KernelParameter, Node<'t>)| {
            let taken = types::resolved(parameter.type_name().trim_end_matches('&'), &inside);
            self.type_of(*node).is_some_and(|given| squeezed(&given) != squeezed(&taken))
        };
        pairs.filter(is_unlike).count()
    }

    /// The type of an argument, without `const`; `None` where the text does not say it.
    pub(super) fn type_of(&self, node: Node<'t>) -> Option<String> {
        let names = self.names();
        match node.kind() {
            "parenthesized_expression" => self.type_of(*named_children(node).first()?),
            "cast_expression" => Some(types::resolved(self.field(node, "type")?, &names)),
            "call_expression" => {
                let function = self.field(node, "function")?;
                let is_cast = ["static_cast<", "reinterpret_cast<", "const_cast<"]
                    .iter()
                    .find_map(|cast| function.strip_prefix(cast));
                Some(types::resolved(is_cast?.strip_suffix('>')?, &names))
            }
            "subscript_expression" => {
                self.type_of(node.child_by_field_name("argument")?)?.strip_suffix('*').map(str::to_owned)
            }
            "pointer_expression" => {
                let inner = self.type_of(node.child_by_field_name("argument")?)?;
                match self.text.text_of(node).starts_with('&') {
                    true => Some(inner + "*"),
                    false => inner.strip_suffix('*').map(str::to_owned),
                }
            }
            "number_literal" => type_of_number(self.text.text_of(node)).map(str::to_owned),
            // `a + 4` is a pointer as `a` is.
            "binary_expression" => self.type_of(node.child_by_field_name("left")?).filter(|left| left.ends_with('*')),
            "identifier" => {
                let (Meaning::Variable(declared) | Meaning::KernelParameter(declared)) =
                    names.declaration(self.text.text_of(node))?
                else {
                    return None;
                };
                let own = types::resolved(declared.type_name(&self.text.readable), &names);
                let stars = declared.pointers() + usize::from(!declared.extents().is_empty());
                (own != "auto").then(|| own + &"*".repeat(stars))
            }
            _ => None,
        }
    }

    /// Returns true for a struct that is set to zeros and not changed: `Pair p{}`, `Pair{}`, `Pair p = {0}`.
    fn is_zero(&self, node: Node<'t>) -> bool {
        let is_empty = |list: Node<'_>| {
            named_children(list).iter().all(|child| matches!(self.text.text_of(*child), "0" | "{}" | "nullptr"))
        };
        match node.kind() {
            "compound_literal_expression" => node.child_by_field_name("value").is_some_and(is_empty),
            "identifier" => {
                let name = self.text.text_of(node);
                let Some(Meaning::Variable(declared)) = self.names().declaration(name) else { return false };
                let list = declared.initializer().filter(|value| value.kind() == "initializer_list");
                list.is_some_and(is_empty) && !self.is_touched(&declared, name)
            }
            _ => false,
        }
    }

    /// Returns true if a struct, or a member of it, is assigned to or lent out.
    fn is_touched(&self, declared: &DeclaredName<'t>, name: &str) -> bool {
        let Some(scope) = self.text.ancestors(declared.declaration).next() else { return true };
        descendants(scope).any(|node| {
            let place = match node.kind() {
                "assignment_expression" => node.child_by_field_name("left"),
                "pointer_expression" | "update_expression" => node.child_by_field_name("argument"),
                _ => None,
            };
            place.is_some_and(|place| {
                descendants(place).any(|inner| inner.kind() == "identifier" && self.text.text_of(inner) == name)
            })
        })
    }
}

/// The type of a number as it is written.
fn type_of_number(text: &str) -> Option<&'static str> {
    match literal(text)? {
        Constant::Float(_) if text.ends_with(['f', 'F']) => Some("float"),
        Constant::Float(_) => Some("double"),
        Constant::Integer(value) if text.bytes().all(|digit| digit.is_ascii_digit()) => {
            i32::try_from(value).ok().map(|_| "int")
        }
        Constant::Integer(_) => None,
    }
}

fn squeezed(text: &str) -> String {
    text.split_whitespace().collect()
}
