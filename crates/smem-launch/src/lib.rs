//! Compiles CUDA C++ text and runs it, wherever you are.
//!
//! A kernel is text, but running it takes a CUDA toolkit and a GPU, and the machine that tests it often has neither. This crate finds
//! NVRTC, CUDA's run-time compiler, or installs it with pip. It runs the kernel on the GPU where there is one (with the feature `gpu`), and else in
//! [smem-sim](smem_sim), which computes the same results and counts the wavefronts of shared memory.
//!
//! ```
//! use smem_launch::{Device, DeviceChoice, Install, LaunchShape};
//!
//! # fn main() -> Result<(), smem_launch::Error> {
//! let text = "
//!     template <typename T> __global__ void scale(T* data, T by) {
//!         data[threadIdx.x] *= by;
//!     }";
//! let device = Device::open(DeviceChoice::Auto, Install::Allowed)?;
//! let program = device.load(text, "scale.cu")?;
//! let data = device.upload(&[1.0_f32, 2.0, 3.0])?;
//! let launch = LaunchShape::of([1, 1, 1], [3, 1, 1]);
//! let kernel = program.kernel("scale<float>")?;
//! // SAFETY: the three threads access the three elements of the buffer.
//! unsafe { device.launch(&kernel, launch, &[data.arg(), 0.5_f32.into()])? };
//! assert_eq!(device.download(&data)?, [0.5, 1.0, 1.5]);
//! # Ok(())
//! # }
//! ```
//!
//! A launch is unsafe because a GPU runs the kernel with the rights of the process, and nothing checks its accesses.
//! [`Device::simulate`] is safe: it runs the kernel in the simulator alone, where an access outside every buffer is an error.
//!
//! # Which type answers which question
//!
//! | question | type |
//! | --- | --- |
//! | Where does it run? | [`Device`], opened with a [`DeviceChoice`] |
//! | Which options, which instances of templates? | [`CudaSource`] |
//! | Which kernels are there? | [`Program`], and [`Kernel`] by its C++ name |
//! | How many blocks and threads, how much shared memory? | [`LaunchShape`] |
//! | What does the kernel receive? | [`Arg`]: numbers, vectors; [`Address`]: pointers into a [`Buffer`]; [`StructArg`]: structs by value |
//! | What is a `cudaTextureObject_t`? | [`TextureObject`], in the simulator |
//! | Are launches described in a file? | [`LaunchFile`] |
//! | What is an argument that is text? | [`LaunchArg`], read by a [`WrittenArg`] |
//! | How are `__constant__` and `__device__` variables set? | [`Variable`] |
//! | How fast is it? | [`Timing`], of one or more [`Call`]s, on a GPU |
//! | How many wavefronts does it take? | [`Profile`], in the simulator |
//! | What may be installed, and where? | [`Install`]; [`watch_installs`] reports it |
//! | What is `_Z4scanIiLj256EEvPT_` in C++? | [`readable_name`] |
//! | Is a line safe to print? | [`printable`], [`printable_json`] |
//! | Only compile: PTX and machine code? | [`Nvrtc`] and [`Compiled`] |
//! | Count what the GPU executes? | [`Device::simulator`] with [`Isa::Sass`]: machine code |
//! | Compile a file as it is, host code and all? | [`Nvcc`] |
//! | Machine code of PTX? | [`Assembler`] |
//! | Machine code as text? | [`Disassembler`] |
//! | Other tools of CUDA's, such as nvdisasm? | [`Wheel`] |
//! | How much memory and time may compiler and disassembler take? | [`ToolLimits`], [`Nvrtc::compile_in`] |
//! | What went wrong? | [`Error`], of a launch [`LaunchProblem`], of a tool [`ToolError`] |
//!
//! # What a source may include
//!
//! NVRTC has no headers of its own. Those of CUDA's runtime (`cuda_fp16.h`, `mma.h`, `cooperative_groups.h`, ..) and of its C++ core
//! libraries (`cuda/std/array`, `cub/block/block_scan.cuh`, `thrust/tuple.h`, ..) are found or installed when a source includes
//! one. There is no C++ standard library; `cuda::std` is in its place.
//!
//! # What is installed
//!
//! Nothing that the machine has: a toolkit, in `CUDA_PATH` or `/usr/local/cuda`, and NVIDIA's Python packages are used where they are. The
//! missing parts are wheels from PyPI: NVRTC 12.9 (90 MB), the runtime's headers (4 MB), and where a source needs them the core libraries
//! (3 MB), the compiler's headers (41 MB, of which 1 MB is kept) and cuRAND's (68 MB, of which 2 MB are kept); for machine code in the
//! simulator, the disassembler (5 MB), and for PTX the assembler (47 MB); for files that are compiled as they are, `nvcc` (82 MB beside that); for kernels
//! that launch kernels, the linker (in the assembler's wheel) and CUDA's device runtime (3 MB). They go into Cargo's target folder or one that you name, see [`Install`].
//!
//! # With other crates that use a GPU
//!
//! A GPU is opened in builds with the feature `gpu`; without it every kernel runs in the simulator, and cudarc's driver is not built. The
//! driver is called through [cudarc](https://docs.rs/cudarc) with its feature `cuda-13000`, and the libraries are loaded when they are first
//! needed, so a build needs no CUDA. cudarc accepts one such feature in a build: a program that depends on it as well has
//! to choose the same one. A GPU needs a driver for CUDA 12.8 or later.

// An input that makes this crate panic is a defect of it: what may panic says why it does not.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable))]

mod device;
mod error;
mod kernels;
mod launch_file;
mod launch_problem;
mod notation;
#[doc(hidden)]
pub mod program;

pub use device::{
    Address, Arg, Buffer, Call, Device, DeviceChoice, Element, Kernel, Program, StructArg, TextureObject, Timing,
    Variable,
};
pub use error::Error;
pub use kernels::readable_name;
pub use launch_file::{
    ArgFields, DescribedArg, DescribedBuffer, DescribedLaunch, LaunchArg, LaunchFile, OtherContents, UploadedLaunches,
    WrittenArg,
};
pub use launch_problem::{DeviceItem, LaunchPlace, LaunchProblem, SimulatorTask};
pub use notation::parts_outside_brackets;
pub use smem_banks::Arch;
pub use smem_ptx::PtxText;
pub use smem_report::{printable, printable_json};
pub use smem_sass::{GpuImage, GpuImageKind};
pub use smem_sim::{Fault, Isa, LaunchRefusal, LaunchShape, ParseError, Profile};
pub use smem_toolchain::{
    Assembler, AssemblerWarning, BuiltProgram, Compiled, CudaSource, Disassembler, Install, InstallProgress,
    InstallStep, Nvcc, Nvrtc, ToolError, ToolLimits, Wheel, check_kernel_name, compiled_name, end_running_tools,
    is_system_header, running_tools, trusted_loader_path, watch_installs,
};
