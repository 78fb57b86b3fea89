//! Which compiler a CUDA file is compiled with.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use smem_launch::{Compiled, CudaSource, Device, Error as LaunchError, Install, Isa, Nvcc, Program};

use super::cuda_file::CudaFile;
use super::folders::SourceFolders;
use super::job::Job;
use super::prepared::PreparedJob;

/// A compiler of CUDA C++.
///
/// A job that names none takes `nvcc` where the machine has one, and NVRTC where that refuses the file. Without one it takes NVRTC, which is
/// quick, and for a file that this refuses the `nvcc` of the wheels, if there is a host compiler.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Compiler {
    /// `nvcc` with a host compiler: it compiles the file as it is.
    Nvcc,
    /// NVRTC: it compiles the device code of the file, without host code, and needs no host compiler.
    Nvrtc,
}

/// What `nvcc` made of a file, by its options: a job runs a program several times.
#[derive(Debug, Clone, Default)]
pub(super) struct WholeFile {
    made: Arc<Mutex<Vec<(CudaSource, Result<Compiled, LaunchError>)>>>,
    /// Why there is no `nvcc` for a file that NVRTC refuses.
    missing: Arc<Mutex<Option<String>>>,
}

impl WholeFile {
    /// A line about the `nvcc` that is missing, for a file that NVRTC refuses.
    pub(super) fn help(&self) -> Option<String> {
        let missing = self.missing.lock().unwrap_or_else(PoisonError::into_inner);
        missing.as_ref().map(|why| format!("help: `nvcc` compiles a file as it is, but {why}"))
    }

    fn compile(&self, nvcc: &Nvcc, job: &Job, source: &CudaSource, capability: &str) -> Result<Compiled, LaunchError> {
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, known)) = made.iter().find(|(known, _)| known == source) {
            return known.clone();
        }
        let result = check_headers(nvcc, job, source).and_then(|()| nvcc.compile(source, capability));
        made.push((source.clone(), result.clone()));
        result
    }
}

impl PreparedJob {
    /// Compiles the CUDA file of the job, with more options, and loads it.
    ///
    /// # Errors
    /// Those of compiling and loading.
    pub(crate) fn compiled(
        &self,
        device: &Device,
        file: &CudaFile,
        isa: Isa,
        options: &[&str],
    ) -> Result<Program, LaunchError> {
        let with_options = |source: CudaSource| options.iter().fold(source, |source, option| source.option(*option));
        let by_nvrtc = || device.load_source(with_options(self.with_kernels(file.source(), isa)));
        let by_nvcc = |nvcc: &Nvcc| {
            let source = with_options(self.named_kernels(file.whole()));
            let compiled = self.whole.compile(nvcc, &self.job, &source, self.target.number())?;
            device.load_compiled(&compiled, source.name())
        };
        let install = self.job.install.clone();
        match self.job.compiler {
            Some(Compiler::Nvrtc) => by_nvrtc(),
            Some(Compiler::Nvcc) => by_nvcc(&Nvcc::find(install)?),
            None => match Nvcc::of_machine(install.clone()) {
                Some(nvcc) => by_nvcc(&nvcc).or_else(|error| match is_of_source(&error) {
                    true => by_nvrtc().map_err(|_| error),
                    false => Err(error),
                }),
                None => by_nvrtc().or_else(|error| match is_of_source(&error) {
                    true => self.by_wheels(install, error, by_nvcc),
                    false => Err(error),
                }),
            },
        }
    }

    /// Compiles with the `nvcc` of the wheels what NVRTC refuses.
    fn by_wheels(
        &self,
        install: Install,
        refused: LaunchError,
        by_nvcc: impl Fn(&Nvcc) -> Result<Program, LaunchError>,
    ) -> Result<Program, LaunchError> {
        match Nvcc::find(install) {
            Ok(nvcc) => by_nvcc(&nvcc),
            Err(why) => {
                let mut missing = self.whole.missing.lock().unwrap_or_else(PoisonError::into_inner);
                *missing = Some(why.to_string());
                Err(refused)
            }
        }
    }
}

/// Whether another compiler may do: the source or an option is refused, and nothing is missing or took too long.
fn is_of_source(error: &LaunchError) -> bool {
    match error {
        LaunchError::Compile { .. } => true,
        LaunchError::Nvrtc(why) => why.contains("unrecognized option"),
        _ => false,
    }
}

/// Refuses a source that includes a file outside of the folders that may be read, before anything of it is compiled.
fn check_headers(nvcc: &Nvcc, job: &Job, source: &CudaSource) -> Result<(), LaunchError> {
    let folders = SourceFolders::of(job);
    let toolkit = nvcc.path().canonicalize().ok().and_then(|path| Some(path.parent()?.parent()?.to_owned()));
    let is_of_system = |path: &Path| {
        let real = path.canonicalize();
        let below = |folder: &PathBuf| real.as_ref().is_ok_and(|path| path.starts_with(folder));
        toolkit.iter().any(below) || below(&PathBuf::from("/usr"))
    };
    let foreign = nvcc.headers(source)?.into_iter().find(|path| !folders.hold(path) && !is_of_system(path));
    match foreign {
        None => Ok(()),
        Some(path) => Err(LaunchError::Nvrtc(format!(
            "`{}` includes `{}`, which is outside of the folder of the input, the working folder and those of `-I` and `--source`; `--source \
             FOLDER` allows another one",
            source.name(),
            path.display().to_string().escape_debug()
        ))),
    }
}
