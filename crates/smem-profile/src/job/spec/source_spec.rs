//! The source of a job, and how it is compiled.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use smem_driver::IsaName;
use smem_launch::Arch;
use smem_report::{deserialize_gpu, serialize_gpu};
use smem_sim::Gpu;

use crate::job::compiler::Compiler;
use crate::job::target::Target;

/// How a file is compiled, and what of it is run.
///
/// ```
/// use smem_profile::{Compiler, SourceSpec};
///
/// let spec = SourceSpec { compiler: Some(Compiler::Nvrtc), define: vec!["N=4".into()], ..SourceSpec::default() };
/// assert_eq!(spec.std, None);
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[serde(rename_all = "kebab-case", default)]
pub struct SourceSpec {
    /// A folder of headers; may be given several times
    #[cfg_attr(feature = "cli", arg(short = 'I', long, value_name = "FOLDER", help_heading = "Source and code"))]
    pub include: Vec<PathBuf>,
    /// A folder whose files may be shown if the input names them, besides its own, the working folder and those of -I; may be given
    /// several times
    #[cfg_attr(feature = "cli", arg(long, value_name = "FOLDER", help_heading = "Source and code"))]
    pub source: Vec<PathBuf>,
    /// Defines a macro: N=4; may be given several times
    #[cfg_attr(feature = "cli", arg(short = 'D', long, value_name = "NAME=VALUE", help_heading = "Source and code"))]
    pub define: Vec<String>,
    /// The language: c++17 is the default
    #[cfg_attr(feature = "cli", arg(long, value_name = "STANDARD", help_heading = "Source and code"))]
    pub std: Option<String>,
    /// The compiler of CUDA C++: nvcc compiles the file as it is and needs a host compiler, NVRTC compiles its device code; by default nvcc where
    /// the machine has one, else NVRTC, and for a file that this refuses the nvcc of NVIDIA's wheels
    #[cfg_attr(feature = "cli", arg(long, value_enum, value_name = "COMPILER", help_heading = "Source and code"))]
    pub compiler: Option<Compiler>,
    /// The compile_commands.json with the flags of FILE; by default the one beside FILE or above it, or in a folder `build` there
    #[cfg_attr(feature = "cli", arg(long, value_name = "FILE", help_heading = "Source and code"))]
    pub compile_commands: Option<PathBuf>,
    /// Another option of the compiler, such as --use_fast_math; may be given several times
    #[cfg_attr(
        feature = "cli",
        arg(long, value_name = "OPTION", allow_hyphen_values = true, help_heading = "Source and code")
    )]
    pub compiler_option: Vec<String>,
    /// The architecture: sm_90, or the file's own for PTX and machine code
    #[cfg_attr(feature = "cli", arg(long, value_name = "ARCH", help_heading = "Source and code"))]
    pub arch: Option<Target>,
    /// The GPU whose time is predicted: h100, a100, l4, rtx4090, ..; by default one of the architecture. Without --arch, it gives the architecture, too
    #[cfg_attr(feature = "cli", arg(long, value_name = "GPU", value_parser = smem_report::gpu_of, help_heading = "Source and code"))]
    #[serde(serialize_with = "serialize_gpu", deserialize_with = "deserialize_gpu")]
    pub gpu: Option<&'static Gpu>,
    /// The instruction set that is executed and counted: machine code, which a GPU executes, or PTX; by default machine code, and PTX where that cannot run
    #[cfg_attr(feature = "cli", arg(long, value_enum, value_name = "ISA", help_heading = "Source and code"))]
    pub isa: Option<IsaName>,
}

impl SourceSpec {
    /// Returns the architecture that is asked for, by itself or by a GPU, else the one whose counts were compared with a GPU's.
    ///
    /// ```
    /// use smem_profile::{Arch, Gpu, SourceSpec};
    ///
    /// let l4 = SourceSpec { gpu: Gpu::from_name("l4"), ..SourceSpec::default() };
    /// assert_eq!([SourceSpec::default(), l4].map(|spec| spec.default_target().arch()), [Arch::SM_90, Arch::SM_89]);
    /// ```
    pub fn default_target(&self) -> Target {
        let of_gpu = || self.gpu.map(|gpu| Target::from(gpu.arch));
        self.arch.clone().or_else(of_gpu).unwrap_or_else(|| Target::from(Arch::SM_90))
    }

    /// Returns the GPU whose time is predicted for code of an architecture.
    ///
    /// # Errors
    /// A sentence where the GPU that is asked for does not run such code.
    pub fn gpu_for(&self, target: &Target) -> Result<&'static Gpu, String> {
        match self.gpu {
            Some(gpu) if !gpu.runs(target.arch()) => Err(format!(
                "{} has the architecture {}, and does not run code for {target}",
                gpu.with_article(),
                gpu.arch
            )),
            Some(gpu) => Ok(gpu),
            None => Ok(Gpu::of(target.arch())),
        }
    }

    pub(super) fn paths_mut(&mut self) -> impl Iterator<Item = &mut PathBuf> {
        let SourceSpec {
            include,
            source,
            define: _,
            std: _,
            compiler: _,
            compile_commands,
            compiler_option: _,
            arch: _,
            gpu: _,
            isa: _,
        } = self;
        include.iter_mut().chain(source).chain(compile_commands)
    }

    /// Returns these options over others.
    pub(super) fn over(self, below: SourceSpec) -> SourceSpec {
        let SourceSpec { include, source, define, std, compiler, compile_commands, compiler_option, arch, gpu, isa } =
            self;
        SourceSpec {
            include: [below.include, include].concat(),
            source: [below.source, source].concat(),
            define: [below.define, define].concat(),
            std: std.or(below.std),
            compiler: compiler.or(below.compiler),
            compile_commands: compile_commands.or(below.compile_commands),
            compiler_option: [below.compiler_option, compiler_option].concat(),
            // A GPU of its own comes before an architecture below.
            arch: arch.or(below.arch.filter(|_| gpu.is_none())),
            gpu: gpu.or(below.gpu),
            isa: isa.or(below.isa),
        }
    }
}
