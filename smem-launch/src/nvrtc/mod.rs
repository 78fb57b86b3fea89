//! NVRTC, CUDA's run-time compiler: found or installed, loaded, and used without a panic.
//!
//! ```text
//! locate   the loader's path, CUDA_PATH, /usr/local/cuda, Python wheels, target/cuda
//!    |     none there: install   pip, into target/cuda
//!    v
//! library  opened by path once and for all, so that cudarc finds it by its name
//!    |
//!    v
//! compile  CUDA C++ -> PTX text or CUBIN;  a log and its source lines (listing) on failure
//!    |     a header of CUDA's is missing: headers   looked for and installed as NVRTC is, then compiled again
//! ```

mod compile;
#[cfg(target_os = "linux")]
mod elf;
mod headers;
mod install;
mod library;
mod listing;
mod locate;

use std::path::{Path, PathBuf};
use std::sync::Mutex;

pub use install::Wheel;

use crate::Error;

/// Whether a missing NVRTC may be installed with pip.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Install {
    /// Install the pinned wheel into `target/cuda` where there is no NVRTC, showing progress on standard error.
    #[default]
    Allowed,
    /// Refuse, with the command to run by hand.
    Refused,
}

/// A loaded NVRTC. It stays loaded until the process ends.
///
/// ```no_run
/// use smem_launch::{Install, Nvrtc};
///
/// let nvrtc = Nvrtc::find(Install::Allowed)?;
/// println!("NVRTC {}.{}, {}", nvrtc.version().0, nvrtc.version().1, nvrtc.location());
/// let source = r#"extern "C" __global__ void nothing() {}"#;
/// let ptx = nvrtc.compile_ptx(source, "nothing.cu", &["-arch=compute_90", "--std=c++17"])?;
/// assert!(ptx.contains(".entry nothing"));
/// # Ok::<(), smem_launch::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Nvrtc {
    /// `None`: the loader found it by its bare name.
    path: Option<PathBuf>,
    version: (u32, u32),
    /// Compute capabilities it compiles for, as 90 for 9.0, ascending.
    architectures: Vec<u32>,
    /// Whether headers may be installed for a source that includes one.
    install: Install,
}

/// The one NVRTC of this process, so that tests in parallel threads look, install and load once.
static LOADED: Mutex<Option<Nvrtc>> = Mutex::new(None);

/// The folder of CUDA's headers, once a source has needed it.
static HEADERS: Mutex<Option<PathBuf>> = Mutex::new(None);

impl Nvrtc {
    /// Finds NVRTC and loads it: the loader's path, `CUDA_PATH`, `/usr/local/cuda`, the wheels of `python3`,
    /// `target/cuda`; and where there is none, installs it into `target/cuda` if that is `install`'s wish.
    ///
    /// # Errors
    /// [`Error::Nvrtc`] where there is none and none may or could be installed, or where the one that is there is broken.
    pub fn find(install: Install) -> Result<Nvrtc, Error> {
        let mut loaded = LOADED.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(nvrtc) = &*loaded {
            return Ok(Nvrtc { install, ..nvrtc.clone() });
        }
        let nvrtc = Self::search(install)?;
        *loaded = Some(nvrtc.clone());
        Ok(Nvrtc { install, ..nvrtc })
    }

    fn search(install: Install) -> Result<Nvrtc, Error> {
        match library::by_name() {
            library::ByName::Loaded => return Self::describe(None),
            // cudarc asks the loader by name, so nothing found elsewhere could take its place.
            library::ByName::Broken(problem) => return Err(Error::Nvrtc(problem)),
            library::ByName::Absent => {}
        }
        let mut broken = Vec::new();
        for path in locate::candidates() {
            match library::by_path(&path) {
                Ok(()) => return Self::describe(Some(path)),
                Err(problem) => broken.push(problem),
            }
        }
        if let Some(problem) = broken.first() {
            if install == Install::Refused || locate::installed().is_some() {
                return Err(Error::Nvrtc(problem.clone()));
            }
            eprintln!("note: {problem}");
        }
        let path = install::NVRTC.install(install, &locate::installed)?;
        library::by_path(&path).map_err(Error::Nvrtc)?;
        Self::describe(Some(path))
    }

    fn describe(path: Option<PathBuf>) -> Result<Nvrtc, Error> {
        let version = compile::version().map_err(Error::Nvrtc)?;
        let architectures = compile::architectures().map_err(Error::Nvrtc)?;
        Ok(Nvrtc { path, version, architectures, install: Install::Refused })
    }

    /// Major and minor version, as (12, 9).
    pub fn version(&self) -> (u32, u32) {
        self.version
    }

    /// Where it was found, for people: a path, or that the loader knew it.
    pub fn location(&self) -> String {
        match &self.path {
            Some(path) => path.display().to_string(),
            None => "on the loader's path".to_owned(),
        }
    }

    /// The compute capabilities it compiles for, as 90 for 9.0, ascending.
    pub fn architectures(&self) -> &[u32] {
        &self.architectures
    }

    /// The highest compute capability, as 90 for 9.0, that it compiles for and that is no higher than `wanted`.
    pub fn architecture_up_to(&self, wanted: u32) -> Option<u32> {
        self.architectures.iter().copied().filter(|known| *known <= wanted).max()
    }

    /// Compiles CUDA C++ to PTX text. `name` stands for the file in messages; `options` are NVRTC's own
    /// (`-arch=compute_90`, `-lineinfo`, `--std=c++17`).
    ///
    /// Where the source includes a header of CUDA's, such as `cuda_fp16.h`, the headers of NVRTC's version are looked for in the
    /// same places as NVRTC, or installed.
    ///
    /// # Errors
    /// [`Error::Compile`] with NVRTC's log and the source lines it names. [`Error::Nvrtc`] where CUDA's headers are missing.
    pub fn compile_ptx(&self, source: &str, name: &str, options: &[&str]) -> Result<String, Error> {
        self.with_headers(name, options, |options| compile::ptx(source, name, options))
    }

    /// Compiles CUDA C++ to a CUBIN, the machine code of one compute capability: `options` must name a real
    /// architecture (`-arch=sm_90`).
    ///
    /// # Errors
    /// [`Error::Compile`] with NVRTC's log and the source lines it names.
    pub fn compile_cubin(&self, source: &str, name: &str, options: &[&str]) -> Result<Vec<u8>, Error> {
        self.with_headers(name, options, |options| compile::cubin(source, name, options))
    }

    /// Compiles, and once more with CUDA's headers on the include path where one of them was missing.
    fn with_headers<T>(
        &self,
        name: &str,
        options: &[&str],
        compile: impl Fn(&[&str]) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let attempt = |folder: &Path| {
            let include = format!("--include-path={}", folder.display());
            // Behind the caller's own, which have precedence.
            compile(&options.iter().copied().chain([include.as_str()]).collect::<Vec<_>>())
        };
        let known = || HEADERS.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let folder = known().clone();
        if let Some(folder) = folder {
            return attempt(&folder);
        }
        let first = compile(options);
        let Err(Error::Compile { log, .. }) = &first else { return first };
        let Some(header) = headers::missing(log) else { return first };
        // Two threads that come here find the same: installing is under a lock of its own.
        let folder = headers::find(self.version, self.path.as_deref(), self.install)
            .map_err(|error| Error::Nvrtc(format!("`{name}` includes `{header}`: {error}")))?;
        *known() = Some(folder.clone());
        attempt(&folder)
    }
}
