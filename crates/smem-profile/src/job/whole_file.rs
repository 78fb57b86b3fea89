//! A file as `nvcc` compiles it: as it is, with its host code.

use std::sync::{Arc, Mutex, PoisonError};

use smem_launch::{Compiled, CudaSource, Nvcc, ToolError};

use super::job::Job;
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
        let nvcc = &nvcc.clone().cache(job.spec.limits.cache != Some(false));
        let compile = |source: &CudaSource| nvcc.compile(source, capability);
        let result = within(job, source).and_then(|staged| {
            let result = compile(&staged);
            let result = result.or_else(|error| self.flags.retried(job, &staged, error, ToolError::log, compile));
            result.map_err(|error| refusal(&error, source.name()).unwrap_or_else(|| unquoted(error)))
        });
        made.push((source.clone(), result.clone()));
        result
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::PermissionsExt;
    use std::path::Path;

    use smem_launch::Install;

    /// Fills a folder of installed parts with tools whose results hold the number of their process, which is another one each time.
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
        // The file after `-o` or `--output-file`.
        let output = "#!/bin/sh\nwhile [ $# -gt 1 ]; do case $1 in -o|--output-file) echo \"made by $$\" > \"$2\";; esac; shift; done\n";
        let cicc = folder.join("nvcc/nvidia/cu13/nvvm/bin/cicc");
        put("nvvm/bin/cicc", output);
        let passes = format!("#$ g++ -E -x c++ main.cu -o first.ii\n#$ {} first.ii -o kernel.ptx\n", cicc.display());
        put("bin/nvcc", &format!("#!/bin/sh\ncat <<'END'\n{passes}END\n"));
        put("bin/ptxas", output);
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
        let source = CudaSource::new("int k();", "k.cu").reading(Vec::new(), None);
        let made = |has_cache: bool| {
            let job = Job::new("k.cu").cache(has_cache);
            // A file of each run keeps what it has compiled itself.
            let made = WholeFile::default().compile(&nvcc, &job, &source, "90").unwrap();
            assert!(made.ptx().starts_with("made by ") && made.cubin().unwrap().starts_with(b"made by "));
            (made.ptx().to_owned(), made.cubin().unwrap().to_vec())
        };
        let first = made(true);
        assert_eq!(made(true), first);
        let (second, third) = (made(false), made(false));
        for (one, other) in [(&first, &second), (&second, &third)] {
            assert!(one.0 != other.0 && one.1 != other.1, "{one:?}, {other:?}");
        }
        assert_eq!(made(true), first);
    }
}
