//! The details of a use of stream-ordered memory out of its order.

use std::fmt;

use serde::{Deserialize, Serialize};

/// How a kernel uses memory of `cudaMallocAsync` out of the order of streams.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum StreamMisuseKind {
    /// Nothing orders the kernel after the allocation.
    UsedBeforeAllocation,
    /// The memory was freed before the kernel was launched.
    UsedAfterFree,
    /// Nothing orders the free after the kernel.
    FreedWhileUsed,
}

impl fmt::Display for StreamMisuseKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::UsedBeforeAllocation => {
                "which `cudaMallocAsync` allocates in another stream: no event and no wait orders the kernel after that"
            }
            Self::UsedAfterFree => "which `cudaFreeAsync` has freed before: use after free",
            Self::FreedWhileUsed => {
                "which `cudaFreeAsync` frees in another stream: no event and no wait orders that after the kernel"
            }
        })
    }
}

/// A use of stream-ordered memory out of its order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct StreamMisuseDetail {
    /// The first byte of the allocation.
    pub address: u64,
    /// How it is used.
    pub misuse: StreamMisuseKind,
}

impl StreamMisuseDetail {
    /// Returns the sentence of the finding.
    pub(crate) fn sentence(&self) -> String {
        format!("the kernel uses the memory at {:#x}, {}", self.address, self.misuse)
    }
}
