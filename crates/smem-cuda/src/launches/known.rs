//! The parts of a launch that are constant, where others are not.

use tree_sitter::Node;

use super::site::LaunchSite;
use super::values::ArgumentValue;
use crate::constants::{BoundParameter, Constant};
use crate::grammar::named_children;
use crate::types::TypeNames;

impl<'t> LaunchSite<'t> {
    /// Returns the blocks along x, y and z, if they are constant.
    ///
    /// ```
    /// use smem_cuda::CudaText;
    ///
    /// let text = CudaText::parse(
    ///     "__global__ void k(float* a, int n, int rows) {}
    ///     void run(float* a, int n) { k<<<n / 256, dim3(32, 8), 4096>>>(a, n, 64); }",
    /// );
    /// let site = &text.launches()[0];
    /// assert_eq!((site.grid(), site.block(), site.shared_bytes()), (None, Some([32, 8, 1]), Some(4096)));
    /// let known: Vec<bool> = site.known_arguments().iter().map(Option::is_some).collect();
    /// assert_eq!(known, [false, false, true]);
    /// ```
    pub fn grid(&self) -> Option<[u32; 3]> {
        self.extent("grid", *self.configuration().first()?).ok()
    }

    /// Returns the threads of a block along x, y and z, if they are constant.
    pub fn block(&self) -> Option<[u32; 3]> {
        self.extent("block", *self.configuration().get(1)?).ok()
    }

    /// Returns the bytes of dynamic shared memory, 0 where the launch says none; `None` if they are not constant.
    pub fn shared_bytes(&self) -> Option<u32> {
        self.configuration().get(2).map_or(Some(0), |bytes| self.shared_at(*bytes))
    }

    /// Returns true if the launch is constant where these [variables](LaunchSite::unknown_variables) of the host have values.
    ///
    /// ```
    /// use smem_cuda::CudaText;
    ///
    /// let text = CudaText::parse(
    ///     "__global__ void k(float* a, int n) {}
    ///     void run(float* a, int n) { k<<<n / 256, 256>>>(a, n); }
    ///     void all(int n) { float* b; cudaMalloc(&b, 4 * n); k<<<n / 256, 256>>>(b, n); }",
    /// );
    /// let is_constant: Vec<bool> = text.launches().iter().map(|site| site.is_constant_with(&["n".to_owned()])).collect();
    /// assert_eq!(is_constant, [false, true]); // the first launch's memory is its caller's
    /// ```
    pub fn is_constant_with(&self, variables: &[String]) -> bool {
        // One value may be too large, another too small: memory of `n / 4096` bytes.
        [1 << 10, 1 << 20, 1].iter().any(|value| self.with_all(variables, *value).is_known())
    }

    /// The same launch where its [unknown variables](LaunchSite::unknown_variables) have a value.
    ///
    /// ```
    /// use smem_cuda::CudaText;
    ///
    /// let text = CudaText::parse("__global__ void k(int n) {} void run(int n) { k<<<n / 256, 256>>>(n); }");
    /// let site = &text.launches()[0];
    /// assert_eq!((site.grid(), site.supposing(1024).grid()), (None, Some([4, 1, 1])));
    /// ```
    #[must_use]
    pub fn supposing(&self, value: i64) -> LaunchSite<'t> {
        self.with_all(&self.unknown_variables(), value)
    }

    /// The same launch where these variables have a value.
    fn with_all(&self, variables: &[String], value: i64) -> LaunchSite<'t> {
        let mut site = self.clone();
        let value = BoundParameter::Value(Constant::Integer(value));
        site.instance.names.extend(variables.iter().map(|name| (name.clone(), value.clone())));
        site.with_parts()
    }

    /// Returns true if each part has a value, though a grid or a block may be empty, and shared memory too large.
    fn is_known(&self) -> bool {
        let (names, config) = (self.names(), self.configuration());
        let is_extent =
            |node: &Node<'t>| self.extent_parts(*node, &names).is_some_and(|parts| matches!(parts.len(), 1..=3));
        let given = self.call.child_by_field_name("arguments").map(named_children).unwrap_or_default();
        let is_whole = self.kernel_of_text().is_ok_and(|kernel| kernel.parameters().len() == given.len());
        config.len() >= 2
            && config[..2].iter().all(is_extent)
            && config.get(2).is_none_or(|bytes| names.value_at(*bytes).and_then(Constant::integer).is_some())
            && is_whole
            && self.known_arguments().iter().all(Option::is_some)
    }

    /// Returns the arguments, in order; `None` for each that is not constant.
    pub fn known_arguments(&self) -> Vec<Option<ArgumentValue>> {
        let Ok(kernel) = self.kernel_of_text() else { return Vec::new() };
        let inside = self.text.names_in(&kernel, &self.kernel_name());
        let given = self.call.child_by_field_name("arguments").map(named_children).unwrap_or_default();
        let pairs = kernel.parameters().iter().zip(given);
        pairs.map(|(parameter, node)| self.argument(parameter, node, &inside).ok()).collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::CudaText;

    fn is_constant_with(launch: &str, variables: &[&str]) -> bool {
        let text = format!(
            "__global__ void k(float* a, int n) {{}}
            void run(int n, int m) {{ float* a; cudaMalloc(&a, n / 65536); {launch}; }}"
        );
        let variables: Vec<String> = variables.iter().map(|name| (*name).to_owned()).collect();
        CudaText::parse(&text).launches()[0].is_constant_with(&variables)
    }

    #[test]
    fn a_launch_is_constant_where_all_names_have_values_whatever_these_are() {
        for launch in
            ["k<<<n / 4096, 64>>>(a, n)", "k<<<n - 100000000, 64, n * 4096>>>(a, n)", "k<<<n * n * n, n>>>(a, 1)"]
        {
            assert!(is_constant_with(launch, &["n"]), "{launch}");
        }
        assert!(is_constant_with("k<<<dim3(n / 2000000, m * m * m), 64>>>(a, n)", &["n", "m"]));
        for launch in ["k<<<n / m, 64>>>(a, n)", "k<<<n, 64>>>(a, m)", "k<<<n, 64, m>>>(a, n)", "k<<<n, 64>>>(a)"] {
            assert!(!is_constant_with(launch, &["n"]), "{launch}");
        }
    }
}
