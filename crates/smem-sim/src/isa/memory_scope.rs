//! The scopes of accesses and fences, and what a fence does.

/// The threads among which a strong access or a fence counts, as PTX names them. Accesses of kernels are compared,
/// and not those of the host: so a device and a system are the same here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MemoryScope {
    Block,
    Cluster,
    Device,
    System,
}

impl MemoryScope {
    /// Whether threads of other blocks are among them. The check of global memory leaves out launches with clusters of several blocks, so a cluster is one block.
    pub fn spans_blocks(self) -> bool {
        matches!(self, Self::Device | Self::System)
    }
}

/// The order that a fence makes, and for whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MemoryFence {
    pub scope: MemoryScope,
    /// After it the thread knows its earlier findings.
    pub acquires: bool,
    /// Later writes of the thread pass on its earlier accesses.
    pub releases: bool,
}

impl MemoryFence {
    /// `__threadfence()`
    pub const DEVICE: Self = Self::both(MemoryScope::Device);

    pub const fn both(scope: MemoryScope) -> Self {
        Self { scope, acquires: true, releases: true }
    }
}
