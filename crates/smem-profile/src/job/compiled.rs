//! Compiles the CUDA file of a job, with the compiler that it names or those that do.

use smem_launch::{CudaSource, Device, Error as LaunchError, Install, Isa, Nvcc, Program, ToolError};

use super::compiler::Compiler;
use super::cuda_file::CudaFile;
use super::prepared::PreparedJob;

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
        let by_nvrtc = || {
            let source = with_options(self.with_kernels(file.source(), isa));
            let load = |source: &CudaSource| device.load_source(source.clone());
            load(&source).or_else(|error| self.whole.flags.retried(&self.job, &source, error, log_of, load))
        };
        let by_nvcc = |nvcc: &Nvcc| {
            let source = with_options(self.named_kernels(file.whole()));
            let compiled = self.whole.compile(nvcc, &self.job, &source, self.target.number())?;
            device.load_compiled(&compiled, source.name())
        };
        let install = self.job.install.clone();
        if self.is_whole {
            let source = with_options(file.whole());
            let compiled = self.whole.compile(&Nvcc::find(install)?, &self.job, &source, self.target.number())?;
            return device.load_compiled(&compiled, source.name());
        }
        match self.job.spec.source.compiler {
            Some(Compiler::Nvrtc) => by_nvrtc(),
            Some(Compiler::Nvcc) => by_nvcc(&Nvcc::find(install)?),
            None => match Nvcc::of_machine(install.clone()) {
                Some(nvcc) => by_nvcc(&nvcc).or_else(|error| match is_of_source(&error) {
                    true => by_nvrtc().map_err(|_| error),
                    false => Err(error),
                }),
                None => by_nvrtc().or_else(|error| match is_of_source(&error) && !is_of_assembler(&error) {
                    true => self.by_wheels(install, error, by_nvcc),
                    false => Err(error),
                }),
            },
        }
    }

    /// Returns the PTX of a text in place of that of the CUDA file, host code and all, by an `nvcc` that is there; `None` where there is none, it refuses the
    /// text, or the job names another compiler.
    pub(crate) fn whole_ptx(&self, file: &CudaFile, text: &str) -> Option<String> {
        if self.job.spec.source.compiler == Some(Compiler::Nvrtc) {
            return None;
        }
        let nvcc = Nvcc::find(self.job.install.clone().without_installing()).ok()?;
        let whole = if self.is_whole { file.whole() } else { self.named_kernels(file.whole()) };
        let source = whole.with_text(text);
        let compiled = self.whole.compile(&nvcc, &self.job, &source, self.target.number()).ok()?;
        Some(compiled.ptx().to_owned())
    }

    /// Compiles with the `nvcc` of the wheels what NVRTC refuses. It is a download of minutes, which a mistake in the text does not start.
    fn by_wheels(
        &self,
        install: Install,
        refused: LaunchError,
        by_nvcc: impl Fn(&Nvcc) -> Result<Program, LaunchError>,
    ) -> Result<Program, LaunchError> {
        let may_install = log_of(&refused).is_none_or(wants_more_than_device_code);
        match Nvcc::find(if may_install { install } else { install.without_installing() }) {
            Ok(nvcc) => by_nvcc(&nvcc),
            Err(why) => {
                self.whole.note_missing(may_install.then_some(&why));
                Err(refused)
            }
        }
    }
}

/// The log of a compiler's errors.
fn log_of(error: &LaunchError) -> Option<&str> {
    match error {
        LaunchError::Tool(error) => error.log(),
        _ => None,
    }
}

/// Whether the log of NVRTC is about a header or a name of the C++ library, which `nvcc` has of its host compiler, or about `#error`: most often a macro
/// of the system's headers is missing.
fn wants_more_than_device_code(log: &str) -> bool {
    const SIGNS: [&str; 8] = [
        "cannot open source file",
        "could not open source file",
        "\"std",
        "std::",
        "\"thrust",
        "thrust::",
        "#error directive",
        // A function of the runtime, such as one of streams, in a kernel.
        "identifier \"cuda",
    ];
    SIGNS.iter().any(|words| log.contains(words))
}

/// Whether another compiler may do: the source or an option is refused, and nothing is missing or took too long.
fn is_of_source(error: &LaunchError) -> bool {
    matches!(error, LaunchError::Tool(ToolError::Compile { .. } | ToolError::Crash(_) | ToolError::RefusedOption(_)))
}

/// Whether the assembler refuses what the compiler has accepted: instructions that the architecture lacks. Another compiler does not give it them.
fn is_of_assembler(error: &LaunchError) -> bool {
    log_of(error).is_some_and(|log| log.contains("not supported on .target"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistake_in_the_text_does_not_start_a_download() {
        for log in [
            "k.cu(3): error: identifier \"tlie\" is undefined",
            "k.cu(7): error: expected a \";\"",
            "k.cu(9): error: no instance of function template \"swap\" matches the argument list",
        ] {
            assert!(!wants_more_than_device_code(log), "{log}");
        }
        for log in [
            "k.cu(1): catastrophic error: cannot open source file \"torch/all.h\"",
            "k.cu(4): error: namespace \"std\" has no member \"map\"",
            "k.cu(5): error: name followed by \"::\" must be a class or namespace name\n    thrust::device_ptr<const int> a,\n",
            "k.cu(4): error: no suitable conversion from \"std::string\" to \"int\" exists",
            "k.cu(12): error: identifier \"cudaStreamCreateWithFlags\" is undefined",
            "common/timer.h(119): catastrophic error: #error directive: \"Timestamps not implemented\"",
        ] {
            assert!(wants_more_than_device_code(log), "{log}");
        }
    }
}
