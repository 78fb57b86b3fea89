//! The text of a CUDA file as the compiler reads it: it says which arms of `#if` are active.

use smem_cuda::{ActiveArms, Conditionals, CudaReading, CudaText};
use smem_launch::Isa;

use super::cuda_file::CudaFile;
use super::measure::simulator;
use super::options::{LaunchOptions, Target};

/// Reads the text of a file. Where the compiler cannot say which arms it takes, conditions are evaluated by the macros of the text.
pub(crate) fn read(file: &CudaFile, options: &LaunchOptions, target: &Target) -> CudaText {
    let defines: Vec<&str> = options.define.iter().map(String::as_str).collect();
    let active = by_compiler(file, options, target);
    CudaText::read(&file.text, &CudaReading { headers: &file.headers, defines: &defines, active })
}

fn by_compiler(file: &CudaFile, options: &LaunchOptions, target: &Target) -> Option<ActiveArms> {
    let probe = file.probe()?;
    let device = simulator(options, target, Isa::Ptx).ok()?;
    let compiled = device.compile(&probe).ok()?;
    Some(Conditionals::of(&file.text).active_by(compiled.log()))
}
