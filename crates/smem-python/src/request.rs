//! A job as the Python half asks for it: a dictionary with an entry for each option.

use std::collections::HashMap;
use std::path::PathBuf;
use std::str::FromStr;

use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use smem_launch::{Install, Nvrtc, ToolLimits};
use smem_profile::{Compiler, Extent, Isa, Job, Target};

use crate::failure::input;

/// The command of the program that compiles for another process.
const COMPILE: &str = "compile-for-parent";

/// A job: its kernel, its launch, and what to look for.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct JobRequest {
    /// The name of the file in reports; the file itself, where there is neither text nor bytes.
    file: PathBuf,
    text: Option<String>,
    binary: Option<PyBackedBytes>,
    /// The machine code of a text that is PTX.
    machine_code: Option<PyBackedBytes>,
    kernel: Option<String>,
    /// Blocks and threads along x, y and z.
    grid: Option<[u32; 3]>,
    block: Option<[u32; 3]>,
    cluster: Option<[u32; 3]>,
    shared: u32,
    /// As the program's `--arg`.
    args: Vec<String>,
    /// Buffers, to which arguments point by their names.
    buffers: Vec<(String, PyBackedBytes)>,
    /// The types of their elements, as far as they are known.
    elements: HashMap<String, String>,
    include: Vec<PathBuf>,
    source: Vec<PathBuf>,
    define: Vec<String>,
    options: Vec<String>,
    std: Option<String>,
    arch: Option<String>,
    isa: Option<String>,
    compiler: Option<String>,
    blocks: u64,
    max_memory: Option<u64>,
    max_instructions: Option<u64>,
    race_check: bool,
    global_races: bool,
    overruns: bool,
    merged: bool,
    offline: bool,
    cache: bool,
    /// The program beside the module, which compiles in a process of its own.
    program: Option<PathBuf>,
}

impl JobRequest {
    /// Returns the job.
    ///
    /// # Errors
    /// An option has a value that it cannot have.
    pub(crate) fn job(self) -> PyResult<Job> {
        if let Some(program) = &self.program {
            ToolLimits::default().set();
            Nvrtc::compile_in(program, [COMPILE]);
        }
        let job = self.with_options(self.with_kernel(self.of_file()))?;
        let job = job.install(Install::of_user(self.offline)).blocks(self.blocks).cache(self.cache);
        let job = job.race_check(self.race_check).global_races(self.global_races);
        Ok(job.overruns(self.overruns).merged(self.merged))
    }

    fn of_file(&self) -> Job {
        let job = match (&self.text, &self.binary) {
            (Some(text), _) => Job::of_text(&self.file, &**text),
            (None, Some(bytes)) => Job::of_binary(&self.file, &**bytes),
            (None, None) => Job::new(&self.file),
        };
        with(job, self.machine_code.as_deref(), Job::machine_code)
    }

    fn with_kernel(&self, job: Job) -> Job {
        let job = with(job.shared(self.shared), self.kernel.as_ref(), Job::kernel);
        let job = self.args.iter().fold(job, Job::arg);
        let job = with(job, self.grid.map(Extent), Job::grid);
        let job = with(job, self.block.map(Extent), Job::block);
        let job = with(job, self.cluster.map(Extent), Job::cluster);
        let job = self.elements.iter().fold(job, |job, (name, element)| job.elements(name, element));
        self.buffers.iter().fold(job, |job, (name, bytes)| job.buffer(name, &**bytes))
    }

    fn with_options(&self, job: Job) -> PyResult<Job> {
        let job = self.include.iter().fold(job, Job::include);
        let job = self.source.iter().fold(job, Job::source);
        let job = self.define.iter().fold(job, Job::define);
        let job = self.options.iter().fold(job, Job::compiler_option);
        let job = with(job, self.std.as_ref(), Job::std);
        let job = with(job, self.max_memory, Job::max_memory);
        let job = with(job, self.max_instructions, Job::max_instructions);
        let job = with(job, self.arch()?, Job::arch);
        let job = with(job, named("isa", self.isa.as_deref(), [("sass", Isa::Sass), ("ptx", Isa::Ptx)])?, Job::isa);
        let compilers = [("nvcc", Compiler::Nvcc), ("nvrtc", Compiler::Nvrtc)];
        Ok(with(job, named("compiler", self.compiler.as_deref(), compilers)?, Job::compiler))
    }

    fn arch(&self) -> PyResult<Option<Target>> {
        let target = self.arch.as_deref().map(Target::from_str).transpose();
        target.map_err(|why| input(format!("arch: {why}")))
    }
}

/// Returns the job with a part that the request has or not.
fn with<T>(job: Job, part: Option<T>, set: impl FnOnce(Job, T) -> Job) -> Job {
    match part {
        Some(part) => set(job, part),
        None => job,
    }
}

/// The one of two values that an option names.
fn named<T>(option: &str, name: Option<&str>, values: [(&str, T); 2]) -> PyResult<Option<T>> {
    let Some(name) = name else { return Ok(None) };
    let all = values.each_ref().map(|(known, _)| format!("`{known}`")).join(" or ");
    let found = values.into_iter().find(|(known, _)| *known == name);
    found.map(|(_, value)| Some(value)).ok_or_else(|| input(format!("{option}: expected {all}")))
}
