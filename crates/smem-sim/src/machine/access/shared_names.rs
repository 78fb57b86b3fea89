//! Names of the bytes of shared memory in code.

/// How code names the bytes of shared memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::machine) enum SharedNames {
    /// By their place in the block's own, as PTX does.
    Own,
    /// By an address in the cluster, as machine code does. The system keeps so many bytes at the start of each block's.
    InCluster { reserved: u32 },
}
