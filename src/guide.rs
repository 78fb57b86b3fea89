//! A guide, from a first bank conflict to a test that keeps conflicts out. Each page starts from a problem and can be read by itself.
//!
//! # Start here
//!
//! | problem | page |
//! | --- | --- |
//! | There are commands, crates and functions. Which do I use? | [`which_door`] |
//! | A short question | [`faq`] |
//! | An unknown word | [`glossary`] |
//! | Is it able to do this? | [`limits`] |
//!
//! # How to
//!
//! | problem | page |
//! | --- | --- |
//! | There is a kernel with `__shared__ float tile[32][32]` | [`moving_a_kernel`] |
//! | `float4` and padding by one don't go together | [`vectors`] |
//! | Operands of tensor cores: `ldmatrix`, fragments, bulk copies | [`tensor_cores`] |
//! | Several buffers, more than 48 KB, several tiles | [`pipelines`] |
//! | The attribute rejects a tile | [`errors`] |
//! | The kernel is in Rust | [`device_rust`] |
//! | The kernel is in Rust, for a compiler other than rustc | [`gpu_compilers`] |
//! | A conflict must not come back, and CI has no GPU | [`testing`] |
//! | A program uses CUDA, and CI has no GPU | [`any_program`] |
//! | Tests and CI have to keep kernels correct and conflict-free | [`continuous_integration`] |
//! | CI has to check kernels that a stranger changed | [`pull_requests`] |
//! | Kernels are in a Python program: NumPy, Triton, Numba, CuPy | [`python`] |
//!
//! # Explanation
//!
//! | problem | page |
//! | --- | --- |
//! | The profiler reports "bank conflicts". What is that? | [`bank_conflicts`] |
//! | Pad the rows, or swizzle? | [`pad_or_swizzle`] |
//! | Does a conflict matter, and does its fix? | [`is_it_worth_it`] |
//! | Nsight Compute shows conflicts and the program doesn't, or the reverse | [`nsight_compute`] |
//! | Others have asked: threads, each with a kernel and its counts | [`questions`] |
//!
//! The reference is [the attribute's page](../attr.smem_tile.html) and, in the repository, `crates/smem-cli/docs/reference`.
//!
//! Tests compile and run the Rust on these pages, and compile the CUDA C++ with NVRTC and the page's tiles. Times and counters were
//! measured on an H200: `tests/hardware/RESULTS.md` in the repository describes how. All other wavefronts come from the bank model or the
//! simulator.

/// The links of the pages as definitions of Markdown. A page ends with its own, which lead to files and are for a hosting site; the first
/// definition of a link counts.
macro_rules! links {
    () => {
        "\
[`BankModel`]: crate::banks::BankModel
[`BankModel::generic_load_cost`]: crate::banks::BankModel::generic_load_cost
[`BankModel::load_cost`]: crate::banks::BankModel::load_cost
[`WarpRequest`]: crate::banks::WarpRequest
[`shared_tile!`]: crate::shared_tile!
[`solve`]: crate::solve
[`translation_unit`]: crate::translation_unit
[any_program]: crate::guide::any_program
[bank_conflicts]: crate::guide::bank_conflicts
[continuous_integration]: crate::guide::continuous_integration
[device_rust]: crate::guide::device_rust
[errors]: crate::guide::errors
[gpu_compilers]: crate::guide::gpu_compilers
[is_it_worth_it]: crate::guide::is_it_worth_it
[limits]: crate::guide::limits
[moving_a_kernel]: crate::guide::moving_a_kernel
[nsight_compute]: crate::guide::nsight_compute
[pad_or_swizzle]: crate::guide::pad_or_swizzle
[pipelines]: crate::guide::pipelines
[pull_requests]: crate::guide::pull_requests
[tensor_cores]: crate::guide::tensor_cores
[testing]: crate::guide::testing
[vectors]: crate::guide::vectors
"
    };
}

#[doc = links!()]
#[doc = include_str!("guide/bank_conflicts.md")]
pub mod bank_conflicts {}

#[doc = links!()]
#[doc = include_str!("guide/pad_or_swizzle.md")]
pub mod pad_or_swizzle {}

#[doc = links!()]
#[doc = include_str!("guide/vectors.md")]
pub mod vectors {}

#[doc = links!()]
#[doc = include_str!("guide/tensor_cores.md")]
pub mod tensor_cores {}

#[doc = links!()]
#[doc = include_str!("guide/moving_a_kernel.md")]
pub mod moving_a_kernel {}

#[doc = links!()]
#[doc = include_str!("guide/pipelines.md")]
pub mod pipelines {}

#[doc = links!()]
#[doc = include_str!("guide/errors.md")]
pub mod errors {}

#[doc = links!()]
#[doc = include_str!("guide/device_rust.md")]
pub mod device_rust {}

#[doc = links!()]
#[doc = include_str!("guide/gpu_compilers.md")]
pub mod gpu_compilers {}

#[doc = links!()]
#[doc = include_str!("guide/testing.md")]
pub mod testing {}

#[doc = links!()]
#[doc = include_str!("guide/any_program.md")]
pub mod any_program {}

#[doc = links!()]
#[doc = include_str!("guide/continuous_integration.md")]
pub mod continuous_integration {}

#[doc = links!()]
#[doc = include_str!("guide/pull_requests.md")]
pub mod pull_requests {}

#[doc = links!()]
#[doc = include_str!("guide/python.md")]
pub mod python {}

#[doc = links!()]
#[doc = include_str!("guide/is_it_worth_it.md")]
pub mod is_it_worth_it {}

#[doc = links!()]
#[doc = include_str!("guide/nsight_compute.md")]
pub mod nsight_compute {}

#[doc = links!()]
#[doc = include_str!("guide/questions.md")]
pub mod questions {}

#[doc = links!()]
#[doc = include_str!("guide/which_door.md")]
pub mod which_door {}

#[doc = links!()]
#[doc = include_str!("guide/faq.md")]
pub mod faq {}

#[doc = links!()]
#[doc = include_str!("guide/glossary.md")]
pub mod glossary {}

#[doc = links!()]
#[doc = include_str!("guide/limits.md")]
pub mod limits {}
