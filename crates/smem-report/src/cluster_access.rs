//! The details of an access to the shared memory of another block of the cluster.

use serde::{Deserialize, Serialize};
use smem_sim::{BlockLifetime, ClusterAccess};

use crate::side::shown;

/// An access to the shared memory of another block of the cluster, which may not be there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ClusterAccessDetail {
    /// The byte, from the start of the other block's shared memory.
    pub address: u32,
    /// The block of the thread: `blockIdx`.
    pub block: [u32; 3],
    /// `threadIdx`.
    pub thread: [u32; 3],
    /// The block whose memory it is.
    pub of_block: [u32; 3],
    /// The block may have exited; else it may not have started.
    pub may_have_exited: bool,
}

impl ClusterAccessDetail {
    pub(crate) fn of(access: &ClusterAccess) -> ClusterAccessDetail {
        ClusterAccessDetail {
            address: access.address,
            block: access.block,
            thread: access.side.thread,
            of_block: access.of,
            may_have_exited: access.lifetime == BlockLifetime::MayHaveEnded,
        }
    }

    /// Returns the sentence of the finding.
    pub(crate) fn sentence(&self, access: &ClusterAccess) -> String {
        format!(
            "{} by thread {} of block {} of byte {:#x} of the shared memory of block {}, which {}",
            access.side.access,
            shown(self.thread),
            shown(self.block),
            self.address,
            shown(self.of_block),
            access.lifetime
        )
    }
}
