//! The grids that kernels launched themselves.

use serde::{Deserialize, Serialize};

/// The grids of one kernel that the kernel of a launch, or one that it launched, has launched.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DeviceLaunches {
    /// The kernel that the host launched.
    pub by: String,
    /// How many grids.
    pub grids: u64,
}
