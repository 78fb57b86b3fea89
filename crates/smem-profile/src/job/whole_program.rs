//! A CUDA file as a program, with its own `main`.

use std::path::PathBuf;

use smem_launch::{BuiltProgram, CudaSource, Nvcc, ToolError};

use super::compile_commands::with_commands;
use super::compiler::Compiler;
use super::folders::check_input;
use super::job::Job;
use super::source_file;
use super::wanted_flags::WantedFlags;
use crate::error::Error;
use crate::shell_word::quoted;

impl Job {
    /// Compiles the file with its own `main` by `nvcc`, with the options of the source, for a machine with the simulated driver.
    ///
    /// ```no_run
    /// let program = smem_profile::Job::new("scan.cu").define("N=1024").program()?;
    /// println!("{}", program.path().display());
    /// # Ok::<(), smem_profile::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Input`] where the file cannot be read, or another compiler is asked for; [`Error::Launch`] with the errors of `nvcc`, or where there is
    /// none and none may be installed.
    pub fn program(&self) -> Result<BuiltProgram, Error> {
        self.check_names()?;
        let job = &with_commands(self)?;
        job.check_names()?;
        check_input(job)?;
        if job.spec.source.compiler == Some(Compiler::Nvrtc) {
            return Err(Error::Input("NVRTC compiles no host code: a program with its `main` needs `nvcc`".to_owned()));
        }
        let text = source_file::read(&job.file)?;
        let folders: Vec<&PathBuf> = job.spec.source.include.iter().collect();
        let source = job.with_options(CudaSource::new(text, job.file.display().to_string()), &folders);
        let source = job.nvcc_option.iter().fold(source, CudaSource::option);
        let target = job.spec.source.default_target();
        let nvcc = Nvcc::find(job.install.clone()).map_err(smem_launch::Error::from)?;
        let build = |source: &CudaSource| nvcc.program(source, target.number());
        let built =
            build(&source).or_else(|error| WantedFlags::default().retried(job, &source, error, ToolError::log, build));
        built.map_err(|error| Error::Launch { help: job.help_of_link(&error), cause: error.into() })
    }

    /// How to run a file that does not link by itself.
    fn help_of_link(&self, error: &ToolError) -> Option<String> {
        let log = error.log()?;
        let file = quoted(&self.file.display().to_string());
        if log.contains("undefined reference to `main'") {
            return Some(format!("help: the file has no `main`: `smem-tile profile {file}` launches its kernels"));
        }
        let is_elsewhere = log.contains("undefined reference to ") || log.contains("ld: cannot find ");
        is_elsewhere.then(|| {
            "help: a program of several files or with other libraries: build it as you do, and run it with `smem-tile run -- ./PROGRAM`"
                .to_owned()
        })
    }
}
