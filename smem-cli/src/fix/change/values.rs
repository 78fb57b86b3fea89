//! Values of expressions of the source in one instance of a template and one launch.

use smem_cuda::CudaText;

use crate::fix::arrays::SharedArray;

/// The values of expressions in an instance of the function that declares an array.
#[derive(Debug, Clone)]
pub(crate) struct InstanceValues<'a> {
    text: &'a CudaText,
    /// Names and their values: `N` and `16`, `blockDim.x` and `32`.
    bound: Vec<(String, String)>,
    /// The end of the block that declares the array.
    at: usize,
}

impl<'a> InstanceValues<'a> {
    /// Takes the arguments of the template that the array's function is, and the threads of a block.
    pub(crate) fn of(text: &'a CudaText, array: &SharedArray, block: [u32; 3]) -> InstanceValues<'a> {
        let parameters = array.declaration.iter().flat_map(|declared| declared.parameters.iter().cloned());
        let mut bound: Vec<(String, String)> = parameters.zip(array.arguments.iter().cloned()).collect();
        let axes = ["x", "y", "z"].iter().zip(block);
        bound.extend(axes.map(|(axis, threads)| (format!("blockDim.{axis}"), threads.to_string())));
        let end = array.declaration.as_ref().map_or(text.source().len(), |declared| declared.scope.end);
        InstanceValues { text, bound, at: end.saturating_sub(1) }
    }

    /// Returns the value of an integer expression, where it is fixed.
    pub(crate) fn value(&self, expression: &str) -> Option<i64> {
        self.text.integer_with(expression, self.at, &self.bound)
    }
}
