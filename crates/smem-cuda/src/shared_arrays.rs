//! Arrays in shared memory, as the text declares them.

use crate::constants::ScopedNames;
use crate::cuda_text::CudaText;
use crate::declarations::DeclaredName;
use crate::grammar::{descendants, named_children};
use crate::types;

/// An array or a variable in shared memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeclaredArray {
    /// Elements along each dimension, the outermost first: none for a variable that is not an array, `None` where the text does not fix
    /// an extent, as in `s[]`.
    pub extents: Vec<Option<u32>>,
    /// Bytes of an element; `None` where the text does not fix its type.
    pub element_bytes: Option<u32>,
}

impl CudaText {
    /// Returns the array that `__shared__` declares by this name; `None` without one, and where kernels declare different ones.
    ///
    /// ```
    /// use smem_cuda::{CudaText, DeclaredArray};
    ///
    /// let text = CudaText::parse("#define N 16\n__global__ void k() { __shared__ float tile[N][N * 2], u; }");
    /// let expected = SharedArray { extents: vec![Some(16), Some(32)], element_bytes: Some(4) };
    /// assert_eq!(text.shared_array("tile"), Some(expected));
    /// assert_eq!(text.shared_array("v"), None);
    /// ```
    pub fn shared_array(&self, name: &str) -> Option<DeclaredArray> {
        let is_shared = |node: &tree_sitter::Node<'_>| {
            node.kind() == "declaration" && named_children(*node).iter().any(|part| self.text_of(*part) == "__shared__")
        };
        let declared = descendants(self.root()).filter(is_shared).flat_map(DeclaredName::all);
        let mut arrays: Vec<DeclaredArray> = declared
            .filter(|declared| declared.name(&self.readable) == Some(name))
            .map(|declared| self.array_of(&declared))
            .collect();
        arrays.dedup();
        <[DeclaredArray; 1]>::try_from(arrays).ok().map(|[only]| only)
    }

    fn array_of(&self, declared: &DeclaredName<'_>) -> DeclaredArray {
        let names = ScopedNames::at(self, declared.at());
        let extents = declared.extents().into_iter();
        let extents = extents.map(|extent| u32::try_from(names.value_at(extent?)?.integer()?).ok()).collect();
        let element = types::layout(declared.type_name(&self.readable), &names).filter(|_| declared.pointers() == 0);
        DeclaredArray { extents, element_bytes: element.and_then(|layout| u32::try_from(layout.bytes).ok()) }
    }
}
