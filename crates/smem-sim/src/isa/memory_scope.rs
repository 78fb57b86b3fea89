//! The threads that an access or a fence is meant for.

/// The threads among which a strong access or a fence counts, as PTX names them. A host's threads do not run beside a kernel's, so that those of
/// the device and of the system are the same here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MemoryScope {
    Block,
    Cluster,
    Device,
    System,
}

impl MemoryScope {
    /// Whether threads of other blocks are among them. Launches with clusters of several blocks are not checked, so a cluster is one block.
    pub(crate) fn spans_blocks(self) -> bool {
        matches!(self, Self::Device | Self::System)
    }
}
