//! A name that a declaration introduces: its type, its pointers and extents, and what it is set to.

use tree_sitter::Node;

use crate::grammar::{descendants, in_field, named_children};

/// One declarator of a declaration: `t[32][33]` of `__shared__ float t[32][33], u;`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DeclaredName<'t> {
    /// The declaration, a field of a struct or a parameter.
    pub(crate) declaration: Node<'t>,
    /// The whole declarator; `None` for a parameter without a name.
    declarator: Option<Node<'t>>,
}

impl<'t> DeclaredName<'t> {
    /// Returns the names that a declaration introduces.
    pub(crate) fn all(declaration: Node<'t>) -> Vec<DeclaredName<'t>> {
        let declarators = in_field(declaration, "declarator").into_iter();
        declarators.map(|declarator| DeclaredName { declaration, declarator: Some(declarator) }).collect()
    }

    /// Returns the name that a parameter introduces, if it has one.
    pub(crate) fn of_parameter(parameter: Node<'t>) -> DeclaredName<'t> {
        DeclaredName { declaration: parameter, declarator: parameter.child_by_field_name("declarator") }
    }

    /// The name, where there is one.
    pub(crate) fn name<'s>(&self, source: &'s str) -> Option<&'s str> {
        let innermost = self.nested().last()?;
        matches!(innermost.kind(), "identifier" | "field_identifier" | "type_identifier")
            .then(|| &source[innermost.byte_range()])
    }

    /// The text of its type without qualifiers: `float` of `const float* __restrict__ a`.
    pub(crate) fn type_name<'s>(&self, source: &'s str) -> &'s str {
        self.declaration.child_by_field_name("type").map_or("", |node| &source[node.byte_range()])
    }

    /// The declarator with the brackets of an array, without a value: `t[32][33]` of `t[32][33] = {}`.
    pub(crate) fn array_or_name(&self) -> Option<Node<'t>> {
        self.nested().find(|node| node.kind() != "init_declarator")
    }

    /// The number of `*` in front of the name.
    pub(crate) fn pointers(&self) -> usize {
        self.nested().filter(|node| matches!(node.kind(), "pointer_declarator" | "abstract_pointer_declarator")).count()
    }

    pub(crate) fn is_reference(&self) -> bool {
        self.nested().any(|node| matches!(node.kind(), "reference_declarator" | "abstract_reference_declarator"))
    }

    /// The extents of an array, the outermost first; `None` for the one of `s[]`.
    pub(crate) fn extents(&self) -> Vec<Option<Node<'t>>> {
        let arrays = self.nested().filter(|node| node.kind() == "array_declarator");
        let mut extents: Vec<_> = arrays.map(|node| node.child_by_field_name("size")).collect();
        extents.reverse();
        extents
    }

    /// The initial value: the expression after `=`, or the list in braces or parentheses.
    pub(crate) fn initializer(&self) -> Option<Node<'t>> {
        let of_declarator = self.declarator.and_then(|node| node.child_by_field_name("value"));
        of_declarator.or_else(|| self.declaration.child_by_field_name("default_value"))
    }

    /// The arguments in `dim3 grid(n, m)`, which the grammar takes for parameters of a function.
    pub(crate) fn seeming_parameters(&self) -> Option<Vec<Node<'t>>> {
        let function = self.nested().find(|node| node.kind() == "function_declarator")?;
        Some(named_children(function.child_by_field_name("parameters")?))
    }

    /// Returns true for a function, `int* f(int)`; a pointer to one, `int (*f)(int)`, is a variable.
    pub(crate) fn is_function(&self) -> bool {
        let around: Vec<&str> =
            self.nested().map(|node| node.kind()).filter(|kind| *kind != "parenthesized_declarator").collect();
        around.iter().rev().nth(1).is_some_and(|kind| *kind == "function_declarator")
    }

    /// Returns true for a variable that nothing can change: `const` or `constexpr`.
    pub(crate) fn is_constant(&self, source: &str) -> bool {
        let qualifiers = named_children(self.declaration).into_iter().filter(|node| node.kind() == "type_qualifier");
        let mut words = qualifiers.map(|node| &source[node.byte_range()]);
        words.any(|word| matches!(word, "const" | "constexpr")) && (self.pointers() == 0 || self.is_constexpr(source))
    }

    fn is_constexpr(&self, source: &str) -> bool {
        descendants(self.declaration)
            .any(|node| node.kind() == "type_qualifier" && &source[node.byte_range()] == "constexpr")
    }

    /// The byte at which it is declared.
    pub(crate) fn at(&self) -> usize {
        self.declarator.unwrap_or(self.declaration).start_byte()
    }

    /// The declarator and those inside it, down to the name.
    fn nested(&self) -> impl Iterator<Item = Node<'t>> {
        std::iter::successors(self.declarator, |node| inner(*node))
    }
}

/// Returns the declarator inside another one: `t[32]` of `t[32][33]`.
fn inner(node: Node<'_>) -> Option<Node<'_>> {
    if let Some(inside) = node.child_by_field_name("declarator") {
        return Some(inside);
    }
    let kinds = [
        "parenthesized_declarator",
        "reference_declarator",
        "abstract_pointer_declarator",
        "abstract_reference_declarator",
    ];
    if !kinds.contains(&node.kind()) {
        return None;
    }
    named_children(node).into_iter().find(|child| child.kind() != "type_qualifier" && !child.is_error())
}

/// Returns the enumerators of a list.
pub(crate) fn enumerators(list: Node<'_>) -> Vec<Node<'_>> {
    named_children(list).into_iter().filter(|child| child.kind() == "enumerator").collect()
}
