//! The shape and the arguments of a launch.

use std::fmt;

/// The grid, the blocks and the dynamic shared memory of a launch.
///
/// ```
/// use smem_sim::LaunchShape;
///
/// let launch = LaunchShape::of([8, 4, 1], [32, 32, 1]).shared_bytes(4096);
/// assert_eq!((launch.grid, launch.block, launch.shared_bytes), ([8, 4, 1], [32, 32, 1], 4096));
/// assert_eq!(launch.to_string(), "grid 8 x 4 x 1, block 32 x 32 x 1, 4096 bytes of dynamic shared memory");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct LaunchShape {
    /// Blocks along x, y and z.
    pub grid: [u32; 3],
    /// Threads of a block along x, y and z: at most 1024 in all.
    pub block: [u32; 3],
    /// Bytes of dynamic shared memory of a block, beyond what the kernel declares.
    pub shared_bytes: u32,
    /// Blocks of a cluster along x, y and z, which divide the grid; `None` where the kernel says it, or there are no clusters.
    pub cluster: Option<[u32; 3]>,
    /// Whether the host lets the kernel have more than 48 KiB of shared memory, as `cudaFuncSetAttribute` does.
    pub has_opted_in: bool,
}

impl LaunchShape {
    /// A one-dimensional launch: `blocks` blocks of `threads` threads, without dynamic shared memory.
    ///
    /// ```
    /// let launch = smem_sim::LaunchShape::new(16, 256);
    /// assert_eq!((launch.grid, launch.block), ([16, 1, 1], [256, 1, 1]));
    /// ```
    pub const fn new(blocks: u32, threads: u32) -> Self {
        Self::of([blocks, 1, 1], [threads, 1, 1])
    }

    /// A launch of `grid` blocks of `block` threads, each along x, y and z, without dynamic shared memory.
    ///
    /// ```
    /// let launch = smem_sim::LaunchShape::of([2, 1, 1], [128, 1, 1]);
    /// assert_eq!(launch, smem_sim::LaunchShape::new(2, 128));
    /// ```
    pub const fn of(grid: [u32; 3], block: [u32; 3]) -> Self {
        Self { grid, block, shared_bytes: 0, cluster: None, has_opted_in: true }
    }

    /// Sets the blocks of a cluster along x, y and z, which divide the grid, for a kernel that does not say it itself (`__cluster_dims__`): what
    /// `cudaLaunchKernelEx` is given as `cudaLaunchAttributeClusterDimension`. A launch with more than 8 blocks in a cluster asks for a size that not
    /// every GPU has; 16 is the most. Needs `sm_90` or later.
    ///
    /// ```
    /// let launch = smem_sim::LaunchShape::new(16, 256).cluster([2, 1, 1]);
    /// assert_eq!(launch.to_string(), "grid 16 x 1 x 1, clusters of 2 x 1 x 1, block 256 x 1 x 1, 0 bytes of dynamic shared memory");
    /// ```
    #[must_use]
    pub const fn cluster(mut self, blocks: [u32; 3]) -> Self {
        self.cluster = Some(blocks);
        self
    }

    /// Sets whether the host lets the kernel have more than 48 KiB of shared memory (`cudaFuncAttributeMaxDynamicSharedMemorySize`), as it is taken to do:
    /// without it a launch with more fails.
    ///
    /// ```
    /// assert!(!smem_sim::LaunchShape::new(1, 32).opted_in(false).has_opted_in);
    /// ```
    #[must_use]
    pub const fn opted_in(mut self, has_opted_in: bool) -> Self {
        self.has_opted_in = has_opted_in;
        self
    }

    /// Sets the bytes of dynamic shared memory of a block.
    ///
    /// ```
    /// let launch = smem_sim::LaunchShape::new(16, 256).shared_bytes(48 << 10);
    /// assert_eq!(launch.shared_bytes, 49_152);
    /// ```
    #[must_use]
    pub const fn shared_bytes(mut self, bytes: u32) -> Self {
        self.shared_bytes = bytes;
        self
    }

    /// The blocks of the grid.
    ///
    /// ```
    /// assert_eq!(smem_sim::LaunchShape::of([8, 4, 2], [32, 1, 1]).blocks(), 64);
    /// ```
    pub fn blocks(&self) -> u64 {
        count(self.grid)
    }

    /// The threads of a block.
    ///
    /// ```
    /// assert_eq!(smem_sim::LaunchShape::of([1, 1, 1], [32, 8, 2]).threads(), 512);
    /// ```
    pub fn threads(&self) -> u64 {
        count(self.block)
    }
}

/// The items of an extent along x, y and z.
pub(crate) fn count(extent: [u32; 3]) -> u64 {
    extent.iter().fold(1, |all, &n| all.saturating_mul(n.into()))
}

impl fmt::Display for LaunchShape {
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

/// One argument of a kernel. It must have as many bytes as the parameter.
///
/// ```
/// use smem_sim::KernelArg;
///
/// let args = [KernelArg::Ptr(0x7f00_0000_0000), KernelArg::I32(-1), KernelArg::F32(0.5), KernelArg::Bytes(vec![1, 2, 3, 4])];
/// # let _ = args;
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the names are the types")]
pub enum KernelArg {
    U8(u8),
    U16(u16),
    U32(u32),
    U64(u64),
    I8(i8),
    I16(i16),
    I32(i32),
    I64(i64),
    F32(f32),
    F64(f64),
    /// A device address, from [`Simulator::alloc`](crate::Simulator::alloc).
    Ptr(u64),
    /// A struct passed by value, as its bytes.
    Bytes(Vec<u8>),
}

impl KernelArg {
    /// The bytes of the argument, in the order of the parameter.
    pub fn bytes(&self) -> Vec<u8> {
        match self {
            Self::U8(v) => v.to_le_bytes().to_vec(),
            Self::U16(v) => v.to_le_bytes().to_vec(),
            Self::U32(v) => v.to_le_bytes().to_vec(),
            Self::U64(v) | Self::Ptr(v) => v.to_le_bytes().to_vec(),
            Self::I8(v) => v.to_le_bytes().to_vec(),
            Self::I16(v) => v.to_le_bytes().to_vec(),
            Self::I32(v) => v.to_le_bytes().to_vec(),
            Self::I64(v) => v.to_le_bytes().to_vec(),
            Self::F32(v) => v.to_le_bytes().to_vec(),
            Self::F64(v) => v.to_le_bytes().to_vec(),
            Self::Bytes(bytes) => bytes.clone(),
        }
    }
}
