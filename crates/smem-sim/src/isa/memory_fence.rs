//! Fences of memory.

use super::memory_scope::MemoryScope;

/// The order that a fence makes, and for whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct MemoryFence {
    pub(crate) scope: MemoryScope,
    /// After it the thread knows its earlier findings.
    pub(crate) acquires: bool,
    /// Later writes of the thread pass on its earlier accesses.
    pub(crate) releases: bool,
}

impl MemoryFence {
    /// `__threadfence()`
    pub(crate) const DEVICE: Self = Self::both(MemoryScope::Device);

    pub(crate) const fn both(scope: MemoryScope) -> Self {
        Self { scope, acquires: true, releases: true }
    }
}
