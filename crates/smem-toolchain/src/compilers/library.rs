//! Opening NVRTC's shared library.
//!
//! cudarc opens it by its bare name at the first call and panics where that fails. A library that is open already is found
//! again by that name, whatever folder it came from, so this module opens it first and looks into it.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// The functions that the crate calls. A library without them is not NVRTC, or is too old.
const SYMBOLS: [&str; 14] = [
    "nvrtcVersion",
    "nvrtcGetNumSupportedArchs",
    "nvrtcGetSupportedArchs",
    "nvrtcCreateProgram",
    "nvrtcCompileProgram",
    "nvrtcDestroyProgram",
    "nvrtcGetProgramLog",
    "nvrtcGetPTX",
    "nvrtcGetPTXSize",
    "nvrtcGetCUBIN",
    "nvrtcGetCUBINSize",
    "nvrtcAddNameExpression",
    "nvrtcGetLoweredName",
    "nvrtcGetErrorString",
];

/// The loader's answer to NVRTC's name.
pub(super) enum ByName {
    /// It is there and will be found by cudarc.
    Loaded,
    /// It is there and of no use, in a sentence.
    Broken(String),
    /// It is not there.
    Absent,
}

/// Looks for NVRTC under the names that cudarc asks the loader for.
pub(super) fn by_name() -> ByName {
    // cudarc takes the first name that opens, so this must look in the same order.
    for name in cudarc::get_lib_name_candidates("nvrtc") {
        if let Ok(library) = open(name.as_ref()) {
            return match keep(library) {
                Ok(()) => ByName::Loaded,
                Err(symbol) => ByName::Broken(format!(
                    "the `{name}` on the loader's path is not a usable NVRTC: it lacks `{symbol}`; take it off \
                     `LD_LIBRARY_PATH`"
                )),
            };
        }
    }
    ByName::Absent
}

/// Opens the NVRTC that the loader knows by name for good. The error is a sentence.
pub(super) fn loaded_by_name() -> Result<(), String> {
    match by_name() {
        ByName::Loaded => Ok(()),
        ByName::Broken(problem) => Err(problem),
        ByName::Absent => Err("there is no NVRTC on the loader's path".to_owned()),
    }
}

/// Opens the NVRTC at `path` for good. The error is a sentence.
pub(super) fn by_path(path: &Path) -> Result<(), String> {
    let shown = path.display();
    #[cfg(target_os = "linux")]
    match super::elf::is_whole(path) {
        Ok(true) => {}
        Ok(false) => return Err(format!("the NVRTC at `{shown}` is not a complete shared library")),
        Err(error) => return Err(format!("the NVRTC at `{shown}` cannot be read: {error}")),
    }
    let library = open(path.as_os_str())
        .map_err(|error| format!("the NVRTC at `{shown}` cannot be loaded: {}", detail(&error)))?;
    keep(library).map_err(|symbol| format!("the NVRTC at `{shown}` is not a usable one: it lacks `{symbol}`"))?;
    // SAFETY: opens and closes NVRTC by name, which runs the initialisers of a library that is open already.
    if unsafe { cudarc::nvrtc::sys::is_culib_present() } {
        Ok(())
    } else {
        Err(format!("the NVRTC at `{shown}` goes by a name that is not `libnvrtc.so.12` or `libnvrtc.so.13`"))
    }
}

/// Leaves the library open until the process ends, or names the symbol it lacks.
fn keep(library: Library) -> Result<(), &'static str> {
    for symbol in SYMBOLS {
        // SAFETY: the symbol is looked up and never called through this type.
        if unsafe { library.get::<*const ()>(symbol.as_bytes()) }.is_err() {
            return Err(symbol);
        }
    }
    std::mem::forget(library);
    Ok(())
}

/// The loader's own words, without the path that the sentence has already.
fn detail(error: &libloading::Error) -> String {
    let text = match std::error::Error::source(error) {
        Some(source) => source.to_string(),
        None => error.to_string(),
    };
    text.lines().next().unwrap_or_default().to_owned()
}

#[cfg(unix)]
use libloading::os::unix::Library;

#[cfg(unix)]
fn open(name: &OsStr) -> Result<Library, libloading::Error> {
    use libloading::os::unix::{RTLD_GLOBAL, RTLD_NOW};
    // SAFETY: runs the library's initialisers, as any program linked to it would.
    unsafe { Library::open(Some(name), RTLD_NOW | RTLD_GLOBAL) }
}

#[cfg(not(unix))]
use libloading::Library;

#[cfg(not(unix))]
fn open(name: &OsStr) -> Result<Library, libloading::Error> {
    // SAFETY: runs the library's initialisers, as any program linked to it would.
    unsafe { Library::new(name) }
}

/// The files of the library that is open, from `path` or by its name: itself, and those beside it that belong to it. `None` where the system does
/// not say which file it is.
pub(super) fn files(path: Option<&Path>) -> Option<Vec<PathBuf>> {
    let path = path.map_or_else(mapped, |path| Some(path.to_owned()))?;
    let beside = std::fs::read_dir(path.parent()?).ok()?.flatten().map(|entry| entry.path());
    let is_of_it = |file: &PathBuf| file.file_name().is_some_and(|name| name.to_string_lossy().starts_with("libnvrtc"));
    let mut files: Vec<PathBuf> =
        beside.filter(|file| is_of_it(file) && file.is_file()).chain([path.clone()]).collect();
    files.sort();
    files.dedup();
    Some(files)
}

/// The file of the NVRTC in this process, by the system's table of its memory.
pub(super) fn mapped() -> Option<PathBuf> {
    let table = std::fs::read_to_string("/proc/self/maps").ok()?;
    let files = table.lines().filter_map(|line| line.find('/').map(|at| Path::new(&line[at..])));
    let is_nvrtc =
        |file: &&Path| file.file_name().is_some_and(|name| name.to_string_lossy().starts_with("libnvrtc.so"));
    files.into_iter().find(is_nvrtc).map(Path::to_owned)
}
