//! The shape of a launch, and a launch to be made later.

use std::fmt;

use super::arg::Arg;
use super::program::Kernel;

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
}

impl Launch {
    /// A launch without dynamic shared memory.
    pub const fn new(grid: [u32; 3], block: [u32; 3]) -> Launch {
        Launch { grid, block, shared_bytes: 0, cluster: None }
    }

    /// The same with `bytes` of dynamic shared memory a block.
    #[must_use]
    pub const fn shared_bytes(self, bytes: u32) -> Launch {
        Launch { shared_bytes: bytes, ..self }
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

/// A kernel with all that a launch of it takes, to be launched later or more than once.
///
/// ```
/// use smem_launch::{Call, Device, DeviceChoice, Install, Launch};
///
/// # fn main() -> Result<(), smem_launch::Error> {
/// let device = Device::open(DeviceChoice::Auto, Install::Allowed)?;
/// let program = device.load("__global__ void add(int* sum, int more) { *sum += more; }", "add.cu")?;
/// let (add, sum) = (program.kernel("add")?, device.zeros::<i32>(1)?);
/// let call = Call::new(&add, Launch::new([1, 1, 1], [1, 1, 1]), vec![sum.arg(), 5.into()]);
/// for _ in 0..2 {
///     // SAFETY: the one thread accesses the one element of the buffer.
///     unsafe { device.run(&call)? };
/// }
/// assert_eq!(device.download(&sum)?, [10]);
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Call<'a> {
    /// The kernel.
    pub kernel: &'a Kernel,
    /// The launch's shape.
    pub launch: Launch,
    /// An argument for each parameter.
    pub args: Vec<Arg<'a>>,
}

impl<'a> Call<'a> {
    /// `kernel` with `launch` and `args`.
    pub fn new(kernel: &'a Kernel, launch: Launch, args: Vec<Arg<'a>>) -> Call<'a> {
        Call { kernel, launch, args }
    }
}
