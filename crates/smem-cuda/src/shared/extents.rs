//! Arrays in shared memory, as the text declares them.

use crate::constants::ScopedNames;
use crate::cuda_text::CudaText;
use crate::declarations::DeclaredName;
use crate::types::{self, TypeNames};

/// An array or a variable in shared memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeclaredArray {
    /// Elements along each dimension, the outermost first: none for a variable that is not an array, `None` where the text does not fix
    /// an extent, as in `s[]`.
    pub extents: Vec<Option<u32>>,
    /// Bytes of an element; `None` where the text does not fix its type.
    pub element_bytes: Option<u32>,
}

impl DeclaredArray {
    /// Returns its bytes; `None` where the text does not fix them.
    pub fn bytes(&self) -> Option<u32> {
        let elements = self.extents.iter().try_fold(1, |count: u32, extent| count.checked_mul((*extent)?))?;
        elements.checked_mul(self.element_bytes?)
    }
}

impl CudaText {
    /// Returns the arrays that `__shared__` declares by this name, each kind once: kernels may declare different ones.
    ///
    /// ```
    /// use smem_cuda::{CudaText, DeclaredArray};
    ///
    /// let text = CudaText::parse("#define N 16\n__global__ void k() { __shared__ float tile[N][N * 2], u; }");
    /// let expected = DeclaredArray { extents: vec![Some(16), Some(32)], element_bytes: Some(4) };
    /// assert_eq!(expected.bytes(), Some(2048));
    /// assert_eq!(text.shared_arrays("tile"), [expected]);
    /// assert_eq!(text.shared_arrays("v"), []);
    /// ```
    pub fn shared_arrays(&self, name: &str) -> Vec<DeclaredArray> {
        let nodes = self.nodes_from(0).filter(|node| node.kind() == "declaration" && self.is_shared(*node));
        let declared = nodes.flat_map(DeclaredName::all);
        let mut arrays: Vec<DeclaredArray> = Vec::new();
        for declared in declared.filter(|declared| declared.name(&self.readable) == Some(name)) {
            let array = self.array_of(&declared);
            if !arrays.contains(&array) {
                arrays.push(array);
            }
        }
        arrays
    }

    fn array_of(&self, declared: &DeclaredName<'_>) -> DeclaredArray {
        let names = ScopedNames::at(self, declared.at());
        let extents = declared.extents().into_iter();
        let extents = extents.map(|extent| u32::try_from(names.value_at(extent?)?.integer()?).ok()).collect();
        let element = types::layout(declared.type_name(&self.readable), &names).filter(|_| declared.pointers() == 0);
        DeclaredArray { extents, element_bytes: element.and_then(|layout| u32::try_from(layout.bytes).ok()) }
    }
}
