//! Pointers into shared memory that device code declares: `float* left = all;`. Through such a name dynamic shared memory is accessed, and
//! arrays of bytes.

use std::iter;
use std::ops::Range;

use tree_sitter::Node;

use super::declaration::{SharedDeclaration, SharedKind};
use super::functions::template_of;
use crate::cuda_text::CudaText;
use crate::declarations::DeclaredName;
use crate::grammar::{descendants, named_children, unparenthesized};

impl CudaText {
    /// Returns the pointers that functions for the device declare with a value, in order: each in a statement of its own.
    ///
    /// ```
    /// let text = smem_cuda::CudaText::parse("__global__ void k() { auto a = (float*)raw; float (*b)[32] = (float (*)[32])raw; int i = 3; }");
    /// let found = text.device_pointers();
    /// assert_eq!((&found[0].name[..], &found[0].element[..]), ("a", "float"));
    /// assert_eq!((&found[1].name[..], &found[1].dims[..], found.len()), ("b", &["32".to_owned()][..], 2));
    /// ```
    pub fn device_pointers(&self) -> Vec<SharedDeclaration> {
        let in_block = |node: &Node<'_>| {
            self.parent(*node).is_some_and(|parent| matches!(parent.kind(), "compound_statement" | "case_statement"))
        };
        let statements = self.file_nodes().filter(in_block);
        let pointers = statements.filter_map(|node| match node.kind() {
            "declaration" => self.declared_pointer(node),
            "expression_statement" => self.pointer_to_rows(node),
            _ => None,
        });
        pointers.filter(|pointer| pointer.function.is_some()).collect()
    }

    /// `float* p = value;`, `auto p = value;`
    fn declared_pointer(&self, statement: Node<'_>) -> Option<SharedDeclaration> {
        let [declared] = DeclaredName::all(statement)[..] else { return None };
        let value = declared.initializer()?;
        let is_auto = declared.type_name(&self.readable) == "auto";
        let is_pointer = declared.pointers() == 1 || declared.pointers() == 0 && is_auto;
        if !is_pointer || declared.is_reference() || self.is_shared(statement) {
            return None;
        }
        let mut pointer = self.declaration_of(&declared, SharedKind::Pointer(self.place_of(value)))?;
        if is_auto {
            // The pointee of an `auto` pointer without a cast is unknown.
            pointer.element = cast(value).map(|(to, _)| self.pointee(to)).unwrap_or_default();
        }
        Some(pointer)
    }

    /// `float (*rows)[32] = value;`, which the grammar takes for an assignment to `float(*rows)[32]`.
    fn pointer_to_rows(&self, statement: Node<'_>) -> Option<SharedDeclaration> {
        let [assignment] = named_children(statement)[..] else { return None };
        let value = assignment.child_by_field_name("right").filter(|_| assignment.kind() == "assignment_expression")?;
        let left = assignment.child_by_field_name("left")?;
        let (mut node, mut extents) = (left, Vec::new());
        while node.kind() == "subscript_expression" {
            extents.extend(named_children(node.child_by_field_name("indices")?));
            node = node.child_by_field_name("argument")?;
        }
        let element = node.child_by_field_name("function").filter(|_| node.kind() == "call_expression")?;
        let [argument] = named_children(node.child_by_field_name("arguments")?)[..] else { return None };
        let name = argument.child_by_field_name("argument").filter(|_| self.text_of(argument).starts_with('*'))?;
        if extents.is_empty() || name.kind() != "identifier" || cast(value).is_none() {
            return None;
        }
        extents.reverse();
        let function = self.ancestors(statement).filter(|around| around.kind() == "function_definition").last()?;
        let device = self.device_function(function)?;
        let block = self.ancestors(statement).find(|around| around.kind() == "compound_statement")?;
        let place = self.place_of(statement);
        Some(SharedDeclaration {
            name: self.text_of(name).to_owned(),
            element: self.text_of(element).to_owned(),
            dims: extents.iter().map(|extent| self.text_of(*extent).to_owned()).collect(),
            dim_places: extents.iter().map(|extent| self.place_of(*extent)).collect(),
            dims_of_type: 0,
            kind: SharedKind::Pointer(self.place_of(value)),
            is_volatile: false,
            alignment: String::new(),
            function: Some(device.name),
            class: None,
            template: template_of(function, self).map(|template| self.place_of(template)),
            parameters: device.parameters,
            line: self.line_at(place.start),
            declarator: self.place_of(left),
            siblings: iter::once(self.place_of(assignment)).collect(),
            outer: device.head.start,
            scope: place.end..self.place_of(block).end,
            statement: place,
        })
    }

    /// The type of what a type of pointers points to, without qualifiers.
    pub(super) fn pointee(&self, descriptor: Node<'_>) -> String {
        let written = descriptor.child_by_field_name("type").map_or("", |node| self.text_of(node));
        let words = written.split_whitespace().filter(|word| !matches!(*word, "const" | "volatile" | "typename"));
        words.collect::<Vec<_>>().join(" ")
    }

    /// Returns the one pointer through which an array is accessed: its value is the start of the array, and nothing else names the array.
    ///
    /// ```
    /// let text = smem_cuda::CudaText::parse("__global__ void k() { __shared__ char raw[64]; float* p = (float*)&raw[0]; p[0] = 1; }");
    /// let (arrays, pointers) = (text.shared_declarations(), text.device_pointers());
    /// assert_eq!(text.only_access(&arrays[0], &pointers).unwrap().name, "p");
    /// ```
    pub fn only_access<'a>(
        &self,
        array: &SharedDeclaration,
        pointers: &'a [SharedDeclaration],
    ) -> Option<&'a SharedDeclaration> {
        let [only] = &self.shared_uses(array, 1)[..] else { return None };
        if self.is_in_macro(&array.name) {
            return None;
        }
        let is_it =
            |pointer: &&SharedDeclaration| pointer.statement.contains(&only.range.start) && !pointer.element.is_empty();
        let pointer = pointers.iter().find(is_it)?;
        let SharedKind::Pointer(value) = &pointer.kind else { return None };
        let start = self.without_casts(self.node_at(value)?);
        (self.text_of(start) == array.name).then_some(pointer)
    }

    /// Returns the one pointer of a function whose value is made by the class that an array is declared in, such as the samples'
    /// `T* data = SharedMemory<T>();`.
    pub fn through_class<'a>(
        &self,
        array: &SharedDeclaration,
        function: &str,
        pointers: &'a [SharedDeclaration],
    ) -> Option<&'a SharedDeclaration> {
        let class = array.class.as_deref()?;
        let makes = |pointer: &&SharedDeclaration| {
            let SharedKind::Pointer(value) = &pointer.kind else { return false };
            pointer.function.as_deref() == Some(function) && self.has_word(value.clone(), class)
        };
        let mut all = pointers.iter().filter(makes);
        all.next().filter(|_| all.next().is_none())
    }

    /// The outermost node at a place of the file.
    pub(super) fn node_at<'t>(&'t self, place: &Range<usize>) -> Option<Node<'t>> {
        let node = self.root().descendant_for_byte_range(self.start + place.start, self.start + place.end)?;
        let same = |node: &Node<'t>| self.parent(*node).filter(|parent| parent.byte_range() == node.byte_range());
        iter::successors(Some(node), same).last()
    }

    /// The pointer or the array in casts, parentheses and `&array[0]`.
    fn without_casts<'t>(&self, node: Node<'t>) -> Node<'t> {
        let inner = |node: &Node<'t>| match node.kind() {
            "parenthesized_expression" => Some(unparenthesized(*node)),
            "pointer_expression" if self.text_of(*node).starts_with('&') => {
                let subscript = unparenthesized(node.child_by_field_name("argument")?);
                let is_first = |index: Node<'_>| self.text_of(index).trim_matches(['[', ']', ' ']) == "0";
                let index = subscript.child_by_field_name("indices").filter(|index| is_first(*index));
                index.and(subscript.child_by_field_name("argument"))
            }
            _ => cast(*node).map(|(_, value)| value),
        };
        iter::successors(Some(node), inner).last().unwrap_or(node)
    }
}

/// The type and the value of `(float*)value` and `reinterpret_cast<float*>(value)`.
pub(super) fn cast(node: Node<'_>) -> Option<(Node<'_>, Node<'_>)> {
    if node.kind() == "cast_expression" {
        return Some((node.child_by_field_name("type")?, node.child_by_field_name("value")?));
    }
    let function = node.child_by_field_name("function").filter(|_| node.kind() == "call_expression")?;
    let types = function.child_by_field_name("arguments").filter(|_| function.kind() == "template_function")?;
    let [to] = named_children(types)[..] else { return None };
    let [value] = named_children(node.child_by_field_name("arguments")?)[..] else { return None };
    let is_pointer = descendants(to).any(|node| node.kind() == "abstract_pointer_declarator");
    is_pointer.then_some((to, value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointers_have_their_elements_and_their_values() {
        let source = "__global__ void k(float* in) {
            float* a = smem; const half *b = (half*)&raw[0]; auto c = reinterpret_cast<double*>(raw + 8);
            float (*rows)[32] = reinterpret_cast<float (*)[32]>(raw); volatile int* v = smem;
            int i = 3, *q = 0; a[i] = 4; *a = 2; a[i] += 1; i *= 2; if (i == 3) return; float x = a[1]; unsigned long* const u = all;
            for (float* f = smem; f < a; ++f) { }
        }";
        let found = CudaText::parse(source).device_pointers();
        let shown: Vec<(&str, &str, String)> =
            found.iter().map(|found| (&found.name[..], &found.element[..], found.dims.join("|"))).collect();
        let none = String::new;
        assert_eq!(
            shown,
            [
                ("a", "float", none()),
                ("b", "half", none()),
                ("c", "double", none()),
                ("rows", "float", "32".to_owned()),
                ("v", "int", none()),
                ("u", "unsigned long", none()),
            ]
        );
        assert!(found[4].is_volatile);
        let SharedKind::Pointer(value) = &found[2].kind else { panic!() };
        assert_eq!(&source[value.clone()], "reinterpret_cast<double*>(raw + 8)");
        assert_eq!(&source[found[0].statement.clone()], "float* a = smem;");
        assert_eq!(&source[found[3].statement.clone()], "float (*rows)[32] = reinterpret_cast<float (*)[32]>(raw);");
    }

    #[test]
    fn a_struct_that_converts_to_a_pointer_is_followed() {
        let text = CudaText::parse("template <class T> struct Memory { __device__ operator T*() { extern __shared__ int m[]; return (T*)m; } };
            template <> struct Memory<double> { __device__ operator double*() { extern __shared__ double d[]; return d; } };
            template <class T> __global__ void k(T* in) { T* data = Memory<T>(); data[0] = in[0]; }");
        let pointers = text.device_pointers();
        let arrays = text.shared_declarations();
        assert_eq!(arrays.len(), 2);
        for array in arrays {
            let found = text.through_class(&array, "k", &pointers).unwrap();
            assert_eq!((&found.name[..], &found.element[..]), ("data", "T"));
            assert_eq!(text.through_class(&array, "other", &pointers), None);
        }
    }

    #[test]
    fn one_pointer_to_the_start_is_the_access() {
        let is_only = |body: &str| {
            let text = CudaText::parse(&format!("__global__ void k() {{ {body} }}"));
            let array = &text.shared_declarations()[0];
            text.only_access(array, &text.device_pointers()).is_some()
        };
        for (value, expected) in [
            ("raw", true),
            ("&raw[0]", true),
            ("(float*)raw", true),
            ("reinterpret_cast<float*>(raw)", true),
            ("reinterpret_cast<float*>(&raw[0])", true),
            ("(float*)(raw + 4)", false),
            ("(float*)&raw[4]", false),
            ("f(raw)", false),
        ] {
            let body = format!("__shared__ char raw[64]; float* p = {value}; p[0] = 1;");
            assert_eq!(is_only(&body), expected, "{value}");
        }
        assert!(!is_only("__shared__ float tile[4][4]; auto t = tile; t[1][2] = 1;"));
        assert!(!is_only("__shared__ char raw[64]; char* p = raw; raw[1] = 2;"));
        assert!(!is_only("__shared__ char raw[64];\n#define R raw[2]\nchar* p = raw; R = 2;"));
    }
}
