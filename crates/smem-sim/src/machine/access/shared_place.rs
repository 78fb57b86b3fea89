//! A place in the shared memory of a cluster.

/// A checked place in the shared memory of one of the cluster's blocks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::machine) struct SharedPlace {
    pub(in crate::machine) block: usize,
    pub(in crate::machine) at: usize,
}
