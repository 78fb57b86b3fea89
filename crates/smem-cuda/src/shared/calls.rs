//! Calls by name.

use std::ops::Range;

use crate::cuda_text::CudaText;
use crate::grammar::named_children;

impl CudaText {
    /// Returns the places of the arguments of each call of a function at a place of the file; namespaces do not matter.
    ///
    /// ```
    /// let source = "void f() { wmma::load(a, &t[0][g(1, 2)], 16); }";
    /// let calls = smem_cuda::CudaText::parse(source).calls("load", 0..source.len());
    /// let arguments: Vec<&str> = calls[0].iter().map(|place| &source[place.clone()]).collect();
    /// assert_eq!(arguments, ["a", "&t[0][g(1, 2)]", "16"]);
    /// ```
    pub fn calls(&self, function: &str, place: Range<usize>) -> Vec<Vec<Range<usize>>> {
        let calls = self.calls_named(function).into_iter().filter(|call| call.start_byte() >= self.start);
        let here = calls.filter(|call| place.contains(&self.place_of(*call).start));
        let arguments = here.filter_map(|call| call.child_by_field_name("arguments"));
        arguments
            .map(|list| named_children(list).into_iter().map(|argument| self.place_of(argument)).collect())
            .collect()
    }
}
