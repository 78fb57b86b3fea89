//! What a launch is given: its shape and its arguments.

use std::fmt;
use std::marker::PhantomData;

use super::Kernel;

/// The shape of a launch.
///
/// ```
/// use smem_launch::Launch;
///
/// let launch = Launch::new([16, 16, 1], [32, 32, 1]).shared_bytes(64 * 1024);
/// assert_eq!(launch.to_string(), "grid 16 x 16 x 1, block 32 x 32 x 1, 65536 bytes of dynamic shared memory");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Launch {
    /// Blocks along x, y and z.
    pub grid: [u32; 3],
    /// Threads a block along x, y and z.
    pub block: [u32; 3],
    /// Bytes of dynamic shared memory a block.
    pub shared_bytes: u32,
}

impl Launch {
    /// A launch without dynamic shared memory.
    pub fn new(grid: [u32; 3], block: [u32; 3]) -> Launch {
        Launch { grid, block, shared_bytes: 0 }
    }

    /// The same with `bytes` of dynamic shared memory a block.
    pub fn shared_bytes(self, bytes: u32) -> Launch {
        Launch { shared_bytes: bytes, ..self }
    }
}

impl fmt::Display for Launch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ([gx, gy, gz], [bx, by, bz]) = (self.grid, self.block);
        write!(f, "grid {gx} x {gy} x {gz}, block {bx} x {by} x {bz}, ")?;
        write!(f, "{} bytes of dynamic shared memory", self.shared_bytes)
    }
}

/// A kernel with all that a launch of it takes, to be launched later or more than once.
///
/// ```no_run
/// use smem_launch::{Call, Choice, Device, Install, Launch};
///
/// # fn main() -> Result<(), smem_launch::Error> {
/// let device = Device::open(Choice::Auto, Install::Allowed)?;
/// let program = device.load(r#"extern "C" __global__ void add(int* sum, int more) { *sum += more; }"#, "add.cu")?;
/// let (add, sum) = (program.kernel("add")?, device.zeros::<i32>(1)?);
/// let call = Call::new(&add, Launch::new([1, 1, 1], [1, 1, 1]), vec![sum.arg(), smem_launch::Arg::I32(5)]);
/// device.run(&call)?;
/// device.run(&call)?;
/// assert_eq!(device.download(&sum)?, [10]);
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct Call<'a> {
    /// The kernel.
    pub kernel: &'a Kernel,
    /// The launch's shape.
    pub launch: Launch,
    /// An argument a parameter.
    pub args: Vec<Arg<'a>>,
}

impl<'a> Call<'a> {
    /// `kernel` with `launch` and `args`.
    pub fn new(kernel: &'a Kernel, launch: Launch, args: Vec<Arg<'a>>) -> Call<'a> {
        Call { kernel, launch, args }
    }
}

/// One argument of a kernel. Its size must be the parameter's.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Arg<'a> {
    /// `unsigned char`
    U8(u8),
    /// `unsigned short`
    U16(u16),
    /// `unsigned`
    U32(u32),
    /// `unsigned long long`
    U64(u64),
    /// `int`
    I32(i32),
    /// `long long`
    I64(i64),
    /// `float`
    F32(f32),
    /// `double`
    F64(f64),
    /// A pointer to a [`Buffer`](super::Buffer): see [`Buffer::arg`](super::Buffer::arg).
    Buffer(Address<'a>),
}

/// Where a buffer lies on its device.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Address<'a> {
    pub(super) address: u64,
    /// The buffer outlives the launch.
    pub(super) buffer: PhantomData<&'a ()>,
}

impl Arg<'_> {
    /// Its bytes.
    pub(super) fn size(&self) -> usize {
        match self {
            Arg::U8(_) => 1,
            Arg::U16(_) => 2,
            Arg::U32(_) | Arg::I32(_) | Arg::F32(_) => 4,
            Arg::U64(_) | Arg::I64(_) | Arg::F64(_) | Arg::Buffer(_) => 8,
        }
    }
}

impl From<u32> for Arg<'_> {
    fn from(value: u32) -> Self {
        Arg::U32(value)
    }
}
