//! Libraries: images that are loaded into a context when it first asks for one of their kernels.

use parking_lot::Mutex;
use std::collections::BTreeMap;
use std::ffi::c_char;

use smem_driver::DriverError;

use super::modules::name_of;
use crate::foreign::{CallerAddress, CallerText, Out};
use crate::process::driver;

/// An image, and the modules that it became, by context.
struct LazyLibrary {
    image: Vec<u8>,
    modules: BTreeMap<u64, u64>,
}

#[derive(Default)]
struct LibraryTable {
    libraries: BTreeMap<u64, LazyLibrary>,
    last: u64,
}

static TABLE: Mutex<LibraryTable> = Mutex::new(LibraryTable { libraries: BTreeMap::new(), last: 0 });

fn table() -> parking_lot::MutexGuard<'static, LibraryTable> {
    TABLE.lock()
}

fn add(image: Vec<u8>) -> u64 {
    let mut table = table();
    table.last += 16;
    let handle = 0x3000_0000 + table.last;
    table.libraries.insert(handle, LazyLibrary { image, modules: BTreeMap::new() });
    handle
}

/// The module of a library in the current context.
fn module(library: u64) -> Result<u64, DriverError> {
    let driver = driver()?;
    let context = driver.current_context()?;
    let mut table = table();
    let library = table.libraries.get_mut(&library).ok_or(DriverError::InvalidHandle)?;
    if let Some(module) = library.modules.get(&context) {
        return Ok(*module);
    }
    let module = driver.load_module(&library.image).map_err(|failure| failure.error)?;
    library.modules.insert(context, module);
    Ok(module)
}

functions! {
    fn cuLibraryLoadData(
        library: Out<u64>,
        image: CallerAddress,
        _options: CallerAddress,
        _values: CallerAddress,
        _count: u32,
        _library_options: CallerAddress,
        _library_values: CallerAddress,
        _library_count: u32,
    ) {
        library.check()?;
        driver()?.device_count()?;
        library.set(add(image.image()?))
    }

    fn cuLibraryLoadFromFile(
        library: Out<u64>,
        path: CallerText,
        _options: CallerAddress,
        _values: CallerAddress,
        _count: u32,
        _library_options: CallerAddress,
        _library_values: CallerAddress,
        _library_count: u32,
    ) {
        library.check()?;
        driver()?.device_count()?;
        library.set(add(std::fs::read(path.get()?).map_err(|_| DriverError::FileNotFound)?))
    }

    fn cuLibraryUnload(library: u64) {
        let library = table().libraries.remove(&library).ok_or(DriverError::InvalidHandle)?;
        let driver = driver()?;
        // Those of contexts that have ended are gone.
        for module in library.modules.values() {
            let _ = driver.unload_module(*module);
        }
        Ok(())
    }

    fn cuLibraryGetKernel(kernel: Out<u64>, library: u64, name: CallerText) {
        kernel.check()?;
        kernel.set(driver()?.function(module(library)?, &name.get()?)?)
    }

    fn cuLibraryGetModule(found: Out<u64>, library: u64) {
        found.set(module(library)?)
    }

    fn cuLibraryGetGlobal(address: Out<u64>, bytes: Out<usize>, library: u64, name: CallerText) {
        let [place, length] = driver()?.global(module(library)?, &name.get()?)?;
        address.set_if_asked(place);
        bytes.set_if_asked(length as usize);
        Ok(())
    }

    fn cuLibraryGetKernelCount(count: Out<u32>, library: u64) {
        count.set(driver()?.kernels(module(library)?)?.len() as u32)
    }

    fn cuLibraryEnumerateKernels(kernels: Out<u64>, count: u32, library: u64) {
        kernels.check()?;
        let (driver, module) = (driver()?, module(library)?);
        let names = driver.kernels(module)?;
        let handles = names.iter().map(|name| driver.function(module, name)).collect::<Result<Vec<_>, _>>()?;
        kernels.set_all(handles, count as usize);
        Ok(())
    }

    fn cuKernelGetFunction(function: Out<u64>, kernel: u64) {
        driver()?.function_name(kernel)?;
        function.set(kernel)
    }

    fn cuKernelGetName(name: Out<*const c_char>, kernel: u64) {
        name_of(kernel, name)
    }

    fn cuKernelGetAttribute(value: Out<i32>, attribute: i32, kernel: u64, _device: i32) {
        value.set(driver()?.function_attribute(kernel, attribute)?)
    }

    fn cuKernelSetAttribute(attribute: i32, value: i32, kernel: u64, device: i32) {
        driver()?.device(device)?;
        driver()?.set_function_attribute(kernel, attribute, value)
    }

    fn cuKernelSetCacheConfig(kernel: u64, _config: u32, _device: i32) {
        driver()?.function_name(kernel).map(|_| ())
    }

    fn cuKernelGetParamInfo(kernel: u64, index: usize, offset: Out<usize>, bytes: Out<usize>) {
        let [place, length] = driver()?.parameter(kernel, index)?;
        offset.set(place)?;
        bytes.set_if_asked(length);
        Ok(())
    }
}
