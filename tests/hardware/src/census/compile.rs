//! Cut files to cubins, by NVRTC.

use std::collections::HashMap;
use std::path::PathBuf;

use smem_cuda::HOST_NAMES;
use smem_launch::{CudaSource, Install, Nvrtc, ToolError};

use super::sources::CutSource;

/// NVRTC, and what it made of the files so far.
#[derive(Debug)]
pub struct CensusCompiler {
    nvrtc: Nvrtc,
    /// Folders of headers that are included as they are.
    include: Vec<PathBuf>,
    /// The instances that compile, by the path of their file.
    instances: HashMap<String, Vec<String>>,
}

/// A file for one architecture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompiledFile {
    /// The machine code.
    pub cubin: Vec<u8>,
    /// Instances of templates that are in it.
    pub instances: usize,
    /// Instances that the file launches and that do not compile on their own, such as those of a template's own parameters.
    pub without: usize,
}

impl CensusCompiler {
    /// Opens NVRTC.
    ///
    /// # Errors
    /// Where there is none.
    pub fn new(install: Install, include: Vec<PathBuf>) -> Result<CensusCompiler, ToolError> {
        Ok(CensusCompiler { nvrtc: Nvrtc::find(install)?, include, instances: HashMap::new() })
    }

    /// Compiles a file for an architecture such as `sm_86` with all instances that compile.
    ///
    /// # Errors
    /// The first error of the compiler.
    pub fn compile_file(&mut self, cut: &CutSource, arch: &str) -> Result<CompiledFile, String> {
        let known = self.instances.get(&cut.path).cloned();
        let wanted = known.unwrap_or_else(|| cut.instances.clone());
        let (cubin, used) = match self.compile(cut, arch, &wanted) {
            Ok(cubin) => (cubin, wanted),
            Err(error) if wanted.is_empty() => return Err(error),
            Err(_) => self.instance_by_instance(cut, arch, &wanted)?,
        };
        let (instances, without) = (used.len(), cut.instances.len() - used.len());
        self.instances.insert(cut.path.clone(), used);
        Ok(CompiledFile { cubin, instances, without })
    }

    /// The largest set of instances, taken in order, each of which compiles beside those in front.
    fn instance_by_instance(
        &self,
        cut: &CutSource,
        arch: &str,
        wanted: &[String],
    ) -> Result<(Vec<u8>, Vec<String>), String> {
        let (mut cubin, mut used) = (self.compile(cut, arch, &[])?, Vec::new());
        for instance in wanted {
            used.push(instance.clone());
            match self.compile(cut, arch, &used) {
                Ok(with) => cubin = with,
                Err(_) => {
                    used.pop();
                }
            }
        }
        Ok((cubin, used))
    }

    fn compile(&self, cut: &CutSource, arch: &str, instances: &[String]) -> Result<Vec<u8>, String> {
        let name = cut.path.rsplit('/').next().unwrap_or(&cut.path);
        let text = format!("{HOST_NAMES}#line 1 \"{name}\"\n{}", cut.text);
        let mut source = CudaSource::new(text, name).option(format!("-arch={arch}")).option("--std=c++17").option("-w");
        for folder in cut.folders.iter().chain(&self.include) {
            source = source.option(format!("--include-path={}", folder.display()));
        }
        let source = instances.iter().fold(source, CudaSource::kernel);
        let compiled = self.nvrtc.compile(&source).map_err(|error| first_error(&error))?;
        compiled.cubin().map(<[u8]>::to_vec).ok_or_else(|| format!("NVRTC gives no cubin for `{arch}`"))
    }
}

/// The first line of a log that is an error, or the whole message.
fn first_error(error: &ToolError) -> String {
    let text = match error {
        ToolError::Compile { log, .. } => log.clone(),
        other => other.to_string(),
    };
    let is_error = |line: &&str| line.contains("error") || line.contains("fatal");
    let first = text.lines().find(is_error).or(text.lines().next()).unwrap_or_default();
    first.trim().replace('\t', " ")
}
