//! The text of a CUDA file as the compiler reads it: it says which arms of `#if` are active.

use smem_cuda::{ActiveArms, Conditionals, CudaReading, CudaText};
use smem_launch::Isa;

use super::cuda_file::CudaFile;
use super::job::Job;
use super::simulators::JobSimulators;
use super::target::Target;

/// Reads the text of a file. Where the compiler cannot say which arms it takes, conditions are evaluated by the macros of the text.
pub(super) fn read(file: &CudaFile, job: &Job, simulators: &JobSimulators, target: &Target) -> CudaText {
    let defines: Vec<&str> = job.spec.source.define.iter().map(String::as_str).collect();
    let active = by_compiler(file, simulators, target);
    let set: Vec<&str> = job.spec.launch.set.iter().map(String::as_str).collect();
    CudaText::read(&file.text, &CudaReading { headers: &file.headers, defines: &defines, set: &set, active })
}

fn by_compiler(file: &CudaFile, simulators: &JobSimulators, target: &Target) -> Option<ActiveArms> {
    let probe = file.probe()?;
    let device = simulators.open(target, Isa::Ptx).ok()?;
    let compiled = device.compile(&probe).ok()?;
    Some(Conditionals::of(&file.text).active_by(compiled.log()))
}
