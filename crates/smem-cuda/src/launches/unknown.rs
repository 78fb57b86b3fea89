//! The variables of the host that a launch waits for: those whose values make it constant.

use tree_sitter::Node;

use super::site::LaunchSite;
use crate::declarations::{DeclaredName, Meaning};
use crate::grammar::{descendants, named_children};
use crate::types::TypeNames;

/// Variables may be set to one another, in a circle.
const MOST_NESTED: u32 = 16;

impl<'t> LaunchSite<'t> {
    /// Returns the variables of the host whose values are missing to make the launch constant, each once, as far as the text says which.
    ///
    /// ```
    /// use smem_cuda::CudaText;
    ///
    /// let text = CudaText::parse(
    ///     "__global__ void k(float* a, int n) {}
    ///     int main(int argc, char** argv) {
    ///         int n = atoi(argv[1]), blocks = (n + 255) / 256;
    ///         float* a;
    ///         cudaMalloc(&a, n * sizeof(float));
    ///         k<<<blocks, 256>>>(a, n);
    ///     }",
    /// );
    /// assert_eq!(text.launches()[0].unknown_variables(), ["n"]);
    /// ```
    pub fn unknown_variables(&self) -> Vec<String> {
        let mut found = Vec::new();
        for node in self.configuration() {
            self.search(node, self.call.start_byte(), 0, &mut found);
        }
        for node in self.call.child_by_field_name("arguments").map(named_children).unwrap_or_default() {
            self.search(node, self.call.start_byte(), 0, &mut found);
        }
        found
    }

    /// Adds the unknown variables of an expression that is evaluated at a byte of the text; returns true if there are any.
    fn search(&self, expression: Node<'t>, at: usize, depth: u32, found: &mut Vec<String>) -> bool {
        let nodes = std::iter::once(expression).chain(descendants(expression));
        let names = nodes.filter(|node| node.kind() == "identifier" && !is_called_or_owner(*node));
        names.filter(|node| self.search_name(self.text.text_of(*node), at, depth, found)).count() > 0
    }

    fn search_name(&self, name: &str, at: usize, depth: u32, found: &mut Vec<String>) -> bool {
        if found.iter().any(|known| known == name) {
            return true;
        }
        let names = self.names_at(at);
        if depth > MOST_NESTED || names.value_of_text(name).is_some() {
            return false;
        }
        let inside = match names.declaration(name) {
            Some(Meaning::Variable(declared) | Meaning::KernelParameter(declared)) if declared.pointers() > 0 => {
                return self.search_all(self.allocations(name), depth, found);
            }
            Some(Meaning::Variable(declared)) => {
                let parts = declared.initializer().into_iter().chain(declared.seeming_parameters().unwrap_or_default());
                let parts = parts.map(|part| (part, declared.at())).collect();
                self.search_all(parts, depth, found).then_some(()).or_else(|| self.add(name, &declared, found))
            }
            Some(Meaning::KernelParameter(declared)) => self.add(name, &declared, found),
            _ => None,
        };
        inside.is_some()
    }

    fn search_all(&self, expressions: Vec<(Node<'t>, usize)>, depth: u32, found: &mut Vec<String>) -> bool {
        expressions.into_iter().filter(|(node, at)| self.search(*node, *at, depth + 1, found)).count() > 0
    }

    /// Adds a variable that only its user can know.
    fn add(&self, name: &str, declared: &DeclaredName<'t>, found: &mut Vec<String>) -> Option<()> {
        self.is_number(declared).then(|| found.push(name.to_owned()))
    }

    /// Returns true for what a number can be given to.
    fn is_number(&self, declared: &DeclaredName<'t>) -> bool {
        let names = self.names_at(declared.at());
        let own = crate::types::resolved(declared.type_name(&self.text.readable), &names);
        let is_scalar = crate::types::Scalar::of_cuda(&own).is_some() || matches!(own.as_str(), "size_t" | "auto");
        is_scalar && declared.pointers() == 0 && declared.extents().is_empty()
    }
}

/// Returns true for the name of a function that is called, and for that of an object whose member is meant.
fn is_called_or_owner(node: Node<'_>) -> bool {
    let Some(parent) = node.parent() else { return false };
    let is_field = |name: &str| parent.child_by_field_name(name) == Some(node);
    (parent.kind() == "call_expression" && is_field("function"))
        || (parent.kind() == "field_expression" && is_field("argument"))
}
