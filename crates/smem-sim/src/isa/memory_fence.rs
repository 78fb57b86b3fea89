//! Fences of memory.

use super::memory_scope::MemoryScope;

/// What a fence orders, and for whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct MemoryFence {
    pub(crate) scope: MemoryScope,
    /// What the thread has found before is known after it.
    pub(crate) acquires: bool,
    /// What the thread writes after it passes on what is before.
    pub(crate) releases: bool,
}

impl MemoryFence {
    /// `__threadfence()`
    pub(crate) const DEVICE: Self = Self::both(MemoryScope::Device);

    pub(crate) const fn both(scope: MemoryScope) -> Self {
        Self { scope, acquires: true, releases: true }
    }
}
