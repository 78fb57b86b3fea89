//! `nvcc`: CUDA files compiled as they are, host code and all.

use std::path::{Path, PathBuf};

use super::kept_programs::KeptPrograms;
use super::linker::Linker;
use super::nvcc_job::{NvccJob, NvccPrograms, Preprocessed};
use super::source::{Compiled, CudaSource};
use super::toolchain_wheels::{curand_headers, installed_nvcc};
use crate::assembler::{AssembledCode, Assembler};
use crate::error::ToolError;
use crate::install_folder::Install;
use crate::programs;

/// NVIDIA's compiler `nvcc` with the host compiler that it takes: it reads a file as it is, with host code and the headers of the C++
/// library.
///
/// ```no_run
/// use smem_toolchain::{CudaSource, Install, Nvcc};
///
/// let text = "#include <vector>
/// template <typename T> __global__ void fill(T* data) { data[threadIdx.x] = T(7); }
/// int main() { std::vector<int> host(32); }";
/// let nvcc = Nvcc::find(Install::Allowed)?;
/// let compiled = nvcc.compile(&CudaSource::new(text, "fill.cu").kernel("fill<float>"), "90")?;
/// assert_eq!(compiled.mangled("fill<float>"), Some("_Z4fillIfEvPT_"));
/// assert!(compiled.cubin().unwrap().starts_with(b"\x7fELF"));
/// # Ok::<(), smem_toolchain::ToolError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Nvcc {
    pub(super) programs: NvccPrograms,
    pub(super) install: Install,
    has_cache: bool,
}

/// Host compilers, in the order in which they are looked for.
const HOST_COMPILERS: [&str; 3] = ["g++", "c++", "clang++"];

impl Nvcc {
    /// Finds the `nvcc` of this machine: in `CUDA_PATH` or `CUDA_HOME`, in `/usr/local/cuda`, on `PATH`. `None` where there is none, or no
    /// host compiler.
    pub fn of_machine(install: Install) -> Option<Nvcc> {
        let of_toolkits = programs::toolkits().map(|folder| folder.join("bin/nvcc"));
        let path = of_toolkits.chain(programs::on_path("nvcc")).find(|path| path.is_file())?;
        Some(Nvcc::of(path, host_compiler().ok()?, install))
    }

    /// Finds the `nvcc` of this machine, or that of the wheels, which are installed if they are missing and `install` allows that.
    ///
    /// # Errors
    /// [`ToolError::Unusable`] where there is none and none may be or could be installed, or where there is no host compiler.
    pub fn find(install: Install) -> Result<Nvcc, ToolError> {
        let host = host_compiler()?;
        if let Some(nvcc) = Nvcc::of_machine(install.clone()) {
            return Ok(nvcc);
        }
        let path = installed_nvcc(&install)?;
        Ok(Nvcc::of(std::path::absolute(&path).unwrap_or(path), host, install))
    }

    /// The program.
    pub fn path(&self) -> &Path {
        &self.programs.nvcc
    }

    /// The same with results of earlier calls, those of the assembler among them, which is the default, or without.
    #[must_use]
    pub fn cache(self, is_used: bool) -> Nvcc {
        Nvcc { has_cache: is_used, ..self }
    }

    fn of(nvcc: PathBuf, host: PathBuf, install: Install) -> Nvcc {
        Nvcc { programs: NvccPrograms { nvcc, host, installed: install.folder() }, install, has_cache: true }
    }

    /// The results of earlier calls.
    fn kept(&self) -> Option<KeptPrograms> {
        let folder = self.install.folder().filter(|_| self.has_cache)?;
        let NvccPrograms { nvcc, host, .. } = &self.programs;
        let of_toolkit = nvcc.parent()?.parent()?;
        let parts = ["bin/cudafe++", "bin/ptxas", "nvvm/bin/cicc"].map(|part| of_toolkit.join(part));
        let parts = parts.into_iter().filter(|part| part.is_file());
        let all: Vec<PathBuf> = [nvcc.clone(), host.canonicalize().ok()?].into_iter().chain(parts).collect();
        KeptPrograms::of(&all, &folder, self.install.is_allowed())
    }

    /// Compiles a source for a compute capability, `90` or `90a`: to PTX, and with the assembler to machine code. The instances of templates
    /// that the source [asks for](CudaSource::kernel) are made beside those of its host code. Options are those of NVRTC, whose long names are `nvcc`'s as well. Unless they
    /// say otherwise, the language is C++17 and there is line information.
    ///
    /// # Errors
    /// [`ToolError::Compile`] with the errors of the compiler and the source lines that they name; [`ToolError::NoKernel`] where an instance is not a
    /// kernel; [`ToolError::Unusable`] for a source that includes a file that is not [within](CudaSource::within) its folders; [`ToolError::RefusedOption`] for an option
    /// that is not about what the text means or computes; those of [`Assembler::assemble`].
    pub fn compile(&self, source: &CudaSource, capability: &str) -> Result<Compiled, ToolError> {
        let Some(kept) = self.kept().filter(|_| source.reads().is_some()) else {
            return self.finished(&self.preprocessed(source, capability)?, source, capability);
        };
        let mut first = None;
        let headers = kept.headers(source, capability, || {
            let preprocessed = self.preprocessed(source, capability)?;
            Ok(first.insert(preprocessed).headers.clone())
        })?;
        if first.is_none() {
            NvccJob::new(&self.programs, source)?.check(&headers)?;
        }
        kept.whole(source, capability, &headers, || match first {
            Some(preprocessed) => self.finished(&preprocessed, source, capability),
            None => self.finished(&self.preprocessed(source, capability)?, source, capability),
        })
    }

    /// Runs the first pass, and once more with the headers of cuRAND where one of them is missing.
    fn preprocessed<'a>(&'a self, source: &'a CudaSource, capability: &str) -> Result<Preprocessed<'a>, ToolError> {
        let refused = match NvccJob::new(&self.programs, source)?.preprocessed(capability) {
            Ok(preprocessed) => return Ok(preprocessed),
            Err(refused) => refused,
        };
        if !refused.misses_curand {
            return Err(refused.error);
        }
        let found = curand_headers(&self.install)
            .map_err(|error| ToolError::Unusable(format!("`{}` includes headers of cuRAND: {error}", source.name())))?;
        let mut job = refused.job;
        job.curand = Some(found);
        job.preprocessed(capability).map_err(|refused| refused.error)
    }

    fn finished(
        &self,
        preprocessed: &Preprocessed<'_>,
        source: &CudaSource,
        capability: &str,
    ) -> Result<Compiled, ToolError> {
        let (ptx, lowered) = preprocessed.job.instances.taken_from(preprocessed.ptx()?);
        let is_debug = source.has_option(&["-G", "--device-debug"]);
        if is_debug {
            return Ok(Compiled { ptx, cubin: None, lowered, log: String::new() });
        }
        let assembler = Assembler::find(self.install.clone())?.cache(self.has_cache);
        let target = format!("sm_{capability}");
        let code = match source.is_separate() {
            true => {
                let object = assembler.assemble_object(&ptx, source.name(), &target)?;
                let cubin = Linker::find(&self.install)?.link(&object.cubin, source.name(), &target)?;
                AssembledCode { cubin, ..object }
            }
            false => assembler.assemble_with_log(&ptx, source.name(), &target)?,
        };
        Ok(Compiled { ptx, cubin: Some(code.cubin), lowered, log: code.log })
    }
}

/// The host compiler that is first on `PATH`.
fn host_compiler() -> Result<PathBuf, ToolError> {
    let found = HOST_COMPILERS.iter().find_map(|name| programs::on_path(name));
    found.ok_or_else(|| {
        ToolError::Unusable(
            "`nvcc` needs a host compiler, and there is no `g++` on `PATH`: install it (`apt install g++`)".to_owned(),
        )
    })
}
