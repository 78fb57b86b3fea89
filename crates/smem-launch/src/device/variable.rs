//! `__device__` and `__constant__` variables of a program.

use std::rc::Rc;

use super::arg::Arg;
use super::element::Element;
use super::module::ModuleOnDevice;
use crate::{Error, LaunchProblem};

/// A `__device__` or `__constant__` variable of a [`Program`](super::Program), which it may outlive.
///
/// ```
/// use smem_launch::{Device, DeviceChoice, Install, LaunchShape};
///
/// # fn main() -> Result<(), smem_launch::Error> {
/// let device = Device::open(DeviceChoice::Auto, Install::Allowed)?;
/// let text = "__constant__ float taps[3];
/// namespace shop { __device__ int visits; }
/// __global__ void sum(float* to) { *to = taps[0] + taps[1] + taps[2]; ++shop::visits; }";
/// let program = device.load(text, "sum.cu")?;
/// let (taps, visits) = (program.variable("taps")?, program.variable("shop::visits")?);
/// taps.write(&[0.25_f32, 0.5, 1.0])?;
/// visits.set(41_i32)?;
/// let to = device.zeros::<f32>(1)?;
/// // SAFETY: the one thread accesses the two variables and the one element of the buffer.
/// unsafe { device.launch(&program.kernel("sum")?, LaunchShape::of([1, 1, 1], [1, 1, 1]), &[to.arg()])? };
/// assert_eq!((device.download(&to)?, visits.read::<i32>()?), (vec![1.75], vec![42]));
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Variable {
    name: String,
    module: Rc<ModuleOnDevice>,
    address: u64,
    size: usize,
}

impl Variable {
    /// The variable that is `entry` in PTX.
    pub(super) fn of(name: &str, module: &Rc<ModuleOnDevice>, entry: &str) -> Result<Variable, Error> {
        let (address, size) = module.core.backend.variable(module.handle, entry)?;
        Ok(Variable { name: name.to_owned(), module: Rc::clone(module), address, size })
    }

    /// The name it was asked for by.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its size in bytes.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Fills the variable with `values`, which are as long as it is.
    ///
    /// # Errors
    /// [`Error::Launch`] where they are not, another where the device fails.
    pub fn write<T: Element>(&self, values: &[T]) -> Result<(), Error> {
        self.fill(&T::stored(values))
    }

    /// Sets the variable to one value: a number, a vector, a struct, or a pointer, whose buffer must outlive the launches that use it.
    ///
    /// # Errors
    /// As [`write`](Self::write).
    pub fn set<'a>(&self, value: impl Into<Arg<'a>>) -> Result<(), Error> {
        self.fill(&value.into().value().bytes())
    }

    /// The variable's elements.
    ///
    /// # Errors
    /// [`Error::Launch`] where its size is not a multiple of an element's, another where the device fails.
    pub fn read<T: Element>(&self) -> Result<Vec<T>, Error> {
        if !self.size.is_multiple_of(size_of::<T>()) {
            let (size, element) = (self.size, size_of::<T>());
            return Err(LaunchProblem::VariableElements { variable: self.name.clone(), size, element }.into());
        }
        T::read(self.size / size_of::<T>(), |bytes| self.module.core.backend.read(self.address, bytes))
    }

    fn fill(&self, bytes: &[u8]) -> Result<(), Error> {
        if bytes.len() != self.size {
            let (variable, takes, given) = (self.name.clone(), self.size, bytes.len());
            return Err(LaunchProblem::VariableSize { variable, takes, given }.into());
        }
        self.module.core.backend.write(self.address, bytes)
    }
}
