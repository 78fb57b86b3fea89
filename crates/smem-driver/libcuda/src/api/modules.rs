//! Modules, their kernels and variables.

use parking_lot::Mutex;
use std::ffi::{CString, c_char};

use smem_driver::{DriverError, DriverRefusal};

use crate::foreign::{CallerAddress, CallerText, In, Out};
use crate::process::{driver, say};

/// Options of the compilation that have an answer: the buffer for errors and its bytes.
const ERROR_LOG: u32 = 5;
const ERROR_LOG_BYTES: u32 = 6;

/// Loads an image, and says why not.
fn load(module: Out<u64>, image: &[u8]) -> Result<(), DriverRefusal> {
    module.set(driver()?.load_module(image)?)?;
    Ok(())
}

/// The error of an image, whose sentence goes to standard error.
fn said(failure: DriverRefusal) -> DriverError {
    if !failure.message.is_empty() {
        say(&format!("a module was not loaded: {}", failure.message));
    }
    failure.error
}

/// A text of C that lives as long as the process, as programs expect of names. Each is kept once.
fn kept(name: &str) -> *const c_char {
    static KEPT: Mutex<Vec<&'static std::ffi::CStr>> = Mutex::new(Vec::new());
    let mut known = KEPT.lock();
    if let Some(text) = known.iter().find(|text| text.to_bytes() == name.as_bytes()) {
        return text.as_ptr();
    }
    let text: &'static std::ffi::CStr = Box::leak(CString::new(name).unwrap_or_default().into_boxed_c_str());
    known.push(text);
    text.as_ptr()
}

pub(super) fn name_of(function: u64, name: Out<*const c_char>) -> Result<(), DriverError> {
    name.set(kept(&driver()?.function_name(function)?.1))
}

functions! {
    fn cuModuleLoadData(module: Out<u64>, image: CallerAddress) {
        module.check()?;
        load(module, &image.image()?).map_err(said)
    }

    fn cuModuleLoadFatBinary(module: Out<u64>, image: CallerAddress) {
        module.check()?;
        load(module, &image.image()?).map_err(said)
    }

    fn cuModuleLoadDataEx(module: Out<u64>, image: CallerAddress, count: u32, options: In<u32>, values: In<CallerAddress>) {
        module.check()?;
        let mut log = None;
        let mut bytes = None;
        for at in 0..count as usize {
            match options.at(at)? {
                ERROR_LOG => log = Some(values.at(at)?),
                ERROR_LOG_BYTES => bytes = Some(values.at(at)?.number() as u32 as usize),
                _ => {}
            }
        }
        load(module, &image.image()?).map_err(|failure| {
            if let (Some(log), Some(bytes)) = (log, bytes) {
                // A log without room stays empty.
                let _ = log.out::<c_char>().set_text(&failure.message, bytes);
            }
            said(failure)
        })
    }

    fn cuModuleLoad(module: Out<u64>, path: CallerText) {
        module.check()?;
        let path = path.get()?;
        driver()?.context_flags()?;
        let image = std::fs::read(path).map_err(|_| DriverError::FileNotFound)?;
        load(module, &image).map_err(said)
    }

    fn cuModuleUnload(module: u64) {
        driver()?.unload_module(module)
    }

    fn cuModuleGetFunction(function: Out<u64>, module: u64, name: CallerText) {
        function.check()?;
        function.set(driver()?.function(module, &name.get()?)?)
    }

    fn cuModuleGetFunctionCount(count: Out<u32>, module: u64) {
        count.set(driver()?.kernels(module)?.len() as u32)
    }

    fn cuModuleEnumerateFunctions(functions: Out<u64>, count: u32, module: u64) {
        functions.check()?;
        let driver = driver()?;
        let names = driver.kernels(module)?;
        let handles = names.iter().map(|name| driver.function(module, name)).collect::<Result<Vec<_>, _>>()?;
        functions.set_all(handles, count as usize);
        Ok(())
    }

    fn cuModuleGetGlobal_v2(address: Out<u64>, bytes: Out<usize>, module: u64, name: CallerText) {
        let [place, length] = driver()?.global(module, &name.get()?)?;
        address.set_if_asked(place);
        bytes.set_if_asked(length as usize);
        Ok(())
    }

    fn cuModuleGetTexRef(texture: Out<u64>, module: u64, _name: CallerText) {
        texture.check()?;
        driver()?.kernels(module)?;
        // Texture references are not part of CUDA any more; modules have none.
        Err(DriverError::NotFound)
    }

    fn cuModuleGetLoadingMode(mode: Out<u32>) {
        // Eager.
        mode.set(1)
    }

    fn cuFuncGetModule(module: Out<u64>, function: u64) {
        module.set(driver()?.function_name(function)?.0)
    }

    fn cuFuncGetName(name: Out<*const c_char>, function: u64) {
        name_of(function, name)
    }

    fn cuFuncGetAttribute(value: Out<i32>, attribute: i32, function: u64) {
        value.check()?;
        value.set(driver()?.function_attribute(function, attribute)?)
    }

    fn cuFuncSetAttribute(function: u64, attribute: i32, value: i32) {
        driver()?.set_function_attribute(function, attribute, value)
    }

    fn cuFuncSetCacheConfig(function: u64, _config: u32) {
        driver()?.function_name(function).map(|_| ())
    }

    fn cuFuncSetSharedMemConfig(function: u64, _config: u32) {
        driver()?.function_name(function).map(|_| ())
    }

    fn cuFuncGetParamInfo(function: u64, index: usize, offset: Out<usize>, bytes: Out<usize>) {
        if function == 0 {
            return Err(DriverError::InvalidValue);
        }
        let [place, length] = driver()?.parameter(function, index)?;
        offset.set(place)?;
        bytes.set_if_asked(length);
        Ok(())
    }

    fn cuFuncGetParamCount(function: u64, count: Out<usize>) {
        count.set(driver()?.parameters(function)?.0.len())
    }

    fn cuFuncIsLoaded(state: Out<u32>, function: u64) {
        driver()?.function_name(function)?;
        state.set(1)
    }

    fn cuFuncLoad(function: u64) {
        driver()?.function_name(function).map(|_| ())
    }
}
