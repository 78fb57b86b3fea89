//! A launch to be made later.

use super::arg::Arg;
use super::backend::LaunchOf;
use super::program::Kernel;
use smem_sim::LaunchShape;

/// A kernel with all that a launch of it takes, to be launched later or more than once.
///
/// ```
/// use smem_launch::{Call, Device, DeviceChoice, Install, LaunchShape};
///
/// # fn main() -> Result<(), smem_launch::Error> {
/// let device = Device::open(DeviceChoice::Auto, Install::Allowed)?;
/// let program = device.load("__global__ void add(int* sum, int more) { *sum += more; }", "add.cu")?;
/// let (add, sum) = (program.kernel("add")?, device.zeros::<i32>(1)?);
/// let call = Call::new(&add, LaunchShape::of([1, 1, 1], [1, 1, 1]), vec![sum.arg(), 5.into()]);
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
    pub launch: LaunchShape,
    /// An argument for each parameter.
    pub args: Vec<Arg<'a>>,
}

impl<'a> Call<'a> {
    /// `kernel` with `launch` and `args`.
    pub fn new(kernel: &'a Kernel, launch: LaunchShape, args: Vec<Arg<'a>>) -> Call<'a> {
        Call { kernel, launch, args }
    }
}

impl Call<'_> {
    pub(super) fn launch_of(&self) -> LaunchOf<'_> {
        self.kernel.launch(self.launch, &self.args)
    }
}
