//! Values of expressions in one instance of a template and one launch.

use crate::constants::{BoundParameter, ScopedNames};
use crate::cuda_text::CudaText;

use super::declaration::SharedDeclaration;

impl CudaText {
    /// Returns the value of an integer expression at a byte of the file, where names such as `N` or `blockDim.x` have values.
    ///
    /// ```
    /// let source = "template <int N> __global__ void k() { const int P = N + 1; }";
    /// let text = smem_cuda::CudaText::parse(source);
    /// let bound = [("N".to_owned(), "32".to_owned()), ("blockDim.x".to_owned(), "64".to_owned())];
    /// assert_eq!(text.integer_with("P * blockDim.x", source.len() - 1, &bound), Some(33 * 64));
    /// assert_eq!(text.integer_with("P", source.len() - 1, &[]), None);
    /// ```
    pub fn integer_with(&self, expression: &str, at: usize, bound: &[(String, String)]) -> Option<i64> {
        let names = ScopedNames::at(self, self.start + at);
        let bindings = bound.iter().map(|(name, written)| {
            let value = names.value_of_text(written).map(BoundParameter::Value);
            (name.clone(), value.unwrap_or_else(|| BoundParameter::Type(written.clone())))
        });
        names.clone().with(bindings).value_of_text(expression)?.integer()
    }

    /// Returns true if the extents or the elements of an array are those of an instance of a template.
    ///
    /// ```
    /// let text = smem_cuda::CudaText::parse("template <int N> __global__ void k() { __shared__ int a[N], b[4]; }");
    /// let found = text.shared_declarations();
    /// assert!(text.depends_on_template(&found[0]) && !text.depends_on_template(&found[1]));
    /// ```
    pub fn depends_on_template(&self, declaration: &SharedDeclaration) -> bool {
        let words = |text: &str| crate::mentions::words_in(text).map(|(_, word)| word.to_owned()).collect::<Vec<_>>();
        let names = |text: &String| words(text).iter().any(|word| declaration.parameters.contains(word));
        // A constant of the function may be made of a parameter.
        let is_fixed = |dim: &String| self.integer_at(dim, declaration.statement.start).is_some();
        let depends = |dim: &String| names(dim) || !is_fixed(dim);
        !declaration.parameters.is_empty() && (names(&declaration.element) || declaration.dims.iter().any(depends))
    }
}
