//! Extents and arguments of a launch.

/// Extents of a launch.
///
/// ```
/// use smem_sim::LaunchShape;
///
/// let launch = LaunchShape { grid: [8, 4, 1], block: [32, 32, 1], shared_bytes: 0 };
/// assert_eq!(LaunchShape::new(2, 128), LaunchShape { grid: [2, 1, 1], block: [128, 1, 1], shared_bytes: 0 });
/// # let _ = launch;
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LaunchShape {
    /// Blocks along x, y and z.
    pub grid: [u32; 3],
    /// Threads of a block along x, y and z: at most 1024 in all.
    pub block: [u32; 3],
    /// Bytes of dynamic shared memory of a block, beyond what the kernel declares.
    pub shared_bytes: u32,
}

impl LaunchShape {
    /// One-dimensional: blocks, and threads of each. No dynamic shared memory.
    ///
    /// ```
    /// let launch = smem_sim::LaunchShape::new(16, 256);
    /// assert_eq!((launch.grid, launch.block), ([16, 1, 1], [256, 1, 1]));
    /// ```
    pub const fn new(blocks: u32, threads: u32) -> Self {
        Self { grid: [blocks, 1, 1], block: [threads, 1, 1], shared_bytes: 0 }
    }
}

/// One argument of a kernel. Its size must be the parameter's.
///
/// ```
/// use smem_sim::KernelArg;
///
/// let args = [KernelArg::Ptr(0x7f00_0000_0000), KernelArg::I32(-1), KernelArg::F32(0.5), KernelArg::Bytes(vec![1, 2, 3, 4])];
/// # let _ = args;
/// ```
#[derive(Debug, Clone, PartialEq)]
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
