//! The shape of a launch.

use std::fmt;

use super::arg::Arg;

/// The shape of a launch.
///
/// ```
/// use smem_launch::Launch;
///
/// let launch = Launch::new([16, 16, 1], [32, 32, 1]).shared_bytes(64 * 1024);
/// assert_eq!(launch.to_string(), "grid 16 x 16 x 1, block 32 x 32 x 1, 65536 bytes of dynamic shared memory");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Launch {
    /// Blocks along x, y and z.
    pub grid: [u32; 3],
    /// Threads a block along x, y and z.
    pub block: [u32; 3],
    /// Bytes of dynamic shared memory a block.
    pub shared_bytes: u32,
    /// Blocks of a cluster along x, y and z; `None` where the kernel says it (`__cluster_dims__`), or there are no clusters.
    pub cluster: Option<[u32; 3]>,
    /// Whether the host lets the kernel have more than 48 KiB of shared memory, as `cudaFuncSetAttribute` does.
    pub has_opted_in: bool,
}

impl Launch {
    /// A launch without dynamic shared memory.
    pub const fn new(grid: [u32; 3], block: [u32; 3]) -> Launch {
        Launch { grid, block, shared_bytes: 0, cluster: None, has_opted_in: true }
    }

    /// The same with `bytes` of dynamic shared memory a block.
    #[must_use]
    pub const fn shared_bytes(self, bytes: u32) -> Launch {
        Launch { shared_bytes: bytes, ..self }
    }

    /// The same of a kernel to which the host gives more than 48 KiB of shared memory (`cudaFuncAttributeMaxDynamicSharedMemorySize`), as it is taken
    /// to do, or does not: such a launch fails.
    ///
    /// ```
    /// use smem_launch::Launch;
    ///
    /// let launch = Launch::new([1, 1, 1], [32, 1, 1]).shared_bytes(65536);
    /// assert!(launch.has_opted_in && !launch.opted_in(false).has_opted_in);
    /// ```
    #[must_use]
    pub const fn opted_in(self, has_opted_in: bool) -> Launch {
        Launch { has_opted_in, ..self }
    }

    /// The same with clusters of `blocks` blocks along x, y and z, which divide the grid: what `cudaLaunchKernelEx` is given as
    /// `cudaLaunchAttributeClusterDimension`. A launch with more than 8 blocks in a cluster asks for a size that not every GPU has;
    /// 16 is the most. Needs `sm_90` or later, and in the simulator machine code.
    ///
    /// ```
    /// use smem_launch::Launch;
    ///
    /// let launch = Launch::new([16, 1, 1], [128, 1, 1]).cluster([2, 1, 1]);
    /// assert_eq!(launch.to_string(), "grid 16 x 1 x 1, clusters of 2 x 1 x 1, block 128 x 1 x 1, 0 bytes of dynamic shared memory");
    /// ```
    #[must_use]
    pub const fn cluster(self, blocks: [u32; 3]) -> Launch {
        Launch { cluster: Some(blocks), ..self }
    }
}

impl fmt::Display for Launch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ([gx, gy, gz], [bx, by, bz]) = (self.grid, self.block);
        write!(f, "grid {gx} x {gy} x {gz}, ")?;
        if let Some([x, y, z]) = self.cluster {
            write!(f, "clusters of {x} x {y} x {z}, ")?;
        }
        write!(f, "block {bx} x {by} x {bz}, ")?;
        write!(f, "{} bytes of dynamic shared memory", self.shared_bytes)
    }
}

/// A launch of a kernel that a device has loaded, which messages call `name`.
#[derive(Debug)]
#[cfg_attr(not(feature = "gpu"), expect(dead_code, reason = "only a GPU queues them"))]
pub(super) struct LaunchOf<'a, K> {
    pub(super) kernel: &'a K,
    pub(super) name: &'a str,
    pub(super) launch: Launch,
    pub(super) args: &'a [Arg<'a>],
}
