//! Leads the CUDA runtime that is built into a program or a library to ours: `nvcc` links it so by default.
//!
//! `smem-tile run` names this library to the loader twice: to be loaded first (`LD_PRELOAD`), and as its audit library (`LD_AUDIT`, see
//! `rtld-audit(7)`). The loader then calls the audit library for each object that it maps, before the object's constructors run. If the
//! object's symbols show that a runtime is built in, the first bytes of each of its functions become a jump to our function of that name. Files
//! stay as they are, and the driver's private tables are never asked for, since the code that asks for them does not run.
//!
//! ```text
//! symbols    the functions that a file names
//! run_folder what the run is told, and asked for
//! jumps      the first bytes of functions in memory
//! ```
//!
//! The loader gives an audit library a namespace of its own: what is here is a second copy of this library, which shares nothing with the one
//! that the program calls. It may read addresses of the first, and call nothing in it.

mod jumps;
mod run_folder;
mod symbols;

use std::collections::HashMap;
use std::ffi::{CStr, CString, OsStr, c_char, c_uint, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::ptr;
use std::sync::Mutex;

use symbols::FileSymbols;

/// The variable with the folder of our libraries, by the names that programs ask for.
const LIBRARIES: &str = "SMEM_TILE_LIBRARIES";

/// The version of the loader's interface that this is written for.
const VERSION: c_uint = 1;
/// The loader has mapped all objects that it had to.
const CONSISTENT: c_uint = 0;
/// The loader looks in the folders of the system, which are the last.
const IN_SYSTEM: c_uint = 0x40;
/// The namespace of the program.
const OF_PROGRAM: isize = 0;

/// The function that each object registers its kernels with: an object that has it has a runtime built in.
const REGISTERS: &str = "__cudaRegisterFatBinary";

/// The name of this library among ours.
const OURS: &str = "libcuda.so.1";

/// The beginning of the loader's `struct link_map`.
#[repr(C)]
struct LinkMap {
    /// The distance of its addresses in memory from those in the file.
    base: usize,
    /// The path; empty for the program itself.
    name: *const c_char,
}

/// An object that is mapped.
struct MappedObject {
    path: PathBuf,
    base: usize,
}

/// Our functions, once the loader has mapped them, and the objects that wait for them.
struct Led {
    libraries: PathBuf,
    functions: HashMap<Vec<u8>, usize>,
    waiting: Vec<MappedObject>,
    /// The answers to the loader, which keeps them.
    paths: HashMap<Vec<u8>, CString>,
}

static LED: Mutex<Option<Led>> = Mutex::new(None);

impl Led {
    fn is_ours(&self, path: &Path) -> bool {
        path.parent() == Some(&self.libraries) && path.file_name() == Some(OsStr::new(OURS))
    }

    /// Learns the addresses of our functions from the object with them.
    fn learn(&mut self, object: &MappedObject) {
        let Some(symbols) = FileSymbols::open(&object.path) else { return };
        symbols.exported(|name, address, _| {
            if is_of_runtime(name) {
                self.functions.insert(name.to_vec(), object.base + address);
            }
        });
    }

    /// Leads the objects that wait, if our functions are known: one that calls itself in the meantime would do so in the middle of a call.
    fn lead_waiting(&mut self) {
        if self.functions.is_empty() {
            return;
        }
        for object in std::mem::take(&mut self.waiting) {
            let Some(symbols) = FileSymbols::open(&object.path) else { continue };
            let mut found = Vec::new();
            let mut has_runtime = false;
            symbols.defined(|name, address, bytes| {
                has_runtime |= name == REGISTERS.as_bytes();
                if let Some(to) = self.functions.get(name).filter(|_| jumps::has_place(address, bytes)) {
                    found.push((object.base + address, *to));
                }
            });
            if has_runtime {
                jumps::write(&found);
                run_folder::note_led(&self.libraries, &object.path);
            }
        }
    }

    /// The path of ours that a library of this name is, if it is one of ours, or of NVRTC where no other folder has it.
    fn path(&mut self, name: &CStr, is_last: bool) -> Option<*const c_char> {
        let file = name.to_bytes().rsplit(|byte| *byte == b'/').next()?;
        if is_last && !Path::new(OsStr::from_bytes(name.to_bytes())).exists() {
            let path = run_folder::nvrtc(&self.libraries, file);
            if let Some(text) = path.and_then(|path| CString::new(path.as_os_str().as_bytes()).ok()) {
                let kept = self.paths.entry(file.to_vec()).or_insert(text);
                return Some(kept.as_ptr());
            }
        }
        let known: &[u8] = if file == b"libcudart.so" { b"libcudart.so.13" } else { file };
        if !known.starts_with(b"libcudart.so.") {
            return None;
        }
        if !self.paths.contains_key(known) {
            let path = self.libraries.join(OsStr::from_bytes(known));
            let text = CString::new(path.as_os_str().as_bytes()).ok().filter(|_| path.exists())?;
            self.paths.insert(known.to_vec(), text);
        }
        self.paths.get(known).map(|path| path.as_ptr())
    }
}

fn is_of_runtime(name: &[u8]) -> bool {
    name.starts_with(b"cuda") || name.starts_with(b"__cuda")
}

/// Does something with what is known; nothing where a panic has left it, or in a process that is not of a run.
fn with_led<R>(act: impl FnOnce(&mut Led) -> R) -> Option<R> {
    let mut led = LED.lock().ok()?;
    let act = std::panic::AssertUnwindSafe(|| led.as_mut().map(act));
    std::panic::catch_unwind(act).ok().flatten()
}

/// The loader asks for the version of the interface; 0 has it do without this library.
// SAFETY: the name is the loader's own, which an audit library defines.
#[unsafe(no_mangle)]
extern "C" fn la_version(_newest: c_uint) -> c_uint {
    let Some(libraries) = std::env::var_os(LIBRARIES).filter(|folder| !folder.is_empty()) else { return 0 };
    let Ok(mut led) = LED.lock() else { return 0 };
    *led = Some(Led {
        libraries: libraries.into(),
        functions: HashMap::new(),
        waiting: Vec::new(),
        paths: HashMap::new(),
    });
    VERSION
}

/// The loader has mapped an object.
// SAFETY: as above.
#[unsafe(no_mangle)]
extern "C" fn la_objopen(map: *const LinkMap, namespace: isize, _cookie: *mut usize) -> c_uint {
    if namespace == OF_PROGRAM && !map.is_null() {
        // SAFETY: the loader hands in its description of the object, whose name is a text or null.
        let (base, name) = unsafe {
            let LinkMap { base, name } = map.read();
            (base, if name.is_null() { Vec::new() } else { CStr::from_ptr(name).to_bytes().to_vec() })
        };
        let path = if name.is_empty() { Path::new("/proc/self/exe") } else { Path::new(OsStr::from_bytes(&name)) };
        let object = MappedObject { path: path.to_owned(), base };
        with_led(|led| {
            run_folder::note_library(&led.libraries, &object.path);
            if led.is_ours(&object.path) {
                led.learn(&object);
            } else {
                led.waiting.push(object);
            }
        });
    }
    0
}

/// The loader has mapped some objects, or is about to.
// SAFETY: as above.
#[unsafe(no_mangle)]
extern "C" fn la_activity(_cookie: *mut usize, flag: c_uint) {
    if flag == CONSISTENT {
        with_led(Led::lead_waiting);
    }
}

/// The loader has mapped all objects of the program, and their constructors come next.
// SAFETY: as above.
#[unsafe(no_mangle)]
extern "C" fn la_preinit(_cookie: *mut usize) {
    with_led(Led::lead_waiting);
}

/// The loader looks for a library: a runtime is ours, in whichever folder the program has one.
// SAFETY: as above.
#[unsafe(no_mangle)]
extern "C" fn la_objsearch(name: *const c_char, _cookie: *mut c_void, flag: c_uint) -> *const c_char {
    if name.is_null() {
        return ptr::null();
    }
    // SAFETY: the loader hands in a text.
    let text = unsafe { CStr::from_ptr(name) };
    with_led(|led| led.path(text, flag == IN_SYSTEM)).flatten().unwrap_or(name)
}
