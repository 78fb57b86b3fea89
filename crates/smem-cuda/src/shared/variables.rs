//! The variables that a file declares `__shared__`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use tree_sitter::Node;

use super::declaration::{SharedDeclaration, SharedKind};
use crate::cuda_text::CudaText;
use crate::grammar::{in_field, named_children};
use crate::kernels::CudaKernel;
use crate::text::is_shared_word;

/// The variables in shared memory of a file.
struct KeptDeclarations {
    all: Vec<SharedDeclaration>,
    by_function: BTreeMap<Option<String>, Vec<usize>>,
    has_dynamic_outside_kernels: bool,
}

impl CudaText {
    /// Returns the variables in shared memory that the file declares, in order. Those in macros and in inactive arms of `#if` are not among
    /// them.
    ///
    /// ```
    /// let text = smem_cuda::CudaText::parse(
    ///     "typedef float Row[32]; // __shared__ int gone;
    ///     __global__ void k() { __shared__ Row tile[8]; extern __shared__ float all[]; }",
    /// );
    /// let found = text.shared_declarations();
    /// assert_eq!((&found[0].name[..], &found[0].element[..], &found[0].dims[..]), ("tile", "float", &["8".into(), "32".into()][..]));
    /// assert!(found[1].is_dynamic() && found[1].function.as_deref() == Some("k"));
    /// ```
    pub fn shared_declarations(&self) -> Vec<SharedDeclaration> {
        self.kept_declarations().all.clone()
    }

    /// Returns those of a function of device code, in order; of `None` those outside of functions.
    ///
    /// ```
    /// let text = smem_cuda::CudaText::parse("__shared__ int a[2]; __global__ void k() { __shared__ int b[3]; }");
    /// let names = |function| text.shared_declarations_in(function).into_iter().map(|own| own.name).collect::<Vec<_>>();
    /// assert_eq!((names(Some("k")), names(None), names(Some("l"))), (vec!["b".to_owned()], vec!["a".to_owned()], vec![]));
    /// ```
    pub fn shared_declarations_in(&self, function: Option<&str>) -> Vec<SharedDeclaration> {
        let kept = self.kept_declarations();
        let own = kept.by_function.get(&function.map(str::to_owned)).into_iter().flatten();
        own.filter_map(|at| kept.all.get(*at)).cloned().collect()
    }

    /// Returns true if a function that is not a kernel declares dynamic shared memory, or the file does outside of functions.
    ///
    /// ```
    /// let text = |code| smem_cuda::CudaText::parse(code).has_dynamic_outside_kernels();
    /// assert!(text("__device__ void f() { extern __shared__ int a[]; }"));
    /// assert!(!text("__global__ void k() { extern __shared__ int a[]; }"));
    /// ```
    pub fn has_dynamic_outside_kernels(&self) -> bool {
        self.kept_declarations().has_dynamic_outside_kernels
    }

    fn kept_declarations(&self) -> Arc<KeptDeclarations> {
        self.searches.once(|| {
            let all = self.searched_declarations();
            let mut by_function: BTreeMap<Option<String>, Vec<usize>> = BTreeMap::new();
            for (at, own) in all.iter().enumerate() {
                by_function.entry(own.function.clone()).or_default().push(at);
            }
            let kernels = self.all_kernels();
            let kernels: BTreeSet<&str> = kernels.iter().map(CudaKernel::name).collect();
            let is_outside =
                |own: &SharedDeclaration| !own.function.as_deref().is_some_and(|name| kernels.contains(name));
            let has_dynamic_outside_kernels = all.iter().any(|own| own.is_dynamic() && is_outside(own));
            KeptDeclarations { all, by_function, has_dynamic_outside_kernels }
        })
    }

    fn searched_declarations(&self) -> Vec<SharedDeclaration> {
        let statements = self.file_nodes().filter(|node| node.kind() == "declaration" && self.is_shared(*node));
        let mut found: Vec<SharedDeclaration> =
            statements.flat_map(|statement| self.declared_arrays(statement, &self.kind_of(statement))).collect();
        for declaration in &mut found {
            let named = self.array_type(&declaration.element).filter(|named| !named.dims.is_empty());
            if let Some(named) = named {
                (declaration.element, declaration.dims_of_type) = (named.element, named.dims.len());
                declaration.dims.extend(named.dims);
            }
        }
        found
    }

    pub(super) fn is_shared(&self, declaration: Node<'_>) -> bool {
        let is_word = |part: &Node<'_>| self.text_of(*part) == "__shared__";
        named_children(declaration).iter().any(is_word) || self.is_shared_by_macro(declaration)
    }

    /// Returns true for `SMEM float tile[4];` with `#define SMEM __shared__`.
    fn is_shared_by_macro(&self, declaration: Node<'_>) -> bool {
        let place = self.place_of(declaration);
        let first = in_field(declaration, "declarator").first().map_or(place.end, |first| self.place_of(*first).start);
        let head = self.with_attributes(place.start)..first;
        let here = self.attributes.iter().filter(|attribute| head.contains(&attribute.start));
        here.into_iter().any(|attribute| is_shared_word(&self.source[attribute.clone()], &self.macros))
    }

    fn kind_of(&self, declaration: Node<'_>) -> SharedKind {
        let is_extern = named_children(declaration).iter().any(|part| self.text_of(*part) == "extern");
        if is_extern { SharedKind::Dynamic } else { SharedKind::Array }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<String> {
        let show = |declared: &SharedDeclaration| {
            let SharedDeclaration { name, element, dims, function, line, .. } = declared;
            let place = function.as_deref().unwrap_or("-");
            format!(
                "{line} {place} {}{element} {name} {}",
                if declared.is_dynamic() { "extern " } else { "" },
                dims.join("|")
            )
        };
        CudaText::parse(text).shared_declarations().iter().map(show).collect()
    }

    #[test]
    fn declarations_are_read_as_they_are_written() {
        let text = "#define N 8
            // __shared__ float not_this[3];
            __shared__ double whole[4][5];
            template <int PAD> __global__ void __launch_bounds__(N * (2)) transpose(float* to) {
                __shared__ float tile[N][N /* more */ + PAD]; const char* s = \"__shared__ int no[1];\";
                __shared__ __align__(16) half As[2][N * 4], Bs[sizeof(float) * N];
                extern __shared__ unsigned char all[];
                volatile __shared__ int sum;
                alignas(128) __shared__ cuda::std::array<int, 4> a[3];
            }
            #define TILE __shared__ float macro[3]
            __device__ int helper(int i) { static __shared__ unsigned long long inner [64]; return inner[i]; }
            #if 0
            __shared__ int gone[2];
            #endif
            #define SMEM __shared__
            SMEM int by_macro[3]; extern SMEM int dynamic[];
            __shared__ int last[2]; const char* r = R\"(__shared__ int raw[2];)\";";
        assert_eq!(
            shown(text),
            [
                "3 - double whole 4|5",
                "5 transpose float tile N|N            + PAD",
                "6 transpose half As 2|N * 4",
                "6 transpose half Bs sizeof(float) * N",
                "7 transpose extern unsigned char all ",
                "8 transpose int sum ",
                "9 transpose cuda::std::array<int, 4> a 3",
                "12 helper unsigned long long inner 64",
                "17 - int by_macro 3",
                "17 - extern int dynamic ",
                "18 - int last 2",
            ]
        );
        let found = CudaText::parse(text).shared_declarations();
        let tile = &found[1];
        assert_eq!(tile.parameters, ["PAD"]);
        assert_eq!(&text[tile.statement.clone()], "__shared__ float tile[N][N /* more */ + PAD];");
        assert_eq!(&text[tile.template.clone().unwrap()], "template <int PAD>");
        assert_eq!(&text[tile.dim_places[1].clone()], "N /* more */ + PAD");
        assert!(text[tile.outer..].starts_with("template <int PAD>"));
        assert_eq!((&found[2].alignment[..], &found[6].alignment[..]), ("__align__(16) ", "alignas(128) "));
    }

    #[test]
    fn the_other_variables_of_a_statement_are_kept_as_they_are_written() {
        let text = "__align__(8) __shared__ volatile float a[4], *p, c[2][3]; __shared__ int *q, d[3];";
        let found = CudaText::parse(text).shared_declarations();
        assert_eq!(found.iter().map(|declared| &declared.name[..]).collect::<Vec<_>>(), ["a", "c", "d"]);
        let siblings: Vec<&str> = found[0].siblings.iter().map(|place| &text[place.clone()]).collect();
        assert_eq!(siblings, ["a[4]", "*p", "c[2][3]"]);
        assert_eq!(&text[found[1].declarator.clone()], "c[2][3]");
        assert_eq!((&found[0].alignment[..], found[0].is_volatile), ("__align__(8) ", true));
        assert!(text[found[0].statement.clone()].starts_with("__align__(8)"));
        assert_eq!((&found[2].element[..], &found[2].alignment[..], found[2].is_volatile), ("int", "", false));
    }

    #[test]
    fn a_name_for_a_type_of_arrays_has_their_extents() {
        let text = "typedef float Row[32], Other; typedef Row Tile[4];\n__global__ void k() { __shared__ Tile t[2]; }";
        let found = &CudaText::parse(text).shared_declarations()[0];
        assert_eq!(
            (&found.element[..], &found.dims[..], found.dims_of_type),
            ("float", &["2", "4", "32"].map(String::from)[..], 2)
        );
    }

    #[test]
    fn broken_texts_declare_nothing() {
        for text in [
            "__shared__",
            "__shared__ ;",
            "__shared__ float {",
            "__shared__ float x[",
            "__shared__ [3];",
            "__shared__ 3;",
        ] {
            assert_eq!(shown(text), [""; 0], "{text}");
        }
    }
}
