//! The variables of the host that a launch waits for: those whose values make it constant.

use std::collections::BTreeMap;

use tree_sitter::Node;

use super::site::LaunchSite;
use crate::cuda_text::CudaText;
use crate::declarations::{DeclaredName, Meaning};
use crate::grammar::{descendants, named_children};
use crate::types::TypeNames;

/// Variables that are set from one another, each on the stack while the next is searched.
const MOST_NESTED: usize = 64;

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
        let mut search = UnknownSearch { site: self, seen: BTreeMap::new(), nested: 0, found: Vec::new() };
        let arguments = self.call.child_by_field_name("arguments").map(named_children).unwrap_or_default();
        for node in self.configuration().into_iter().chain(arguments) {
            search.expression(node, self.call.start_byte());
        }
        search.found
    }

    /// Returns true for what a number can be given to.
    fn is_number(&self, declared: &DeclaredName<'t>) -> bool {
        let names = self.names_at(declared.at());
        let own = crate::types::resolved(declared.type_name(&self.text.readable), &names);
        let is_scalar = crate::types::Scalar::of_cuda(&own).is_some() || matches!(own.as_str(), "size_t" | "auto");
        is_scalar && declared.pointers() == 0 && declared.extents().is_empty()
    }
}

/// A search for the unknown variables of a launch. Its functions return true where there are any.
struct UnknownSearch<'s, 't> {
    site: &'s LaunchSite<'t>,
    /// Whether a variable, by its name and the byte of its declaration, waits for unknown ones; false while that is searched, since variables may be
    /// set from one another in a circle.
    seen: BTreeMap<(String, usize), bool>,
    nested: usize,
    found: Vec<String>,
}

impl<'t> UnknownSearch<'_, 't> {
    /// Adds the unknown variables of an expression that is evaluated at a byte of the text.
    fn expression(&mut self, expression: Node<'t>, at: usize) -> bool {
        // `dim3 block(n)` may be read as a function, and `n` as a type.
        let is_name = |node: &Node<'t>| matches!(node.kind(), "identifier" | "type_identifier");
        let names = descendants(expression).filter(|node| is_name(node) && !is_called(*node, self.site.text));
        names.fold(false, |is_any, node| self.name(self.site.text.text_of(node), at) | is_any)
    }

    fn name(&mut self, name: &str, at: usize) -> bool {
        let names = self.site.names_at(at);
        if names.value_of_text(name).is_some() {
            return false;
        }
        let Some(meaning @ (Meaning::Variable(declared) | Meaning::KernelParameter(declared))) =
            names.declaration(name)
        else {
            return false;
        };
        let key = (name.to_owned(), declared.at());
        if let Some(waits) = self.seen.get(&key) {
            return *waits;
        }
        if self.nested == MOST_NESTED {
            return false;
        }
        self.seen.insert(key.clone(), false);
        self.nested += 1;
        let waits =
            self.parts(name, &meaning).into_iter().fold(false, |is_any, (part, at)| self.expression(part, at) | is_any);
        self.nested -= 1;
        // Otherwise only the user of the program can know it.
        let is_own = !waits && self.site.is_number(&declared);
        if is_own && !self.found.iter().any(|known| known == name) {
            self.found.push(name.to_owned());
        }
        self.seen.insert(key, waits || is_own);
        waits || is_own
    }

    /// The expressions that a variable is made of, each with the byte of the text where it is evaluated.
    fn parts(&self, name: &str, meaning: &Meaning<'t>) -> Vec<(Node<'t>, usize)> {
        match meaning {
            Meaning::Variable(pointer) | Meaning::KernelParameter(pointer) if pointer.pointers() > 0 => {
                self.site.allocations(name)
            }
            Meaning::Variable(declared) => {
                let parts = declared.initializer().into_iter().chain(declared.seeming_parameters().unwrap_or_default());
                parts.map(|part| (part, declared.at())).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// Returns true for the name of a function that is called.
fn is_called(node: Node<'_>, text: &CudaText) -> bool {
    let call = text.parent(node).filter(|parent| parent.kind() == "call_expression");
    call.is_some_and(|call| call.child_by_field_name("function") == Some(node))
}
