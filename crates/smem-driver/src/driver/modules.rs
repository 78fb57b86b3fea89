//! Modules: images that are loaded, their kernels and variables.

use std::sync::Arc;

use smem_sim::ParseError;

use super::Driver;
use crate::code::{LoadableCode, LoadedKernel, read_image};
use crate::error::DriverError;
use crate::memory::{DeviceRange, Pointed, RangeOwner};
use crate::report::Scopes;

/// Why the driver refuses an image or a texture.
///
/// ```
/// # use smem_driver::*;
/// # let driver = Driver::new(DriverOptions::default());
/// # driver.init(0)?;
/// # driver.set_current(driver.retain_primary(0)?)?;
/// let failure = driver.load_module(b".version 8.8 .target sm_90 .address_size 64 .visible .entry k( {").unwrap_err();
/// assert_eq!(failure.error, DriverError::InvalidPtx);
/// println!("{}", failure.message);
/// # Ok::<(), DriverError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct DriverRefusal {
    /// The error of the driver API.
    pub error: DriverError,
    /// A sentence with what is wrong and where; empty where what was handed in is not at fault.
    pub message: String,
}

impl From<DriverError> for DriverRefusal {
    fn from(error: DriverError) -> DriverRefusal {
        DriverRefusal { error, message: String::new() }
    }
}

impl Driver {
    /// Loads PTX, a cubin or a fatbin into the current context, and returns the module's handle.
    ///
    /// # Errors
    /// [`DriverError::InvalidImage`], [`DriverError::InvalidPtx`], [`DriverError::UnsupportedPtxVersion`] or [`DriverError::NoBinaryForGpu`]
    /// with a sentence; the error that a kernel left behind.
    pub fn load_module(&self, image: &[u8]) -> Result<u64, DriverRefusal> {
        self.context()?;
        let loaded = read_image(image, self.options.arch, &self.options.tools());
        let loaded = loaded.map_err(|failure| {
            if failure.is_of_simulator {
                let sentence = format!("a module was not loaded: {}", failure.message);
                self.collector.note_unjudged(sentence, &Scopes::of_this_thread());
            }
            DriverRefusal { error: failure.error, message: failure.message }
        })?;
        Ok(self.load_code(loaded)?)
    }

    /// Loads code that was read into the current context, and returns the module's handle. Modules of one [`PtxText`](smem_ptx::PtxText) share their
    /// variables.
    ///
    /// # Errors
    /// The error that a kernel left behind.
    pub fn load_code(&self, code: LoadableCode) -> Result<u64, DriverError> {
        let context = self.context()?;
        Ok(self.modules.insert(code.in_context(context.handle)))
    }

    /// Unloads a module, when all work of its context is done.
    ///
    /// # Errors
    /// [`DriverError::InvalidHandle`].
    pub fn unload_module(&self, handle: u64) -> Result<(), DriverError> {
        self.check_initialized()?;
        self.modules.get(handle)?;
        let context = self.context()?;
        let module = self.modules.remove(handle)?;
        context.all_ends().iter().for_each(|end| end.wait());
        self.map.lock().remove_variables(handle);
        self.machine.unload(&module.module);
        module.functions().iter().for_each(|function| drop(self.functions.remove(*function)));
        Ok(())
    }

    /// Returns the handle of a kernel, the same each time.
    ///
    /// # Errors
    /// [`DriverError::InvalidHandle`] for what is not a module, [`DriverError::InvalidValue`] for an empty name, [`DriverError::NotFound`].
    pub fn function(&self, module: u64, name: &str) -> Result<u64, DriverError> {
        self.check_initialized()?;
        let code = self.modules.get(module)?;
        self.context()?;
        if name.is_empty() {
            return Err(DriverError::InvalidValue);
        }
        if !code.has_kernel(name) {
            return Err(DriverError::NotFound);
        }
        Ok(code.function(name, || self.functions.insert(LoadedKernel::new(&code, module, name))))
    }

    /// The names of a module's kernels.
    ///
    /// # Errors
    /// [`DriverError::InvalidHandle`].
    pub fn kernels(&self, module: u64) -> Result<Vec<String>, DriverError> {
        self.context()?;
        Ok(self.modules.get(module)?.module.kernels().map(str::to_owned).collect())
    }

    /// The address and the bytes of a module's variable.
    ///
    /// # Errors
    /// [`DriverError::InvalidValue`] for an empty name or that of a kernel, [`DriverError::NotFound`], [`DriverError::InvalidHandle`].
    pub fn global(&self, module: u64, name: &str) -> Result<[u64; 2], DriverError> {
        let context = self.context()?;
        let code = self.modules.get(module)?;
        if name.is_empty() || code.has_kernel(name) {
            return Err(DriverError::InvalidValue);
        }
        let (address, bytes) = self.machine.variable(&code.module, name).ok_or(DriverError::NotFound)?;
        let (bytes, mut map) = (bytes as u64, self.map.lock());
        let is_managed = matches!(map.pointed(address), Pointed::Host(_));
        if map.address_of_variable(address).is_none() && !is_managed {
            let (device, context) = (context.device, context.handle);
            map.insert(DeviceRange { address, bytes, device, context, owner: RangeOwner::Module(module), pool: 0 });
        }
        Ok([address, bytes])
    }

    /// Puts a variable of a module at an address, before the module's variables or kernels are used: so managed variables get into
    /// managed memory.
    ///
    /// # Errors
    /// [`DriverError::NotFound`] where the module has no such variable, or was used; [`DriverError::InvalidHandle`].
    pub fn place_variable(&self, module: u64, name: &str, address: u64) -> Result<(), DriverError> {
        self.context()?;
        let code = self.modules.get(module)?;
        if self.machine.place_variable(&code.module, name, address) { Ok(()) } else { Err(DriverError::NotFound) }
    }

    /// Why the simulator cannot run a kernel; `None` where it can.
    ///
    /// # Errors
    /// [`DriverError::InvalidHandle`].
    pub fn function_refusal(&self, function: u64) -> Result<Option<ParseError>, DriverError> {
        let function = self.kernel(function)?;
        Ok(function.code.module.refused(&function.name).cloned())
    }

    /// The module and the name of a kernel.
    ///
    /// # Errors
    /// [`DriverError::InvalidHandle`].
    pub fn function_name(&self, function: u64) -> Result<(u64, String), DriverError> {
        let function = self.kernel(function)?;
        Ok((function.module, function.name.clone()))
    }

    /// The offset and the bytes of a kernel's parameter.
    ///
    /// # Errors
    /// [`DriverError::InvalidValue`] where it has not as many, [`DriverError::InvalidHandle`].
    pub fn parameter(&self, function: u64, index: usize) -> Result<[usize; 2], DriverError> {
        let function = self.kernel(function)?;
        let place = function.info.as_ref().and_then(|info| info.parameters.get(index));
        place.map(|place| [place.offset, place.bytes]).ok_or(DriverError::InvalidValue)
    }

    /// The offset and the bytes of each of a kernel's parameters, and the bytes of all.
    ///
    /// # Errors
    /// [`DriverError::InvalidHandle`].
    pub fn parameters(&self, function: u64) -> Result<(Vec<[usize; 2]>, usize), DriverError> {
        let function = self.kernel(function)?;
        let Some(info) = &function.info else { return Ok((Vec::new(), 0)) };
        Ok((info.parameters.iter().map(|place| [place.offset, place.bytes]).collect(), info.parameter_bytes))
    }

    /// An attribute of a kernel by its number in CUDA's header. Registers of PTX are assumed to be 32.
    ///
    /// # Errors
    /// [`DriverError::InvalidValue`] for a number that is unknown, [`DriverError::InvalidHandle`].
    pub fn function_attribute(&self, function: u64, number: i32) -> Result<i32, DriverError> {
        let arch = self.options.arch;
        self.kernel(function)?.attribute(number, arch.static_limit(), arch.number())
    }

    /// Sets an attribute of a kernel: the dynamic shared memory that launches may have, the share of the L1 cache, clusters.
    ///
    /// # Errors
    /// [`DriverError::InvalidValue`] for other numbers, and for values that the device does not allow.
    pub fn set_function_attribute(&self, function: u64, number: i32, value: i32) -> Result<(), DriverError> {
        self.kernel(function)?.set_attribute(number, value, self.options.arch.opt_in_limit())
    }

    pub(crate) fn kernel(&self, handle: u64) -> Result<Arc<LoadedKernel>, DriverError> {
        self.check_initialized()?;
        self.functions.get(handle)
    }
}
