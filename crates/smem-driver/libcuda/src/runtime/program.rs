//! The images, kernels and variables that the program registered when it started. An image is loaded into a context when the first of
//! its kernels or variables is asked for there.

use parking_lot::{Mutex, MutexGuard};
use std::collections::BTreeMap;

use smem_driver::{Driver, DriverError};

use super::error::RuntimeError;
use crate::foreign::CallerAddress;
use crate::process::{driver, say};

/// An image, and the modules that it became, by context.
struct RegisteredImage {
    image: Vec<u8>,
    modules: BTreeMap<u64, u64>,
    managed: Vec<ManagedVariable>,
}

/// A variable in memory that the host and every device share.
struct ManagedVariable {
    name: String,
    bytes: u64,
    /// The address of the program's pointer to it.
    pointer: u64,
    /// Its own address, once it has memory.
    address: Option<u64>,
}

impl ManagedVariable {
    /// Gives the variable memory, the first time, and puts that of a module there. Returns the value that it has from then on; none the
    /// first time, where it is the module's.
    fn place(&mut self, driver: &Driver, module: u64) -> Result<Option<Vec<u8>>, RuntimeError> {
        let value = self.address.map(|address| CallerAddress::at(address).bytes(self.bytes as usize)).transpose()?;
        let address = match self.address {
            Some(address) => address,
            None => driver.alloc_managed(self.bytes, GLOBAL)?,
        };
        self.address = Some(address);
        driver.place_variable(module, &self.name, address)?;
        Ok(value)
    }

    /// Makes the module's variable, which gets its initial value, and gives it the value that it has.
    fn make(&self, driver: &Driver, module: u64, value: Option<Vec<u8>>) -> Result<(), RuntimeError> {
        let [address, bytes] = driver.global(module, &self.name)?;
        if let Some(value) = value {
            CallerAddress::at(address).memory(bytes)?.write(&mut |place| place.copy_from_slice(&value));
        }
        CallerAddress::at(self.pointer).out::<u64>().set(address)?;
        Ok(())
    }
}

/// Managed memory that every stream reaches.
const GLOBAL: u32 = 1;

/// A kernel or a variable of an image, by the name that it has there.
#[derive(Clone)]
pub(super) struct RegisteredSymbol {
    image: u64,
    name: String,
}

#[derive(Default)]
struct ProgramTable {
    images: BTreeMap<u64, RegisteredImage>,
    /// By the addresses of their stubs in the program.
    kernels: BTreeMap<u64, RegisteredSymbol>,
    /// By the addresses of their shadows in the program.
    variables: BTreeMap<u64, RegisteredSymbol>,
    /// Handles of kernels by context and stub.
    functions: BTreeMap<(u64, u64), u64>,
    last: u64,
}

static TABLE: Mutex<ProgramTable> = Mutex::new(ProgramTable {
    images: BTreeMap::new(),
    kernels: BTreeMap::new(),
    variables: BTreeMap::new(),
    functions: BTreeMap::new(),
    last: 0,
});

fn table() -> MutexGuard<'static, ProgramTable> {
    TABLE.lock()
}

/// Adds an image, and returns its handle.
pub(super) fn add_image(image: Vec<u8>) -> u64 {
    let mut table = table();
    table.last += 16;
    let handle = 0x2000_0000 + table.last;
    table.images.insert(handle, RegisteredImage { image, modules: BTreeMap::new(), managed: Vec::new() });
    handle
}

/// Takes an image away with all that is registered of it.
pub(super) fn remove_image(image: u64) {
    let mut table = table();
    table.kernels.retain(|_, kernel| kernel.image != image);
    table.variables.retain(|_, variable| variable.image != image);
    table.functions.clear();
    let Some(removed) = table.images.remove(&image) else { return };
    drop(table);
    // At the end of the program its contexts may be gone.
    let Ok(driver) = driver() else { return };
    for module in removed.modules.values() {
        let _ = driver.unload_module(*module);
    }
}

/// Registers a kernel of an image by the address of its stub.
pub(super) fn add_kernel(stub: u64, image: u64, name: String) {
    table().kernels.insert(stub, RegisteredSymbol { image, name });
}

/// Registers a variable of an image by the address of its shadow.
pub(super) fn add_variable(shadow: u64, image: u64, name: String) {
    table().variables.insert(shadow, RegisteredSymbol { image, name });
}

/// Registers a managed variable of an image by the address of the program's pointer to it.
pub(super) fn add_managed(pointer: u64, image: u64, name: String, bytes: u64) {
    let mut table = table();
    table.variables.insert(pointer, RegisteredSymbol { image, name: name.clone() });
    if let Some(image) = table.images.get_mut(&image) {
        image.managed.push(ManagedVariable { name, bytes, pointer, address: None });
    }
}

/// Makes the managed variables of an image ready for the host.
pub(super) fn ready_managed(driver: &Driver, image: u64) -> Result<(), RuntimeError> {
    let context = driver.current_context()?;
    table().module(driver, context, image).map(|_| ())
}

/// Forgets the modules of a context, which has ended.
pub(super) fn forget_context(context: u64) {
    let mut table = table();
    for image in table.images.values_mut() {
        image.modules.remove(&context);
    }
    table.functions.retain(|(of, _), _| *of != context);
}

/// The driver's handle of a kernel in the current context, by its stub, or by a handle of the driver's.
pub(super) fn function(driver: &Driver, stub: u64) -> Result<u64, RuntimeError> {
    let context = driver.current_context()?;
    let mut table = table();
    if let Some(function) = table.functions.get(&(context, stub)) {
        return Ok(*function);
    }
    let Some(kernel) = table.kernels.get(&stub).cloned() else {
        drop(table);
        let unknown = if stub == 0 { RuntimeError::INVALID_FUNCTION } else { RuntimeError::INVALID_HANDLE };
        return driver.function_name(stub).map(|_| stub).map_err(|_| unknown);
    };
    let module = table.module(driver, context, kernel.image)?;
    let function =
        driver.function(module, &kernel.name).map_err(|error| of_name(error, RuntimeError::INVALID_FUNCTION))?;
    table.functions.insert((context, stub), function);
    Ok(function)
}

/// Whether a kernel has that stub.
pub(super) fn is_kernel(stub: u64) -> bool {
    table().kernels.contains_key(&stub)
}

/// The address and the bytes of a variable in the current context, by its shadow.
pub(super) fn variable(driver: &Driver, shadow: u64) -> Result<[u64; 2], RuntimeError> {
    let context = driver.current_context()?;
    let mut table = table();
    let variable = table.variables.get(&shadow).cloned().ok_or(RuntimeError::INVALID_SYMBOL)?;
    let module = table.module(driver, context, variable.image)?;
    driver.global(module, &variable.name).map_err(|error| of_name(error, RuntimeError::INVALID_SYMBOL))
}

/// The runtime's error for a name that an image does not have, and any other as it is.
fn of_name(error: DriverError, unknown: RuntimeError) -> RuntimeError {
    if error == DriverError::NotFound { unknown } else { error.into() }
}

impl ProgramTable {
    /// The module of an image in a context.
    fn module(&mut self, driver: &Driver, context: u64, image: u64) -> Result<u64, RuntimeError> {
        let registered = self.images.get_mut(&image).ok_or(RuntimeError::INVALID_FUNCTION)?;
        if let Some(module) = registered.modules.get(&context) {
            return Ok(*module);
        }
        let module = driver.load_module(&registered.image).map_err(|failure| {
            if !failure.message.is_empty() {
                say(&format!("an image of the program was not loaded: {}", failure.message));
            }
            RuntimeError::from(failure.error)
        })?;
        // All have their places before the first is made, since that makes the module's others.
        let places = registered.managed.iter_mut().map(|variable| variable.place(driver, module));
        let values = places.collect::<Result<Vec<_>, _>>()?;
        let made = registered.managed.iter().zip(values);
        made.into_iter().try_for_each(|(variable, value)| variable.make(driver, module, value))?;
        registered.modules.insert(context, module);
        Ok(module)
    }
}
