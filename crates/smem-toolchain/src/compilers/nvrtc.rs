//! NVRTC, CUDA's run-time compiler: found or installed, loaded, and used without a panic.

use parking_lot::Mutex;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

#[cfg(target_os = "linux")]
use super::elf;
use super::headers::{self, Headers};
use super::kept_programs::KeptPrograms;
use super::linker::Linker;
use super::loader_path::check_loader_path;
use super::source::{Compiled, CudaSource};
use super::{compile, compiler_process, library, locate};
use crate::error::ToolError;
use crate::install::Wheel;
use crate::install_folder::Install;
use crate::install_watch::{self, InstallStep};

/// A loaded NVRTC. It stays loaded until the process ends.
///
/// ```
/// use smem_toolchain::{Install, Nvrtc};
///
/// let nvrtc = Nvrtc::find(Install::Allowed)?;
/// println!("NVRTC {}.{}, {}", nvrtc.version().0, nvrtc.version().1, nvrtc.location());
/// let known = nvrtc.architecture_up_to(90).unwrap();
/// assert!(nvrtc.architectures().contains(&known));
/// let text = r#"extern "C" __global__ void nothing() {}"#;
/// let ptx = nvrtc.compile_ptx(text, "nothing.cu", &[&format!("-arch=compute_{known}")])?;
/// assert!(ptx.contains(".entry nothing"));
/// # Ok::<(), smem_toolchain::ToolError>(())
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
    /// Whether results of earlier compilations are taken.
    has_cache: bool,
}

/// The one NVRTC of this process, so that tests in parallel threads look, install and load once.
static LOADED: Mutex<Option<Nvrtc>> = Mutex::new(None);

/// The folders of CUDA's headers that sources have needed so far.
static HEADERS: Mutex<Vec<(Headers, PathBuf)>> = Mutex::new(Vec::new());

impl Nvrtc {
    /// Finds NVRTC and loads it: on the loader's path, in `CUDA_PATH` or `CUDA_HOME`, in `/usr/local/cuda`, in the folder of `install`,
    /// among the packages of `python3`; and where there is none, installs it into that folder if `install` allows that. Nothing is loaded
    /// from the working folder, its parents, or packages below it.
    ///
    /// A process loads one NVRTC. Later calls return it, whatever their `install` says; theirs decides about missing headers.
    ///
    /// # Errors
    /// [`ToolError::Unusable`] where there is none and none may or could be installed, or where the one that is there is broken.
    pub fn find(install: Install) -> Result<Nvrtc, ToolError> {
        let mut loaded = LOADED.lock();
        if let Some(nvrtc) = &*loaded {
            return Ok(Nvrtc { install, has_cache: true, ..nvrtc.clone() });
        }
        let nvrtc = Self::search(&install)?;
        *loaded = Some(nvrtc.clone());
        Ok(Nvrtc { install, ..nvrtc })
    }

    fn search(install: &Install) -> Result<Nvrtc, ToolError> {
        check_loader_path("libnvrtc").map_err(ToolError::Unusable)?;
        match library::by_name() {
            library::ByName::Loaded => return Self::describe(None),
            // cudarc asks the loader by name, so nothing found elsewhere could take its place.
            library::ByName::Broken(problem) => return Err(ToolError::Unusable(problem)),
            library::ByName::Absent => {}
        }
        let mut broken = Vec::new();
        let folder = install.folder();
        for path in locate::candidates(folder.as_deref()) {
            match Self::open(&path, folder.as_deref()) {
                Ok(()) => return Self::describe(Some(path)),
                Err(problem) => broken.push(problem),
            }
        }
        if let Some(problem) = broken.first() {
            if !install.is_allowed() || locate::library_in(folder.as_deref()).is_some() {
                return Err(problem.clone());
            }
            install_watch::report(InstallStep::Unusable { problem });
        }
        let path = Wheel::NVRTC.install(install, &|| locate::library_in(folder.as_deref()))?;
        Self::open(&path, folder.as_deref())?;
        Self::describe(Some(path))
    }

    /// Opens the library at `path`; one of the folder of installed parts is compared with what was installed.
    fn open(path: &Path, installed: Option<&Path>) -> Result<(), ToolError> {
        let Some(folder) = installed.filter(|folder| path.starts_with(folder.join(Wheel::NVRTC.payload))) else {
            return library::by_path(path).map_err(ToolError::Unusable);
        };
        Wheel::NVRTC.check(Some(folder))?;
        // Where there is no manifest.
        #[cfg(target_os = "linux")]
        if matches!(elf::is_whole(path), Ok(false)) {
            return Err(Wheel::NVRTC.damaged(folder, "its shared library is not complete"));
        }
        library::by_path(path).map_err(ToolError::Unusable)
    }

    fn describe(path: Option<PathBuf>) -> Result<Nvrtc, ToolError> {
        let version = compile::version().map_err(ToolError::Unusable)?;
        let architectures = compile::architectures().map_err(ToolError::Unusable)?;
        Ok(Nvrtc { path, version, architectures, install: Install::Refused, has_cache: true })
    }

    /// Major and minor version, as (12, 9).
    pub fn version(&self) -> (u32, u32) {
        self.version
    }

    /// The place where it was found, for people: a path, or that the loader knew it.
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

    /// Makes `program` compile for this process from now on, in a process of its own for each text, with the current [`ToolLimits`](crate::ToolLimits): then a text
    /// that takes the compiler too much memory or time, or makes it crash, is an error. The program is started with `arguments`, and
    /// calls [`compile_for_parent`](Self::compile_for_parent).
    ///
    /// ```no_run
    /// use smem_toolchain::{Nvrtc, ToolLimits};
    /// use std::{env, time::Duration};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// if env::args().nth(1).as_deref() == Some("compile") {
    ///     return Ok(Nvrtc::compile_for_parent()?);
    /// }
    /// ToolLimits::default().memory(4 << 30).time(Duration::from_secs(60)).set();
    /// Nvrtc::compile_in(env::current_exe()?, ["compile"]);
    /// # Ok(())
    /// # }
    /// ```
    pub fn compile_in<A: Into<OsString>>(program: impl Into<PathBuf>, arguments: impl IntoIterator<Item = A>) {
        compiler_process::set(program.into(), arguments.into_iter().map(Into::into).collect());
    }

    /// Compiles the text that a program gives this one on the standard input, and answers on the standard output: see
    /// [`compile_in`](Self::compile_in).
    ///
    /// # Errors
    /// [`ToolError::Unusable`] where the answer cannot be written. That the text does not compile is an answer.
    pub fn compile_for_parent() -> Result<(), ToolError> {
        compiler_process::compile_for_parent()
    }

    /// Compiles CUDA C++ to PTX, and to machine code where the options name a real architecture (`-arch=sm_90`).
    ///
    /// Where the source includes a header of CUDA's runtime, such as `cuda_fp16.h`, or of its C++ core libraries, such as
    /// `cuda/std/array` or `cub/block/block_scan.cuh`, those headers are looked for in the same places as NVRTC, or installed. There is
    /// no C++ standard library: `cuda/std/cstdint` instead of `cstdint`.
    ///
    /// ```
    /// use smem_toolchain::{CudaSource, Install, Nvrtc};
    ///
    /// let text = "template <typename T, unsigned N> __global__ void fill(T* data) { data[threadIdx.x] = N; }";
    /// let source = CudaSource::new(text, "fill.cu").option("-arch=sm_90").kernel("fill<float, 256u>");
    /// let compiled = Nvrtc::find(Install::Allowed)?.compile(&source)?;
    /// assert_eq!(compiled.mangled("fill<float, 256u>"), Some("_Z4fillIfLj256EEvPT_"));
    /// assert!(compiled.ptx().contains(".entry _Z4fillIfLj256EEvPT_"));
    /// assert!(compiled.cubin().unwrap().starts_with(b"\x7fELF"));
    /// # Ok::<(), smem_toolchain::ToolError>(())
    /// ```
    ///
    /// # Errors
    /// [`ToolError::Compile`] with NVRTC's log and the source lines that it names. [`ToolError::Unusable`] where CUDA's headers are missing, or
    /// NVRTC does not know an option. In a process of its own, [`ToolError::TimeLimit`] where that takes longer than the [`ToolLimits`](crate::ToolLimits) allow, and
    /// [`ToolError::MemoryLimit`] where it ends before it has answered.
    pub fn compile(&self, source: &CudaSource) -> Result<Compiled, ToolError> {
        let mut compiled = self.made(source)?;
        if let Some(object) = compiled.cubin.as_ref().filter(|_| source.is_separate()) {
            let target = format!("sm_{}", compiled_capability(source).unwrap_or_default());
            compiled.cubin = Some(Linker::find(&self.install)?.link(object, source.name(), &target)?);
        }
        Ok(compiled)
    }

    fn made(&self, source: &CudaSource) -> Result<Compiled, ToolError> {
        // One that another library has loaded into this process is not on the loader's path of the next.
        let library = self.path.clone().or_else(library::mapped);
        let mut parts: Vec<Headers> = Vec::new();
        let mut folders: Vec<PathBuf> = Vec::new();
        let kept = self.kept();
        loop {
            let compile = || compiler_process::compile(library.as_deref(), source, &folders);
            let result = match &kept {
                Some(kept) => kept.compiled(source, &folders, compile),
                None => compile(),
            };
            let Err(ToolError::Compile { log, .. }) = &result else { return result };
            let Some((header, part)) = headers::missing(log) else { return result };
            if parts.contains(&part) {
                return result;
            }
            for part in part.with_needed().iter().filter(|part| !parts.contains(part)).copied().collect::<Vec<_>>() {
                folders.push(self.header_folder(part).map_err(|error| {
                    ToolError::Unusable(format!("`{}` includes `{header}`: {error}", source.name()))
                })?);
                parts.push(part);
            }
        }
    }

    /// The same with results of earlier compilations, which is the default, or without.
    #[must_use]
    pub fn cache(self, is_used: bool) -> Nvrtc {
        Nvrtc { has_cache: is_used, ..self }
    }

    /// The results of earlier compilations.
    fn kept(&self) -> Option<KeptPrograms> {
        let folder = self.install.folder().filter(|_| self.has_cache)?;
        KeptPrograms::of(&library::files(self.path.as_deref())?, &folder, self.install.is_allowed())
    }

    fn header_folder(&self, part: Headers) -> Result<PathBuf, ToolError> {
        let known = HEADERS.lock().iter().find(|(known, _)| *known == part).map(|(_, folder)| folder.clone());
        if let Some(folder) = known {
            return Ok(folder);
        }
        // Two threads that come here find the same: installing is under a lock of its own.
        let folder = part.find(self.version, self.path.as_deref(), &self.install)?;
        HEADERS.lock().push((part, folder.clone()));
        Ok(folder)
    }

    /// Compiles CUDA C++ to PTX text: [`compile`](Self::compile) of a source with these options (`-arch=compute_90`, `-lineinfo`,
    /// `--std=c++17`).
    ///
    /// # Errors
    /// As [`compile`](Self::compile).
    pub fn compile_ptx(&self, text: &str, name: &str, options: &[&str]) -> Result<String, ToolError> {
        Ok(self.compile(&source(text, name, options))?.ptx)
    }

    /// Compiles CUDA C++ to a CUBIN, the machine code of one compute capability: `options` must name a real
    /// architecture (`-arch=sm_90`).
    ///
    /// # Errors
    /// As [`compile`](Self::compile), and [`ToolError::Unusable`] where `options` name no real architecture.
    pub fn compile_cubin(&self, text: &str, name: &str, options: &[&str]) -> Result<Vec<u8>, ToolError> {
        self.compile(&source(text, name, options))?.cubin.ok_or_else(|| {
            ToolError::Unusable(format!(
                "NVRTC gives no CUBIN for `{name}`: `{}` names no real architecture such as `-arch=sm_90`",
                options.join(" ")
            ))
        })
    }
}

/// The architecture that a source is compiled for: `90a` of `-arch=sm_90a`.
fn compiled_capability(source: &CudaSource) -> Option<&str> {
    let named = source.options().iter().rev().filter_map(|option| option.split_once('='));
    let mut archs = named.filter(|(name, _)| ["-arch", "--gpu-architecture"].contains(name));
    archs.find_map(|(_, arch)| arch.strip_prefix("sm_"))
}

fn source(text: &str, name: &str, options: &[&str]) -> CudaSource {
    options.iter().fold(CudaSource::new(text, name), |source, option| source.option(*option))
}
