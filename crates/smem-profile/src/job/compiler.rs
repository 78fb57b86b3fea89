//! The compilers of CUDA files.

use serde::{Deserialize, Serialize};

/// A compiler of CUDA C++.
///
/// A job that names none takes `nvcc` where the machine has one, and NVRTC where that refuses the file. Without one it takes NVRTC, which is
/// quick, and for a file that this refuses the `nvcc` of the wheels, if there is a host compiler. They are installed where NVRTC lacks a header or
/// a name of the C++ library, and otherwise used where they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Compiler {
    /// `nvcc` with a host compiler: it compiles the file as it is.
    Nvcc,
    /// NVRTC: it compiles the device code of the file, without host code, and needs no host compiler.
    Nvrtc,
}

/// Written by hand: a derive would put the comments of the variants into the help of a command.
#[cfg(feature = "cli")]
impl clap::ValueEnum for Compiler {
    fn value_variants<'a>() -> &'a [Compiler] {
        &[Compiler::Nvcc, Compiler::Nvrtc]
    }

    fn to_possible_value(&self) -> Option<clap::builder::PossibleValue> {
        Some(clap::builder::PossibleValue::new(match self {
            Compiler::Nvcc => "nvcc",
            Compiler::Nvrtc => "nvrtc",
        }))
    }
}
