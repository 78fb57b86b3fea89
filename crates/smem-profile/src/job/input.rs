//! The file of a job, as it is compiled or loaded.

use std::sync::Arc;

use super::cuda_file::CudaFile;
use super::folders::check_input;
use super::job::Job;
use super::kernels::{self, Declared};
use super::source_file;
use super::spec::SourceSpec;
use super::target::Target;
use crate::error::Error;
use smem_launch::Assembler;
use smem_ptx::PtxText;

/// A file to profile.
#[derive(Debug)]
pub(crate) enum Input {
    /// CUDA C++, ready to be compiled.
    Cuda(Box<CudaFile>),
    /// PTX.
    Ptx {
        /// As the user names it.
        name: String,
        /// All of it.
        text: PtxText,
        /// Machine code that was made of it.
        machine_code: Option<Arc<[u8]>>,
    },
    /// A cubin, or a file that holds some.
    Binary {
        /// As the user names it.
        name: String,
        /// All of it.
        bytes: Vec<u8>,
    },
}

impl Input {
    /// Reads the file of a job, and the kernels that it declares where they can be known without a compiler.
    pub(super) fn read(job: &Job) -> Result<(Input, Vec<Declared>), Error> {
        let name = job.file.display().to_string();
        if job.text.is_none() && job.binary.is_none() {
            check_input(job)?;
        }
        let binary = match (&job.binary, &job.text) {
            (Some(bytes), _) => Some(bytes.to_vec()),
            (None, Some(_)) => None,
            (None, None) => source_file::binary(&job.file)?,
        };
        if let Some(bytes) = binary {
            let declared = kernels::in_binary(&bytes).map_err(|error| Error::Input(format!("`{name}`: {error}")))?;
            return Ok((Input::Binary { name, bytes }, declared));
        }
        let text = match &job.text {
            Some(text) => text.to_string(),
            None => source_file::read(&job.file)?,
        };
        if job.file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("ptx")) {
            let text = PtxText::from(text);
            let declared = kernels::in_ptx(&text);
            return Ok((Input::Ptx { name, text, machine_code: job.machine_code.clone() }, declared));
        }
        let file = CudaFile::of(job, text)?;
        if let Some(watcher) = &job.watcher {
            file.notes.iter().for_each(|note| watcher.remark(note));
        }
        Ok((Input::Cuda(Box::new(file)), Vec::new()))
    }

    /// The architecture: the one that is asked for, that of machine code, of the GPU, of PTX, or the one whose counts were compared with a GPU's.
    pub(super) fn target(&self, spec: &SourceSpec) -> Target {
        if let Some(target) = &spec.arch {
            return target.clone();
        }
        if let Input::Binary { bytes, .. } = self
            && let Some(arch) = kernels::only_arch(bytes)
        {
            return Target::from(arch);
        }
        if spec.gpu.is_some() {
            return spec.default_target();
        }
        if let Input::Ptx { text, .. } = self {
            // PTX for an architecture that the assembler no longer knows is assembled for a newer one, as a driver does on a newer GPU.
            let is_assembled = |target: &Target| target.arch().number() >= Assembler::LEAST_CAPABILITY;
            if let Some(target) = text.header().target.as_ref().and_then(|name| name.parse().ok()).filter(is_assembled)
            {
                return target;
            }
        }
        spec.default_target()
    }
}
