//! The shape and the arguments of a launch.

/// The grid, the blocks and the dynamic shared memory of a launch.
///
/// ```
/// use smem_sim::LaunchShape;
///
/// let launch = LaunchShape::of([8, 4, 1], [32, 32, 1]).shared_bytes(4096);
/// assert_eq!((launch.grid, launch.block, launch.shared_bytes), ([8, 4, 1], [32, 32, 1], 4096));
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

    /// Sets the blocks of a cluster, for a kernel that does not say it itself (`__cluster_dims__`).
    ///
    /// ```
    /// let launch = smem_sim::LaunchShape::new(16, 256).cluster([2, 1, 1]);
    /// assert_eq!(launch.cluster, Some([2, 1, 1]));
    /// ```
    #[must_use]
    pub const fn cluster(mut self, blocks: [u32; 3]) -> Self {
        self.cluster = Some(blocks);
        self
    }

    /// Sets whether the host lets the kernel have more than 48 KiB of shared memory (`cudaFuncAttributeMaxDynamicSharedMemorySize`), as it is taken to do.
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
    pub(crate) fn bytes(&self) -> Vec<u8> {
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
