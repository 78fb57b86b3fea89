//! Arrays in structs of which there may be a variable in shared memory: `struct Memory { float a[32][32]; }; __shared__ Memory memory;`.

use tree_sitter::Node;

use super::declaration::{SharedDeclaration, SharedKind};
use crate::cuda_text::CudaText;
use crate::declarations::types_named;
use crate::grammar::named_children;

impl CudaText {
    /// Returns the arrays in a struct that the file defines, in order; none where it does not, or several times.
    ///
    /// ```
    /// let text = smem_cuda::CudaText::parse("struct Memory { float a[32][4]; int n; static const int b[2]; };");
    /// let found = text.array_members("Memory");
    /// assert_eq!((found.len(), &found[0].name[..]), (1, "a"));
    /// assert!(text.array_members("Other").is_empty());
    /// ```
    pub fn array_members(&self, name: &str) -> Vec<SharedDeclaration> {
        let is_it = |node: &Node<'_>| {
            matches!(node.kind(), "struct_specifier" | "class_specifier" | "union_specifier")
                && node.child_by_field_name("name").is_some_and(|own| self.text_of(own) == name)
        };
        let own = types_named(self, name).into_iter().filter(|node| node.start_byte() >= self.start);
        let mut bodies = own.filter(is_it).filter_map(|node| node.child_by_field_name("body"));
        let (Some(body), None) = (bodies.next(), bodies.next()) else { return Vec::new() };
        let fields = named_children(body).into_iter().filter(|field| field.kind() == "field_declaration");
        let own = fields.filter(|field| !named_children(*field).iter().any(|part| self.text_of(*part) == "static"));
        let arrays = own.flat_map(|field| self.declared_arrays(field, &SharedKind::Member));
        arrays.filter(|array| !array.dims.is_empty()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arrays_of_a_struct_are_found() {
        let source = "struct Other { int a[3]; };
            struct __align__(16) Memory : Other {
            public: float a[32][N], b[4]; int count; // float c[3];
            __device__ void clear() { float d[3]; }
            static const int e[2]; alignas(32) half f[2][8];
            };
            __global__ void k(Memory* m) { __shared__ Memory memory; }";
        let text = CudaText::parse(source);
        let shown: Vec<String> = text
            .array_members("Memory")
            .iter()
            .map(|found| {
                format!("{} {}{} {}", found.line, found.alignment, found.element, &source[found.declarator.clone()])
            })
            .collect();
        assert_eq!(shown, ["3 float a[32][N]", "3 float b[4]", "5 alignas(32) half f[2][8]"]);
        assert!(source[text.array_members("Memory")[0].outer..].starts_with("struct __align__(16) Memory"));
        assert_eq!(text.array_members("Nothing"), []);
        for broken in ["struct Memory", "struct Memory {"] {
            assert_eq!(CudaText::parse(broken).array_members("Memory"), []);
        }
    }
}
