//! The parts of a launch that are constant, where others are not.

use super::site::LaunchSite;
use super::values::ArgumentValue;
use crate::grammar::named_children;

impl LaunchSite<'_> {
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
    ///     void all(int n) { float* a; cudaMalloc(&a, 4 * n); k<<<n / 256, 256>>>(a, n); }",
    /// );
    /// let is_constant: Vec<bool> = text.launches().iter().map(|site| site.is_constant_with(&["n".to_owned()])).collect();
    /// assert_eq!(is_constant, [false, true]); // the first launch's memory is its caller's
    /// ```
    pub fn is_constant_with(&self, variables: &[String]) -> bool {
        let mut text = self.text.clone();
        text.set.extend(variables.iter().map(|name| (name.clone(), "1024".to_owned())));
        let is_this = |site: &LaunchSite<'_>| {
            site.call.byte_range() == self.call.byte_range() && site.kernel_name() == self.kernel_name()
        };
        text.launches().iter().any(|site| is_this(site) && site.values().is_ok())
    }

    /// Returns the arguments, in order; `None` for each that is not constant.
    pub fn known_arguments(&self) -> Vec<Option<ArgumentValue>> {
        let Ok(kernel) = self.kernel() else { return Vec::new() };
        let inside = self.text.names_in(&kernel, &self.kernel_name());
        let given = self.call.child_by_field_name("arguments").map(named_children).unwrap_or_default();
        let pairs = kernel.parameters().iter().zip(given);
        pairs.map(|(parameter, node)| self.argument(parameter, node, &inside).ok()).collect()
    }
}
