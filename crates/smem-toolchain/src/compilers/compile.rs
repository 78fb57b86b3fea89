//! CUDA C++ to PTX and CUBIN, through cudarc's unsafe layer: the safe one has neither CUBIN nor a log nor names of templates.
//!
//! Callable only once [`library`](super::library) has NVRTC open; without, cudarc panics.

use std::ffi::{CStr, CString, c_char};
use std::path::PathBuf;
use std::ptr;

use cudarc::nvrtc::result::{self, NvrtcError};
use cudarc::nvrtc::sys;

use super::listing;
use super::source::{Compiled, CudaSource};
use crate::compiled_name::compiled_name;
use crate::error::ToolError;
use crate::kernel_name::check_kernel_name;

/// Major and minor version of the loaded NVRTC.
pub(super) fn version() -> Result<(u32, u32), String> {
    let (mut major, mut minor) = (0, 0);
    // SAFETY: both point to integers that live through the call.
    let status = unsafe { sys::nvrtcVersion(&mut major, &mut minor) };
    status.result().map_err(|error| format!("NVRTC does not report its version: {}", text(error)))?;
    Ok((major.unsigned_abs(), minor.unsigned_abs()))
}

/// The compute capabilities the loaded NVRTC compiles for, as 90 for 9.0, ascending.
pub(super) fn architectures() -> Result<Vec<u32>, String> {
    let refused = |error| format!("NVRTC does not report its architectures: {}", text(error));
    let mut count = 0;
    // SAFETY: points to an integer that lives through the call.
    unsafe { sys::nvrtcGetNumSupportedArchs(&mut count) }.result().map_err(refused)?;
    let mut known = vec![0; usize::try_from(count).unwrap_or(0)];
    // SAFETY: NVRTC writes as many integers as it has just said.
    unsafe { sys::nvrtcGetSupportedArchs(known.as_mut_ptr()) }.result().map_err(refused)?;
    let mut known: Vec<u32> = known.into_iter().map(i32::unsigned_abs).collect();
    known.sort_unstable();
    Ok(known)
}

/// The options that make `folders` include paths.
pub(super) fn include_options(folders: &[PathBuf]) -> Vec<String> {
    folders.iter().map(|folder| format!("--include-path={}", folder.display())).collect()
}

/// Compiles `source` with `folders` after its own options as include paths.
pub(super) fn compile(source: &CudaSource, folders: &[PathBuf]) -> Result<Compiled, ToolError> {
    source.read_options()?;
    let options: Vec<String> = source.options().iter().cloned().chain(include_options(folders)).collect();
    let program = NvrtcProgram::compile(source, &options)?;
    let mut lowered = Vec::new();
    for kernel in source.kernels() {
        lowered.push((kernel.clone(), program.lowered(kernel, source.name())?));
    }
    Ok(Compiled { ptx: program.ptx(source.name())?, cubin: program.cubin(source.name())?, lowered, log: program.log() })
}

/// An NVRTC program, destroyed when dropped.
struct NvrtcProgram(sys::nvrtcProgram);

impl NvrtcProgram {
    fn compile(source: &CudaSource, options: &[String]) -> Result<NvrtcProgram, ToolError> {
        let name = source.name();
        let no_zero = |what: &str| ToolError::Unusable(format!("{what} for `{name}` holds a zero byte"));
        let c_text = CString::new(source.text()).map_err(|_| no_zero("the source"))?;
        let in_text = compiled_name(name);
        let c_name = CString::new(in_text.as_str()).map_err(|_| no_zero("the file name"))?;
        if options.iter().any(|option| option.contains('\0')) {
            return Err(no_zero("an option"));
        }
        // The compiler reads names and macros as lines of text: more than one line would be more than a name.
        if let Some(option) = options.iter().find(|option| option.contains(['\n', '\r'])) {
            return Err(ToolError::RefusedOption(format!("the option `{}` has several lines", option.escape_debug())));
        }
        source.kernels().iter().try_for_each(|kernel| check_kernel_name(kernel)).map_err(ToolError::Unusable)?;
        // NVRTC copies both strings.
        let program = result::create_program(&c_text, Some(&c_name))
            .map(NvrtcProgram)
            .map_err(|error| ToolError::Unusable(format!("NVRTC does not accept `{name}`: {}", text(error))))?;
        for kernel in source.kernels() {
            let expression = CString::new(kernel.as_str()).map_err(|_| no_zero("a kernel's name"))?;
            // SAFETY: the program is alive and not compiled yet; NVRTC copies the string.
            let status = unsafe { sys::nvrtcAddNameExpression(program.0, expression.as_ptr()) };
            status.result().map_err(|error| {
                ToolError::Unusable(format!("NVRTC does not accept the name `{kernel}`: {}", text(error)))
            })?;
        }
        // SAFETY: the program was created above and is alive.
        let status = unsafe { result::compile_program(program.0, options) };
        let Err(error) = status else { return Ok(program) };
        let log = program.log();
        match error.0 {
            sys::nvrtcResult::NVRTC_ERROR_COMPILATION => {
                let listing = listing::around_errors(source.text(), &in_text, &log);
                Err(ToolError::Compile { name: name.to_owned(), listing, log })
            }
            _ => {
                let log = log.trim().lines().next().unwrap_or_default().to_owned();
                let why = if log.is_empty() { text(error) } else { log };
                let message = format!("NVRTC fails on `{name}` with `{}`: {why}", options.join(" "));
                Err(match error.0 {
                    sys::nvrtcResult::NVRTC_ERROR_INVALID_OPTION => ToolError::RefusedOption(message),
                    _ => ToolError::Unusable(message),
                })
            }
        }
    }

    /// The mangled name of a kernel that it was compiled with.
    fn lowered(&self, kernel: &str, name: &str) -> Result<String, ToolError> {
        let refused = |error| {
            ToolError::Unusable(format!("NVRTC has no mangled name of `{kernel}` in `{name}`: {}", text(error)))
        };
        let expression =
            CString::new(kernel).map_err(|_| refused(NvrtcError(sys::nvrtcResult::NVRTC_ERROR_INVALID_INPUT)))?;
        let mut lowered = ptr::null();
        // SAFETY: the program is compiled and alive; `lowered` outlives the call.
        unsafe { sys::nvrtcGetLoweredName(self.0, expression.as_ptr(), &mut lowered) }.result().map_err(refused)?;
        // SAFETY: NVRTC has set it to a string that lives as long as the program.
        Ok(unsafe { CStr::from_ptr(lowered) }.to_string_lossy().into_owned())
    }

    fn ptx(&self, name: &str) -> Result<String, ToolError> {
        // SAFETY: the program is compiled and alive.
        let bytes = unsafe { result::get_ptx(self.0) }.map_err(|error| no_output("PTX", name, error))?;
        Ok(string(&bytes))
    }

    /// `None` where it was compiled for no real architecture.
    fn cubin(&self, name: &str) -> Result<Option<Vec<u8>>, ToolError> {
        let refused = |error| no_output("CUBIN", name, error);
        let mut size = 0;
        // SAFETY: the program is compiled and alive; `size` outlives the call.
        unsafe { sys::nvrtcGetCUBINSize(self.0, &mut size) }.result().map_err(refused)?;
        if size == 0 {
            return Ok(None);
        }
        let mut image = vec![0_u8; size];
        // SAFETY: NVRTC writes as many bytes as it has just said.
        unsafe { sys::nvrtcGetCUBIN(self.0, image.as_mut_ptr().cast()) }.result().map_err(refused)?;
        Ok(Some(image))
    }

    fn log(&self) -> String {
        // SAFETY: the program is alive.
        unsafe { result::get_program_log(self.0) }.map(|bytes| string(&bytes)).unwrap_or_default()
    }
}

impl Drop for NvrtcProgram {
    fn drop(&mut self) {
        // SAFETY: created by `create_program` and destroyed only here. A failure leaks it, which is all it can do.
        let _ = unsafe { result::destroy_program(self.0) };
    }
}

fn no_output(what: &str, name: &str, error: NvrtcError) -> ToolError {
    ToolError::Unusable(format!("NVRTC gives no {what} for `{name}`: {}", text(error)))
}

/// NVRTC's own words for a status.
fn text(error: NvrtcError) -> String {
    // SAFETY: NVRTC returns a string that lives as long as the library, which is never closed.
    unsafe {
        let words = sys::nvrtcGetErrorString(error.0);
        if words.is_null() {
            return format!("{:?}", error.0);
        }
        CStr::from_ptr(words).to_string_lossy().into_owned()
    }
}

/// The text before the terminating zero.
fn string(bytes: &[c_char]) -> String {
    // A C character is signed on some machines and unsigned on others; its one byte is the same.
    let bytes = bytes.iter().map(|byte| byte.to_ne_bytes()[0]);
    let bytes: Vec<u8> = bytes.take_while(|byte| *byte != 0).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}
