//! A file as `nvcc` compiles it: as it is, with its host code.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use smem_launch::{Compiled, CudaSource, Nvcc, ToolError};

use super::folders::SourceFolders;
use super::job::Job;
use super::reach;
use super::wanted_flags::WantedFlags;
use super::whole_text::{refusal, unquoted, within};

/// A source, and the program that `nvcc` made of it.
type CompiledSource = (CudaSource, Result<Compiled, ToolError>);

/// The programs that `nvcc` made of a file, by its options: a job runs a program several times.
#[derive(Debug, Clone, Default)]
pub(super) struct WholeFile {
    made: Arc<Mutex<Vec<CompiledSource>>>,
    /// Why there is no `nvcc` for a file that NVRTC refuses.
    missing: Arc<Mutex<Option<String>>>,
    /// The flags that the errors of its compilers ask for.
    pub(super) flags: WantedFlags,
}

impl WholeFile {
    /// A line about the `nvcc` that is missing, for a file that NVRTC refuses.
    pub(super) fn help(&self) -> Option<String> {
        let missing = self.missing.lock().unwrap_or_else(PoisonError::into_inner);
        missing.as_ref().map(|why| format!("help: `nvcc` compiles a file as it is, but {why}"))
    }

    /// Says why there is no `nvcc` for a file that NVRTC refuses; `None` where it was not installed, since it hardly helps.
    pub(super) fn note_missing(&self, why: Option<&ToolError>) {
        *self.missing.lock().unwrap_or_else(PoisonError::into_inner) = why.map(ToolError::to_string);
    }

    /// Compiles a source, unless it was compiled before.
    pub(super) fn compile(
        &self,
        nvcc: &Nvcc,
        job: &Job,
        source: &CudaSource,
        capability: &str,
    ) -> Result<Compiled, ToolError> {
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, known)) = made.iter().find(|(known, _)| known == source) {
            return known.clone();
        }
        let nvcc = &nvcc.clone().cache(job.has_cache);
        let compile = |source: &CudaSource| nvcc.compile(source, capability);
        let result = within(job, source).and_then(|staged| {
            let result = check_headers(nvcc, job, &staged).and_then(|()| compile(&staged));
            let result = result.or_else(|error| self.flags.retried(job, &staged, error, ToolError::log, compile));
            result.map_err(|error| refusal(&error, source.name()).unwrap_or_else(|| unquoted(error)))
        });
        made.push((source.clone(), result.clone()));
        result
    }
}

/// Refuses a source that includes a file outside of the folders that may be read, before anything of it is compiled.
fn check_headers(nvcc: &Nvcc, job: &Job, source: &CudaSource) -> Result<(), ToolError> {
    let folders = SourceFolders::of(job);
    let toolkit = nvcc.path().canonicalize().ok().and_then(|path| Some(path.parent()?.parent()?.to_owned()));
    let installed = job.install.folder().and_then(|folder| folder.canonicalize().ok());
    let is_of_system = |path: &Path| {
        let real = path.canonicalize();
        let below = |folder: &PathBuf| real.as_ref().is_ok_and(|path| path.starts_with(folder));
        // Not all that lies beside a toolkit is a header of it, such as in `/usr`.
        let is_header = path.components().any(|part| part.as_os_str() == "include");
        is_header && toolkit.iter().chain(&installed).any(below)
            || real.as_ref().is_ok_and(|real| reach::is_of_system(real))
    };
    // A macro has named it: other names were looked at before. Whether there is such a file makes no difference.
    let refused = || {
        ToolError::Unusable(format!(
            "`{}` names a file, by a macro or `#line`, that is outside of the folder of the input, the working folder and those of `-I` and `--source`, or \
             missing; `--source FOLDER` allows another folder",
            source.name()
        ))
    };
    let headers = nvcc.headers(source).map_err(|error| match error.log().and_then(missing_header) {
        Some(name) if Path::new(name).is_absolute() && !folders.hold(Path::new(name)) => refused(),
        Some(name) if name.split('/').any(|part| part == "..") => refused(),
        _ => error,
    })?;
    match headers.into_iter().all(|path| folders.hold(&path) || is_of_system(&path)) {
        true => Ok(()),
        false => Err(refused()),
    }
}

/// The header that a host compiler does not find, by its log.
fn missing_header(log: &str) -> Option<&str> {
    log.lines().find_map(|line| line.split_once("error: ")?.1.strip_suffix(": No such file or directory"))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    use smem_launch::Install;

    /// Fills a folder of installed parts with tools that write down their calls.
    fn parts(folder: &Path) {
        let put = |name: &str, text: &str| {
            let file = folder.join("nvcc/nvidia/cu13").join(name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(&file, text).unwrap();
            fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
        };
        for header in ["include/cuda_runtime.h", "include/crt/host_config.h", "include/cccl/cuda/std/version"] {
            put(header, "");
        }
        let script = |rest: &str| format!("#!/bin/sh\necho >> '{}'\n{rest}", folder.join("calls").display());
        // The file after `-o` or `--output-file`; the list of headers is empty.
        let output = "while [ $# -gt 1 ]; do case $1 in -o|--output-file) echo made > \"$2\";; esac; shift; done\n";
        put("nvvm/bin/cicc", "");
        put("bin/nvcc", &script(&format!("echo 'main.o :'\n{output}")));
        put("bin/ptxas", &script(output));
    }

    #[test]
    fn without_the_cache_every_tool_starts_again() {
        let folder = tempfile::tempdir().unwrap();
        parts(folder.path());
        let install = Install::Into(folder.path().to_owned());
        if Nvcc::of_machine(install.clone()).is_some() {
            eprintln!("SKIPPED: the `nvcc` of this machine comes before the one of this test");
            return;
        }
        let nvcc = Nvcc::find(install).unwrap();
        let source = CudaSource::new("__global__ void k() {}", "k.cu").reading(Vec::new(), None);
        let calls = || fs::read_to_string(folder.path().join("calls")).map_or(0, |calls| calls.lines().count());
        let started = |has_cache: bool| {
            let before = calls();
            let job = Job::new("k.cu").cache(has_cache);
            // A file of each run keeps what it has compiled itself.
            let made = WholeFile::default().compile(&nvcc, &job, &source, "90").unwrap();
            assert_eq!((made.ptx(), made.cubin()), ("made\n", Some(&b"made\n"[..])));
            calls() - before
        };
        // Headers, PTX, machine code.
        assert_eq!([started(true), started(true), started(false), started(false), started(true)], [3, 0, 3, 3, 0]);
    }
}
